import { parse } from "csv-parse/sync";
import { printableJson } from "../../lib/printable.js";
import type { Decision, Identifier, ReadExportOptions } from "../../source/index.js";
import { type LoadedOptions, PREFERENCE_NAMES, type Preference } from "../../source/internal.js";
import { CouldNotRun } from "../could-not-run.js";
import { delimiterOf, readWholeFile } from "./input-file.js";
import { type FlagsOf, grouped, list, value } from "./option-rows.js";

/** What is chosen among records of which only one can be a user's, and what is decided of single users. */
export const CHOICE_OPTIONS = grouped("The export", [
  list("--prefer <what>", "which record of a user", { of: PREFERENCE_NAMES }),
  value("--decisions <file>", "sheet of --write-decisions in which the column decision is filled in", {
    isInput: true,
  }),
] as const);

/** Where the sheet is written. */
export const SHEET_OPTIONS = grouped("Output", [
  value("--write-decisions <file>", "write a sheet (CSV) to decide about shared and held-back records"),
] as const);

type ChoiceFlags = FlagsOf<typeof CHOICE_OPTIONS>;

const WORDS: ReadonlySet<string> = new Set(["import", "overwrite", "leave-out"] satisfies Decision[]);

/** A row of the sheet, with what it says of the user that was decided about. */
interface Row {
  readonly at: number;
  readonly decision: Decision;
  /** Undefined in a sheet without such a column. */
  readonly email: string | undefined;
  /** Digits alone: a spreadsheet takes the rest of a number away, or rounds them. Undefined where the cell is not a number. */
  readonly phone: string | undefined;
}

const CHANGED = "a spreadsheet has changed the user_id: open the sheet again with that column as text";

/** What a person has decided, by IDs of the old system. */
export class Decisions {
  readonly #path: string;
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #asked = new Set<string>();
  readonly #changed = new Set<string>();
  /** Rows that may be another user's. */
  readonly #doubted = new Set<Row>();
  /** By which a user without a row may be whom one is about: programs change IDs in many ways. Numbers are as the cells have them. */
  readonly #addresses = new Set<string | undefined>();
  /** Rounded ones, by how many digits they have. */
  readonly #rounded = new Map<number, Set<string>>();

  constructor(path: string, rows: ReadonlyMap<string, Row>) {
    this.#path = path;
    this.#rows = rows;
    for (const row of rows.values()) this.#seek(row);
  }

  /** A row of another user decides about no user: a spreadsheet makes 42 of the ID 0042, and people change their address. */
  get(userId: string, identifiers: readonly Identifier[] = []): Decision | undefined {
    const isKnown = identifiers.length > 0;
    const row = this.#rows.get(userId);
    if (row === undefined) {
      const shown = asNumber(userId);
      if (this.#rows.has(shown)) this.#changed.add(shown);
      return isKnown && this.#isSought(userId, identifiers) ? "unclear" : undefined;
    }
    this.#asked.add(userId);
    if (isKnown && row.decision !== "open" && !isOf(row, identifiers)) {
      this.#doubted.add(row);
    }
    return this.#doubted.has(row) ? "unclear" : row.decision;
  }

  #seek({ decision, email, phone }: Row): void {
    if (decision === "open") return;
    const rounded = email ? undefined : roundedIn(phone);
    if (rounded !== undefined) {
      const alike = this.#rounded.get(rounded.digits) ?? new Set();
      this.#rounded.set(rounded.digits, alike.add(rounded.text));
    } else this.#addresses.add(email || phone || undefined);
  }

  /** Whether a row with another ID may be this user's. */
  #isSought(userId: string, identifiers: readonly Identifier[]): boolean {
    const row = this.#rows.get(userId.replace(/^0+(?=\d)/, ""));
    if (row?.email !== undefined && row.decision !== "open" && isOf(row, identifiers)) {
      this.#doubted.add(row);
      return true;
    }
    return identifiers.some(({ kind, value }) =>
      kind === "phone"
        ? this.#addresses.has(digitsOf(value)) ||
          [...this.#rounded].some(([digits, cells]) => cells.has(roundedTo(digits, value)))
        : this.#addresses.has(value),
    );
  }

