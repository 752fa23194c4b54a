import { type Fields, isFields } from "../../fields/field.js";
import { csvTable } from "../../readers/csv-table.js";
import { readRewritten } from "../../readers/item-batches.js";
import { firstElementHas } from "../../readers/json-beginning.js";
import { jsonDocument } from "../../readers/json-document.js";
import type { ReaderItem, RecordReader } from "../../readers/record-reader.js";

const OWN_COLUMNS_BEFORE = [
  ...["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"],
] as const;
/** The providers of all releases, and those that came with 15.19. */
const FIRST_PROVIDERS = ["google.com", "facebook.com", "twitter.com", "github.com"] as const;
const LATER_PROVIDERS = [
  ...["apple.com", "microsoft.com", "gc.apple.com", "playgames.google.com", "linkedin.com", "yahoo.com"],
] as const;
const PROVIDER_COLUMNS = ["rawId", "email", "displayName", "photoUrl"] as const;
const OWN_COLUMNS_AFTER = ["createdAt", "lastLoginAt", "phoneNumber", "disabled", "customAttributes"] as const;

const columnOf = (provider: string, column: string) => `${provider}/${column}`;
const columnsOf = (providers: readonly string[]) =>
  providers.flatMap((provider) => PROVIDER_COLUMNS.map((column) => columnOf(provider, column)));

const FIRST_COLUMNS = [...OWN_COLUMNS_BEFORE, ...columnsOf(FIRST_PROVIDERS), ...OWN_COLUMNS_AFTER];
const COLUMNS: readonly string[] = [...FIRST_COLUMNS, ...columnsOf(LATER_PROVIDERS)];

/**
 * `firebase auth:export users.csv`: 52 columns without a header, 28 before release 15.19, of which the last is followed
 * by a comma. A row is read as the user that the tool would have written as JSON.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts
 */
export const FIREBASE_CSV: RecordReader = {
  ...inOnePiece(csvTable({ columns: COLUMNS, splitRow: (row) => cellsAndForm(row)?.cells })),
  read: (input) => readAs(csvTable({ columns: COLUMNS, splitRow: splitterOfFile() }), userOfRow).read(input),
};

/** Where a part of the file begins within a name, nothing would tell. */
function inOnePiece({ cuts: _, ...reader }: RecordReader): RecordReader {
  return reader;
}

const toOwnName = (key: string) => ADMIN_SDK_NAMES.get(key) ?? key;

/** The users of Firebase's tool and REST interface, and those of the Admin SDK, which calls fields by other names. */
export const FIREBASE_JSON: RecordReader = readAs(
  jsonDocument({ keys: ["users"], firstKey: "localId" }),
  userOfAdminSdk,
  toOwnName,
);

/** The pages in which the REST interface and the Admin SDK list users, put into one list. */
export const FIREBASE_PAGES: RecordReader = {
  ...readAs(jsonDocument({ keys: [], paths: [["*", "users"]], firstKey: "localId" }), userOfAdminSdk, toOwnName),
  fits: (beginning) => firstElementHas(beginning, "users"),
};

/** A reader whose records are written in another way. */
function readAs(
  reader: RecordReader,
  toUser: (record: Fields) => Fields,
  nameOf: (key: string) => string = (key) => key,
): RecordReader {
  const rewritten = (item: ReaderItem): ReaderItem => {
    if (item.kind !== "record" || !isFields(item.value)) return item;
    const { conflictingFields } = item;
    const value = toUser(item.value);
    if (conflictingFields === undefined) return value === item.value ? item : { ...item, value };
    return { ...item, value, conflictingFields: conflictingFields.map(nameOf) };
  };
  return { ...reader, read: readRewritten(reader, rewritten) };
}

