import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import { called, report, timedOutMessage } from "./call-outside.js";
import type { LegacyUser, LoginFallbackOptions } from "./login-fallback-options.js";

/** What the old side says of an identifier. */
export type LookedUp<User extends LegacyUser> =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "nobody" }
  /** With the user where there is one whose record can't be used. */
  | { readonly kind: "failed"; readonly problems: readonly [Problem]; readonly user?: User };

/** Longer than any address, and than what a form has room for. */
const MOST_IDENTIFIER_CHARACTERS = 1_000;

/**
 * Asks the caller's `findLegacyUser`. What is not a text, as in a body of JSON that somebody made up, finds nobody: a
 * database may take it for a query.
 */
export async function lookUp<User extends LegacyUser>(
  options: LoginFallbackOptions<User>,
  identifier: unknown,
): Promise<LookedUp<User>> {
  if (typeof identifier !== "string" || identifier.length > MOST_IDENTIFIER_CHARACTERS) {
    return { kind: "nobody" };
  }
  const found = await called(() => options.findLegacyUser(identifier), options, "findLegacyUser");
  if (found.kind === "timed-out") {
    return failed(problem("login/timed-out", timedOutMessage("findLegacyUser")));
  }
  if (found.kind !== "value") {
    return failed(problem("login/lookup-failed", "the old system could not be asked"));
  }
  if (found.value === null || found.value === undefined) return { kind: "nobody" };
  if (typeof found.value === "object" && !Array.isArray(found.value)) {
    return usable(options, found.value);
  }
  report(options, new TypeError("findLegacyUser gave neither a user nor null"), "findLegacyUser");
  return failed(problem("login/lookup-unusable", "findLegacyUser gave neither a user nor null"));
}

/** A database's 1 is not true: a disabled account would be let in, and a password that was changed since overwritten. */
function usable<User extends LegacyUser>(options: LoginFallbackOptions<User>, user: User): LookedUp<User> {
  const wrong = (["held", "migrated"] as const).find((name) => !isFlag(user[name]));
  if (wrong === undefined) return { kind: "user", user };
  const message = `${wrong} of the old system's record is not true or false`;
  report(options, new TypeError(message), "findLegacyUser");
  return { kind: "failed", problems: [problem("login/record-unusable", message)], user };
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "boolean";
}

function failed(reason: Problem): LookedUp<never> {
  return { kind: "failed", problems: [reason] };
}
