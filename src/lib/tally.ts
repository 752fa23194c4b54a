/** How often something occurred, and where first. */
export interface Tally {
  /** What is counted: a problem's code, a change's kind, a field's name. */
  readonly name: string;
  /** Records in which it occurred. */
  readonly records: number;
  /** Lines of the first of them, at most five. */
  readonly firstLines: readonly number[];
  /** The fields that it was about, where the name does not say it; the first five of them. */
  readonly fields?: readonly string[];
}

/** Something that occurred in a record. */
export interface Counted {
  readonly name: string;
  readonly field?: string;
}

const MOST_LINES = 5;
const MOST_FIELDS = 5;
/** Where there are more names than are kept apart. */
const OTHER_NAMES = "…";

interface Row {
  records: number;
  lastRecord: number;
  readonly firstLines: number[];
  readonly fields: Set<string>;
}

/** Counts by name. Memory grows with the number of names, so a sheet for open names has a limit. */
export class TallySheet {
  readonly #rows = new Map<string, Row>();
  readonly #mostNames: number;
  /** Number of the record that was noted last, so that each name counts once in it. */
  #record = 0;

  constructor(mostNames = Number.POSITIVE_INFINITY) {
    this.#mostNames = mostNames;
  }

  /** Notes what occurred in one record; each name counts once. */
  add(line: number, counted: readonly Counted[]): void {
    this.#record++;
    for (const { name, field } of counted) {
      const { fields } = this.#note(line, name);
      if (field !== undefined && fields.size < MOST_FIELDS) fields.add(field);
    }
  }

  /** As `add`, of what has no fields. */
  addNames(line: number, names: readonly string[]): void {
    this.#record++;
    for (const name of names) this.#note(line, name);
  }

  #note(line: number, name: string): Row {
    const row = this.#rows.get(name) ?? this.#rowOf(name);
    if (row.lastRecord !== this.#record) {
      row.lastRecord = this.#record;
      row.records++;
      if (row.firstLines.length < MOST_LINES) row.firstLines.push(line);
    }
    return row;
  }

  #rowOf(name: string): Row {
    const kept = this.#rows.size < this.#mostNames ? name : OTHER_NAMES;
    const row = this.#rows.get(kept) ?? { records: 0, firstLines: [], fields: new Set(), lastRecord: 0 };
    this.#rows.set(kept, row);
    return row;
  }

  /** By first occurrence: for `addTallies` of another sheet. */
  inOrder(): readonly Tally[] {
    return [...this.#rows].map(([name, { fields, records, firstLines }]) => {
      const tally = { name, records, firstLines };
      return fields.size === 0 ? tally : { ...tally, fields: [...fields] };
    });
  }

  /**
   * Adds what a sheet without a limit has noted in records that come after those of this one.
   *
   * @returns Whether all names are kept apart. If not, the sheet is of no use: how many records have one of the others
   * can't be told from the tallies.
   */
  addTallies(tallies: readonly Tally[]): boolean {
    for (const { name, records, firstLines, fields = [] } of tallies) {
      if (!this.#rows.has(name) && this.#rows.size >= this.#mostNames) return false;
      const row = this.#rowOf(name);
      row.records += records;
      row.firstLines.push(...firstLines.slice(0, MOST_LINES - row.firstLines.length));
      for (const field of fields.slice(0, MOST_FIELDS)) {
        if (row.fields.size < MOST_FIELDS) row.fields.add(field);
      }
    }
    return true;
  }

  /** Most frequent first. */
  tallies(): readonly Tally[] {
    return [...this.inOrder()].sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
  }
}
