import type { LogInOutcome } from "./login-outcome.js";

/** What a login server answers to an outcome, and what it may say. */
export interface LoginAnswer {
  /** HTTP status; null where the new service's own answer is to be given. */
  readonly status: number | null;
  /**
   * `let-in`: open the session. `ask-new-service`: have that check the password, and answer as it does.
   * `reset`: begin what follows a forgotten password, by a proof that reaches the user. `refuse` and
   * `try-later`: answer, and do nothing.
   */
  readonly next: "let-in" | "ask-new-service" | "reset" | "refuse" | "try-later";
  /**
   * Whether the answer may differ from the common refusal: only where the password was right, or where
   * it says nothing of the user.
   */
  readonly mayBeTold: boolean;
  /** A sentence for the person at the login form; null where there is nothing to say. */
  readonly text: string | null;
}

type Told = "told" | "untold";

function answer(status: number | null, next: LoginAnswer["next"], told: Told, text: string | null): LoginAnswer {
  return Object.freeze({ status, next, mayBeTold: told === "told", text });
}

const REFUSED = /* @__PURE__ */ answer(401, "refuse", "untold", "The name or the password is wrong.");

/**
 * What to answer to each outcome of the fallback. Those that must look alike are one answer: a wrong password, an
 * unknown user, and a user whose hash can't be verified.
 *
 * @example
 * ```ts
 * import { LOGIN_ANSWERS } from "credport/login";
 *
 * LOGIN_ANSWERS["unknown-user"] === LOGIN_ANSWERS["wrong-password"]; // => true
 * [LOGIN_ANSWERS.disabled.status, LOGIN_ANSWERS.disabled.next]; // => [403, "refuse"]
 * ```
 */
export const LOGIN_ANSWERS: Readonly<Record<LogInOutcome["kind"], LoginAnswer>> = /* @__PURE__ */ Object.freeze({
  "signed-in": answer(200, "let-in", "told", null),
  migrated: answer(200, "let-in", "told", null),
  "let-in-unmigrated": answer(200, "let-in", "told", null),
  "already-migrated": answer(null, "ask-new-service", "untold", null),
  "must-reset": answer(403, "reset", "told", "Please choose a new password. We have sent you a link."),
  disabled: answer(403, "refuse", "told", "This account is disabled."),
  "wrong-password": REFUSED,
  "unknown-user": REFUSED,
  "cannot-verify": REFUSED,
  busy: answer(503, "try-later", "told", "Please try again in a moment."),
});
