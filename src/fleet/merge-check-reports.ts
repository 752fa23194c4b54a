import type { CheckReport, LoginCounts, Tally } from "../check/index.js";

const NUMBERS = [
  "records",
  "importable",
  "repaired",
  "loginOnly",
  "otherLogins",
  "refused",
  "unreadable",
] as const satisfies readonly (keyof CheckReport)[];
const TALLIES = [
  "problems",
  "warnings",
  "changes",
  "notCarried",
] as const satisfies readonly (keyof CheckReport)[];

/** Lines and fields that a tally names. */
const MOST_NAMED = 5;
const MOST_NAMES = 200;

/** The report of a file by those of its chunks, in their order. */
export class MergedCheckReport {
  readonly #numbers = new Map<string, number>();
  readonly #logins = new Map<string, number>();
  readonly #tallies = new Map<string, Map<string, Tally>>(TALLIES.map((name) => [name, new Map()]));

  add(report: CheckReport): void {
    for (const name of NUMBERS) addTo(this.#numbers, name, report[name]);
    for (const [name, count] of Object.entries(report.logins)) addTo(this.#logins, name, count);
    for (const name of TALLIES) {
      const rows = this.#tallies.get(name) as Map<string, Tally>;
      for (const tally of report[name]) addTally(rows, tally);
    }
  }

  report(): CheckReport {
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, this.#numbers.get(name) ?? 0]));
    const tallies = [...this.#tallies].map(([name, rows]) => [name, [...rows.values()].sort(byFrequency)]);
    const logins = Object.fromEntries(this.#logins) as LoginCounts;
    return { ...numbers, logins, ...Object.fromEntries(tallies) } as CheckReport;
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** Names of fields are the file's own, so there may be any number of them. */
function addTally(rows: Map<string, Tally>, tally: Tally): void {
  const name = rows.has(tally.name) || rows.size < MOST_NAMES ? tally.name : "…";
  const before = rows.get(name);
  const fields = [...new Set([...(before?.fields ?? []), ...(tally.fields ?? [])])].slice(0, MOST_NAMED);
  rows.set(name, {
    name,
    records: (before?.records ?? 0) + tally.records,
    firstLines: [...(before?.firstLines ?? []), ...tally.firstLines].slice(0, MOST_NAMED),
    ...(fields.length === 0 ? {} : { fields }),
  });
}

function byFrequency(one: Tally, other: Tally): number {
  return other.records - one.records || one.name.localeCompare(other.name);
}
