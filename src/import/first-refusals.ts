import { defined } from "../lib/defined.js";
import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import type { RecordedOutcome } from "./outcome.js";
import type { PlannedCall } from "./plan.js";

/** With fewer users refused alike, the fault may lie with the users. */
const EVIDENCE = 20;

type Refusal = Extract<RecordedOutcome, { readonly kind: "refused-by-service" | "failed" }>;

/**
 * The refusals of a run in which nothing has succeeded yet, and of each kind of call of which none has. A
 * wrong tenant, profile or version of the service has every user refused, and a service that does not take
 * one kind of hash has all who have it; in the journal that would be a decision about each of them. So the
 * first ones wait here until something tells.
 */
export class FirstRefusals {
  readonly #decide: (outcome: RecordedOutcome) => void;
  readonly #all: HeldRefusals;
  readonly #kinds = new Map<string, HeldRefusals>();
  readonly #kindOf = new WeakMap<RecordedOutcome, string>();
  readonly #worked: Set<string>;
  readonly #isOff: boolean;

  /**
   * @param decide Called for each outcome that counts.
   * @param before What the service has decided before this run: whether anything, and which kinds worked.
   * @param isOff Whether refusals are accepted as they come.
   */
  constructor(
    decide: (outcome: RecordedOutcome) => void,
    before: { readonly isAcknowledged: boolean; readonly worked: ReadonlySet<string> },
    isOff: boolean,
  ) {
    this.#decide = decide;
    this.#worked = new Set(before.worked);
    this.#isOff = isOff;
    this.#all = new HeldRefusals(
      (outcome) => this.#ofKind(this.#kindOf.get(outcome) ?? "").take(outcome),
      (last) => allRefused(last),
      isOff || before.isAcknowledged,
    );
  }

  /**
   * Decides the outcome, or holds it; gives the reason to stop where all are refused alike.
   *
   * @param kind Of the call that ended it.
   */
  take(outcome: RecordedOutcome, kind: string): Problem | undefined {
    this.#kindOf.set(outcome, kind);
    return this.#all.take(outcome);
  }

  /** A call of this kind has succeeded; true where it is the first one. */
  succeeded(kind: string): boolean {
    this.#all.release();
    if (this.#worked.has(kind)) return false;
    this.#worked.add(kind);
    this.#kinds.get(kind)?.release();
    return true;
  }

  /** The run has come to its end, and too few were refused to say more than that they were. */
  release(): void {
    this.#all.release();
    for (const held of this.#kinds.values()) held.release();
  }

  /** Those about whom nothing is decided. */
  get undecided(): readonly Refusal[] {
    return [...this.#all.undecided, ...[...this.#kinds.values()].flatMap(({ undecided }) => undecided)];
  }

  #ofKind(kind: string): HeldRefusals {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const held = new HeldRefusals(
      (outcome) => {
        this.#decide(outcome);
        return undefined;
      },
      (last) => allRefused(last, kind),
      this.#isOff || this.#worked.has(kind),
    );
    this.#kinds.set(kind, held);
    return held;
  }
}

/** What a service takes or refuses as a whole: a call, and of hashes the scheme. */
export function kindOfCall({ call, request }: Pick<PlannedCall, "call" | "request">): string {
  if (call !== "importPasswordHash") return call;
  const { passwordHash } = request as { readonly passwordHash?: unknown };
  return `${call} ${typeof passwordHash === "string" ? schemeOf(passwordHash) : "unknown"}`;
}

/** Of a canonical hash, which a profile's service takes as one of three. */
function schemeOf(passwordHash: string): string {
  if (passwordHash.startsWith("$f_scrypt$")) return "provider-scrypt";
  return passwordHash.startsWith("$argon2") ? "argon2" : "bcrypt";
}

/** In the words of the service, from which all that was sent has been taken out. */
function allRefused({ code, message, status, httpStatus }: Problem, kind?: string): Problem {
  const call = kind === undefined ? "" : ` with the call ${kind}`;
  return problem(
    "import/all-refused",
    `the first ${EVIDENCE} users${call} were all refused alike, with ${code}: ${message}`,
    defined({ status, httpStatus }),
  );
}

/** Refusals that wait for something to tell whether they are about the users or about the service. */
class HeldRefusals {
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
