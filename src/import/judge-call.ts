import type { CallName } from "../client/index.js";
import type { Problem, ProblemCode } from "../result.js";

/** What the end of a call without success means for the user and for the run. */
export type Verdict =
  /** Every other user would end the same way: stop, and say what to set right. */
  | "stop"
  /** The service's decision about this user. */
  | "refused"
  /** Could end better if it is tried again later. */
  | "transient"
  /** Ended by us; nothing is decided. */
  | "ended";

const VERDICTS: Partial<Record<ProblemCode, Verdict>> = {
  "client/api-key-refused": "stop",
  "client/feature-not-licensed": "stop",
  "client/signer-key-missing": "stop",
  "client/tls-failed": "stop",
  "client/redirected": "stop",
  "client/user-id-not-found": "stop",
  "client/bad-request": "refused",
  "client/service-refused": "refused",
  "client/aborted": "ended",
  "client/not-sent": "ended",
};

/**
 * Wrong settings when they meet the first call of a kind; once such a call has succeeded,
 * something between us and the service objects to this request only.
 */
const SETTINGS: ReadonlySet<ProblemCode> = new Set([
  "client/forbidden",
  "client/path-not-found",
  "client/method-not-allowed",
]);

/** Too large and not processable: about the request itself. Any other strange status is some proxy's passing mood. */
const DECISIONS: ReadonlySet<number | undefined> = new Set([413, 422]);

/** What the run knows of the service by now. */
export interface Experience {
  /** Whether a call of this kind has succeeded, or any call where none is named. */
  hasWorked(call?: CallName): boolean;
}

export function judgeCall(first: Problem, call: CallName, run: Experience): Verdict {
  if (SETTINGS.has(first.code)) return run.hasWorked(call) ? "transient" : "stop";
  // A mistyped address is not worth an outage's patience.
  if (first.code === "client/unreachable") return run.hasWorked() ? "transient" : "stop";
  if (first.code === "client/unexpected-http-status") {
    return DECISIONS.has(first.httpStatus) ? "refused" : "transient";
  }
  // Refused by the client itself: nothing was sent.
  if (!first.code.startsWith("client/")) return "refused";
  return VERDICTS[first.code] ?? "transient";
}
