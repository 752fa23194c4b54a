import { counted, nounFor } from "../../lib/plural.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import { findDigestExpression } from "../../verify/internal.js";
import { type Fields, idText, isFields, ownField } from "../fields/field.js";
import { readWithFitting } from "../readers/choose-reader.js";
import { itemsOf } from "../readers/item-batches.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import { csvWithNulls } from "../system/table-readers.js";
import { type ColumnUse, SETTINGS_OF_TOTP, useOfColumn } from "./column-names.js";
import { notationOf } from "./hash-origin.js";
import { describeEncodings, describeHashes, describeWords, hexWithin, looksExchanged } from "./sampled-values.js";
import { USUAL_LISTS } from "./table-source.js";

/** A first map: what could not be decided is null in it, and `parseTableMap` refuses it until it is. */
interface TableMapDraft {
  /** The map as JSON. */
  readonly map: Readonly<Record<string, unknown>>;
  /** What was seen, and what is left to decide; no value of a user is in it. */
  readonly notes: readonly string[];
}

/** One user of the table whose password is known: by them the expression of a home-made digest is found. */
export interface KnownUser {
  /** As it is in a column with IDs, addresses, numbers or names. */
  readonly identifier: string;
  readonly password: string;
}

const MOST_RECORDS = 1000;
const IDENTIFIERS = ["email", "userName", "phoneNumber", "externalUserId"] as const;
const FLAG_WORDS: readonly string[] = [...["true", "t", "1", "yes", "y", "on", "false", "f", "0", "no", "n", "off"]];

/**
 * Looks at the first records of any table or list of users and writes a first map of it. Columns are recognised by their names;
 * an encoding and the system of a hash are never guessed, but what the values could be is said.
 *
 * @param input The file's bytes: CSV, TSV, JSON or newline-delimited JSON, also compressed.
 * @param known A user among these records, by whom `hash` is filled in where one expression fits.
 * @returns The draft; or the `source/…` problem for which the file can't be read.
 */
export async function draftTableMap(
  input: AsyncIterable<Uint8Array>,
  known?: KnownUser,
): Promise<Result<TableMapDraft>> {
  const readers = [jsonDocument({ keys: USUAL_LISTS }), jsonLines(), csvWithNulls({})];
  const records: Fields[] = [];
  let fault: Problem | undefined;
  for await (const item of itemsOf(readWithFitting(readers, input))) {
    if (item.kind === "end-fault" && records.length === 0) return failure(item.problem);
    const record = item.kind === "fault" ? item.unsure : item;
    if (record?.kind === "record" && isFields(record.value)) records.push(record.value);
    if (item.kind === "fault") fault ??= item.problem;
    if (records.length === MOST_RECORDS) break;
  }
  if (records.length === 0 && fault !== undefined) return failure(fault);
  const draft = new Draft(records);
  draft.decide();
  if (known !== undefined) await draft.findExpression(known);
  return success(draft.finished());
}

class Sample {
  readonly columns: readonly string[];
  readonly #records: readonly Fields[];

  constructor(records: readonly Fields[]) {
    this.#records = records;
    this.columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  }

  get size(): number {
    return this.#records.length;
  }

  /** The first record with a value in one of some columns, whatever its letters' case. */
  find(columns: readonly string[], value: string): Fields | undefined {
    const wanted = value.toLowerCase();
    return this.#records.find((record) =>
      columns.some((name) => idText(ownField(record, name))?.toLowerCase() === wanted),
    );
  }

  /** How many records have a column, if without a value. */
  having(column: string): number {
    return this.#records.filter((record) => Object.hasOwn(record, column)).length;
  }

  /** Those that are there. */
  of(column: string): readonly string[] {
    return this.#records.flatMap((record) => {
      const value = Object.hasOwn(record, column) ? record[column] : undefined;
      const text = typeof value === "boolean" ? String(value) : idText(value);
      return text === undefined || text.trim() === "" ? [] : [text];
    });
  }
}

class Draft {
  readonly #sample: Sample;
  readonly #byUse = new Map<string, { readonly use: ColumnUse; readonly columns: string[] }>();
  readonly #unknown: string[] = [];
  #notes: readonly string[] = [];
  readonly #user: Record<string, unknown> = {};
  readonly #map: Record<string, unknown> = {};

  constructor(records: readonly Fields[]) {
    this.#sample = new Sample(records);
    for (const column of this.#sample.columns) {
      const use = useOfColumn(column);
      if (use === undefined) this.#unknown.push(column);
      else this.#columnsOf(use).push(column);
    }
  }

  decide(): void {
    this.#note(`${counted(this.#sample.size, "record")} ${nounFor(this.#sample.size, "was", "were")} looked at`);
    this.#identifiers();
    this.#flags();
    this.#password();
    this.#totp();
    this.#socialLogins();
    this.#others();
  }

