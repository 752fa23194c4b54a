import type { BulkLogin } from "../../client/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { eachAtOnce } from "../at-once.js";
import { type CompleteBulkOptions, USERS_AT_ONCE } from "./bulk-options.js";
import type { BulkRecord } from "./bulk-record.js";
import { isSameLogin } from "./own-user.js";
import type { PatientCalls } from "./patient-calls.js";
import { type ReadBack, readBack } from "./read-back.js";

interface RoundRead {
  /** Undefined of a user who is there and was not compared. */
  of(one: BulkRecord): ReadBack | undefined;
  readonly compared: number;
  readonly differing: number;
  /** Why no further users should be sent. */
  readonly stopReason: Problem | undefined;
}

/**
 * Looks up the users of a round: their entries may have been taken off the list after they had failed. A sample is compared, and
 * all of whom it is uncertain what an earlier call has done; the whole round where it is the first one. Undefined where
 * the run ends.
 */
export async function readRound(
  made: readonly BulkRecord[],
  isFirst: boolean,
  calls: PatientCalls,
  options: CompleteBulkOptions,
): Promise<RoundRead | undefined> {
  const read = new Map<BulkRecord, ReadBack>();
  const sample = new Set([...sampleOf(made, isFirst ? made.length : options.readBack), ...made.filter(isToBeRead)]);
  const isWhole = await eachAtOnce(made, USERS_AT_ONCE, async (one) => {
    const isCompared = sample.has(one);
    const answer = await calls.perform((call) => readBack(one, isCompared, options.administration, call));
    if (answer.kind !== "answered") return false;
    // A round may have 50,000 users.
    if (isCompared || answer.value.found === undefined || answer.value.isOthers) read.set(one, answer.value);
    return true;
  });
  if (!isWhole) return undefined;
  await takeMarksBack(read, calls, options);
  const all = [...read.values()];
  return {
    of: (one) => read.get(one),
    compared: sample.size,
    differing: all.filter(isWrong).length,
    stopReason: lostReasonOf(all, made.length) ?? stopReasonOf(all, sample.size, options),
  };
}

/** An unverified address decides whose account it is: the mark does not stay. */
async function takeMarksBack(
  read: ReadonlyMap<BulkRecord, ReadBack>,
  calls: PatientCalls,
  { acceptVerified, administration }: CompleteBulkOptions,
): Promise<void> {
  if (acceptVerified || !administration.has("unverifyEmail")) return;
  for (const [{ user }, { found, differences }] of read) {
    if (found === undefined || !differences.some(isFalseMark)) continue;
    for (const login of user.loginMethods as readonly BulkLogin[]) {
      const { email, isVerified } = login;
      const shown = found.logins.find((one) => isSameLogin(one, login));
      if (isVerified || email === undefined || shown === undefined) continue;
      await calls.perform((options) => administration.unverifyEmail(shown.loginId, email, options));
    }
  }
}

function lostReasonOf(all: readonly ReadBack[], users: number): Problem | undefined {
  const lost = all.filter(({ found }) => found === undefined).length;
  if (lost === 0) return undefined;
  const message = `${lost} of ${counted(users, "user")} left the queue and ${nounFor(lost, "is", "are")} not on the service`;
  return problem("import/bulk-lost", message);
}

function stopReasonOf(
  all: readonly ReadBack[],
  compared: number,
  { acceptVerified }: CompleteBulkOptions,
): Problem | undefined {
  const marked = all.filter(({ differences }) => differences.some(isFalseMark)).length;
  const different = all.filter(({ differences }) => differences.some((one) => !isFalseMark(one)));
  const ofRead = `${nounFor(compared, "user", "users")} who ${nounFor(compared, "was", "were")} read back`;
  if (marked > 0 && !acceptVerified) {
    const message = `${marked} of ${compared} ${ofRead} ${nounFor(marked, "counts", "count")} as verified on the service and ${nounFor(marked, "is", "are")} not verified in the export`;
    return problem("import/bulk-verifies-all", message);
  }
  const [first] = different;
  if (first === undefined) return undefined;
  const { field = "", message } = first.differences.find((one) => !isFalseMark(one)) as Problem;
  const text = `${different.length} of ${counted(compared, "user")} who were read back ${nounFor(different.length, "differs", "differ")} from what was sent: ${message}`;
  return problem("import/bulk-differs", text, { field });
}

/** Spread evenly: a fault may hit the beginning or the end only. */
function sampleOf(users: readonly BulkRecord[], most: number): readonly BulkRecord[] {
  if (users.length <= most) return users;
  return Array.from({ length: most }, (_, at) => users[Math.floor((at * users.length) / most)] as BulkRecord);
}

/**
 * Users of uncertain calls, and those with several logins whose IDs the service has not shown: an undoing deletes
 * login by login.
 */
function isToBeRead({ user, loginIds, isInDoubt }: BulkRecord): boolean {
  return isInDoubt || (user.loginMethods.length > 1 && loginIds === undefined);
}

const isFalseMark = ({ code }: Problem): boolean => code === "import/bulk-verifies-all";

const isWrong = ({ found, differences }: ReadBack): boolean => found === undefined || differences.length > 0;
