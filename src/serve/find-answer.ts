import { offAbort, onAbort } from "../lib/abort-listeners.js";
import { namesSuccess } from "../lib/named-success.js";
import type { LegacyUser, LoginOutcome } from "../login/index.js";
import { foundBySpelling, isId, isIdentifier, isRecord, ownedByOther, ownersFirst } from "../login/internal.js";
import { problem } from "../problems/serve.js";
import type { Problem } from "../result.js";
import { findersFor } from "./finders-for.js";
import type { CheckOldPassword } from "./old-password-check.js";
import { withAction, withSecondFactors } from "./second-factors.js";
import type { Answer, Question, Shape } from "./shapes/shape.js";
import { profileOfRecord, type UserProfile } from "./user-profile.js";
import type { VerifyHandlerOptions } from "./verify-handler-options.js";
import { within } from "./within.js";

export interface Found {
  readonly answer: Answer;
  readonly problems: readonly Problem[];
  /** ID of a user whose own record is at fault. */
  readonly userId: string | null;
}

export interface Finding<User extends LegacyUser> {
  readonly options: VerifyHandlerOptions<User>;
  readonly shape: Shape;
  readonly check: CheckOldPassword<User>;
  readonly answerWithinMs: number;
}

const BUSY: Found = { answer: { kind: "busy" }, problems: [], userId: null };
const UNKNOWN: Found = { answer: { kind: "unknown" }, problems: [], userId: null };
const REFUSED: Answer = { kind: "refused" };

/** Finds the answer, or is busy where that takes too long or the caller has gone away. */
export async function findAnswer<User extends LegacyUser>(
  finding: Finding<User>,
  question: Question,
  caller: AbortSignal,
): Promise<Found> {
  const late = new AbortController();
  const leave = () => late.abort();
  const timer = setTimeout(leave, finding.answerWithinMs);
  const place = onAbort(caller, leave);
  if (caller.aborted) leave();
  try {
    const answer = question.kind === "verify" ? verified(finding, question, late.signal) : lookedUp(finding, question);
    const { matched, ...found } = await Promise.race([answer, aborted(late.signal)]);
    return matched === undefined ? found : await noted(finding, matched, found);
  } finally {
    clearTimeout(timer);
    offAbort(caller, place, leave);
  }
}

/** With the user whose password is right. */
type FoundUser<User> = Found & { readonly matched?: User };

function aborted(signal: AbortSignal): Promise<FoundUser<never>> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(BUSY);
    else signal.addEventListener("abort", () => resolve(BUSY), { once: true });
  });
}

async function verified<User extends LegacyUser>(
  finding: Finding<User>,
  question: Extract<Question, { readonly kind: "verify" }>,
  signal: AbortSignal,
): Promise<FoundUser<User>> {
  const { outcome, user } = await finding.check(question.identifier, question.password, signal);
  const problems = "problems" in outcome ? outcome.problems : [];
  if (outcome.kind === "busy") return { ...BUSY, problems };
  if (user === null) return { answer: REFUSED, problems, userId: null };
  switch (outcome.kind) {
    case "migrated":
      return withProfile(finding, user, question, "match");
    case "must-reset": {
      const isAskedFor = isTemporary(outcome) && finding.shape.newPassword !== undefined;
      return withProfile(finding, user, question, isAskedFor ? "match" : "must-reset", problems);
    }
    case "disabled":
      return { answer: { kind: "blocked" }, problems, userId: null };
  }
  // Only a record that is at fault is named, not a user who mistypes a password.
  return { answer: REFUSED, problems, userId: outcome.kind === "cannot-verify" ? String(user.id) : null };
}

/** A right password that the old system has the user replace: all of it was seen. */
function isTemporary(outcome: LoginOutcome): boolean {
  return outcome.kind === "must-reset" && outcome.problems[0]?.code === "login/password-temporary";
}

