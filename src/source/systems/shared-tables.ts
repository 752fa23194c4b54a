import { type Fields, idText, ownField } from "../fields/field.js";
import { type TableReadersOptions, tableName, tableReaders } from "../readers/table-readers.js";
import type { RecordOrigin, RecordRole, Source } from "../source.js";

/** A table of a system whose users are rows of several. */
export interface SharedTable {
  /** What the system calls it, with the schema where it has one. */
  readonly names: readonly string[];
  /** Columns that only its rows have together, each set by itself: formats without tables are told by them. */
  readonly columns: readonly (readonly string[])[];
  /** The column with the user's ID: the first one of these that a row has. */
  readonly key: readonly string[];
  /** What its rows are of the user; absent where they are the users. */
  readonly part?: string;
}

/**
 * Readers and roles for a source with several tables, in one file or in several. A row that looks like no table's is
 * taken for a user, who is then refused for what is missing: nobody is passed over without a word.
 */
export function sharedTables(
  tables: readonly SharedTable[],
  more: Pick<TableReadersOptions, "keys"> = {},
): Required<Pick<Source, "readers" | "roleOf">> {
  const names = tables.flatMap((table) => table.names);
  const required = tables.flatMap(({ columns }) => columns);
  return {
    readers: tableReaders({ tables: names, required, ...more }),
    roleOf: (record, origin) => roleIn(tables, record, origin),
  };
}

function roleIn(tables: readonly SharedTable[], record: Fields, { table }: RecordOrigin): RecordRole {
  const own = tables.find((one) => isOf(one, record, table)) ?? tables.find(({ part }) => part === undefined);
  const key = own?.key.map((name) => idText(ownField(record, name))).find((id) => id !== undefined);
  return own?.part === undefined ? { role: "user", key } : { role: "part", part: own.part, key };
}

function isOf({ names, columns }: SharedTable, record: Fields, table: string | undefined): boolean {
  if (table !== undefined) return names.some((name) => tableName(name.toLowerCase()) === tableName(table));
  return columns.some((set) => hasAll(record, set));
}

/** Whether a record has all of some columns. */
export function hasAll(record: Fields, columns: readonly string[]): boolean {
  return columns.every((name) => Object.hasOwn(record, name));
}

/** Whether some row of a document with several tables is one of a table that has all of some columns. */
export function someHave(records: readonly Fields[], ...columns: readonly string[]): boolean {
  return records.some((record) => hasAll(record, columns));
}
