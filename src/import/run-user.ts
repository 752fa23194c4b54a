import { type CallName, type ImportClient, mayHaveHappened, type Reply } from "../client/index.js";
import { type Problem, problem, type Result } from "../result.js";
import type { AttemptFollower } from "./call-meter.js";
import { fill } from "./check-plan.js";
import { type Experience, judgeCall } from "./judge-call.js";
import { makesLogin, type PlannedCall, type Reference } from "./plan.js";

/** What a user's import needs of the run that it belongs to. */
export interface UserRun extends Experience {
  readonly client: ImportClient;
  /** Ends calls that are on their way. */
  readonly signal: AbortSignal;
  /** Waits until a call may be sent, and follows its attempts. */
  beforeCall(): Promise<AttemptFollower>;
  succeeded(call: CallName): void;
  isStopping(): boolean;
  /** Everybody would end like this: no further call is begun. */
  stop(reason: Problem): void;
  /** After a failure that may pass: waits, and says whether to go on. */
  afterFailure(failure: UserFailure, reason: Problem): Promise<"again" | "give-up" | "stop">;
  noteStep(step: string, id: string | undefined): void;
}

/** How often one user's step has failed. */
export interface UserFailure {
  round: number;
  successesBefore: number | undefined;
}

/** How a user's import ended. */
export type UserEnd =
  | {
      readonly kind: "imported" | "already-there";
      readonly serviceUserId: string | undefined;
      readonly isReconciled: boolean;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly kind: "refused-by-service" | "failed";
      readonly step: string;
      readonly problems: readonly Problem[];
    }
  /** Nothing is decided: the run ended first. */
  | { readonly kind: "unfinished" };

/** Codes that are created for one user in a row before the end is taken for a failure. */
const MAX_CODES = 3;

/**
 * Carries out a user's plan, call by call.
 *
 * @param plan From `planImport`.
 * @param before Steps that earlier runs had acknowledged, with their IDs; not sent again.
 * @param mayHaveBeenSent Whether an earlier run may have sent more than it noted.
 */
export function runUser(
  plan: readonly PlannedCall[],
  before: ReadonlyMap<string, string>,
  mayHaveBeenSent: boolean,
  run: UserRun,
): Promise<UserEnd> {
  return new UserImport(plan, before, mayHaveBeenSent, run).carryOut();
}

class UserImport {
  readonly #plan: readonly PlannedCall[];
  readonly #run: UserRun;
  readonly #ids: Map<string, string>;
  readonly #mayHaveBeenSent: boolean;
  readonly #warnings: Problem[] = [];
  readonly #failure: UserFailure = { round: 0, successesBefore: undefined };
  #code: Readonly<Record<string, unknown>> | undefined;
  #codes = 0;
  /** Something is there that was not there before this import, as far as replies tell. */
  #hasMade = false;
  #hasFound = false;
  /** An attempt at the present step had an end that leaves open whether it happened. */
  #isUncertain = false;

  constructor(
    plan: readonly PlannedCall[],
    before: ReadonlyMap<string, string>,
    mayHaveBeenSent: boolean,
    run: UserRun,
  ) {
    this.#plan = plan;
    this.#run = run;
    this.#ids = new Map(before);
    this.#hasMade = before.size > 0;
    this.#mayHaveBeenSent = mayHaveBeenSent;
  }

  async carryOut(): Promise<UserEnd> {
    for (let at = 0; at < this.#plan.length; ) {
      const planned = this.#plan[at] as PlannedCall;
      if (this.#isDone(at)) {
        at++;
        continue;
      }
      if (this.#run.isStopping()) return { kind: "unfinished" };
      const reply = await this.#send(planned);
      const end = reply.ok
        ? this.#accept(planned, reply.value, at)
        : await this.#refuse(planned, reply.problems);
      if (end === "next") at++;
      else if (end === "with-new-code") at--;
      else if (end !== "again") return end;
    }
    return this.#finish();
  }

  /** A code is of no use once it is consumed. */
  #isDone(at: number): boolean {
    const { step, call } = this.#plan[at] as PlannedCall;
    const next = this.#plan[at + 1];
    return (
      this.#ids.has(step) ||
      (call === "createPasswordlessCode" && next !== undefined && this.#ids.has(next.step))
    );
  }

  async #send({ call, request }: PlannedCall): Promise<Result<Reply>> {
    const filled = fill(request, (reference) => this.#valueOf(reference));
    if (filled === undefined) {
      return {
        ok: false,
        problems: [problem("client/user-id-not-found", "An earlier reply names no user.")],
      };
    }
    const follower = await this.#run.beforeCall();
    if (this.#run.signal.aborted) {
      return { ok: false, problems: [problem("client/not-sent", "The run ended before the call was sent.")] };
    }
    const { client, signal } = this.#run;
    const perform = client[call] as (request: unknown, options: object) => Promise<Result<Reply>>;
    const reply = await perform(filled, { signal, onAttempt: follower.onAttempt });
    this.#isUncertain ||= follower.isUncertain();
    return reply;
  }

  #valueOf({ from, value }: Reference): string | undefined {
    if (value !== "userId") return this.#code?.[value] as string | undefined;
    return this.#ids.get(from) || undefined;
  }