  finished(): TableMapDraft {
    return { map: { user: this.#user, ...this.#map, notes: this.#notes }, notes: this.#notes };
  }

  /** Fills in how the hashes are made, where one user's tells it. */
  async findExpression({ identifier, password }: KnownUser): Promise<void> {
    const columnsOf = (use: ColumnUse) => this.#byUse.get(JSON.stringify(use))?.columns ?? [];
    const names = IDENTIFIERS.flatMap((field) => columnsOf({ field }));
    const [column, ...others] = columnsOf({ field: "passwordHash" });
    const record = this.#sample.find(names, identifier);
    if (column === undefined || others.length > 0 || record === undefined) {
      return this.#note(
        `hash: ${record === undefined ? "no record that was looked at is of the known user" : "which column has the hashes is not known"}`,
      );
    }
    const values = [...columnsOf({ other: "salt" }), ...names].flatMap((name) => {
      const value = idText(ownField(record, name)) ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    const hash = idText(ownField(record, column)) ?? "";
    const found = await findDigestExpression({ hash, password, columns: Object.fromEntries(values) });
    if (!found.ok) return this.#note(`hash: ${found.problems[0].message}, so no expression was tried`);
    const { expressions, tried } = found.value;
    const [expression, ...more] = expressions;
    if (expression === undefined || more.length > 0) {
      const fit = expression === undefined ? "none" : `not one alone but ${listed(expressions)}`;
      const over = listed(values.map(([name]) => name));
      return this.#note(`hash: of ${counted(tried, "expression")} over ${over} ${fit} fits the known user`);
    }
    this.#notes = this.#notes.filter((note) => !/^(?:hash\.source|passwordHash: how)/.test(note));
    this.#map.hash = expression;
    this.#user.passwordHash = column;
    this.#note(`hash: ${expression} fits the known user; prove it with another: credport check --known`);
  }

  #note(text: string): void {
    this.#notes = [...this.#notes, text];
  }

  #columnsOf(use: ColumnUse): string[] {
    const key = JSON.stringify(use);
    const entry = this.#byUse.get(key) ?? { use, columns: [] };
    this.#byUse.set(key, entry);
    return entry.columns;
  }

  /** The only column of a use; null, with a note, where several could be it; undefined where none is. */
  #only(use: ColumnUse, target: string): string | null | undefined {
    const columns = this.#byUse.get(JSON.stringify(use))?.columns ?? [];
    if (columns.length < 2) return columns[0];
    this.#note(`${target}: which of the columns ${listed(columns)} is it?`);
    return null;
  }

  #identifiers(): void {
    const id = this.#only({ field: "externalUserId" }, "externalUserId");
    this.#user.externalUserId = id ?? null;
    if (id === undefined) this.#note("externalUserId: which column is the user's ID?");
    if (typeof id === "string" && new Set(this.#sample.of(id)).size < this.#sample.size) {
      this.#note(`externalUserId: ${shown(id)} is missing or not unique in these records`);
    }
    for (const field of ["email", "phoneNumber", "userName"] as const) {
      const column = this.#only({ field }, field);
      if (column !== undefined) this.#user[field] = column;
    }
    const phone = this.#user.phoneNumber;
    if (typeof phone === "string" && this.#sample.of(phone).some((number) => !number.trim().startsWith("+"))) {
      this.#map.phoneRegion = null;
      this.#note("phoneRegion: some numbers have no country code; of which country are they?");
    }
  }

  #flags(): void {
    for (const { use, columns } of this.#byUse.values()) {
      if (!("flag" in use)) continue;
      const { flag, isSet, not } = use;
      const [column] = columns;
      if (column === undefined) continue;
      if (columns.length > 1 || Object.hasOwn(this.#user, flag)) {
        this.#user[flag] = null;
        this.#note(`${flag}: several columns could say it, ${listed(columns)} among them`);
      } else if (this.#isOfFew(flag, column)) {
        this.#user[flag] = null;
      } else {
        this.#user[flag] = isSet === true ? { isSet: column } : this.#written(flag, column, not === true);
      }
    }
  }

  /** Where users write their own documents, one of them could say so what the others' system does not. */
  #isOfFew(target: string, column: string): boolean {
    const having = this.#sample.having(column);
    if (having * 2 >= this.#sample.size) return false;
    const records = `${having} of ${counted(this.#sample.size, "record")}`;
    this.#note(`${target}: ${records} have ${shown(column)}; does the system write it, and no user?`);
    return true;
  }

