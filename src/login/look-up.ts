import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import { called, report, timedOutMessage } from "./call-outside.js";
import { spellingsOfAddress } from "./identifier-spellings.js";
import type { LegacyUser, Settings } from "./login-fallback-options.js";

/** What the old side says of an identifier. */
type LookedUp =
  | { readonly kind: "user"; readonly user: LegacyUser }
  | { readonly kind: "nobody" }
  /** With the user where there is one whose record can't be used. */
  | { readonly kind: "failed"; readonly problems: readonly [Problem]; readonly user?: LegacyUser };

/** Longer than any address, and than what a form has room for. */
const MOST_IDENTIFIER_CHARACTERS = 1_000;

/** Whether this can be looked up at all: what is not, as in a forged body of JSON, is not an identifier that no user has. */
export function isIdentifier(typed: unknown): typed is string {
  if (typeof typed !== "string" || typed.length > MOST_IDENTIFIER_CHARACTERS) return false;
  // PostgreSQL takes no NUL: any visitor could make it look as if the database failed.
  return typed.trim() !== "" && !typed.includes("\0");
}

/** Whether this is a list of such texts; an empty one says of no user who is meant. */
export function areIdentifiers(typed: unknown): typed is readonly string[] {
  return Array.isArray(typed) && typed.length > 0 && Array.from(typed).every(isIdentifier);
}

/**
 * Asks the caller's `findLegacyUser`. What is not a text, as in a forged body of JSON, finds no user: a
 * database may take it for a query.
 */
export async function lookUp(options: Settings, identifier: unknown): Promise<LookedUp> {
  if (!isIdentifier(identifier)) return { kind: "nobody" };
  const found = await called(() => foundBySpelling(options, identifier), options, "findLegacyUser");
  if (found.kind === "timed-out") {
    return failed(problem("login/timed-out", timedOutMessage("findLegacyUser")));
  }
  if (found.kind !== "value") {
    return failed(problem("login/lookup-failed", "the old system could not be asked"));
  }
  if (found.value === null || found.value === undefined) return { kind: "nobody" };
  if (isRecord(found.value)) return usable(options, found.value);
  report(options, new TypeError("findLegacyUser gave neither a user nor null"), "findLegacyUser");
  return failed(problem("login/lookup-unusable", "findLegacyUser gave neither a user nor null"));
}

/** All are asked for even where the first finds a user: the time must not tell. */
export async function foundBySpelling<User>(
  { findLegacyUser }: { readonly findLegacyUser: (identifier: string) => Promise<User | null | undefined> },
  identifier: string,
) {
  const [typed = identifier, ...others] = spellingsOfAddress(identifier);
  let found = await findLegacyUser(typed);
  for (const other of others) {
    const user = await findLegacyUser(other);
    found ??= user;
  }
  return found;
}

/** Whether an answer is a user's record, and not `{ data, error }`, `{ rows }` or a list: every record has a hash or says null. */
export function isRecord(answer: unknown): answer is LegacyUser {
  return typeof answer === "object" && answer !== null && "passwordHash" in answer;
}

/** What has to be so of a record's fields, and what is said where it is not. */
const RULES: readonly (readonly [
  name: "id" | "disabled" | "migrated" | "mustReset",
  rule: (value: unknown) => boolean,
  fault: string,
])[] = [
  // All objects are one text: the second user would be taken for the first.
  ["id", isId, "not text"],
  // A database's 1: a disabled account would be let in, and a password that was changed since overwritten.
  ["disabled", isFlag, "not true or false"],
  ["migrated", isFlag, "not true or false"],
  ["mustReset", isFlag, "not true or false"],
];

function usable(options: Settings, user: LegacyUser): LookedUp {
  const broken = RULES.find(([name, rule]) => !rule(user[name]));
  if (broken === undefined) return { kind: "user", user };
  const message = `${broken[0]} of the old system's record is ${broken[2]}`;
  report(options, new TypeError(message), "findLegacyUser");
  return { kind: "failed", problems: [problem("login/record-unusable", message)], user };
}

/** A number is taken for its digits, and a record may have no ID. */
export function isId(value: unknown): boolean {
  const isMissing = value === undefined || value === null;
  return isMissing || typeof value === "string" || typeof value === "bigint" || Number.isSafeInteger(value);
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "boolean";
}

function failed(reason: Problem): LookedUp {
  return { kind: "failed", problems: [reason] };
}
