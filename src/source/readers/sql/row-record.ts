import { Buffer } from "../../../runtime/index.js";
import { binaryText, detached, utf8Text } from "../text/byte-text.js";

/** Where the values of a table's rows go. */
export interface TableRows {
  /** As records name it. */
  readonly table: string;
  readonly columns: readonly string[];
  /** Columns whose type holds bytes that need not be text, by their places. */
  readonly binaries: ReadonlySet<number>;
}

export type Row = Readonly<Record<string, string | null>>;

/** A row by its columns; undefined where a text is not UTF-8. */
export function rowRecord(
  { columns, binaries }: TableRows,
  values: readonly (string | null)[],
  areText: ReadonlySet<number> = NONE,
): Row | undefined {
  const own = detached(values);
  const record: Record<string, string | null> = {};
  for (let place = 0; place < columns.length; place++) {
    const value = own[place] ?? null;
    const text = value === null ? null : textOf(value, binaries.has(place) && !areText.has(place));
    if (text === undefined) return undefined;
    set(record, columns[place] as string, text);
  }
  return record;
}

const NONE: ReadonlySet<number> = new Set();

function textOf(value: string, isBinary: boolean): string | undefined {
  if (!isBinary) return utf8Text(value);
  // As PostgreSQL writes bytes (bytea_output = hex).
  const hex = /^\\x((?:[0-9a-f]{2})*)$/.exec(value)?.[1];
  return binaryText(hex === undefined ? value : Buffer.from(hex, "hex").toString("latin1"));
}

function set(record: Record<string, string | null>, name: string, value: string | null): void {
  // Assigned, it would be the object's prototype.
  if (name !== "__proto__") record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