async function lookedUp<User extends LegacyUser>(
  { options, shape }: Finding<User>,
  question: Question,
): Promise<FoundUser<User>> {
  if (!isIdentifier(question.identifier)) return UNKNOWN;
  const { lookedUp: findLegacyUser, all } = findersFor(options, shape);
  let user: User | null | undefined;
  try {
    const { users } = await foundBySpelling({ findLegacyUser }, question.identifier);
    [user] = ownersFirst(users, question.identifier);
  } catch (error) {
    tell(() => options.onError?.(error, "findLegacyUser"));
    return BUSY;
  }
  if (user === null || user === undefined) return UNKNOWN;
  if (!isRecord(user) || !isId(user.id)) {
    tell(() => options.onError?.(new TypeError("findLegacyUser gave neither a user nor null"), "findLegacyUser"));
    return BUSY;
  }
  if (isSet(user.migrated)) return UNKNOWN;
  const { limits: { timeoutMs } = {}, onError } = options;
  // An account made of the profile would have that address, as one that a login makes.
  const owned = await ownedByOther({ ...all, timeoutMs, onError }, question.identifier, user);
  if (owned?.kind === "busy") return { ...BUSY, problems: owned.problems };
  if (owned !== null) return { answer: { kind: "blocked" }, problems: owned.problems, userId: String(user.id) };
  return withProfile({ options, shape }, user, question, "found");
}

/** A database's 1, or what else is not false: an account is not shown as open for it. */
const isSet = (flag: unknown): boolean => flag !== undefined && flag !== null && flag !== false;

/** A login with half a profile is refused: the account made of it could be another user's. */
async function withProfile<User extends LegacyUser>(
  { options, shape }: Pick<Finding<User>, "options" | "shape">,
  user: User,
  question: Question,
  kind: "match" | "must-reset" | "found",
  problems: readonly Problem[] = [],
): Promise<FoundUser<User>> {
  const refused = (answer: "busy" | "blocked", fault: Problem): Found => ({
    answer: { kind: answer },
    problems: [fault],
    userId: String(user.id),
  });
  let given: UserProfile = {};
  let missing: string | undefined;
  try {
    if (shape.missing !== undefined) {
      const { identifier } = question;
      given =
        options.profile === undefined
          ? await profileOfRecord(user, identifier, findersFor(options, shape).lookedUp)
          : await options.profile(user, identifier);
      // Throws where that is not an object.
      missing = shape.missing(given);
    }
  } catch {
    return refused("busy", problem("serve/profile-unusable", "the function that makes the profile failed"));
  }
  if (missing !== undefined) {
    return refused("busy", problem("serve/profile-unusable", `the profile has no ${missing}`));
  }
  const { secondFactors = "keep" } = options;
  const { profile, isLost } = withSecondFactors(given, user, secondFactors, shape, question.kind);
  const lost = problem("serve/second-factor-lost", "the reply can't bring this user's second factor over");
  // Not found would be an invitation to sign up, and found to an account by a link.
  if (isLost && secondFactors !== "accept-loss") return refused(kind === "found" ? "busy" : "blocked", lost);
  const plain = isLost ? { problems: [...problems, lost], userId: String(user.id) } : { problems, userId: null };
  if (kind === "found") {
    const asked = isSet(user.mustReset) ? withAction(profile, shape.newPassword) : profile;
    return { ...plain, answer: { kind, profile: asked, isDisabled: isSet(user.disabled) } };
  }
  return { ...plain, answer: { kind, profile }, ...(kind === "match" ? { matched: user } : {}) };
}

/** A match stays one, also where `onMatch` fails. */
async function noted<User extends LegacyUser>(
  { options: { onMatch }, answerWithinMs }: Finding<User>,
  user: User,
  found: Found,
): Promise<Found> {
  if (onMatch === undefined) return found;
  const call = async (): Promise<boolean> => namesSuccess(await onMatch(user));
  const isNoted = await within(answerWithinMs, call(), false).catch(() => false);
  if (isNoted) return found;
  const failed = problem("serve/match-not-noted", "the password is right, and onMatch did not succeed");
  return { ...found, problems: [...found.problems, failed], userId: String(user.id) };
}

/** A log that fails must not fail the call. */
export function tell(write: () => void): void {
  try {
    write();
  } catch {
    // Nothing is left to tell it to.
  }
}
