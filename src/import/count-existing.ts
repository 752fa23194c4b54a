import type { AdministrationClient } from "../client/index.js";
import { counted, nounFor } from "../lib/plural.js";
import { problem } from "../problems/preflight.js";
import { failure, type Problem, type Result, success } from "../result.js";
import type { NormalizedUser, SourceRecord, UserRecord } from "../source/index.js";
import { eachAtOnce } from "./at-once.js";
import { infosOf } from "./find-existing.js";

/** How many users of an export a service has already. */
export interface ExistingCount {
  /** Users who were looked up: all who are not refused. */
  readonly users: number;
  readonly existing: number;
  /** Lines of the first of them, at most five. */
  readonly firstLines: readonly number[];
}

const AT_ONCE = 8;
const MOST_LINES = 5;

/**
 * Looks up all users of an export by e-mail address, phone number and social login, and counts those whom the
 * service has. Sends nothing but these questions; one a user, or one a social login.
 *
 * @param records What `readUniqueUsers` or `readExport` yields.
 * @param administration Its profile must have the call `findUsers`.
 * @returns The numbers, with the warning `preflight/users-exist` where there are any; or the `client/…`
 * problem that ended it.
 */
export async function countExisting(
  records: AsyncIterable<SourceRecord>,
  administration: AdministrationClient,
  {
    signal,
    select,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly select?: ((record: UserRecord) => boolean) | undefined;
  } = {},
): Promise<Result<ExistingCount>> {
  let fault: Problem | undefined;
  const lines: number[] = [];
  let [users, existing] = [0, 0];
  await eachAtOnce(records, AT_ONCE, async (record) => {
    if (signal?.aborted === true || record.kind === "unreadable") return false;
    if (!record.result.ok || select?.(record) === false) return true;
    const found = await isThere(record.result.value.user, administration, signal);
    if (!found.ok) {
      fault ??= found.problems[0];
      return false;
    }
    users++;
    if (!found.value) return true;
    existing++;
    lines.push(record.line);
    // Answers come in any order.
    lines.sort((a, b) => a - b).splice(MOST_LINES);
    return true;
  });
  if (fault !== undefined) return failure(fault);
  return success({ users, existing, firstLines: lines }, existing === 0 ? [] : [usersExist(users, existing)]);
}

async function isThere(
  user: NormalizedUser,
  administration: AdministrationClient,
  signal: AbortSignal | undefined,
): Promise<Result<boolean>> {
  for (const info of infosOf(user)) {
    const found = await administration.findUsers(info, { signal });
    if (!found.ok) return found;
    if (found.value.length > 0) return success(true);
  }
  return success(false);
}

function usersExist(users: number, existing: number): Problem {
  const message = `${existing} of ${counted(users, "user")} ${nounFor(existing, "is", "are")} on the service already`;
  return problem("preflight/users-exist", message);
}
