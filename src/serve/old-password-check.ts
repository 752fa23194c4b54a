import { defined } from "../lib/defined.js";
import { requireNames } from "../lib/require-names.js";
import {
  createLoginFallback,
  type LegacyUser,
  type LoginOutcome,
  type LoginParts,
  type LoginStore,
} from "../login/index.js";
import { isId, isRecord } from "../login/internal.js";
import { problem } from "../problems/login.js";
import { SERVICE_PROFILES, type ServiceProfile } from "../service/profile.js";
import { findersFor } from "./finders-for.js";
import type { Shape } from "./shapes/shape.js";
import type { VerifyHandlerOptions } from "./verify-handler-options.js";

type NotTaken =
  | Exclude<keyof LoginParts | keyof LoginStore, keyof VerifyHandlerOptions<LegacyUser>>
  | "importUser"
  | "signUp"
  | "createUser";

/**
 * Options of the login-time fallback that bring users over or say what follows from a partial check. Here the service
 * that calls does the one and decides the other.
 */
const NOT_TAKEN: Readonly<Record<NotTaken, true>> = {
  ...{ importUser: true, signUp: true, createUser: true, forgetUser: true, claimUser: true, forgetImported: true },
  ...{ addressesOf: true, partialMatch: true, onMigrated: true, store: true, service: true },
};

/**
 * Throws where JavaScript, or options that were spread, hand over what has no place here: a `forgetUser` would lock
 * out users whom the service fails to keep, and a `partialMatch` would promise what the check never does.
 */
function requireNoneNotTaken(options: object): void {
  const given = options as Readonly<Record<string, unknown>>;
  const name = Object.keys(NOT_TAKEN).find((one) => given[one] !== undefined);
  if (name !== undefined) {
    throw new TypeError(`${name} is for a login-time fallback: the service that calls migrates users itself`);
  }
  requireNames("createVerifyHandler", defined(options), TAKEN);
}

/** One that is missing here does not compile. */
const ALL_TAKEN: Readonly<Record<keyof VerifyHandlerOptions<LegacyUser>, true>> = {
  ...{ shape: true, caller: true, privateKey: true, limits: true },
  ...{ findLegacyUser: true, usersSharing: true, hashes: true, newHashBytes: true, profile: true, secondFactors: true },
  ...{ onMatch: true, onReply: true, onError: true },
};
const TAKEN = /* @__PURE__ */ Object.keys(ALL_TAKEN);

/** An outcome, with the record as the caller's function gave it; null for an unknown user, or one who was migrated. */
export type CheckOldPassword<User extends LegacyUser> = (
  identifier: string,
  password: string,
  signal: AbortSignal,
) => Promise<{ readonly outcome: LoginOutcome; readonly user: User | null }>;

/** The service that calls takes no hash: it makes its own of what was typed. */
const TAKES_NO_HASH: ServiceProfile = {
  ...SERVICE_PROFILES.default,
  name: "takes-no-hash",
  limits: { ...SERVICE_PROFILES.default.limits, passwordHash: 0 },
};

/** Whom an attempt is about. */
interface Candidate<User extends LegacyUser> extends LegacyUser {
  readonly record: User;
}

/** All of them: one that is left out is not seen by the check. By the last two it knows another user's address. */
const FIELDS: Readonly<Record<keyof LegacyUser | "email" | "emailVerified", true>> = {
  ...{ id: true, passwordHash: true, migrated: true, disabled: true, mustReset: true, noReset: true },
  ...{ source: true, signerKey: true, pepper: true, salt: true, email: true, emailVerified: true },
};

/** The record's fields, each read once and of the record itself: an object made of it could not read private ones. */
function candidateOf<User extends LegacyUser>(record: User, attempt: number): Candidate<User> {
  const names = Object.keys(FIELDS) as readonly (keyof User)[];
  const fields = Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as LegacyUser;
  // Nothing is done that could be done twice, so no attempt waits for another one of the same user.
  const id = isId(fields.id) ? String(attempt) : fields.id;
  return { ...fields, id, record };
}

function notAsTyped(user: LegacyUser): LoginOutcome {
  const message = "the old system takes the password without some of what was typed, or in another spelling";
  const problems = [problem("login/password-not-covered", message)];
  return { kind: "must-reset", loggedIn: false, user, reason: "password-not-covered", problems };
}

/**
 * Checks passwords as the login-time fallback does, and migrates no user: the service does that, with the password
 * that was typed. So a match counts only where the check saw all of it. A user who is in the new service already is
 * unknown here.
 */
export function oldPasswordCheck<User extends LegacyUser>(
  options: VerifyHandlerOptions<User>,
  shape: Pick<Shape, "ofSeveral">,
  answerWithinMs?: number,
): CheckOldPassword<User> {
  requireNoneNotTaken(options);
  const { hashes, newHashBytes, onError, limits = {} } = options;
  const { bodyBytes: _, calls: __, verification, ...bounds } = limits;
  const { findLegacyUser, usersSharing } = findersFor(options, shape);
  let attempts = 0;
  const candidates = (records: readonly (User | null | undefined)[]): readonly Candidate<User>[] =>
    records
      // What is not a record is the fallback's to refuse.
      .map((record) => (isRecord(record) ? candidateOf(record, ++attempts) : (record as never)))
      .filter((candidate) => candidate?.migrated !== true);
  const fallback = createLoginFallback<Candidate<User>, { readonly password: string }>({
    ...defined({ ...hashes, ...bounds, answerWithinMs, limits: verification, newHashBytes, onError }),
    service: TAKES_NO_HASH,
    findLegacyUser: async (identifier) => candidates([await findLegacyUser(identifier)])[0] ?? null,
    usersSharing: async (identifier) => candidates(await usersSharing(identifier)),
    importUser: async () => {
      throw new Error("a service that takes no hash was offered one");
    },
    signUp: async (_, password) => ({ ok: true, value: { password } }),
  });
  return async (identifier, password, signal) => {
    const outcome = await fallback.attempt(identifier, password, { signal });
    const user = "user" in outcome ? outcome.user.record : null;
    if (outcome.kind !== "migrated") return { outcome, user };
    const { account, ...rest } = outcome;
    // The service would keep white space, or a spelling, without which its user was let in as well.
    if (account?.password !== password) return { outcome: notAsTyped(outcome.user), user };
    return { outcome: { ...rest, account: undefined }, user };
  };
}
