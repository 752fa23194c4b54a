import { problem } from "../../problems/source.js";
import { type Fields, idText, isFields, ownField } from "../fields/field.js";
import { batchesOf, inPlaceOf, readInBatches } from "../readers/item-batches.js";
import type { EndFault, ReaderItem, RecordReader } from "../readers/record-reader.js";
import type { RecordOrigin, RecordRole, Source } from "../source.js";
import { hasAll } from "./likeness.js";
import { type TableReadersOptions, tableName, tableReaders } from "./table-readers.js";

/** One table of a system's database: how its rows are told from those of the others, and what they are. */
export interface RowKind {
  /** What a dump calls it; `*users` after any prefix, where its columns are there too. None: the system has no dump. */
  readonly tables: readonly string[];
  /** Sets of columns, each of which tells its rows by itself where a file names no table. */
  readonly columns: readonly (readonly string[])[];
  /** The column with the user's ID: the first of these that a row has. */
  readonly key: readonly string[];
  readonly keyFrom?: (row: Fields) => string | undefined;
  readonly registers?: (row: Fields) => string | undefined;
  /** The name of the part that a row is of its user; none: it is the user. */
  readonly part?: string;
  /** Rows that say nothing of a person who logs in: guests, bots, translations. */
  readonly isOther?: (row: Fields) => boolean;
}

/** Readers and roles for rows of tables. A row of no known kind is a user, who is then refused: none is dropped silently. */
export function rowsOf(
  kinds: readonly RowKind[],
  more: Partial<Pick<TableReadersOptions, "required" | "keys" | "staff">> = {},
): Required<Pick<Source, "readers" | "roleOf">> {
  const tables = [...new Set(kinds.flatMap((kind) => kind.tables))];
  const roleOf = rolesOf(kinds);
  const users = kinds.find(({ part }) => part === undefined) as RowKind;
  // A message names the first ones.
  const required = [...users.columns, ...kinds.flatMap(({ columns }) => columns)];
  return {
    readers: tableReaders({ tables, required, ...more }),
    roleOf: (row, { table }: RecordOrigin) => roleOf(row, table) ?? roleAs(users, row),
  };
}

interface ToldKind {
  readonly kind: RowKind;
  readonly names: ReadonlySet<string>;
  readonly endings: readonly string[];
}

/** What a row is, by its table or else by its columns; undefined for one of no known kind. */
export function rolesOf(kinds: readonly RowKind[]): (row: Fields, table: string | undefined) => RecordRole | undefined {
  const all = kinds.map(toldBy);
  const anyPrefix = all.filter(({ endings }) => endings.length > 0);
  const users = all.find(({ kind }) => kind.part === undefined);
  const userTables = users?.endings.length === 0 ? users.names : NONE;
  return (row, table) => {
    const name = tableName(table);
    const schema = schemaOf(table);
    const named = name === undefined ? undefined : all.find(({ names }) => names.has(name));
    if (named !== undefined) return roleAs(named.kind, row, { prefix: ownTable(named, name), schema }, userTables);
    const alike = anyPrefix.filter(({ endings }) => endings.some((end) => name?.endsWith(end) === true));
    const own = (alike.length > 0 ? alike : all).find(({ kind }) => kind.columns.some((set) => hasAll(row, set)));
    if (own !== undefined) return roleAs(own.kind, row, { prefix: prefixOf(name, own.endings), schema }, userTables);
    return alike.length > 0 ? { role: "other" } : undefined;
  };
}

function toldBy(kind: RowKind): ToldKind {
  const names = kind.tables.map((table) => tableName(table.toLowerCase()) as string);
  const endings = names.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  return { kind, names: new Set(names), endings };
}

/** Of which installation a row is. */
interface Installation {
  readonly prefix?: string | undefined;
  readonly schema?: string | undefined;
}

