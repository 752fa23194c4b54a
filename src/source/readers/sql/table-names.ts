/** One part of a name as dumps write it; a length that no system exceeds keeps the search bounded. */
export const NAME_PART = String.raw`(?:"(?:[^"]|""){1,256}"|\`(?:[^\`]|\`\`){1,256}\`|\[(?:[^\]]|\]\]){1,256}\]|[\w$@#\x80-\xff]{1,256})`;
/** A table's name with its database and schema. */
export const TABLE_NAME = String.raw`${NAME_PART}(?:\s{0,16}\.\s{0,16}${NAME_PART}){0,3}`;
/** The names of columns in their parentheses. */
export const COLUMN_NAMES = String.raw`\(\s*(?:${NAME_PART}\s*,\s*){0,4095}${NAME_PART}\s*\)`;

const PARTS = new RegExp(NAME_PART, "g");

/** The parts of a written name, without their quotation marks. */
export function nameParts(written: string): readonly string[] {
  return (written.match(PARTS) ?? []).map(unquoted);
}

function unquoted(part: string): string {
  const [mark] = part;
  if (mark === '"' || mark === "`") return part.slice(1, -1).replaceAll(mark + mark, mark);
  return mark === "[" ? part.slice(1, -1).replaceAll("]]", "]") : part;
}

/** A table by the name that records get: lower case, its schema where one is written, no database. */
export function tableKey(written: string): string {
  return nameParts(written).slice(-2).join(".").toLowerCase();
}

/** The tables whose rows are asked for; a name that begins with `*` is one after any prefix, or none. */
export class AskedTables {
  readonly names: readonly string[];
  readonly #whole: ReadonlySet<string>;
  /** Of names without a schema, which any schema has; and of those with one, for dumps that write none. */
  readonly #anySchema: ReadonlySet<string>;
  readonly #lastParts: ReadonlySet<string>;
  readonly #endings: readonly string[];
  readonly #columns: readonly string[];
  readonly #told = new Set<string>();

  /** Beside those of some names, every table that has all of some columns, if there are any. */
  constructor(names: readonly string[], columns: readonly string[] = []) {
    this.#columns = columns;
    this.names = names.map((name) => name.toLowerCase());
    this.#whole = new Set(this.names);
    this.#anySchema = new Set(this.names.filter((name) => !name.includes(".")));
    this.#lastParts = new Set(this.names.map(lastPart));
    this.#endings = this.names.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  }

  get areToldByColumns(): boolean {
    return this.#columns.length > 0;
  }

  /** Once a table was known by its columns, it is by its name. */
  has(placed: string, columns: readonly string[] = []): boolean {
    const key = placed.split(".").slice(-2).join(".");
    if (this.areToldByColumns && this.#columns.every((column) => columns.includes(column))) this.#told.add(key);
    if (this.#told.has(key)) return true;
    if (this.#whole.has(key) || this.#endings.some((ending) => lastPart(key).endsWith(ending))) return true;
    return key.includes(".") ? this.#anySchema.has(lastPart(key)) : this.#lastParts.has(key);
  }
}

export function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

const MOST_TABLES = 20;

/** What tables of second factors are called, as one word of several at least. */
const FACTORS =
  /(?:two_?factor|second_?factor|totp|webauthn|passkey|security_?key|authenticator|(?:^|_)(?:2fa|tfa|mfa|otp|u2f)(?:_|$))/;
/** What a column with a password is called: a table without one only says which users are administrators. */
const PASSWORD = /pass|pw|hash|crypt/i;

/** Tables with rows that were not asked for, and that have second factors by their names, or accounts of staff. */
export class PassedOver {
  readonly tables = new Set<string>();
  readonly #staff: AskedTables;
  #last: string | undefined;

  constructor(staff: readonly string[] = []) {
    this.#staff = new AskedTables(staff);
  }

  /** @param columns Where something names them. */
  note(table: string, columns: readonly string[] = ["password"]): void {
    if (table === this.#last || this.tables.size === MOST_TABLES) return;
    this.#last = table;
    const isStaff = this.#staff.has(table) && columns.some((column) => PASSWORD.test(column));
    if (isStaff || FACTORS.test(lastPart(table))) this.tables.add(table);
  }
}
