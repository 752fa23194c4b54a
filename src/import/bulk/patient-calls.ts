import { type CallOptions, mayHaveHappened } from "../../client/index.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { Failure, Problem, Result } from "../../result.js";
import { judgeCall } from "../judge-call.js";
import { completePatience } from "../outage.js";
import type { ImportRun } from "../run/import-run.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

/** How a call ended that was tried for as long as the run is patient. */
export type Patient<T> =
  | { readonly kind: "answered"; readonly value: T }
  /** The service's decision about this request. */
  | { readonly kind: "refused"; readonly problems: Failure["problems"] }
  /** It may have been carried out, and is not repeated. */
  | { readonly kind: "uncertain"; readonly problem: Problem }
  /** The run ends. */
  | { readonly kind: "stopped" };

/** Calls that wait out a service that fails for a while, as an import's calls do. */
export class PatientCalls {
  readonly #run: ImportRun;
  readonly #patience: ReturnType<typeof completePatience>;
  #hasWorked = false;
  /** Since when nothing has succeeded. */
  #failingSince: number | undefined;

  constructor(run: ImportRun) {
    this.#run = run;
    this.#patience = completePatience(run.options.patience);
  }

  /** @param mayRepeat Whether it does no harm to send it again after an uncertain end. */
  async perform<T>(call: (options: CallOptions) => Promise<Result<T>>, mayRepeat = true): Promise<Patient<T>> {
    for (let round = 1; ; round++) {
      if (this.#run.isStopping()) return STOPPED;
      const reply = await call({ signal: this.#run.breaking });
      if (reply.ok) {
        this.#hasWorked = true;
        this.#failingSince = undefined;
        return { kind: "answered", value: reply.value };
      }
      const [first] = reply.problems;
      const verdict = judgeCall(first, "importPasswordHash", { hasWorked: () => this.#hasWorked });
      if (verdict === "refused") return { kind: "refused", problems: reply.problems };
      if (verdict === "stop") this.#run.stop(first);
      if (verdict !== "transient") return STOPPED;
      if (!(await this.#wait(round, first))) return STOPPED;
      if (!mayRepeat && mayHaveHappened(reply.problems)) return { kind: "uncertain", problem: first };
    }
  }

  async #wait(round: number, { code, message }: Problem): Promise<boolean> {
    const { baseDelayMs, maxDelayMs, outageMs } = this.#patience;
    const now = this.#run.clock();
    this.#failingSince ??= now;
    if (now - this.#failingSince >= outageMs) {
      const text = `no call succeeds any more; the last one ended with ${code}: ${message}`;
      this.#run.stop(problem("import/service-down", text));
      return false;
    }
    await this.#run.sleep(Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(round - 1, 30)), this.#run.ending);
    return !this.#run.isStopping();
  }
}

const STOPPED = { kind: "stopped" } as const;
