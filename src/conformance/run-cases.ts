import { counted } from "../lib/plural.js";
import { judgeAnswer } from "./judge/judge-answer.js";
import type { Answer } from "./protocol/messages.js";
import type { CaseResult } from "./results.js";
import type { Exchange, Fault, OpenSession, Session } from "./session/session.js";
import { type ConformanceCase, isCostTrap } from "./suite/conformance-case.js";

/** Faults in a row after which nothing more is expected of a program. */
const MOST_FAULTS_IN_A_ROW = 10;
/** Breaches of the protocol after which the adapter is not worth asking. */
const MOST_BREACHES = 10;

interface RunPlan {
  readonly cases: readonly ConformanceCase[];
  readonly open: OpenSession;
  /** The session that told what the implementation is. */
  readonly firstSession: Session;
  readonly parallel: number;
  readonly timeoutOf: (vector: ConformanceCase) => number;
  readonly onResult: (result: CaseResult) => void;
  readonly signal: AbortSignal | undefined;
}

export interface RunOutcome {
  readonly results: readonly CaseResult[];
  readonly brokenReason?: string;
}

/** Works through the cases with several sessions at once; a session that breaks is replaced. */
export async function runCases(plan: RunPlan): Promise<RunOutcome> {
  const run = new Run(plan);
  const workers = Math.max(1, Math.min(plan.parallel, plan.cases.length));
  await Promise.all(Array.from({ length: workers }, (_, index) => run.work(index === 0 ? plan.firstSession : null)));
  return run.outcome();
}

class Run {
  readonly #plan: RunPlan;
  readonly #results = new Map<string, CaseResult>();
  #next = 0;
  #faultsInARow = 0;
  #breaches = 0;
  #stopReason: string | null = null;
  #lateBreach: string | null = null;

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  async work(session: Session | null): Promise<void> {
    let current = session;
    for (let vector = this.#take(); vector !== undefined; vector = this.#take()) {
      if (current === null) {
        const opened = await this.#plan.open();
        if (!opened.ok) {
          // A program that was ended while it started is not the program's doing either.
          if (this.#isInterrupted()) continue;
          this.#finish({ vector, status: "errored", detail: opened.problems[0].message, fault: "gone" });
          this.#stopReason ??= `the program could not be started again: ${opened.problems[0].message}`;
          return;
        }
        current = opened.value;
      }
      const exchange = await current.run(vector, this.#plan.timeoutOf(vector));
      // What was under way when the run was interrupted is not the program's doing.
      if (!("fault" in exchange && this.#isInterrupted())) this.#finish(this.#resultOf(vector, exchange));
      if ("fault" in exchange) {
        await current.close();
        current = null;
      }
    }
    const uncalledFor = (await current?.close()) ?? null;
    if (uncalledFor !== null) this.#lateBreach ??= uncalledFor.context;
  }

  outcome(): RunOutcome {
    const results = this.#plan.cases.map(
      (vector): CaseResult => this.#results.get(vector.id) ?? { vector, status: "not-run" },
    );
    const late = this.#lateBreach === null ? undefined : `after its last answer ${this.#lateBreach}`;
    const brokenReason =
      this.#stopReason ??
      (this.#breaches > 0 ? `the adapter broke the protocol in ${counted(this.#breaches, "case")}` : late);
    return { results, ...(brokenReason === undefined ? {} : { brokenReason }) };
  }

  #take(): ConformanceCase | undefined {
    if (this.#isInterrupted()) this.#stopReason ??= "the run was interrupted";
    return this.#stopReason === null ? this.#plan.cases[this.#next++] : undefined;
  }

  #isInterrupted(): boolean {
    return this.#plan.signal?.aborted === true;
  }

  #finish(result: CaseResult): void {
    this.#results.set(result.vector.id, result);
    this.#plan.onResult(result);
  }

  #resultOf(vector: ConformanceCase, exchange: Exchange): CaseResult {
    if ("answer" in exchange) {
      this.#faultsInARow = 0;
      const { answer } = exchange;
      return { vector, ...judgeAnswer(vector, answer), answer: keptAnswer(answer) };
    }
    this.#note(exchange.fault, vector);
    const { kind, context } = exchange.fault;
    return { vector, status: kind === "timeout" ? "timeout" : "errored", detail: context, fault: kind };
  }

  #note({ kind }: Fault, vector: ConformanceCase): void {
    if (kind !== "crashed" && kind !== "timeout") this.#breaches++;
    if (kind === "gone") this.#stopReason ??= "the program could not be started";
    // A program without limits hangs in each of them, and is sound all the same.
    if (!isCostTrap(vector)) this.#faultsInARow++;
    if (this.#faultsInARow >= MOST_FAULTS_IN_A_ROW) {
      this.#stopReason ??= `${MOST_FAULTS_IN_A_ROW} cases in a row brought no answer`;
    }
    if (this.#breaches >= MOST_BREACHES) {
      this.#stopReason ??= `the adapter broke the protocol in ${counted(this.#breaches, "case")}`;
    }
  }
}

/** Characters of an answer, as JSON, that are kept for the report. */
const LONGEST_KEPT = 1 << 16;

/** A report holds thousands of answers: one that is larger than any honest one is only measured. */
function keptAnswer(answer: Answer): Answer {
  if (!("ok" in answer)) return answer;
  const { length } = JSON.stringify(answer);
  return length > LONGEST_KEPT ? { ok: { cut: `${counted(length, "character")} of JSON` } } : answer;
}
