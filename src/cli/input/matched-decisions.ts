import { groupBy } from "../../lib/group-by.js";
import { printableJson } from "../../lib/printable.js";
import type { Decision, Identifier } from "../../source/index.js";
import { CouldNotRun } from "../could-not-run.js";
import { checkOf, type Identity, phoneIn } from "../output/row-check.js";
import type { Row } from "./decision-rows.js";

interface Known extends Identity {
  readonly email: string;
  readonly phone: string;
  readonly check: string;
}

interface Answer {
  readonly decision: Decision;
  readonly rows: readonly Row[];
  readonly why?: string;
}

const MOST_NAMED = 10;

/** What a person has decided, by the rows of a sheet. */
export class Decisions {
  readonly #path: string;
  readonly #rows: readonly Row[];
  readonly #mustFind: boolean;
  readonly #byCheck: ReadonlyMap<string, readonly Row[]>;
  readonly #byId: ReadonlyMap<string, readonly Row[]>;
  /** Decided ones, by an address, or a number where there is none: programs change IDs in many ways. */
  readonly #byAddress: ReadonlyMap<string, readonly Row[]>;
  /** Digits that numbers were rounded to. */
  readonly #precisions: ReadonlySet<number>;
  /** Records that may be those of a row, by their ID and whatever else tells them apart. */
  readonly #records = new Map<string, Map<string, Known>>();
  readonly #owners = new Map<string, Known>();
  /** Those with zeros in front of their ID, by what a spreadsheet makes of it. */
  readonly #zeroed = new Map<string, readonly Known[]>();
  /** Until the next record is noted. */
  readonly #answers = new Map<string, Answer | undefined>();
  /** Of `#byAddress`, rows of which no record is known to be the one. */
  readonly #strays = new Map<string, readonly Row[]>();
  #isRead = false;

  constructor(path: string, rows: readonly Row[], mustFind = false) {
    this.#path = path;
    this.#rows = rows;
    this.#mustFind = mustFind;
    this.#byCheck = grouped(rows, ({ check }) => check);
    this.#byId = grouped(rows, ({ userId }) => userId);
    const decided = rows.filter(isDecided);
    this.#byAddress = grouped(decided, ({ email, phone = "" }) => email || (roundedIn(phone)?.text ?? phone));
    this.#precisions = new Set(decided.flatMap(({ email, phone }) => (email ? [] : (roundedIn(phone)?.digits ?? []))));
  }

