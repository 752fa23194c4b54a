import type { LoginOutcome } from "./login-outcome.js";

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

const REFUSED: LoginAnswer = Object.freeze({
  status: 401,
  next: "refuse",
  mayBeTold: false,
  text: "The name or the password is wrong.",
});

/**
 * What to answer to each outcome of the fallback. Those that must look alike are one answer: a wrong password, an
 * unknown user, a user whose hash can't be verified, and a partial match that policy refuses.
 *
 * @example
 * ```ts
 * import { LOGIN_ANSWERS } from "credport/login";
 *
 * LOGIN_ANSWERS["unknown-user"] === LOGIN_ANSWERS["wrong-password"]; // => true
 * [LOGIN_ANSWERS.held.status, LOGIN_ANSWERS.held.next]; // => [403, "refuse"]
 * ```
 */
export const LOGIN_ANSWERS: Readonly<Record<LoginOutcome["kind"], LoginAnswer>> = Object.freeze({
  migrated: Object.freeze({ status: 200, next: "let-in", mayBeTold: true, text: null }),
  "signed-in": Object.freeze({ status: 200, next: "let-in", mayBeTold: true, text: null }),
  "already-migrated": Object.freeze({
    status: null,
    next: "ask-new-service",
    mayBeTold: false,
    text: null,
  }),
  "must-reset": Object.freeze({
    status: 403,
    next: "reset",
    mayBeTold: true,
    text: "Please choose a new password. We have sent you a link.",
  }),
  held: Object.freeze({ status: 403, next: "refuse", mayBeTold: true, text: "This account is disabled." }),
  "wrong-password": REFUSED,
  "unknown-user": REFUSED,
  "cannot-verify": REFUSED,
  refused: REFUSED,
  busy: Object.freeze({
    status: 503,
    next: "try-later",
    mayBeTold: true,
    text: "Please try again in a moment.",
  }),
});
