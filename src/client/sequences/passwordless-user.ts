import { defined } from "../../lib/defined.js";
import type { Problem, Result } from "../../result.js";
import type { CallOptions } from "../attempts/call-options.js";
import { mayHaveHappened } from "../attempts/may-have-happened.js";
import type { CreatePasswordlessCodeRequest } from "../calls/create-passwordless-code.js";
import type { ImportCalls } from "../import-client.js";
import { userIdOf } from "./sequence.js";

/** Codes that are created before an end without a user is taken as final. */
const MAX_CODES = 3;

/**
 * Creates a code and consumes it at once (4.2 and 4.3): the way to make a
 * passwordless user, or to find the one that exists. The two calls are repeated
 * as a pair, because a code whose consumption is uncertain cannot be used again.
 */
export async function obtainPasswordlessUser(
  calls: ImportCalls,
  contact: CreatePasswordlessCodeRequest,
  options: CallOptions,
): Promise<Result<string>> {
  const { email, phoneNumber } = contact;
  const request = defined({ email, phoneNumber });
  for (let codes = 1; ; codes++) {
    const code = await calls.createPasswordlessCode(request, options);
    if (!code.ok) return code;
    const { preAuthSessionId, linkCode } = code.value;
    const user = userIdOf(
      await calls.consumePasswordlessCode({ preAuthSessionId, linkCode }, options),
      "consumePasswordlessCode",
    );
    if (user.ok || codes === MAX_CODES || !needsNewCode(user.problems)) return user;
  }
}

function needsNewCode(problems: readonly Problem[]): boolean {
  if (problems.some(({ code }) => code === "client/aborted" || code === "client/not-sent")) return false;
  return mayHaveHappened(problems) || problems[0]?.status === "RESTART_FLOW_ERROR";
}