  #written(target: string, column: string, not: boolean): unknown {
    const values = this.#sample.of(column);
    const turned = not ? { not } : {};
    if (values.every((value) => FLAG_WORDS.includes(value.toLowerCase()))) {
      return not ? { at: column, ...turned } : column;
    }
    this.#note(
      `${target}: which values of ${shown(column)} are true, and which false? It has ${describeWords(values)}`,
    );
    return { at: column, true: null, false: null, ...turned };
  }

  #password(): void {
    const column = this.#only({ field: "passwordHash" }, "passwordHash");
    if (column === undefined) return;
    const hashes = column === null ? [] : this.#sample.of(column);
    this.#map.hash = { source: this.#systemsOf(hashes) };
    if (column !== null) this.#note(`passwordHash: the values of ${shown(column)} are ${describeHashes(hashes)}`);
    const salt = this.#only({ other: "salt" }, "salt");
    this.#user.passwordHash = salt === undefined ? column : null;
    if (typeof salt !== "string") return;
    this.#note(
      `passwordHash: how are ${shown(salt)} and the hash put together? See compose and concat in docs/sources.md, and docs/expressions.md for hash: with --known USER or credport verify --known the expression is found`,
    );
    if (looksExchanged(this.#sample.of(salt), hashes)) {
      this.#note(`passwordHash: salt and digest look exchanged: ${shown(salt)} has the length of a digest`);
    }
  }

  /** What is left open of the systems that wrote the hashes. */
  #systemsOf(hashes: readonly string[]): unknown {
    const which = "Some hash a digest of the password, which no hash shows";
    const notations = new Set(hashes.map(notationOf).filter((name) => name !== null));
    if (notations.size < 2 || notations.size > MOST_NOTATIONS) {
      this.#note(`hash.source: which system wrote the hashes? ${which}`);
      return null;
    }
    this.#note(
      `hash.source: which system wrote each of the notations ${[...notations].join(", ")}? ${which}. Where it was one system, write its name alone: {"source": "django"}`,
    );
    return Object.fromEntries([...notations].map((name) => [name, null]));
  }

  #totp(): void {
    const secret = this.#only({ totp: "secret" }, "totp.secret");
    if (secret === undefined) return;
    const isSet = this.#only({ totp: "confirmed", isSet: true }, "totp.confirmed");
    const flag = this.#only({ totp: "confirmed" }, "totp.confirmed");
    const confirmed = typeof isSet === "string" ? { isSet } : flag;
    const settings = SETTINGS_OF_TOTP.map(
      (name) => [name, this.#only({ totp: name }, `totp.${name}`) ?? null] as const,
    );
    this.#user.totp = {
      ...{ secret, encoding: null, ...(confirmed === undefined ? {} : { confirmed }) },
      ...Object.fromEntries(settings),
    };
    const open = settings.flatMap(([name, column]) => (column === null ? [`totp.${name}`] : []));
    if (open.length > 0) {
      this.#note(
        `${open.join(", ")}: how do users' apps make codes? A column, or usually {"value": "6"} digits, {"value": "30"} seconds, {"value": "SHA1"}`,
      );
    }
    if (confirmed === undefined) {
      this.#note("totp.confirmed: no column says who finished enrolling; half-enrolled users would be locked out");
    }
    const values = secret === null ? [] : this.#sample.of(secret);
    this.#note(`totp.encoding: how does the system write secrets? ${describeEncodings(values)}`);
    const hex = values.length === 0 ? [] : hexWithin(values);
    if (hex.length > 0) {
      this.#note(
        `totp.encoding: read as ${hex.join(" or ")} the values decode to hexadecimal text; prove one with credport secret --prove`,
      );
    }
  }

  #socialLogins(): void {
    const logins = [...this.#byUse.values()].flatMap(({ use, columns }) =>
      "provider" in use ? columns.map((column) => this.#login(use.provider, column)) : [],
    );
    if (logins.length > 0) this.#user.socialLogins = logins;
  }

  #login(provider: string, column: string) {
    const userId = this.#isOfFew("socialLogins", column) ? null : column;
    return { provider: { value: provider }, userId };
  }

  #others(): void {
    const of = (other: "profile" | "secret") => this.#byUse.get(JSON.stringify({ other }))?.columns ?? [];
    if (of("profile").length > 0) this.#map.notCarried = of("profile");
    if (of("secret").length > 0) this.#map.secrets = of("secret");
    if (this.#unknown.length > 0) {
      this.#note(`not in the map: ${listed(this.#unknown)}; put each into user, notCarried or secrets`);
    }
    if (this.#sample.columns.some((column) => /@|^\$2|^\+?[0-9]+$/.test(column))) {
      this.#note("the first line looks like a user: if the file has no header, name its columns under columns");
    }
  }
}

/** More than any application has: a column of something else. */
const MOST_NOTATIONS = 12;

const MOST_LISTED = 40;

function listed(columns: readonly string[]): string {
  const more = columns.length > MOST_LISTED ? ` and ${columns.length - MOST_LISTED} more` : "";
  return columns.slice(0, MOST_LISTED).map(shown).join(", ") + more;
}

/** A file without a header has users where names are expected. */
function shown(column: string): string {
  return /^[A-Za-z_][\w .-]{0,39}$/.test(column) ? column : "(a name that is not plain text)";
}
