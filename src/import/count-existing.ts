import type { AdministrationClient } from "../client/index.js";
import { counted, nounFor } from "../lib/plural.js";
import { problem } from "../problems/preflight.js";
import { failure, type Problem, type Result, success } from "../result.js";
import type { NormalizedUser, SourceRecord, UserRecord } from "../source/index.js";
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
  const sheet = new Sheet();
  const iterator = records[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    while (sheet.fault === undefined && signal?.aborted !== true) {
      const { done, value: record } = await iterator.next();
      if (done === true || record.kind === "unreadable") return;
      if (!record.result.ok || select?.(record) === false) continue;
      sheet.add(record.line, await isThere(record.result.value.user, administration, signal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await iterator.return?.();
  return sheet.result();
}

/** Counts what comes from several look-ups at a time. */
class Sheet {
  fault: Problem | undefined;
  readonly #lines: number[] = [];
  #users = 0;
  #existing = 0;

  add(line: number, found: Result<boolean>): void {
    if (!found.ok) {
      this.fault ??= found.problems[0];
      return;
    }
    this.#users++;
    if (!found.value) return;
    this.#existing++;
    this.#lines.push(line);
    // Answers come in any order.
    this.#lines.sort((a, b) => a - b).splice(MOST_LINES);
  }

  result(): Result<ExistingCount> {
    if (this.fault !== undefined) return failure(this.fault);
    const [users, existing] = [this.#users, this.#existing];
    const warnings = existing === 0 ? [] : [usersExist(users, existing)];
    return success({ users, existing, firstLines: this.#lines }, warnings);
  }
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