  #accept(planned: PlannedCall, reply: Reply, at: number): "next" {
    this.#run.succeeded(planned.call);
    this.#startAnew();
    if (planned.call === "createPasswordlessCode") {
      this.#code = reply as unknown as Readonly<Record<string, unknown>>;
      return "next";
    }
    this.#count(planned.call === "importTotpDevice" ? false : reply.alreadyThere);
    this.#done(planned, makesLogin(planned) ? reply.userId : undefined, at === this.#plan.length - 1);
    return "next";
  }

  async #refuse(
    planned: PlannedCall,
    problems: readonly [Problem, ...Problem[]],
  ): Promise<"next" | "again" | "with-new-code" | UserEnd> {
    const { step, call } = planned;
    const [first] = problems;
    if (call === "importTotpDevice" && first.status === "DEVICE_ALREADY_EXISTS_ERROR") {
      return this.#deviceExists(planned, problems);
    }
    this.#isUncertain ||= mayHaveHappened(problems);
    const verdict = judgeCall(first, call, this.#run);
    if (verdict === "ended") return { kind: "unfinished" };
    if (verdict === "stop") {
      this.#run.stop(first);
      return { kind: "unfinished" };
    }
    // That a code is gone says nothing about the user.
    const wantsCode = needsNewCode(call, problems);
    if (wantsCode && ++this.#codes < MAX_CODES) return "with-new-code";
    if (verdict === "refused" && !wantsCode) return { kind: "refused-by-service", step, problems };
    this.#codes = 0;
    const next = await this.#run.afterFailure(this.#failure, first);
    if (next === "give-up") return { kind: "failed", step, problems };
    if (next === "stop") return { kind: "unfinished" };
    return call === "consumePasswordlessCode" ? "with-new-code" : "again";
  }

  /** Its name is ours, so a device that is there after an uncertain attempt is this one. */
  #deviceExists(planned: PlannedCall, problems: readonly Problem[]): "next" {
    const isOurs = this.#isUncertain || this.#mayHaveBeenSent || mayHaveHappened(problems);
    if (!isOurs) {
      const message = "the user has a device of this name; whether it has the same secret can't be asked";
      this.#warnings.push(problem("import/device-exists", message, { field: planned.step }));
    }
    this.#run.succeeded(planned.call);
    this.#count(true);
    this.#startAnew();
    this.#done(planned, undefined, planned === this.#plan.at(-1));
    return "next";
  }

  /** @param wasThere Undefined where the reply says nothing of it. */
  #count(wasThere: boolean | undefined): void {
    if (wasThere === true && !this.#isUncertain) this.#hasFound = true;
    else if (wasThere !== undefined) this.#hasMade = true;
  }

  #startAnew(): void {
    this.#failure.round = 0;
    this.#failure.successesBefore = undefined;
  }

  /** The last step is not noted by itself: the outcome follows at once. */
  #done({ step }: PlannedCall, id: string | undefined, isLast: boolean): void {
    this.#isUncertain = false;
    this.#ids.set(step, id ?? "");
    if (!isLast) this.#run.noteStep(step, id);
  }

  #finish(): UserEnd {
    const first = this.#plan.find(makesLogin);
    const serviceUserId = first === undefined ? undefined : this.#ids.get(first.step) || undefined;
    const wasThere = this.#hasFound && !this.#hasMade;
    return {
      kind: wasThere && !this.#mayHaveBeenSent ? "already-there" : "imported",
      serviceUserId,
      isReconciled: wasThere && this.#mayHaveBeenSent,
      warnings: this.#warnings,
    };
  }
}

function needsNewCode(call: CallName, problems: readonly Problem[]): boolean {
  if (call !== "consumePasswordlessCode") return false;
  return mayHaveHappened(problems) || problems[0]?.status === "RESTART_FLOW_ERROR";
}
