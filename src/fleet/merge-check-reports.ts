import type { CheckReport } from "../check/index.js";
import { type Tally, TallySheet } from "../lib/tally.js";
import { AccountCounter, type UserAccount } from "../source/internal.js";

const TALLIES = [
  ...(["problems", "warnings", "changes", "notCarried", "notices"] as const),
] satisfies readonly (keyof CheckReport)[];

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_NAMES = 200;

/** The report of a file by those of its chunks, in their order. */
export class MergedCheckReport {
  readonly #account = new AccountCounter();
  #repaired = 0;
  readonly #sheets = TALLIES.map((name) => [name, new TallySheet(MOST_NAMES)] as const);

  add(report: CheckReport): void {
    this.#account.add(report);
    this.#repaired += report.repaired;
    for (const [name, sheet] of this.#sheets) sheet.addTallies(report[name]);
  }

  /** What the reports say of the users alone. */
  users(): UserAccount {
    return this.#account.account();
  }

  report(): CheckReport {
    const tallies = this.#sheets.map(([name, sheet]) => [name, sheet.tallies()]);
    const numbers = { ...this.users(), repaired: this.#repaired };
    return withHashesSeen({ ...numbers, ...Object.fromEntries(tallies) } as CheckReport);
  }
}

/** That there are no hashes is said of the file, and not of a chunk. */
function withHashesSeen(report: CheckReport): CheckReport {
  const { contents, notices } = report;
  if (contents.passwords.found === 0) return report;
  const sheet = new TallySheet();
  sheet.addTallies(
    notices.map((tally): Tally => {
      return tally.name === "check/no-hashes" ? { ...tally, name: "check/only-email" } : tally;
    }),
  );
  return { ...report, notices: sheet.tallies() };
}
