import { sleepFor } from "../../client/internal.js";
import { nounFor } from "../../lib/plural.js";
import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker, rowIn } from "../../problems/problem-maker.js";
import { type Problem, type Result, success } from "../../result.js";
import type { ImportOptions } from "../import-options.js";
import type { SampledUser, UserSample } from "../journal/user-sample.js";
import type { ImportRun } from "./import-run.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

const MOST_LINES = 5;

/** What the service says of a few users whom it has acknowledged. */
interface Confirmation {
  /** The service has lost users, more than somebody may have deleted one by one. */
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

/** At the end: the service may have been begun again or restored while the run went on. */
export async function confirmAtEnd(run: ImportRun): Promise<void> {
  if (run.isStopping()) return;
  const confirmed = await confirm(run.sample, run.options);
  if (confirmed === undefined) return;
  if (!confirmed.ok) return noteUnconfirmed(run, confirmed.problems[0]);
  const { lost, missing } = confirmed.value;
  run.stopFor(lost);
  if (lost === undefined) for (const user of missing) run.account.noteProblem(user, "import/user-gone");
}

/** A service that answers may have no such call; of one that is down, nobody knows what it still has. */
function noteUnconfirmed(run: ImportRun, { code, message }: Problem): void {
  if (run.isStopping()) return;
  const isDown = rowIn(code, CLIENT_PROBLEMS)?.retry !== undefined;
  const text = `all users were sent, and the service does not say whether it still has them: ${code}: ${message}`;
  if (isDown) run.stop(problem("import/service-down", text));
  if (isDown) return;
  const [first = []] = run.sample.groups();
  for (const user of first.slice(0, 1)) run.account.noteProblem(user, "import/not-confirmed");
}

/** Undefined where the service has no call for it, or there is nobody to ask for. */
async function confirm(sample: UserSample, options: ImportOptions): Promise<Result<Confirmation> | undefined> {
  const { existing, bulk, proof, verification, signal } = options;
  const { administration } = existing.administration === undefined ? (bulk ?? proof ?? verification ?? {}) : existing;
  if (administration?.has("findUser") !== true) return undefined;
  const answers = new Map<SampledUser["record"], boolean>();
  let lost = false;
  for (const group of sample.groups()) {
    let missing = 0;
    for (const { record, serviceUserId } of group) {
      if (!answers.has(record)) {
        await turn(options);
        const found = await administration.findUser(serviceUserId, { signal });
        if (!found.ok) return found;
        answers.set(record, found.value !== undefined);
      }
      if (answers.get(record) === true) break;
      missing++;
    }
    lost ||= missing > 1;
  }
  return success(judged(sample, answers, lost));
}

/** At the pace of the import. */
function turn({ shared, callsPerSecond, signal, sleep = sleepFor }: ImportOptions): Promise<void> | undefined {
  if (shared !== undefined) return shared.turn(signal ?? new AbortController().signal);
  return callsPerSecond === undefined ? undefined : sleep(1000 / callsPerSecond, signal);
}

/** One user can be deleted by somebody; several in a row, or all who are asked for, can't. */
function judged(sample: UserSample, answers: ReadonlyMap<number, boolean>, hasGap: boolean): Confirmation {
  const asked = new Map(sample.groups().flatMap((group) => group.map((user) => [user.record, user])));
  const missing = [...asked.values()].filter(({ record }) => answers.get(record) === false);
  const isLost = hasGap || (missing.length > 0 && missing.length === answers.size);
  if (!isLost) return { missing };
  const lines = [...new Set(missing.map(({ line }) => line))].sort((one, other) => one - other);
  const shown = `${lines.slice(0, MOST_LINES).join(", ")}${lines.length > MOST_LINES ? ", …" : ""}`;
  const message = `the service has lost users: it does not know ${missing.length} of ${answers.size} whom it had acknowledged and who were looked up (${nounFor(lines.length, "line")} ${shown}), so others of this import are missing as well`;
  return { lost: problem("import/target-changed", message), missing };
}
