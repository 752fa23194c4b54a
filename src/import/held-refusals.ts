import type { Problem } from "../result.js";
import type { RecordedOutcome } from "./outcome.js";

/** With fewer users refused alike, the fault may lie with the users. */
export const EVIDENCE = 20;

export type Refusal = Extract<RecordedOutcome, { readonly kind: "refused-by-service" | "failed" }>;

/** Refusals that wait for something to tell whether they are about the users or about the service. */
export class HeldRefusals {
  readonly #pass: (outcome: RecordedOutcome) => Problem | undefined;
  readonly #reason: (last: Problem) => Problem;
  readonly #held: Refusal[] = [];
  #isOver: boolean;

  /**
   * @param pass Called for each outcome that no longer waits; may give a reason to stop.
   * @param reason Why to stop where `EVIDENCE` users were refused alike.
   * @param isOver Whether nothing has to wait.
   */
  constructor(
    pass: (outcome: RecordedOutcome) => Problem | undefined,
    reason: (last: Problem) => Problem,
    isOver: boolean,
  ) {
    this.#pass = pass;
    this.#reason = reason;
    this.#isOver = isOver;
  }

  /** Passes the outcome on, or holds it; gives the reason to stop where there is one. */
  take(outcome: RecordedOutcome): Problem | undefined {
    if (this.#isOver || !isAnsweredRefusal(outcome)) return this.#pass(outcome);
    const [first] = this.#held;
    if (first !== undefined && !areAlike(first, outcome)) {
      this.release();
      return this.#pass(outcome);
    }
    this.#held.push(outcome);
    return this.#held.length < EVIDENCE ? undefined : this.#reason(outcome.problems[0] as Problem);
  }

  /** Refusals differ, so each user who waits here is refused for their own reason. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#held.length >= EVIDENCE) return;
    // Too few to be a reason further on.
    for (const outcome of this.#held.splice(0)) this.#pass(outcome);
  }

  get undecided(): readonly Refusal[] {
    return this.#held;
  }
}

/** Refused by an answer of the service, and not by the client before anything was sent. */
function isAnsweredRefusal(outcome: RecordedOutcome): outcome is Refusal {
  return outcome.kind === "refused-by-service" && outcome.problems[0]?.httpStatus !== undefined;
}

function areAlike({ problems: [one] }: Refusal, { problems: [other] }: Refusal): boolean {
  return (["code", "httpStatus", "status", "message"] as const).every((name) => one?.[name] === other?.[name]);
}
