import type { BulkLogin } from "../../client/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { eachAtOnce } from "../at-once.js";
import { type CompleteBulkOptions, USERS_AT_ONCE } from "./bulk-options.js";
import type { BulkRecord } from "./bulk-record.js";
import type { PatientCalls } from "./patient-calls.js";
import { type ReadBack, readBack } from "./read-back.js";

interface RoundRead {
  of(one: BulkRecord): ReadBack | undefined;
  readonly compared: number;
  readonly differing: number;
  /** Why no further users should be sent. */
  readonly stopReason: Problem | undefined;
}

/**
 * Reads a sample of a round back, and all of whom it is uncertain what an earlier call has done; the whole round where
 * it is the first one, or where one of them is missing. Undefined where the run ends.
 */
export async function readRound(
  made: readonly BulkRecord[],
  isFirst: boolean,
  calls: PatientCalls,
  options: CompleteBulkOptions,
): Promise<RoundRead | undefined> {
  const read = new Map<BulkRecord, ReadBack>();
  const readInto = (users: readonly BulkRecord[]): Promise<boolean> =>
    eachAtOnce(users, USERS_AT_ONCE, async (one) => {
      const answer = await calls.perform((call) => readBack(one, options.administration, call));
      if (answer.kind === "answered") read.set(one, answer.value);
      return answer.kind === "answered";
    });
  const sample = new Set([...sampleOf(made, isFirst ? made.length : options.readBack), ...made.filter(isToBeRead)]);
  if (!(await readInto([...sample]))) return undefined;
  const isAnybodyMissing = [...read.values()].some(({ found }) => found === undefined);
  if (isAnybodyMissing && !(await readInto(made.filter((one) => !read.has(one))))) return undefined;
  await takeMarksBack(read, calls, options);
  const all = [...read.values()];
  return {
    of: (one) => read.get(one),
    compared: read.size,
    differing: all.filter(isWrong).length,
    stopReason: stopReasonOf(all, options),
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
    for (const { email, isVerified, recipeId } of user.loginMethods as readonly BulkLogin[]) {
      const shown = found.logins.find((login) => login.recipeId === recipeId);
      if (isVerified || email === undefined || shown === undefined) continue;
      await calls.perform((options) => administration.unverifyEmail(shown.loginId, email, options));
    }
  }
}

function stopReasonOf(all: readonly ReadBack[], { acceptVerified }: CompleteBulkOptions): Problem | undefined {
  const lost = all.filter(({ found }) => found === undefined).length;
  const marked = all.filter(({ differences }) => differences.some(isFalseMark)).length;
  const different = all.filter(({ differences }) => differences.some((one) => !isFalseMark(one)));
  const ofRead = `${nounFor(all.length, "user", "users")} who ${nounFor(all.length, "was", "were")} read back`;
  if (lost > 0) {
    const message = `${lost} of ${all.length} ${ofRead} left the queue and ${nounFor(lost, "is", "are")} not on the service`;
    return problem("import/bulk-lost", message);
  }
  if (marked > 0 && !acceptVerified) {
    const message = `${marked} of ${all.length} ${ofRead} ${nounFor(marked, "counts", "count")} as verified on the service and ${nounFor(marked, "is", "are")} not verified in the export`;
    return problem("import/bulk-verifies-all", message);
  }
  const [first] = different;
  if (first === undefined) return undefined;
  const { field = "", message } = first.differences.find((one) => !isFalseMark(one)) as Problem;
  const text = `${different.length} of ${counted(all.length, "user")} who were read back ${nounFor(different.length, "differs", "differ")} from what was sent: ${message}`;
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
