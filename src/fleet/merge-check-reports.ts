import type { CheckReport, Tally } from "../check/index.js";
import { addedPlaces } from "../lib/tally.js";
import { AccountCounter } from "../source/internal.js";

const TALLIES = [
  "problems",
  "warnings",
  "changes",
  "notCarried",
  "notices",
] as const satisfies readonly (keyof CheckReport)[];

/** Fields that a tally names. */
const MOST_NAMED = 5;
const MOST_NAMES = 200;

/** The report of a file by those of its chunks, in their order. */
export class MergedCheckReport {
  readonly #account = new AccountCounter();
  #repaired = 0;
  readonly #tallies = new Map<string, Map<string, Tally>>(TALLIES.map((name) => [name, new Map()]));

  add(report: CheckReport): void {
    this.#account.add(report);
    this.#repaired += report.repaired;
    for (const name of TALLIES) {
      const rows = this.#tallies.get(name) as Map<string, Tally>;
      for (const tally of report[name]) addTally(rows, tally);
    }
  }

  report(): CheckReport {
    const tallies = [...this.#tallies].map(([name, rows]) => [name, [...rows.values()].sort(byFrequency)]);
    const numbers = { ...this.#account.account(), repaired: this.#repaired };
    return withHashesSeen({ ...numbers, ...Object.fromEntries(tallies) } as CheckReport);
  }
}

/** That there are no hashes is said of the file, and not of a chunk. */
function withHashesSeen(report: CheckReport): CheckReport {
  const { contents, notices } = report;
  const isSeen = contents.passwords.found > 0;
  const rows = new Map<string, Tally>();
  for (const tally of notices) {
    const isOfFile = isSeen && tally.name === "check/no-hashes";
    addTally(rows, isOfFile ? { ...tally, name: "check/only-email" } : tally);
  }
  return { ...report, notices: [...rows.values()].sort(byFrequency) };
}

/** Names of fields are the file's own, so there may be any number of them. */
function addTally(rows: Map<string, Tally>, tally: Tally): void {
  const name = rows.has(tally.name) || rows.size < MOST_NAMES ? tally.name : "…";
  const before = rows.get(name);
  const fields = [...new Set([...(before?.fields ?? []), ...(tally.fields ?? [])])].slice(0, MOST_NAMED);
  rows.set(name, {
    name,
    records: (before?.records ?? 0) + tally.records,
    ...addedPlaces(before, tally),
    ...(fields.length === 0 ? {} : { fields }),
  });
}

function byFrequency(one: Tally, other: Tally): number {
  return other.records - one.records || one.name.localeCompare(other.name);
}
