/** How often something came up, and where first. */
export interface Tally {
  /** What is counted: a problem's code, a change's kind. */
  readonly name: string;
  /** Records in which it came up. */
  readonly records: number;
  /** Lines of the first of them, at most five. */
  readonly firstLines: readonly number[];
}

const MOST_LINES = 5;

/** Counts by name; memory grows with the number of names, which is closed. */
export class TallySheet {
  readonly #rows = new Map<string, { records: number; firstLines: number[] }>();

  /** Notes the names that came up in one record, each once. */
  add(line: number, names: readonly string[]): void {
    for (const name of new Set(names)) {
      const row = this.#rows.get(name) ?? { records: 0, firstLines: [] };
      row.records++;
      if (row.firstLines.length < MOST_LINES) row.firstLines.push(line);
      this.#rows.set(name, row);
    }
  }

  /** Most frequent first. */
  tallies(): readonly Tally[] {
    return [...this.#rows]
      .map(([name, row]) => ({ name, ...row }))
      .sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
  }
}