function roleAs(kind: RowKind, row: Fields, of: Installation = {}, userTables: ReadonlySet<string> = NONE): RecordRole {
  if (kind.isOther?.(row) === true) return { role: "other" };
  const column = kind.key.find((name) => idText(ownField(row, name)) !== undefined);
  const key = column === undefined ? kind.keyFrom?.(row) : idText(ownField(row, column));
  if (kind.part === undefined) return { role: "user", key, ...of };
  const ofTables = userTables.size < 2 || column === undefined ? undefined : tablesOf(column, userTables);
  return { role: "part", part: kind.part, key, ...of, ofTables, registers: kind.registers?.(row) };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The tables of users that a column refers to by its name, as `user_id` refers to `users` and to `app_user`, and not to
 * `admins`, which are numbered alike; undefined where the name tells none.
 */
function tablesOf(column: string, tables: ReadonlySet<string>): readonly string[] | undefined {
  const one = /([a-z]+)[_-]?id$/i.exec(column)?.[1]?.toLowerCase() ?? column;
  const isOfAdmins = /^admin/i.test(column);
  const found = [...tables].filter(
    (table) => table.replace(/s$/, "").endsWith(one) && table.startsWith("admin") === isOfAdmins,
  );
  return found.length === 0 ? undefined : found;
}

function schemaOf(table = ""): string | undefined {
  const end = table.lastIndexOf(".");
  return end < 0 ? undefined : table.slice(0, end);
}

/** By what an installation is chosen with `--table-prefix`; undefined where nothing tells it from another. */
export function nameOfInstallation({ prefix, schema }: Installation): string | undefined {
  return schema === undefined ? prefix : `${schema}.${prefix ?? ""}`;
}

/**
 * Where a system's users may be in tables of several names, each is taken for an installation of its own: administrators
 * are numbered like customers.
 */
function ownTable({ kind, names, endings }: ToldKind, name: string | undefined): string | undefined {
  return kind.part === undefined && names.size > 1 && endings.length === 0 ? name : undefined;
}

function prefixOf(name: string | undefined, endings: readonly string[]): string | undefined {
  const ending = endings.find((end) => name?.endsWith(end) === true);
  return ending === undefined ? undefined : name?.slice(0, -ending.length);
}

/** A source that reads the tables of one installation only, where a dump has several, or one realm's users. */
export function withTablePrefix(source: Source, prefix: string | undefined): Source {
  const { roleOf, listsBy } = source;
  if (listsBy !== undefined) {
    const [first, ...others] = source.readers;
    const ofOne = (reader: RecordReader) => ofOneList(reader, listsBy, prefix, source);
    return { ...source, readers: [ofOne(first), ...others.map(ofOne)] };
  }
  if (prefix === undefined || roleOf === undefined) return source;
  const wanted = prefix.toLowerCase();
  return {
    ...source,
    roleOf: (row, origin) => {
      const role = roleOf(row, origin);
      if (role.role === "other" || isOfInstallation(role, wanted, origin.table)) return role;
      if (role.role === "part") return { role: "other" };
      return { role: "other", passedOver: nameOfInstallation(role) ?? tableName(origin.table) ?? "" };
    },
  };
}

type TableRole = Exclude<RecordRole, { role: "other" }>;

/** `wp_` is a prefix, `admins` a table of users, and `tenant2.` or `tenant2.wp_` what is in a schema or database. */
function isOfInstallation(role: TableRole, wanted: string, table: string | undefined): boolean {
  const end = wanted.lastIndexOf(".");
  const own = wanted.slice(end + 1);
  // A file other than a dump has no table.
  if (end >= 0 && table !== undefined && !`.${role.schema}`.endsWith(`.${wanted.slice(0, end)}`)) return false;
  if (own === "" && end >= 0) return true;
  if (role.role === "part" && role.ofTables !== undefined) return role.ofTables.includes(own);
  if (role.prefix !== undefined) return role.prefix === own;
  return role.role === "part" || table === undefined || tableName(table) === own;
}

/** Whose records they are, where one file may have several lists: as the file says, or the one that was asked for. */
export function listsOfItem(item: ReaderItem, { listsBy, listsOf }: Source): readonly string[] {
  if (item.kind !== "record" || listsBy === undefined) return [];
  const around = item.around?.[listsBy];
  const found = around === undefined && listsOf !== undefined && isFields(item.value) ? listsOf(item.value) : [around];
  return found.filter((name) => typeof name === "string" && name !== "") as string[];
}

/** Two realms have users and roles of their own: brought together, one realm's `admin` would be the other's too. */
function ofOneList(reader: RecordReader, key: string, wanted: string | undefined, source: Source): RecordReader {
  const read = readInBatches(async function* (input) {
    const names = new Set<string>();
    let isThere = false;
    const ofWanted = (item: ReaderItem): readonly ReaderItem[] => {
      const of = listsOfItem(item, source);
      for (const name of of) if (names.size < MOST_NAMES) names.add(name);
      if (wanted === undefined) return [item];
      isThere ||= of.includes(wanted);
      if (of.length > 0 && !of.includes(wanted)) return [];
      return [item.kind === "record" ? { ...item, around: { ...item.around, [key]: wanted } } : item];
    };
    for await (const batch of batchesOf(reader, input)) {
      const kept = batch.flatMap(ofWanted);
      if (wanted === undefined && names.size > 1) return yield [severalLists(key, names, wanted)];
      yield inPlaceOf(batch, kept);
    }
    if (wanted !== undefined && names.size > 0 && !isThere) yield [severalLists(key, names, wanted)];
  });
  return { ...reader, read };
}

/** Names that a message has; a hostile file has more. */
const MOST_NAMES = 8;

/** @param names With the file that has it, where there are several. */
export function severalLists(key: string, names: Iterable<string>, wanted: string | undefined): EndFault {
  const what =
    wanted === undefined
      ? `the file has users of several ${key}s, which have nothing to do with each other`
      : `no user is of the ${key} that was given`;
  const message = `${what}; the file has ${[...names].join(", ")}`;
  const remedy = `Name one ${key} as the file does (\`tablePrefix\`, --table-prefix), or leave the file of the others out.`;
  return { kind: "end-fault", line: 1, problem: { ...problem("source/table-prefix", message), remedy } };
}
