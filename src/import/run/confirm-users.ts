import type { AdministrationClient } from "../../client/index.js";
import { sleepFor } from "../../client/internal.js";
import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker, rowIn } from "../../problems/problem-maker.js";
import { type Problem, type Result, success } from "../../result.js";
import type { ImportOptions } from "../import-options.js";
import type { SampledUser, UserSample } from "../journal/user-sample.js";
import type { ImportRun } from "./import-run.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

const MOST_LINES = 5;
/** So many may have deleted themselves, though no other is asked for. */
export const FEW = 3;

/** What the service says of a few users whom it has acknowledged. */
interface Confirmation {
  /** The service has lost users, more than may have been deleted one by one. */
  readonly lost?: Problem;
  /** Users who are missing alone. */
  readonly missing: readonly SampledUser[];
}

/**
 * Before a resumed run: a service that was begun again, or restored from before the import, would have its lost users count
 * as imported. A question that gets no answer stops nothing: the first user's call says why.
 */
export async function lostBefore(sample: UserSample, options: ImportOptions): Promise<Problem | undefined> {
  const confirmed = await confirm(sample, options);
  return confirmed?.ok === true ? confirmed.value.lost : undefined;
}

/** Before an undo: whether the service knows any of them. The latest are asked for first, whom an undo comes to last. */
export async function isAnyThere(
  sample: UserSample,
  administration: AdministrationClient,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const asked = new Set<number>();
  for (const { record, serviceUserId } of sample.groups().toReversed().flat()) {
    if (asked.has(record)) continue;
    asked.add(record);
    const found = await administration.findUser(serviceUserId, { signal });
    if (found.ok !== true) return false;
    if (found.value !== undefined) return true;
  }
  return false;
}

/** At the end: the service may have been begun again or restored meanwhile. */
export async function confirmAtEnd(run: ImportRun): Promise<void> {
  if (run.isStopping()) return;
  const confirmed = await confirm(run.sample, run.options);
  if (confirmed === undefined) return;
  if (!confirmed.ok) return noteUnconfirmed(run, confirmed.problems[0]);
  const { lost, missing } = confirmed.value;
  run.stopFor(lost);
  if (lost === undefined) for (const user of missing) run.account.noteProblem(user, "import/user-gone");
}

/** A service that answers may have no such call; one that is down may have lost all. */
function noteUnconfirmed(run: ImportRun, { code, message }: Problem): void {
  const isDown = rowIn(code, CLIENT_PROBLEMS)?.retry !== undefined;
  const [first] = run.sample.groups()[0] ?? [];
  const text = `all users were sent, and the service does not say whether it still has them: ${code}: ${message}`;
  if (isDown) run.stop(problem("import/service-down", text));
  else if (first !== undefined && !run.isStopping()) run.account.noteProblem(first, "import/not-confirmed");
}

/** By record; a user who is missing. */
type Asked = Map<number, SampledUser | undefined>;

/** Undefined where the service has no call for it. */
async function confirm(sample: UserSample, options: ImportOptions): Promise<Result<Confirmation> | undefined> {
  const { existing, bulk, proof, verification } = options;
  const { administration } = existing.administration === undefined ? (bulk ?? proof ?? verification ?? {}) : existing;
  if (administration?.has("findUser") !== true) return undefined;
  const asked: Asked = new Map();
  const gaps: boolean[] = [];
  let before: readonly SampledUser[] = [];
  for (const group of sample.groups()) {
    const missing = await missingFirst(group, asked, administration, options);
    if (!missing.ok) return missing;
    // The latest users may be those of the last place, too.
    const isSamePlace = group.some(({ record }) => before.some((other) => other.record === record));
    const isGap = (isSamePlace && gaps.pop() === true) || missing.value > 1;
    gaps.push(isGap);
    before = group;
  }
  return success(judged([...asked.values()], gaps));
}

/** How many users of a group are missing, until one is not. */
async function missingFirst(
  group: readonly SampledUser[],
  asked: Asked,
  administration: AdministrationClient,
  options: ImportOptions,
): Promise<Result<number>> {
  let missing = 0;
  for (const user of group) {
    if (!asked.has(user.record)) {
      await turn(options);
      const found = await administration.findUser(user.serviceUserId, { signal: options.signal });
      if (!found.ok) return found;
      asked.set(user.record, found.value === undefined ? user : undefined);
    }
    if (asked.get(user.record) === undefined) break;
    missing++;
  }
  return success(missing);
}

/** At the pace of the import. */
function turn({ shared, callsPerSecond, signal, sleep = sleepFor }: ImportOptions): Promise<void> | undefined {
  if (shared !== undefined) return shared.turn(signal ?? new AbortController().signal);
  return callsPerSecond === undefined ? undefined : sleep(1000 / callsPerSecond, signal);
}

/**
 * A few users may have been deleted, and one person may have accounts at both ends of an export. A service that was emptied or restored
 * misses users at one place after another, in most places, or all of many who are asked for.
 */
function judged(asked: readonly (SampledUser | undefined)[], gaps: readonly boolean[]): Confirmation {
  const missing = asked.filter((user) => user !== undefined);
  const areAllMissing = missing.length === asked.length && missing.length > FEW;
  const isStretch = gaps.some((isGap, at) => isGap && gaps[at + 1] === true);
  const isMost = gaps.filter(Boolean).length > Math.max(1, gaps.length / 2);
  if (!isStretch && !isMost && !areAllMissing) return { missing };
  const lines = [...new Set(missing.map(({ line }) => line))];
  const more = lines.length > MOST_LINES ? ", …" : "";
  const message = `the service has lost users: of ${asked.length} whom it had acknowledged it does not know ${missing.length} (line ${lines.slice(0, MOST_LINES).join(", ")}${more})`;
  return { missing, lost: problem("import/target-changed", message) };
}
