import { defined } from "../../lib/defined.js";
import { isFields } from "../fields/field.js";
import type { ReadRecord } from "../readers/record-reader.js";
import { AskedTables } from "../readers/sql/table-names.js";
import type { FurtherTable, Source } from "../source.js";

/** What a join left over, on both sides. */
export interface JoinReport {
  /** Rows that belong to no user, by file and by what they are. */
  readonly leftOver: readonly LeftOverRows[];
  /** Users for whom a joined file has no row, by file. */
  readonly without: readonly UsersWithout[];
  /** Tables and columns that the system may have, and that no file has. */
  readonly absent: readonly AbsentTable[];
  /** Tables of a dump that have second factors by their names, and that are not read; absent: none. */
  readonly unread?: readonly string[];
  /** Tables of a dump with accounts of administrators or staff, and that are not read; absent: none. */
  readonly staff?: readonly string[];
}

/** A table of which no file has a row, or a column that no file has. */
export interface AbsentTable {
  /** What the source calls its rows; `column` of a column. */
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

class FirstUsers {
  readonly names = new Set<string>();
  /** Whether they are rows of a table of which the operator chooses the columns: a dump has all that there are. */
  isTable = false;
  #users = 0;

  note({ value, isRow, table }: ReadRecord): void {
    if (this.#users === MOST_LOOKED_AT || !isFields(value)) return;
    this.#users++;
    this.isTable ||= isRow === true && table === undefined;
    for (const name of Object.keys(value)) if (this.names.size < MOST_NAMES) this.names.add(name);
  }

  hasAny(names: readonly string[]): boolean {
    return names.some((name) => this.names.has(name));
  }
}

/** Names of fields that are kept; a hostile file has more. */
const MOST_NAMES = 4096;

/**
 * Which tables with rows of users the files have, and which columns of the user's own; of users who have such rows nested in
 * their own record, nothing is said of tables.
 */
class FurtherTables {
  readonly #found = new Set<string>();
  readonly #source: Source;
  readonly #tables: readonly FurtherTable[];
  readonly #users = new FirstUsers();
  readonly #alone = new FirstUsers();
  #lastTable: string | undefined;

  constructor(source: Source) {
    this.#source = source;
    this.#tables = source.furtherTables ?? [];
  }

  noteRow(part: string): void {
    this.#found.add(part);
  }

  /** A row that says nothing of any user: the table is there all the same. */
  noteTable(table: string | undefined): void {
    if (table === undefined || table === this.#lastTable) return;
    this.#lastTable = table;
    this.noteEmpty([table]);
  }

  noteEmpty(tables: readonly string[]): void {
    for (const { part, tables: own } of this.#tables) {
      const asked = new AskedTables(own);
      if (tables.some((table) => asked.has(table))) this.#found.add(part);
    }
  }

  /** @param isPart A row that may be a user, and that else has fields of one. */
  noteUser(record: ReadRecord, isPart = false): void {
    (isPart ? this.#alone : this.#users).note(record);
  }

  absent(): readonly AbsentTable[] {
    const { nestedFields = [], ownColumns = [], alwaysThere } = this.#source;
    const users = this.#users.names.size > 0 ? this.#users : this.#alone;
    if (users.names.size === 0) return [];
    const isChosen = users.isTable || (alwaysThere !== undefined && !users.names.has(alwaysThere));
    const columns = isChosen
      ? ownColumns.filter(({ tables }) => ![this.#users, this.#alone].some((one) => one.hasAny(tables)))
      : [];
    const tables = users.hasAny(nestedFields) ? [] : this.#tables.filter(({ part }) => !this.#found.has(part));
    return [
      ...tables.map(({ part, tables: [table = part], holds }) => ({ part, table: table.replace(/^\*/, ""), holds })),
      ...columns.map(({ part, tables: names, holds }) => ({ part, table: namesOf(names), holds })),
    ].map(({ holds: lacking, ...rest }) => ({ ...rest, lacking }));
  }
}

/** Of columns any of which would do, the usual ones. */
function namesOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")}, …` : names.join(", ");
}

/** What the tables that are not read hold. */
export function unreadTables(tables: readonly string[], { staff = [] }: Source): Pick<JoinReport, "unread" | "staff"> {
  const asked = new AskedTables(staff);
  const listed = (isStaff: boolean) => {
    const found = tables.filter((table) => asked.has(table) === isStaff);
    return found.length > 0 ? found : undefined;
  };
  return defined({ unread: listed(false), staff: listed(true) });
}

export class LeftOvers {
  readonly #rows = new Map<string, { readonly file: number; readonly part: string; readonly at: LineCount }>();
  readonly #users: readonly LineCount[];
  readonly #names: readonly (string | undefined)[];
  readonly further: FurtherTables;
  readonly #unread = new Set<string>();
  readonly #source: Source;
  /** Files with users, and those with rows of users: a page of a list has no row of another page's users. */
  readonly #withUsers = new Set<number>();
  readonly #withRows = new Set<number>();

  /** @param names Of the files, the export first. */
  constructor(names: readonly (string | undefined)[], source: Source) {
    this.#names = names;
    this.#source = source;
    this.further = new FurtherTables(source);
    this.#users = names.map(() => new LineCount());
  }

  noteUnread(tables: readonly string[]): void {
    for (const table of tables) this.#unread.add(table);
  }

  noteUserIn(file: number, user: ReadRecord, isPart = false): void {
    this.#withUsers.add(file);
    this.further.noteUser(user, isPart);
  }

  noteRowIn(file: number, part: string): void {
    this.#withRows.add(file);
    this.further.noteRow(part);
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
      const isPage = this.#withUsers.has(index) && !this.#withRows.has(index);
      return file === undefined || count === 0 || isPage ? [] : [{ file, users: count, lines }];
    });
    return { leftOver, without, absent: this.further.absent(), ...unreadTables([...this.#unread], this.#source) };
  }
}
