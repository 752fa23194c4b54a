import type { Tally } from "../lib/tally.js";
import type { Problem } from "../result.js";
import type { UserAccount } from "../source/internal.js";
import { Account, type ImportReport } from "./account.js";
import type { OutcomeLine, ProblemNote } from "./journal/journal-line.js";
import { type ImportOutcome, OVERWRITTEN, type UnsentKind } from "./outcome.js";

/** A record that was never sent, as it is written down beside a journal. */
export interface RefusedRow {
  readonly record: number;
  readonly line: number;
  readonly userId: string | null;
  readonly kind: UnsentKind;
  readonly problems: readonly Pick<Problem, "code" | "message" | "field" | "remedy">[];
}

/** What journals do not say. */
export interface ReplayFacts {
  /** As the check has counted them. */
  readonly users: UserAccount;
  readonly records: number;
  readonly notCarried: readonly Tally[];
  readonly elapsedMs: number;
}

/**
 * The account of an import by what was written, by any number of processes, however often they were killed: as
 * `importUsers` gives it, but for the numbers of calls.
 */
export async function replayAccount(
  outcomes: AsyncIterable<OutcomeLine>,
  refused: AsyncIterable<RefusedRow>,
  { users, records, notCarried, elapsedMs }: ReplayFacts,
): Promise<ImportReport> {
  const account = new Account(() => 0);
  let decided = 0;
  for await (const row of refused) {
    account.count({ ...row, userId: row.userId ?? undefined });
    decided++;
  }
  for await (const row of outcomes) {
    const outcome = outcomeOf(row);
    account.count(outcome);
    decided++;
    const problems = "warnings" in outcome ? outcome.warnings : outcome.problems;
    if (problems.some(({ code }) => code === OVERWRITTEN)) account.add("overwrittenPasswords");
  }
  const unfinished = Math.max(0, records - decided);
  return { ...account.report(), users, records, unfinished, notCarried, elapsedMs };
}

function outcomeOf({ record, line, userId, ...row }: OutcomeLine): ImportOutcome {
  const { outcome: kind, serviceUserId, step = "", problems = [] } = row;
  const place = { record, line, userId, serviceUserId };
  const found = problems.map(problemOf);
  return kind === "imported" || kind === "already-there"
    ? { ...place, kind, isReconciled: row.reconciled === true, warnings: found }
    : {
        ...place,
        ...{ kind, step, problems: found, canSignIn: serviceUserId !== undefined },
        isInDoubt: row.inDoubt === true,
      };
}

function problemOf(note: ProblemNote): Problem {
  return { message: "", ...note };
}