  /** Those of users whom no export that was read has. Ends the command where the export has such a user by the ID before a spreadsheet changed it. */
  unused(): readonly (readonly [userId: string, decision: Decision])[] {
    return [...this.#rows].flatMap(([userId, { at, decision }]) => {
      if (decision === "open" || this.#asked.has(userId)) return [];
      if (!this.#changed.has(userId)) return [[userId, decision] as const];
      const message = `${this.#path}, row ${at}: ${CHANGED}`;
      throw new CouldNotRun("cli/decisions-malformed", message);
    });
  }
}

/** What a spreadsheet makes of an ID that looks like a number: no zeros in front, and after 15 digits zeros alone. */
function asNumber(userId: string): string {
  const [, digits] = /^0*(\d{1,64})$/.exec(userId) ?? [];
  return digits === undefined ? userId : digits.slice(0, 15).padEnd(digits.length, "0");
}

/** A row of a sheet without addresses belongs to the user who has its ID; one with an empty cell to a user without one. */
function isOf({ email, phone }: Row, identifiers: readonly Identifier[]): boolean {
  const has = (kind: Identifier["kind"], value: string, read = (text: string) => text) =>
    identifiers.some((one) => one.kind === kind && read(one.value) === value);
  if (email) return has("email", email);
  const lacks = (kind: Identifier["kind"]) => identifiers.every((one) => one.kind !== kind);
  if (email === "" && !lacks("email")) return false;
  return phone === undefined || (phone === "" ? lacks("phone") : has("phone", phone, (text) => asIn(phone, text)));
}

/** A number as the cell has it, where it is the cell's: a spreadsheet rounds some. */
function asIn(cell: string, number: string): string {
  const rounded = roundedIn(cell);
  if (rounded === undefined) return digitsOf(number);
  return roundedTo(rounded.digits, number) === rounded.text ? cell : "";
}

/** A cell that a spreadsheet has rounded, and the digits that it has left. */
function roundedIn(cell: string | undefined): { readonly digits: number; readonly text: string } | undefined {
  const [mantissa = "", power] = (cell ?? "").split(/e\+/i);
  if (power === undefined) return undefined;
  return { digits: Math.max(1, mantissa.length - 1), text: `${mantissa.replace(",", ".")}e+${Number(power)}` };
}

function roundedTo(digits: number, number: string): string {
  return Number(digitsOf(number)).toExponential(digits - 1);
}

/** Empty where the text is not a number. */
const digitsOf = (text: string): string => (/^[+\d\s]*$/.test(text) ? text.replace(/\D/g, "") : "");

/** What the readers take of it. */
export async function choicesOf({
  prefer,
  decisions: path,
}: ChoiceFlags): Promise<Pick<ReadExportOptions, "prefer"> & { readonly decisions?: Decisions }> {
  return {
    ...(prefer === undefined ? {} : { prefer }),
    ...(path === undefined ? {} : { decisions: new Decisions(path, parseSheet(await readWholeFile(path), path)) }),
  };
}

/** What a preference looks at in a source, where not every source has it. */
const NEEDED: Readonly<Partial<Record<Preference, "lastLoginFields" | "joinedFields">>> = {
  "last-login": "lastLoginFields",
  newest: "joinedFields",
};

/** The preferences by something that is read of the system's exports. */
export function readPreferences(source: LoadedOptions["from"]): readonly Preference[] {
  return PREFERENCE_NAMES.filter((name) => {
    const needed = NEEDED[name];
    return needed === undefined || (source[needed] ?? []).length > 0;
  });
}

/** Refuses to prefer by what is not read of the system's exports: it would look like a choice and be none. */
export function requireReadPreferences(
  { prefer = [] }: Pick<ChoiceFlags, "prefer">,
  source: LoadedOptions["from"],
): void {
  const read = readPreferences(source);
  for (const name of prefer) {
    if (read.includes(name)) continue;
    const what = name === "newest" ? "when a user joined" : "the last login of a user";
    const message = `--prefer ${name} was given, and an export of ${source.title} does not say ${what}`;
    const remedy = `Give --prefer with any of ${read.join(", ")}, or decide in the sheet of --write-decisions.`;
    throw new CouldNotRun("cli/preference-unread", message, remedy);
  }
}

/** Ends the command where a file is not a sheet that is filled in. */
export async function requireSheet(path: string): Promise<void> {
  parseSheet(await readWholeFile(path), path);
}

/** The sheet as a spreadsheet has saved it, whatever it divides the cells by. */
function parseSheet(text: string, path: string): ReadonlyMap<string, Row> {
  const malformed = (what: string) => new CouldNotRun("cli/decisions-malformed", `${path}${what}`);
  const [head = "", ...rows] = rowsOf(text, malformed);
  if (!head.includes("user_id") || !head.includes("decision")) throw malformed(" has no columns user_id and decision");
  const decisions = new Map<string, Row>();
  for (const [index, cells] of rows.entries()) {
    const written = (name: string) => (cells[head.indexOf(name)] ?? "").replace(/^'/, "");
    const cell = (name: string) => written(name).trim();
    const word = cell("decision")
      .toLowerCase()
      .replaceAll(/[\s_]+/g, "-");
    const email = head.includes("email") ? cell("email").toLowerCase() : undefined;
    const number = cell("phone");
    const phone =
      number === "" && head.includes("phone") ? "" : ROUNDED.test(number) ? number : digitsOf(number) || undefined;
    const row = { at: index + 2, decision: word === "" ? ("open" as const) : (word as Decision), email, phone };
    // IDs that differ by a blank are of two users.
    const fault = note(decisions, cell("user_id") === "" ? "" : written("user_id"), row);
    if (fault !== undefined) throw malformed(`, row ${row.at}: ${fault}`);
  }
  return decisions;
}

const MOST_WORD = 20;
/** How a spreadsheet writes a number of more digits than it keeps. */
const ROUNDED = /^\d[.,]?\d*E\+\d+$/i;

/** Notes a row of the sheet; or says what is wrong with it. */
function note(decisions: Map<string, Row>, userId: string, row: Row): string | undefined {
  const { decision, email } = row;
  if (decision !== "open" && !WORDS.has(decision)) {
    return `the decision ${printableJson(decision.slice(0, MOST_WORD))} is not one of ${[...WORDS].join(", ")}`;
  }
  if (decision !== "open" && ROUNDED.test(userId) && !email && !row.phone) {
    return CHANGED;
  }
  if (userId === "") return decision === "open" ? undefined : "there is no user_id to decide about";
  const known = decisions.get(userId) ?? { ...row, decision: "open" };
  if (known.email !== email) return `row ${known.at} has the same user_id and another email`;
  if (known.decision !== "open" && decision !== "open" && decision !== known.decision) {
    return "another row decides otherwise about the same user_id";
  }
  if (known.decision === "open") decisions.set(userId, row);
  return undefined;
}

function rowsOf(text: string, malformed: (what: string) => CouldNotRun): readonly (readonly string[])[] {
  const [header = ""] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(header);
  try {
    // An editor may end the lines that it changes otherwise than the program did that wrote the sheet.
    const settings = { bom: true, relax_column_count: true, skip_empty_lines: true };
    return parse(text, { ...settings, delimiter, record_delimiter: ["\r\n", "\n", "\r"] });
  } catch {
    throw malformed(" is not a table of comma-separated values");
  }
}
