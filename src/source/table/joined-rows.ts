import { type Fields, type Findings, idText } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { RecordContext, RecordOrigin, RecordRole } from "../source.js";
import { columnOf, valueAt } from "./read-place.js";
import type { TableMap } from "./table-map.js";

type Join = NonNullable<TableMap["join"]>;

/** What a map calls the rows of joined files. */
const ROW = "row";

/** Rows of joined files are parts, and all others users. */
export function roleByFile({ user, row }: Join): (record: Fields, place: RecordOrigin) => RecordRole {
  return (record, { isJoined }) =>
    isJoined
      ? { role: "part", part: ROW, key: idText(valueAt(record, row)) }
      : { role: "user", key: idText(valueAt(record, user)) };
}

/** A user's record with the columns of the rows that belong to it; the same column with two values is a fault. */
export function withRows(record: Fields, join: Join, table: FieldTable, context: RecordContext): Fields {
  const { findings } = context;
  const whole = new Map(Object.entries(record));
  const key = columnOf(join.row);
  for (const { [key]: _, ...row } of context.parts(ROW)) {
    noteFieldsLeftOut(row, table, findings);
    for (const [name, value] of Object.entries(row)) {
      if (!table.read.has(name) || isEmpty(value)) continue;
      if (isEmpty(whole.get(name))) whole.set(name, value);
      else requireSame(name, [whole.get(name), value], findings);
    }
  }
  return Object.fromEntries(whole);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function requireSame(name: string, [one, other]: readonly [unknown, unknown], findings: Findings): void {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  const message = `${name} appears twice with different values, in rows that were joined`;
  findings.fault("user/field-twice", message, name);
}
