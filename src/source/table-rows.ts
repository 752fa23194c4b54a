import { type Fields, type Findings, idText, ownField, textField } from "./fields/field.js";
import { type SocialLogin, socialLogin } from "./fields/social-login.js";
import type { Contact, ThirdPartyLogin } from "./normalized-user.js";
import { tableName, tableReaders } from "./readers/table-readers.js";
import type { RecordContext, RecordOrigin, RecordRole, Source } from "./source.js";

/** One table of a system's database: how its rows are told from those of the others, and what they are. */
export interface RowKind {
  /** What a dump calls it: lower case, without its schema; `*users` after any prefix, where its columns are there too. */
  readonly tables: readonly string[];
  /** Columns that tell its rows in a file that names no table; none where only its table does. */
  readonly columns: readonly string[];
  /** `user`, `other`, or the name of the part that a row is of its user. */
  readonly is: string;
  /** The column with the user's ID; the first one of several that a row has. */
  readonly key: readonly string[];
}

/** The readers and roles of a source whose users are rows of tables. */
export function rowsOf(
  kinds: readonly RowKind[],
  moreTables: readonly string[] = [],
): Required<Pick<Source, "readers" | "roleOf">> {
  const tables = [...new Set([...kinds.flatMap((kind) => kind.tables), ...moreTables])];
  const required = kinds.map(({ columns }) => columns).filter(({ length }) => length > 0);
  return {
    readers: tableReaders({ tables, required }),
    roleOf: (record: Fields, place: RecordOrigin): RecordRole => rowRole(kinds, record, place),
  };
}

/** A user's further rows: each with their ID in the column. */
export function partKind(
  is: string,
  tables: readonly string[],
  columns: readonly string[],
  ...key: readonly string[]
): RowKind {
  return { is, tables, columns, key: key.length === 0 ? ["user_id"] : key };
}

/**
 * What a row is, by its table or else by its columns; a row of no known kind is a user, so that none is passed over,
 * unless it is of a table that only ends like one of the system's.
 */
export function rowRole(
  kinds: readonly RowKind[],
  record: Fields,
  { table }: Pick<RecordOrigin, "table">,
): RecordRole {
  const kind = rowKind(kinds, record, table);
  if (kind === undefined) return { role: endsLikeOne(kinds, table) ? "other" : "user" };
  if (kind.is === "other") return { role: "other" };
  const column = kind.key.find((name) => Object.hasOwn(record, name));
  const key = column === undefined ? undefined : idText(record[column]);
  return kind.is === "user" ? { role: "user", key } : { role: "part", part: kind.is, key };
}

/** The table that a row is of; undefined where nothing tells it. */
export function rowKind(
  kinds: readonly RowKind[],
  record: Fields,
  table: string | undefined,
): RowKind | undefined {
  const name = tableName(table);
  const hasColumns = ({ columns }: RowKind) =>
    columns.length > 0 && columns.every((column) => Object.hasOwn(record, column));
  return (
    kinds.find(({ tables }) => name !== undefined && tables.includes(name)) ??
    kinds.find((kind) => endsLike(kind, name) && hasColumns(kind)) ??
    (endsLikeOne(kinds, table) ? undefined : kinds.find(hasColumns))
  );
}

function endsLike({ tables }: RowKind, name: string | undefined): boolean {
  return tables.some((table) => table.startsWith("*") && name?.endsWith(table.slice(1)) === true);
}

function endsLikeOne(kinds: readonly RowKind[], table: string | undefined): boolean {
  const name = tableName(table);
  return (
    !kinds.some(({ tables }) => name !== undefined && tables.includes(name)) &&
    kinds.some((kind) => endsLike(kind, name))
  );
}

/** An ID of another system, which a database keeps as text or as a number. */
export function idField(fields: Fields, name: string, findings: Findings): string | undefined {
  return idText(ownField(fields, name)) ?? textField(fields, name, findings);
}

/** A user's address or number as a list; empty where there is none. */
export function contacts(value: string | undefined, isVerified = false): readonly Contact[] {
  return value === undefined ? [] : [{ value, isVerified }];
}

/** Each address once, case aside, in their order; verified where one of its mentions is. */
export function eachOnce(all: readonly Contact[]): readonly Contact[] {
  const once = new Map<string, Contact>();
  for (const { value, isVerified } of all) {
    const key = value.toLowerCase();
    const known = once.get(key);
    once.set(key, { value: known?.value ?? value, isVerified: isVerified || known?.isVerified === true });
  }
  return [...once.values()];
}

/** A social login of a user whose addresses are known: its own address or else the user's first, verified as that is. */
export function loginOf(
  { email, ...login }: Pick<SocialLogin, "provider" | "userId" | "email" | "field">,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const address = email ?? emails[0]?.value;
  const own = emails.find(({ value }) => value.toLowerCase() === address?.toLowerCase());
  return socialLogin({ ...login, email: address, isVerified: own?.isVerified === true }, context);
}

/** Names in the spellings that databases and their mappers make of them: as given, in lower case, with underscores. */
export function spellings(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, name.toLowerCase(), underscored(name)]);
}

/** A row with its columns as `names` spells them, whichever of the spellings it has. */
export function asSpelt(row: Fields, names: readonly string[]): Fields {
  const own = names.flatMap((name) => {
    const found = spellings([name]).find((spelling) => Object.hasOwn(row, spelling));
    return found === undefined ? [] : [[name, row[found]] as const];
  });
  return Object.fromEntries(own);
}

function underscored(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