function userOfRow(row: Fields): Fields {
  const own = [...OWN_COLUMNS_BEFORE, ...OWN_COLUMNS_AFTER]
    .filter((column) => row[column] !== "")
    .map((column) => [column, flagOr(row[column], column)] as const);
  const providerUserInfo = [...FIRST_PROVIDERS, ...LATER_PROVIDERS]
    .filter((providerId) => row[columnOf(providerId, "rawId")] !== "")
    .map((providerId) => ({
      providerId,
      ...Object.fromEntries(PROVIDER_COLUMNS.map((column) => [column, row[columnOf(providerId, column)]] as const)),
    }));
  return { ...Object.fromEntries(own), providerUserInfo };
}

/** The rows that are split have `true` or `false` in these columns. */
function flagOr(text: unknown, column: string): unknown {
  return column === "emailVerified" || column === "disabled" ? text === "true" : text;
}

/** What the Admin SDK calls the fields that the tool and the REST interface have other names for. */
const ADMIN_SDK_NAMES: ReadonlyMap<string, string> = new Map([
  ["uid", "localId"],
  ["photoURL", "photoUrl"],
  ["customClaims", "customAttributes"],
  ["tokensValidAfterTime", "validSince"],
  ["providerData", "providerUserInfo"],
]);

/**
 * A user as `UserRecord.toJSON` of the Admin SDK writes it, with Firebase's own names of the fields.
 *
 * @see https://firebase.google.com/docs/reference/admin/node/firebase-admin.auth.userrecord
 */
function userOfAdminSdk(record: Fields): Fields {
  if (!Object.hasOwn(record, "uid") || Object.hasOwn(record, "localId")) return record;
  const { metadata, multiFactor, providerData, ...fields } = record;
  const renamed = Object.entries(fields).map(([key, value]) => [ADMIN_SDK_NAMES.get(key) ?? key, value]);
  const logins = Array.isArray(providerData) ? providerData.map(loginOfAdminSdk) : providerData;
  const factors = isFields(multiFactor) ? multiFactor.enrolledFactors : undefined;
  return {
    ...Object.fromEntries(renamed),
    ...(metadata === undefined ? {} : { metadata }),
    ...(logins === undefined ? {} : { providerUserInfo: logins }),
    ...(factors === undefined ? {} : { mfaInfo: factors }),
  };
}

function loginOfAdminSdk(login: unknown): unknown {
  if (!isFields(login)) return login;
  const { uid, photoURL, ...fields } = login;
  return { ...fields, rawId: uid, ...(photoURL === undefined ? {} : { photoUrl: photoURL }) };
}

/** Names of the providers' columns, four for each, from the eighth column on. */
const PROVIDER_CELLS = 16;
const MIDDLE_CELLS = 2 + PROVIDER_CELLS;
/** Ends that are tried for names in quotation marks; only a name made for it needs so many. */
const MOST_TRIES = 4096;

/** More than a name has. */
const MOST_OF_NAME = 1 << 20;

type Form = "first" | "later";

/**
 * Splits the rows of a file, which has one form, in their order. Since release 15.19 a name with line ends is in quotation marks, so
 * what is on the lines from the one where they begin to the one where they end is a user's own text, also where it looks like a row.
 */
function splitterOfFile(): (row: string) => readonly string[] | undefined {
  let form: Form | undefined;
  let left = 0;
  return (row) => {
    if (left > 0) {
      left = row.split('"').length % 2 === 0 ? 0 : left - row.length;
      return undefined;
    }
    const found = cellsAndForm(row);
    form ??= found?.form;
    if (found !== undefined && found.form === form) return found.cells;
    left = form !== "first" && endsInName(row) ? MOST_OF_NAME : 0;
    return undefined;
  };
}

/** Whether the line ends before the quotation marks of a name do. */
function endsInName(row: string): boolean {
  let at = 0;
  for (const [index, form] of LATER_FORMS.entries()) {
    form.lastIndex = at;
    const cell = form.exec(row)?.[0];
    if (cell === undefined) return COLUMNS[index]?.endsWith("displayName") === true && row[at] === '"';
    at += cell.length + 1;
  }
  return false;
}

