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

/** Counts by name. Memory grows with the number of names, so a sheet for open names has a limit. */
export class TallySheet {
  readonly #rows = new Map<string, { records: number; firstLines: number[]; fields: Set<string> }>();
  readonly #mostNames: number;

  constructor(mostNames = Number.POSITIVE_INFINITY) {
    this.#mostNames = mostNames;
  }

  /** Notes what occurred in one record; each name counts once. */
  add(line: number, counted: readonly Counted[]): void {
    const names = new Set(counted.map(({ name }) => this.#keptName(name)));
    for (const name of names) {
      const row = this.#rows.get(name) ?? { records: 0, firstLines: [], fields: new Set() };
      row.records++;
      if (row.firstLines.length < MOST_LINES) row.firstLines.push(line);
      this.#rows.set(name, row);
    }
    for (const { name, field } of counted) {
      const fields = this.#rows.get(this.#keptName(name))?.fields;
      if (field !== undefined && fields !== undefined && fields.size < MOST_FIELDS) fields.add(field);
    }
  }

  /** Most frequent first. */
  tallies(): readonly Tally[] {
    return [...this.#rows]
      .map(([name, { fields, ...row }]) =>
        fields.size === 0 ? { name, ...row } : { name, ...row, fields: [...fields] },
      )
      .sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
  }

  #keptName(name: string): string {
    return this.#rows.has(name) || this.#rows.size < this.#mostNames ? name : OTHER_NAMES;
  }
}
