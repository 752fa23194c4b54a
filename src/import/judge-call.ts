import type { CallName } from "../client/index.js";
import { CLIENT_PROBLEMS } from "../problems/client.js";
import { rowIn } from "../problems/problem-maker.js";
import type { Problem } from "../result.js";

/** What the end of a call without success means for the user and for the run. */
type Verdict =
  /** Every other user would end the same way: stop, and say what to set right. */
  | "stop"
  /** The service's decision about this user. */
  | "refused"
  /** Could end better if it is tried again later. */
  | "transient"
  /** Ended by us; nothing is decided. */
  | "ended";

/** Too large and not processable: about the request itself. Any other strange status is some proxy's passing mood. */
const DECISIONS: ReadonlySet<number | undefined> = new Set([413, 422]);

/** What the run knows of the service by now. */
interface Experience {
  /** Whether a call of this kind has succeeded, or any call where none is named. */
  hasWorked(call?: CallName): boolean;
}

export function judgeCall(first: Problem, call: CallName, run: Experience): Verdict {
  const row = rowIn(first.code, CLIENT_PROBLEMS);
  // Refused by the client itself: nothing was sent.
  if (row === undefined) return "refused";
  switch (row.inRun) {
    case undefined:
      return "stop";
    case "stop-unless-call-worked":
      return run.hasWorked(call) ? "transient" : "stop";
    case "stop-unless-any-worked":
      return run.hasWorked() ? "transient" : "stop";
    case "by-http-status":
      return DECISIONS.has(first.httpStatus) ? "refused" : "transient";
    default:
      return row.inRun;
  }
}