/** The cells of a row, by either form; undefined where neither fits, or both do. */
function cellsAndForm(row: string): { readonly cells: readonly string[]; readonly form: Form } | undefined {
  const text = row.replace(/\r?\n$|\r$/, "").replace(/,$/, "");
  const [later, first] = [splitLaterRow(text), splitFirstRow(text)];
  if (later !== undefined) return first === undefined ? { cells: later, form: "later" } : undefined;
  return first === undefined ? undefined : { cells: [...first, ...LATER_CELLS], form: "first" };
}

/** What a row of the first form has in the later columns. */
const LATER_CELLS = COLUMNS.slice(FIRST_COLUMNS.length).map(() => "");

const PLAIN_CELL = /[^",]*(?=,|$)/y;
/** A name as CSV has it: in quotation marks, which are doubled within, where it has one, a comma or a line end. */
const NAME_CELL = /(?:"(?:[^"]|"")*"|[^",]*)(?=,|$)/y;
/** Quotation marks in claims are doubled except after a backslash, so a brace before a single one ends them. */
const CLAIMS_CELL = /(?:"\{.*?\}")?(?=,|$)/sy;

function formOf(column: string): RegExp {
  if (column === "customAttributes") return CLAIMS_CELL;
  return column.endsWith("displayName") ? NAME_CELL : PLAIN_CELL;
}

const LATER_FORMS = COLUMNS.map(formOf);
/** Where the ID is at the provider that a column is of. */
const ID_OF = COLUMNS.map((column) => COLUMNS.indexOf(columnOf(column.split("/")[0] ?? "", "rawId")));

/** The 52 cells of a row as release 15.19 and later write it. */
function splitLaterRow(text: string): readonly string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (const form of LATER_FORMS) {
    form.lastIndex = at;
    const cell = form.exec(text)?.[0];
    if (cell === undefined) return undefined;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at += cell.length + 1;
  }
  const isWhole = at === text.length + 1 && isFront(cells) && isBack(cells.slice(FIRST_COLUMNS.length - 5));
  const isOfLogin = (cell: string, column: number) => cell === "" || cells[ID_OF[column] ?? 0] !== "";
  return isWhole && cells.every(isOfLogin) ? cells : undefined;
}

/**
 * The 28 cells of a row as releases before 15.19 write it; undefined where the row can be divided in no way,
 * or in several.
 *
 * The tool puts a name in quotation marks only where it has a comma, and leaves the quotation marks within it
 * as they are. So the cells around it show where such a name ends: the first five have no comma, the
 * last five have a form of their own, and those between them have to be eighteen. Claims are in quotation
 * marks that are doubled within, except after a backslash.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts, transUserToArray
 */
function splitFirstRow(text: string): readonly string[] | undefined {
  const claimed = text.endsWith('"') ? text.lastIndexOf(',"{') : text.length - 1;
  if (claimed < 0 || text[claimed] !== ",") return undefined;
  const claims = text.slice(claimed + 2, -1).replaceAll('""', '"');
  const front = cutFront(text.slice(0, claimed), 5);
  const back = front === undefined ? undefined : cutBack(front.rest, 4);
  if (front === undefined || back === undefined) return undefined;
  if (!isFront(front.cells) || !isBack(back.cells)) return undefined;
  const middle = splitMiddle(back.rest);
  return middle === undefined ? undefined : [...front.cells, ...middle, ...back.cells, claims];
}

interface Cut {
  readonly cells: readonly string[];
  readonly rest: string;
}

/** The first cells, none of which has a comma in it. */
function cutFront(text: string, count: number): Cut | undefined {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < count) {
    const comma = text.indexOf(",", at);
    if (comma < 0) return undefined;
    cells.push(text.slice(at, comma));
    at = comma + 1;
  }
  return { cells, rest: text.slice(at) };
}

