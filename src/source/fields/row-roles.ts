import type { RecordOrigin, RecordRole } from "../source.js";
import { type Fields, idText } from "./field.js";

/** The rows of one table, told by columns: the names of tables have another prefix at every site. */
export interface RowKind {
  /** Columns that the table has; an export may leave out others. */
  readonly columns: readonly string[];
  /** The column with the user's ID. */
  readonly key: string;
  /** The name of the part that a row is of its user; none: it is a user. */
  readonly part?: string;
  /** Rows that say nothing of a person who logs in: guests, bots, translations. */
  readonly isOther?: (record: Fields) => boolean;
}

/**
 * What the rows of several tables are. Of a dump, whose tables are known by the ends of their names, a row of no kind
 * is of another program's table; of a file that was made for credport it is a user, so that nobody is passed over.
 */
export function rolesByColumns(
  kinds: readonly RowKind[],
): (record: Fields, place: RecordOrigin) => RecordRole {
  return (record, { table }) => {
    const kind = kinds.find(({ columns }) => columns.every((column) => Object.hasOwn(record, column)));
    if (kind === undefined) return { role: table === undefined ? "user" : "other" };
    if (kind.isOther?.(record) === true) return { role: "other" };
    const key = idText(record[kind.key]);
    return kind.part === undefined ? { role: "user", key } : { role: "part", part: kind.part, key };
  };
}