  /** In the first pass, by the ID alone: another record may turn out to be the row's. */
  get(userId: string, identifiers: readonly Identifier[] = []): Decision | undefined {
    const key = identifiers.length > 0 ? this.#note(userId, identifiers) : userId;
    if (this.#isRead) return this.#answerOf(key)?.decision;
    return this.#byId.get(userId)?.find(({ check, fits }) => fits || check === "")?.decision;
  }

  /** Why what was decided of the user is unclear. */
  readonly reasonOf = (userId: string): string | undefined => this.#answerOf(userId)?.why;

  /** For the readers, once they have read all records. */
  readonly whenRead = (): void => {
    this.#isRead = true;
    const [first, ...others] = this.#mustFind ? this.lost() : [];
    if (first === undefined) return;
    const more = others.length === 0 ? "" : `, and ${others.length} more like it: credport check names them`;
    throw new CouldNotRun("cli/file-malformed", first + more, LOST_REMEDY);
  };

  /** Decided rows that were carried out for no record. */
  unused(): readonly Row[] {
    const used = this.#used(({ decision }) => decision !== "unclear");
    return this.#rows.filter((row) => isDecided(row) && !used.has(row));
  }

  /** Rows of users who are not in the export; a row that is as credport wrote it says so. */
  gone(): readonly Row[] {
    return this.#unfound().filter(({ fits }) => fits);
  }

  /** What is wrong with rows that are about no user of the export, and may have been about another one. */
  lost(): readonly string[] {
    return this.#unfound()
      .filter(({ fits }) => !fits)
      .map(({ at, userId, check }) => {
        const why = check === "" ? "" : ", and its cells are not those that credport wrote";
        return `${this.#path}, row ${at}: the export has no user with this user_id (${printableJson(userId)})${why}`;
      });
  }

  /** The first of them, for a terminal. */
  lostText(): string {
    const lost = this.lost();
    if (lost.length === 0) return "";
    const more = lost.length > MOST_NAMED ? `  and ${lost.length - MOST_NAMED} more\n` : "";
    return `${lost.slice(0, MOST_NAMED).join("\n")}\n${more}  ${LOST_REMEDY}\n`;
  }

  #unfound(): readonly Row[] {
    if (!this.#isRead) return [];
    const used = this.#used(() => true);
    return this.#rows.filter((row) => isDecided(row) && !used.has(row));
  }

  #used(counts: (answer: Answer) => boolean): ReadonlySet<Row> {
    const answers = [...this.#records.keys()].map((key) => this.#answerOf(key));
    return new Set(answers.flatMap((answer) => (answer !== undefined && counts(answer) ? answer.rows : [])));
  }

  /** Under what the record is kept, if it is. */
  #note(userId: string, identifiers: readonly Identifier[]): string {
    const found = (kind: Identifier["kind"]) => identifiers.find((one) => one.kind === kind)?.value.trim() ?? "";
    const identity = { userId, email: found("email").toLowerCase(), phone: phoneIn(found("phone")) };
    const record = { ...identity, check: this.#byCheck.size === 0 ? "" : checkOf(identity) };
    const address = JSON.stringify([record.email, record.phone]);
    const key = userId === "" ? `? ${address}` : userId;
    const alike = this.#records.get(key) ?? new Map<string, Known>();
    if (alike.has(address) || (alike.size === 0 && !this.#isOfRow(record))) return key;
    this.#records.set(key, alike.set(address, record));
    if (this.#byCheck.has(record.check)) this.#owners.set(record.check, record);
    const bare = withoutZeros(userId);
    if (bare !== userId) this.#zeroed.set(bare, [...(this.#zeroed.get(bare) ?? []), record]);
    this.#answers.clear();
    this.#strays.clear();
    return key;
  }

  #isOfRow(record: Known): boolean {
    const { userId, check } = record;
    const isNamed = this.#byCheck.has(check) || this.#byId.has(userId) || this.#byId.has(withoutZeros(userId));
    return isNamed || this.#addressesOf(record).some((text) => this.#byAddress.has(text));
  }

  #answerOf(key: string): Answer | undefined {
    if (!this.#answers.has(key)) {
      const records = [...(this.#records.get(key)?.values() ?? [])];
      this.#answers.set(key, oneOf(records.map((record) => this.#resolve(record))));
    }
    return this.#answers.get(key);
  }

  #resolve(record: Known): Answer | undefined {
    const answers = [...this.#told(record), ...this.#named(record)].filter((answer) => answer !== undefined);
    const settled = answers.find(({ decision }) => decision !== "open" && decision !== "unclear");
    const unclear = answers.find(({ decision }) => decision === "unclear");
    return settled ?? unclear ?? this.#sought(record) ?? answers[0];
  }

  /** What rows say that were written for the record. A copy of one is about another user, whom a person has named in it. */
  #told(record: Known): readonly (Answer | undefined)[] {
    const rows = this.#byCheck.get(record.check) ?? [];
    const whole = rows.filter(({ fits }) => fits);
    if (whole.length > 0) return [this.#decidedBy(whole)];
    const [changed, ...others] = rows.filter((row) => isDecided(row) && !this.#agrees(row, record));
    const own = this.#decidedBy(rows.filter((row) => this.#agrees(row, record)));
    if (changed === undefined) return [own];
    const unclear = this.#unclear(changed, "was written for this user, and has another user_id or email now");
    return [own, { ...unclear, rows: [changed, ...others] }];
  }

  #decidedBy(rows: readonly Row[]): Answer | undefined {
    const [first, ...others] = rows.filter(isDecided);
    if (first === undefined) return rows.length === 0 ? undefined : { decision: "open", rows };
    if (others.every(({ decision }) => decision === first.decision)) return { decision: first.decision, rows };
    return { ...this.#unclear(first, "and another one decide differently about this user"), rows };
  }

  /** What rows with the record's ID say of it. */
  #named(record: Known): readonly (Answer | undefined)[] {
    return (this.#byId.get(record.userId) ?? []).map((row) => {
      const { check, fits, decision } = row;
      const owner = this.#owners.get(check);
      if (isChecked(row, record) || this.#isOwned(row)) return undefined;
      const isTheirs =
        check === "" || fits ? this.#isClearlyOf(row, record) : owner === undefined && isCorrected(row, record);
      if (isTheirs || !isDecided(row)) return { decision, rows: [row] };
      return this.#unclear(row, "has this user's ID, and was not written for a user with this address and number");
    });
  }

  /** A row without a check may be of a user whose ID has zeros in front. */
  #isClearlyOf(row: Row, record: Known): boolean {
    if (!isOf(row, record)) return false;
    if (row.check !== "" || row.email === undefined) return true;
    return !this.#zeroed.get(row.userId)?.some((one) => isOf(row, one));
  }

  /** A decided row with another ID that may be this user's. */
  #sought(record: Known): Answer | undefined {
    const own = [...(this.#byCheck.get(record.check) ?? []), ...(this.#byId.get(record.userId) ?? [])];
    const zeroed = (this.#byId.get(withoutZeros(record.userId)) ?? []).filter(
      (row) => isDecided(row) && row.check === "" && row.email !== undefined && (isOf(row, record) || isUnread(row)),
    );
    const rows = [...zeroed, ...this.#addressesOf(record).flatMap((text) => this.#straysAt(text))].filter((row) => {
      if (row.userId === record.userId || isChecked(row, record)) return false;
      // Both were in one sheet, so they are two users.
      if (own.some(({ fits, check }) => (row.fits ? fits : row.check === "" && check === ""))) return false;
      return !this.#records.has(row.userId) || (!row.fits && isSameNumber(record.userId, row.userId));
    });
    const [row] = rows;
    return row && { ...this.#unclear(row, "has this user's address or number, and another ID"), rows };
  }

  #addressesOf({ email, phone }: Known): readonly string[] {
    return [email, phone, ...[...this.#precisions].map((digits) => roundedTo(digits, phone))];
  }

  #straysAt(address: string): readonly Row[] {
    const found = this.#strays.get(address) ?? this.#byAddress.get(address)?.filter((row) => !this.#isOwned(row)) ?? [];
    this.#strays.set(address, found);
    return found;
  }

  /** Whether the record is in the export for which the row was written, and a person has not made it another's. */
  #isOwned(row: Row): boolean {
    const owner = this.#owners.get(row.check);
    return owner !== undefined && (row.fits || this.#agrees(row, owner));
  }

  /** Whether a row that was written for a record is still about it. */
  #agrees(row: Row, record: Known): boolean {
    if (row.email && plain(row.email) !== plain(record.email)) return false;
    if (plain(row.userId) === plain(record.userId) || isSameNumber(record.userId, row.userId)) return true;
    const isOther = this.#records.has(row.userId) || (isNumber(record.userId) && isNumber(row.userId));
    return !isOther && READ_BY_SPREADSHEETS.test(record.userId);
  }

  #unclear(row: Row, what: string): Answer {
    const message = `row ${row.at} of ${this.#path} (user_id ${printableJson(row.userId)}) ${what}`;
    return { decision: "unclear", rows: [row], why: message };
  }
}

const LOST_REMEDY =
  "Correct the row's user_id where a program has changed it, or take the row out where the user is gone.";

const isChecked = ({ check }: Row, record: Known): boolean => check !== "" && check === record.check;

const isDecided = ({ decision }: Row): boolean => decision !== "open";

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = groupBy(rows, keyOf);
  groups.delete("");
  return groups;
}

/** Records with one ID can't be told apart: what is decided must be the same of all. */
function oneOf(answers: readonly (Answer | undefined)[]): Answer | undefined {
  const [first] = answers;
  if (answers.every((answer) => answer?.decision === first?.decision)) {
    return first && { ...first, rows: answers.flatMap((answer) => answer?.rows ?? []) };
  }
  const rows = answers.flatMap((answer) => answer?.rows ?? []);
  if (!rows.some(isDecided)) return { decision: "open", rows };
  const { why = "several records have the ID that the sheet has a decision about" } =
    answers.find((answer) => answer?.decision === "unclear") ?? {};
  return { decision: "unclear", rows, why };
}

/** A person has written another user's cells into a row; a number alone may be a program's. */
function isCorrected(row: Row, record: Known): boolean {
  return checkOf(row) === record.check && (record.email !== "" || record.phone !== "");
}

/** A row of a sheet without addresses belongs to the user who has its ID; one with an empty cell to a user without one. */
function isOf({ email, phone }: Row, record: Known): boolean {
  if (email) return record.email === email;
  // What is left of a rounded number is that of many.
  return (email === undefined || record.email === "") && (phone === undefined || phone === record.phone);
}

/** The cell of the number is not one, so it may be any user's. */
const isUnread = ({ email, phone = "" }: Row): boolean => !email && !/^\d*$/.test(phone);

/** How a program writes a number of more digits than it keeps or shows. */
const ROUNDED = /^(\d(?:[.,]\d*)?)E\+?(\d{1,3})$/i;

/** A cell that was rounded, and the digits that it has left. */
function roundedIn(cell = ""): { readonly digits: number; readonly text: string } | undefined {
  const [, mantissa, power] = ROUNDED.exec(cell) ?? [];
  if (mantissa === undefined) return undefined;
  return { digits: Math.max(1, mantissa.length - 1), text: `${mantissa.replace(",", ".")}e+${Number(power)}` };
}

function roundedTo(digits: number, number: string): string {
  return /^\d+$/.test(number) && digits <= 100 ? Number(number).toExponential(digits - 1) : "";
}

const withoutZeros = (userId: string): string => userId.replace(/^0+(?=\d)/, "");

/** What a spreadsheet, or a program for tables, reads as something else than text. */
const READ_BY_SPREADSHEETS = new RegExp(
  [
    /^[\s\d.,+\-=@'"(#$€£¥<]/,
    /^(?:true|false|nan|null|none|na|n\/a|inf|infinity)$/,
    /^(?:jan|ene|f[eé][bv]|m[aä]|a[pvb]r|ju[nil]|a[uog]|sep|set|o[ckut]|nov|d[eéi][czc])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** What is left of a text when white space, capitals and all but ASCII have been changed on the way. */
function plain(text: string): string {
  return text
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "")
    .replaceAll(/[^ -~]+|\?+/g, "?");
}

const isNumber = (text: string): boolean => /^\d+$/.test(text.trim());

/** Whether a program may have made the cell of the number. */
function isSameNumber(text: string, cell: string): boolean {
  const written = cell.trim();
  const digits = roundedIn(written)?.digits ?? PRECISION;
  const read = Number(ROUNDED.test(written) ? written.replace(",", ".") : phoneIn(written));
  const exact = Number(text.trim() === "" ? Number.NaN : text);
  return Math.abs(read - exact) <= Math.abs(exact) * 10 ** (1 - Math.min(digits, PRECISION));
}

/** Digits that spreadsheets keep. */
const PRECISION = 15;
