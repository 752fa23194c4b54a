/** How often something occurred, and where first. */
export interface Tally {
  /** What is counted: a problem's code, a change's kind, a field's name. */
  readonly name: string;
  /** Records in which it occurred. */
  readonly records: number;
  /** Lines of the first of them, at most five. */
  readonly firstLines: readonly number[];
  /**
   * Their IDs in the old system, in the same order, where several are on one line; null of a record without one.
   */
  readonly firstUsers?: readonly (string | null)[] | undefined;
  /** The joined files that those lines are of, in the same order; null of the export itself. Absent where all are of that one. */
  readonly firstFiles?: readonly (string | null)[] | undefined;
  /** The least that a record's line was beyond its number in the file: for `addTallies`. */
  readonly lead?: number;
  /** The fields that it was about, where the name does not say it; the first five of them. */
  readonly fields?: readonly string[];
}

/** In how many records something occurred. */
export function recordsNamed(tallies: readonly Tally[], name: string): number {
  return tallies.find((tally) => tally.name === name)?.records ?? 0;
}

/** Something that occurred in a record. */
interface Counted {
  readonly name: string;
  readonly field?: string;
}

export interface RecordLine {
  readonly line: number;
  readonly userId?: string | undefined;
  /** Its number in the file, from 0. */
  readonly index?: number | undefined;
  /** The same of an outcome. */
  readonly record?: number;
  /** Absent: the export itself. */
  readonly file?: string | undefined;
}

const MOST_LINES = 5;
const MOST_FIELDS = 5;
/** Where there are more names than are kept apart. */
export const OTHER_NAMES = "…";

interface Place {
  readonly line: number;
  readonly user: string | null;
  readonly file: string | null;
}

interface Row {
  records: number;
  lastRecord: number;
  /** The first ones. */
  readonly places: Place[];
  readonly fields: Set<string>;
  /** Records come one a line at most, unless one's line is not beyond its number, from 0. */
  lead: number;
}

/** Counts by name. Memory grows with the number of names, so a sheet for open names has a limit. */
export class TallySheet {
  readonly #rows = new Map<string, Row>();
  readonly #mostNames: number;
  /** Number of the record that was noted last, so that each name counts once in it. */
  #record = 0;
  /** Where all records of the export are that were seen: a line, if it is one. */
  readonly #line = { first: 0, records: 0, isSame: true };

  constructor(mostNames = Number.POSITIVE_INFINITY) {
    this.#mostNames = mostNames;
  }

  /** Notes what occurred in one record, if anything did; each name counts once. */
  add(place: RecordLine, counted: readonly Counted[]): void {
    this.#see(place);
    for (const { name, field } of counted) {
      const { fields } = this.#note(place, name);
      if (field !== undefined && fields.size < MOST_FIELDS) fields.add(field);
    }
  }

  /** As `add`, of what has no fields. */
  addNames(place: RecordLine, names: readonly string[]): void {
    this.#see(place);
    for (const name of names) this.#note(place, name);
  }

  #see({ line, file }: RecordLine): void {
    this.#record++;
    if (file !== undefined) return;
    if (this.#line.records++ === 0) this.#line.first = line;
    else if (line !== this.#line.first) this.#line.isSame = false;
  }

  #note({ line, userId, record, index = record, file }: RecordLine, name: string): Row {
    const row = this.#rows.get(name) ?? this.#rowOf(name);
    if (row.lastRecord !== this.#record) {
      row.lastRecord = this.#record;
      row.records++;
      if (file === undefined && index !== undefined) row.lead = Math.min(row.lead, line - index);
      keepPlace(row.places, { line, user: userId ?? null, file: file ?? null });
    }
    return row;
  }

  #rowOf(name: string): Row {
    const kept = this.#rows.size < this.#mostNames ? name : OTHER_NAMES;
    const row = this.#rows.get(kept) ?? blankRow();
    this.#rows.set(kept, row);
    return row;
  }

  /** By first occurrence: for `addTallies` of another sheet. */
  inOrder(): readonly Tally[] {
    const isOneLine = this.#line.isSame && this.#line.records > 1;
    return [...this.#rows].map(([name, { fields, records, places, ...row }]) => {
      const lead = isOneLine ? Math.min(row.lead, 0) : row.lead;
      const firstLines = places.map(({ line }) => line);
      const [firstUsers, firstFiles] = [places.map(({ user }) => user), places.map(({ file }) => file)];
      const tally = { name, records, firstLines, firstUsers, firstFiles, ...(Number.isFinite(lead) ? { lead } : {}) };
      return fields.size === 0 ? tally : { ...tally, fields: [...fields] };
    });
  }

  /**
   * Adds what another sheet has noted in records that come after those of this one.
   *
   * @param before How many records of the file are before the first one of that sheet.
   * @returns Whether all names are kept apart. If not, a record with several of the other names counts once for each.
   */
  addTallies(tallies: readonly Tally[], before = 0): boolean {
    let areApart = true;
    for (const { name, records, fields = [], lead = Number.POSITIVE_INFINITY, ...places } of tallies) {
      if (!this.#rows.has(name) && this.#rows.size >= this.#mostNames) areApart = false;
      const row = this.#rowOf(name);
      row.records += records;
      row.lead = Math.min(row.lead, lead - before);
      for (const [at, line] of places.firstLines.entries()) {
        keepPlace(row.places, { line, user: places.firstUsers?.[at] ?? null, file: places.firstFiles?.[at] ?? null });
      }
      for (const field of fields.slice(0, MOST_FIELDS)) {
        if (row.fields.size < MOST_FIELDS) row.fields.add(field);
      }
    }
    return areApart;
  }

  /** Most frequent first. */
  tallies(): readonly Tally[] {
    return this.inOrder()
      .map(whereLinesTell)
      .sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
  }
}

function blankRow(): Row {
  return { records: 0, places: [], fields: new Set(), lastRecord: 0, lead: Number.POSITIVE_INFINITY };
}

type Names = readonly (string | null)[];

/** Among the first ones of its file by line: the outcomes of an import come in the order in which its calls end. */
function keepPlace(places: Place[], place: Place): void {
  const isAfter = ({ line, file }: Place) => file === place.file && line > place.line;
  let at = places.length;
  while (at > 0 && isAfter(places[at - 1] as Place)) at--;
  if (at === MOST_LINES) return;
  places.splice(at, 0, place);
  places.splice(MOST_LINES);
}

/** Without the IDs where the lines tell the records apart, and without the files where there is one. */
function whereLinesTell({ firstUsers = [], firstFiles = [], lead = 1, ...tally }: Tally): Tally {
  const isSaid = (names: Names) => names.some((name) => name !== null);
  const lines = tally.firstLines.map((line, at) => `${line} ${firstFiles[at] ?? ""}`);
  const isTold = (lead > 0 && new Set(lines).size === lines.length) || !isSaid(firstUsers);
  return { ...tally, ...(isTold ? {} : { firstUsers }), ...(isSaid(firstFiles) ? { firstFiles } : {}) };
}
