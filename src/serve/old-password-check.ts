import {
  createLoginFallback,
  type LegacyUser,
  type LoginFallbackOptions,
  type LoginOutcome,
} from "../login/index.js";
import { SERVICE_PROFILES, type ServiceProfile } from "../service/profile.js";

/** What of the login-time fallback's options a check without an import takes. */
export type OldPasswordOptions<User extends LegacyUser> = Omit<
  LoginFallbackOptions<User>,
  "importUser" | "signUp" | "createUser" | "forgetUser" | "partial" | "service"
>;

/** An outcome with the record as the caller's function gave it. */
export interface CheckedUser<User extends LegacyUser> {
  readonly outcome: LoginOutcome;
  /** Null where there is none, or where they are not this side's any more. */
  readonly user: User | null;
}

export type CheckOldPassword<User extends LegacyUser> = (
  identifier: string,
  password: string,
  signal: AbortSignal,
) => Promise<CheckedUser<User>>;

/** The service that calls takes no hash: it makes its own of what was typed. */
const TAKES_NO_HASH: ServiceProfile = {
  ...SERVICE_PROFILES.default,
  name: "takes-no-hash",
  limits: { ...SERVICE_PROFILES.default.limits, passwordHash: 0 },
};

/** Whom an attempt is about. Everything else is the record's own. */
interface Candidate<User extends LegacyUser> extends LegacyUser {
  readonly record: User;
}

/**
 * Checks passwords as the login-time fallback does, and brings nobody over: the service does that, with the password
 * that was typed. So a match counts only where the check saw all of it. Whoever is in the new service already is
 * unknown here.
 */
export function oldPasswordCheck<User extends LegacyUser>(
  options: OldPasswordOptions<User>,
): CheckOldPassword<User> {
  let attempts = 0;
  const fallback = createLoginFallback<Candidate<User>>({
    ...options,
    service: TAKES_NO_HASH,
    findLegacyUser: async (identifier) => {
      const record = await options.findLegacyUser(identifier);
      if (record === null || record === undefined || record.migrated === true) return null;
      // Nothing is done that could be done twice, so no attempt waits for another one of the same user.
      const id = { value: String(++attempts), enumerable: true };
      return Object.create(record, { id, record: { value: record } }) as Candidate<User>;
    },
    importUser: async () => {
      throw new Error("a service that takes no hash was offered one");
    },
    signUp: async () => undefined,
  });
  return async (identifier, password, signal) => {
    const outcome = await fallback.attempt(identifier, password, { signal });
    return { outcome, user: "user" in outcome ? outcome.user.record : null };
  };
}
