import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import type { RecordedOutcome } from "./outcome.js";

/** With fewer users refused alike, the fault may lie with the users. */
const EVIDENCE = 20;

type Refusal = Extract<RecordedOutcome, { readonly kind: "refused-by-service" | "failed" }>;

/**
 * The refusals of a run in which nothing has succeeded yet. A wrong tenant, profile or version of the
 * service has every user refused, and in the journal that would be a decision about each of them. So the
 * first ones wait here until something tells.
 */
export class FirstRefusals {
  readonly #decide: (outcome: RecordedOutcome) => void;
  readonly #held: Refusal[] = [];
  #isOver: boolean;

  /**
   * @param decide Told of each outcome that counts.
   * @param isOver Whether the service has decided about users before this run.
   */
  constructor(decide: (outcome: RecordedOutcome) => void, isOver: boolean) {
    this.#decide = decide;
    this.#isOver = isOver;
  }

  /** Decides the outcome, or holds it; gives the reason to stop where everybody is refused alike. */
  take(outcome: RecordedOutcome): Problem | undefined {
    if (this.#isOver || !isAnsweredRefusal(outcome)) {
      this.#decide(outcome);
      return undefined;
    }
    const [first] = this.#held;
    if (first !== undefined && !areAlike(first, outcome)) {
      this.release();
      this.#decide(outcome);
      return undefined;
    }
    this.#held.push(outcome);
    return this.#held.length < EVIDENCE ? undefined : everybodyRefused(outcome);
  }

  /** Not everybody is refused alike, so those who wait here are refused for themselves. */
  release(): void {
    this.#isOver = true;
    if (this.#held.length >= EVIDENCE) return;
    for (const outcome of this.#held.splice(0)) this.#decide(outcome);
  }

  /** Those about whom nothing is decided. */
  get undecided(): readonly Refusal[] {
    return this.#held;
  }
}

/** Refused by an answer of the service, and not by the client before anything was sent. */
function isAnsweredRefusal(outcome: RecordedOutcome): outcome is Refusal {
  return outcome.kind === "refused-by-service" && outcome.problems[0]?.httpStatus !== undefined;
}

function areAlike({ problems: [one] }: Refusal, { problems: [other] }: Refusal): boolean {
  return (["code", "httpStatus", "status", "message"] as const).every(
    (name) => one?.[name] === other?.[name],
  );
}

/** In the words of the service, from which all that was sent has been taken out. */
function everybodyRefused({ problems: [last] }: Refusal): Problem {
  const { code, message, status, httpStatus } = last as Problem;
  return problem(
    "import/everybody-refused",
    `the first ${EVIDENCE} users were all refused alike, with ${code}: ${message}`,
    {
      ...(status === undefined ? {} : { status }),
      ...(httpStatus === undefined ? {} : { httpStatus }),
    },
  );
}