/** The last cells, none of which has a comma in it. */
function cutBack(text: string, count: number): Cut | undefined {
  const cells: string[] = [];
  let end = text.length;
  while (cells.length < count) {
    const comma = text.lastIndexOf(",", end - 1);
    if (comma < 0 || end === 0) return undefined;
    cells.unshift(text.slice(comma + 1, end));
    end = comma;
  }
  return { cells, rest: text.slice(0, end) };
}

/** ID, address, whether it is verified, hash, salt. */
function isFront([id = "", email = "", verified = "", hash = "", salt = ""]: readonly string[]): boolean {
  const isWithoutQuotes = [id, email, hash, salt].every((text) => !text.includes('"'));
  return id !== "" && isWithoutQuotes && /^(?:true|false)$/.test(verified);
}

/** Two moments, phone number, whether the user is disabled. */
function isBack([created = "", lastLogin = "", phone = "", disabled = ""]: readonly string[]): boolean {
  const isMoment = [created, lastLogin].every((text) => /^[0-9]*$/.test(text));
  return isMoment && /^\+?[0-9]*$/.test(phone) && /^(?:true|false)?$/.test(disabled);
}

/** Name and picture of the user, then ID, address, name and picture at each of four providers. */
function splitMiddle(text: string): readonly string[] | undefined {
  const cells = text.split(",");
  if (cells.length === MIDDLE_CELLS) return cells;
  if (cells.length < MIDDLE_CELLS) return undefined;
  const search = new MiddleSearch(text);
  search.from(0, []);
  return search.only;
}

/** Looks for the ways in which names in quotation marks divide the middle of a row into eighteen cells. */
class MiddleSearch {
  readonly #text: string;
  #found: readonly string[][] = [];
  #tries = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The one way; undefined where there is none, or more than one. */
  get only(): readonly string[] | undefined {
    return this.#found.length === 1 && this.#tries <= MOST_TRIES ? this.#found[0] : undefined;
  }

  from(at: number, cells: readonly string[]): void {
    if (this.#found.length > 1 || ++this.#tries > MOST_TRIES) return;
    for (const end of this.#endsFrom(at, isName(cells.length))) {
      const cell = this.#text.slice(at, end);
      if (!isMiddleCell(cell, cells)) continue;
      const next = [...cells, isQuoted(cell) ? cell.slice(1, -1) : cell];
      const isLast = end === this.#text.length;
      if (isLast && next.length === MIDDLE_CELLS) this.#found = [...this.#found, next];
      else if (!isLast && next.length < MIDDLE_CELLS) this.from(end + 1, next);
      if (this.#tries > MOST_TRIES) return;
    }
  }

  /** The next comma; for a name in quotation marks, each quotation mark that a comma or the end follows too. */
  *#endsFrom(at: number, mayBeQuoted: boolean): Generator<number> {
    const comma = this.#text.indexOf(",", at);
    yield comma < 0 ? this.#text.length : comma;
    if (!mayBeQuoted || this.#text[at] !== '"' || comma < 0) return;
    for (let end = this.#text.indexOf('",', comma); end >= 0; end = this.#text.indexOf('",', end + 1)) {
      yield end + 1;
    }
    if (this.#text.endsWith('"')) yield this.#text.length;
  }
}

function isName(index: number): boolean {
  return index === 0 || (index > 1 && (index - 2) % 4 === 2);
}

/** A name that the tool put in quotation marks. */
function isQuoted(cell: string): boolean {
  return cell.length > 2 && cell.startsWith('"') && cell.endsWith('"') && cell.includes(",");
}

/** Only names have quotation marks, and a provider without the user's ID has nothing else of the user. */
function isMiddleCell(cell: string, before: readonly string[]): boolean {
  const index = before.length;
  if (!isName(index) && /["\s]/.test(cell)) return false;
  const provider = index < 2 ? 0 : (index - 2) % 4;
  return provider === 0 || before[index - provider] !== "" || cell === "";
}
