import type { EmailChangeOutcome, ForgetOutcome, PasswordResetOutcome, SignUpOutcome } from "./entry-point-outcomes.js";

/** What a server does and answers after one of the entry points beside the login. */
export interface EntryPointAnswer {
  /** HTTP status; null where the new service's own answer is to be given. */
  readonly status: number | null;
  /**
   * `continue`: do what the new service does without a fallback. `send-own-link`: send a link to the address of the old
   * record. `nothing`: do nothing. `refuse`: answer as the new service does for an identifier that is taken. `repeat`:
   * call again until the outcome is another.
   */
  readonly next: "continue" | "send-own-link" | "nothing" | "refuse" | "repeat";
  /** A sentence for the person; null where the new service has its own. */
  readonly text: string | null;
}

/** An answer for each outcome of an entry point. */
export type EntryPointAnswers<Outcome extends { readonly kind: string }> = Readonly<
  Record<Outcome["kind"], EntryPointAnswer>
>;

const CONTINUE: EntryPointAnswer = Object.freeze({ status: null, next: "continue", text: null });
const TAKEN: EntryPointAnswer = Object.freeze({ status: null, next: "refuse", text: null });
const LATER: EntryPointAnswer = Object.freeze({
  status: 503,
  next: "repeat",
  text: "Please try again in a moment.",
});

/** One status and one sentence for every identifier: only what is done differs. */
function afterReset(next: EntryPointAnswer["next"]): EntryPointAnswer {
  return Object.freeze({ status: 202, next, text: "If there is an account, we have sent you a link." });
}

const AFTER_FORGETTING: EntryPointAnswers<ForgetOutcome> = Object.freeze({
  forgotten: CONTINUE,
  "no-legacy-user": CONTINUE,
  "migrated-meanwhile": LATER,
  "cannot-forget": LATER,
  busy: LATER,
});

/**
 * What to do and to answer after each outcome of the entry points beside the login. A reset is answered in the same way
 * whatever was found; answer it before you call, so that time tells nothing either.
 *
 * @example
 * ```ts
 * import { ENTRY_POINT_ANSWERS } from "credport/login";
 *
 * const { "no-legacy-user": unknown, disabled, "migrated": known } = ENTRY_POINT_ANSWERS.onPasswordReset;
 * new Set([unknown, disabled, known].map(({ status, text }) => `${status} ${text}`)).size; // => 1
 * ```
 */
export const ENTRY_POINT_ANSWERS: {
  readonly onPasswordReset: EntryPointAnswers<PasswordResetOutcome>;
  readonly onSignUp: EntryPointAnswers<SignUpOutcome>;
  readonly onPasswordSet: EntryPointAnswers<ForgetOutcome>;
  readonly onDelete: EntryPointAnswers<ForgetOutcome>;
  readonly onEmailChange: EntryPointAnswers<EmailChangeOutcome>;
} = Object.freeze({
  onPasswordReset: Object.freeze({
    "no-legacy-user": afterReset("continue"),
    "already-migrated": afterReset("continue"),
    migrated: afterReset("continue"),
    "on-old-side": afterReset("send-own-link"),
    disabled: afterReset("nothing"),
    busy: afterReset("repeat"),
  }),
  onSignUp: Object.freeze({ free: CONTINUE, "already-migrated": CONTINUE, taken: TAKEN, busy: LATER }),
  onPasswordSet: AFTER_FORGETTING,
  onDelete: AFTER_FORGETTING,
  onEmailChange: Object.freeze({ free: CONTINUE, taken: TAKEN, "cannot-forget": LATER, busy: LATER }),
});
