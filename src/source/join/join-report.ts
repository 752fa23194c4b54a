import { isFields } from "../fields/field.js";
import { AskedTables } from "../readers/sql/table-names.js";
import type { FurtherTable, Source } from "../source.js";

/** What a join left over, on both sides. */
export interface JoinReport {
  /** Rows that belong to no user, by file and by what they are. */
  readonly leftOver: readonly LeftOverRows[];
  /** Users for whom a joined file has no row, by file. */
  readonly without: readonly UsersWithout[];
  /** Tables that the system may have, and of which no file has a row. */
  readonly absent: readonly AbsentTable[];
  /** Tables of a dump that have second factors by their names, and that are not read; absent: none. */
  readonly unread?: readonly string[];
}

/** A table of which no file has a row. */
export interface AbsentTable {
  /** What the source calls its rows. */
  readonly part: string;
  /** What the system usually calls it, without the prefix that a site chooses. */
  readonly table: string;
  /** What no user of this export has for that reason. */
  readonly lacking: readonly string[];
}

/** Rows of one file that belong to no user. */
export interface LeftOverRows {
  /** Absent: the export itself. */
  readonly file?: string;
  /** What the source calls such rows. */
  readonly part: string;
  readonly rows: number;
  /** The first lines of that file on which they are. */
  readonly lines: readonly number[];
}

/** Users for whom one joined file has no row. */
export interface UsersWithout {
  readonly file: string;
  readonly users: number;
  /** The first lines of their own file on which they are. */
  readonly lines: readonly number[];
}

/** Lines that are named; the number says how many there are. */
const MOST_LINES = 10;

/** Counts lines, and keeps the first ones, in whatever order they come. */
class LineCount {
  count = 0;
  readonly #lines: number[] = [];

  add(line: number): void {
    this.count++;
    const lines = this.#lines;
    if (lines.length === MOST_LINES && line >= (lines[MOST_LINES - 1] as number)) return;
    lines.push(line);
    lines.sort((a, b) => a - b);
    if (lines.length > MOST_LINES) lines.pop();
  }

  get lines(): readonly number[] {
    return [...this.#lines];
  }
}

/** Users whose fields are looked at: an export has what belongs to them nested in all, or in none. */
const MOST_LOOKED_AT = 100;

/** Which tables with rows of users the files have; of users who have such rows nested in their own record, nothing is said. */
class FurtherTables {
  readonly #found = new Set<string>();
  readonly #tables: readonly FurtherTable[];
  readonly #nested: readonly string[];
  #users = 0;
  #hasNested = false;

  constructor({ furtherTables = [], nestedFields = [] }: Source) {
    this.#tables = furtherTables;
    this.#nested = nestedFields;
  }

  noteRow(part: string): void {
    this.#found.add(part);
  }

  noteEmpty(tables: readonly string[]): void {
    for (const { part, tables: own } of this.#tables) {
      const asked = new AskedTables(own);
      if (tables.some((table) => asked.has(table))) this.#found.add(part);
    }
  }

  noteUser(record: unknown): void {
    if (this.#users === MOST_LOOKED_AT || !isFields(record)) return;
    this.#users++;
    this.#hasNested ||= this.#nested.some((name) => Object.hasOwn(record, name));
  }

  absent(): readonly AbsentTable[] {
    if (this.#users === 0 || this.#hasNested) return [];
    const missing = this.#tables.filter(({ part }) => !this.#found.has(part));
    return missing.map(({ part, tables: [table = part], holds }) => {
      return { part, table: table.replace(/^\*/, ""), lacking: holds };
    });
  }
}

/** Counts what a join leaves over. */
export class LeftOvers {
  readonly #rows = new Map<string, { readonly file: number; readonly part: string; readonly at: LineCount }>();
  readonly #users: readonly LineCount[];
  readonly #names: readonly (string | undefined)[];
  readonly further: FurtherTables;
  readonly #unread = new Set<string>();

  /** @param names Of the files, the export first. */
  constructor(names: readonly (string | undefined)[], source: Source) {
    this.#names = names;
    this.further = new FurtherTables(source);
    this.#users = names.map(() => new LineCount());
  }

  noteUnread(tables: readonly string[]): void {
    for (const table of tables) this.#unread.add(table);
  }

  addRow(file: number, part: string, line: number): void {
    const key = `${file} ${part}`;
    const row = this.#rows.get(key) ?? { file, part, at: new LineCount() };
    this.#rows.set(key, row);
    row.at.add(line);
  }

  /** @param file The joined file that has no row of this user. */
  addUser(file: number, line: number): void {
    this.#users[file]?.add(line);
  }

  report(): JoinReport {
    const leftOver = [...this.#rows.values()]
      .sort((a, b) => a.file - b.file || (a.part < b.part ? -1 : 1))
      .map(({ file, part, at }) => {
        const name = this.#names[file];
        return { ...(name === undefined ? {} : { file: name }), part, rows: at.count, lines: at.lines };
      });
    const without = this.#names.flatMap((file, index) => {
      const { count, lines } = this.#users[index] as LineCount;
      return file === undefined || count === 0 ? [] : [{ file, users: count, lines }];
    });
    const unread = [...this.#unread];
    return { leftOver, without, absent: this.further.absent(), ...(unread.length === 0 ? {} : { unread }) };
  }
}
