import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import { called, report, timedOutMessage } from "./call-outside.js";
import type { LegacyUser, LoginFallbackOptions } from "./login-fallback-options.js";

/** What the old side says of an identifier. */
export type LookedUp<User extends LegacyUser> =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "nobody" }
  | { readonly kind: "failed"; readonly problems: readonly [Problem] };

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
    return { kind: "user", user: found.value };
  }
  report(options, new TypeError("findLegacyUser gave neither a user nor null"), "findLegacyUser");
  return failed(problem("login/lookup-unusable", "findLegacyUser gave neither a user nor null"));
}

function failed(reason: Problem): LookedUp<never> {
  return { kind: "failed", problems: [reason] };
}
