import { isIdentifierText } from "../lib/identifier-text.js";
import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import { type Calling, called, report, timedOutMessage, UNUSABLE_ANSWER } from "./call-outside.js";
import { identifierKey } from "./identifier-key.js";
import { spellingsOfAddress } from "./identifier-spellings.js";
import type { LegacyUser, LoginStore, Settings } from "./login-fallback-options.js";
import { MOST_SHARING, TOO_MANY } from "./most-sharing.js";

/** What the old side says of an identifier. */
type LookedUp =
  /** Several where the password has to tell whose it is, the one who counts first at the front. */
  | {
      readonly kind: "users";
      readonly users: readonly [LegacyUser, ...LegacyUser[]];
      /** Also where one is left of several. */
      readonly areSharing: boolean;
    }
  | { readonly kind: "nobody" }
  /** With the user where there is one whose record can't be used. */
  | { readonly kind: "failed"; readonly problems: readonly [Problem]; readonly user?: LegacyUser };

/** What a look-up takes. */
export type Asking = Calling & Pick<Settings, "findLegacyUser" | "usersSharing">;

/** Whether this can be looked up at all: what is not, as in a forged body of JSON, is not an identifier that no user has. */
export function isIdentifier(typed: unknown): typed is string {
  // PostgreSQL takes no NUL: any visitor could make it look as if the database failed.
  return typeof typed === "string" && isIdentifierText(typed);
}

/** Whether this is a list of such texts; an empty one says of no user who is meant. */
export function areIdentifiers(typed: unknown): typed is readonly string[] {
  return Array.isArray(typed) && typed.length > 0 && Array.from(typed).every(isIdentifier);
}

/**
 * Asks the caller's `findLegacyUser`. What is not a text, as in a forged body of JSON, finds no user: a
 * database may take it for a query.
 */
export async function lookUp(options: Asking, identifier: unknown): Promise<LookedUp> {
  if (!isIdentifier(identifier)) return { kind: "nobody" };
  const found = await called(() => foundBySpelling(options, identifier), options, "findLegacyUser");
  if (found.kind === "timed-out") {
    return failed(problem("login/timed-out", timedOutMessage("findLegacyUser")));
  }
  if (found.kind !== "value") {
    const isOfStore = "error" in found && isTooMany(found.error);
    return failed(problem(isOfStore ? TOO_MANY : "login/function-failed", "findLegacyUser failed"));
  }
  const { users, areSharing } = found.value;
  if (users.every(isRecord)) return usable(options, eachOnce(ownersFirst(users, identifier), identifier), areSharing);
  report(options, new TypeError("findLegacyUser gave neither a user nor null"), "findLegacyUser");
  return failed(problem("login/function-failed", "findLegacyUser gave neither a user nor null", UNUSABLE_ANSWER));
}

/** Whether a store has rejected because more users have an identifier than it compares. */
export function isTooMany(error: unknown): boolean {
  return (error as Error | null | undefined)?.cause === TOO_MANY;
}

/** All are asked for even where the first finds a user: the time must not tell. */
export async function foundBySpelling<User extends LegacyUser>(
  { findLegacyUser, usersSharing }: Pick<LoginStore<User>, "findLegacyUser" | "usersSharing">,
  identifier: string,
): Promise<{ readonly users: readonly User[]; readonly areSharing: boolean }> {
  const users: User[] = [];
  let areSharing = false;
  for (const spelling of spellingsOfAddress(identifier)) {
    const user = await findLegacyUser(spelling);
    const sharing = (await usersSharing?.(spelling)) ?? [];
    const isDecided = user !== null && user !== undefined;
    areSharing ||= !isDecided && sharing.length > 0;
    users.push(...(isDecided ? [user] : sharing));
  }
  return { users, areSharing };
}

/** Those whose verified address it is, in one of its forms, where there are any: the other form may be a stranger's. */
export function ownersFirst<User extends LegacyUser>(users: readonly User[], identifier: string): readonly User[] {
  const keys = keysOf(identifier);
  const owners = users.length < 2 ? users : users.filter((user) => hasVerified(user, keys));
  return owners.length > 0 ? owners : users;
}

/** A user may have both forms of an address. Of records without an ID the first counts. */
function eachOnce(users: readonly LegacyUser[], identifier: string): readonly LegacyUser[] {
  if (users.length < 2) return users;
  return [...new Map(users.toReversed().map((user) => [flightKey(user, identifier), user])).values()].reverse();
}

/** Records without an ID must not share one: the second user would be taken for the first. */
export function flightKey({ id }: LegacyUser, identifier: string): string {
  return JSON.stringify(isNamed(id) ? { id: String(id) } : { identifier });
}

export function isNamed(id: unknown): boolean {
  return id !== undefined && id !== null && id !== "";
}

/** The users with what tells them apart. */
export function keyed(users: readonly LegacyUser[], identifier: string) {
  return users.map((user) => [flightKey(user, identifier), user] as const);
}

/** Whether this very user is still on the old side, or why that is not known. */
export async function isLeft(
  options: Settings,
  identifier: string,
  user: LegacyUser,
): Promise<boolean | readonly [Problem]> {
  const found = await lookUp(options, identifier);
  if (found.kind !== "users") return found.kind === "failed" ? found.problems : false;
  const key = flightKey(user, identifier);
  return found.users.some((one) => one.migrated !== true && flightKey(one, identifier) === key);
}

/**
 * The users whose account an identifier may be, of `all` that the account has: of several, or by an address, users without
 * another address. Of one user name in two systems the other user has an account of their own, and an address can be the
 * user name of a person who had it before.
 */
export function usersOfAccount(
  found: LookedUp,
  identifier: string,
  all: readonly string[] = [identifier],
): readonly LegacyUser[] {
  if (found.kind !== "users") return [];
  const keys: readonly (string | undefined)[] = [...all.flatMap(keysOf), undefined];
  const isName = !found.areSharing && found.users.length === 1 && !identifier.includes("@");
  return isName ? found.users : found.users.filter((user) => keys.includes(addressKey(user)));
}

/**
 * The users who make an identifier taken: an address that another user has as a user name alone is free for the person whose
 * address it is.
 */
export function usersWith(found: LookedUp, identifier: string): readonly LegacyUser[] {
  if (found.kind !== "users" || !identifier.includes("@")) return found.kind === "users" ? found.users : [];
  const own = usersOfAccount(found, identifier);
  const keys = keysOf(identifier);
  return found.users.filter((user) => own.includes(user) || hasFurther(user, keys));
}

/** Whether one of these is a further address that the old system has verified. */
function hasFurther(
  { furtherEmails }: LegacyUser & { readonly furtherEmails?: unknown },
  keys: readonly string[],
): boolean {
  return textsIn(furtherEmails).some((one) => keys.includes(identifierKey(one)));
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/**
 * Of several users with one identifier those whose address it is, or all where they have one address: of a user name that users
 * with different addresses have, nothing but the password tells whose it is.
 */
export function ofOneAddress<User extends LegacyUser>(users: readonly User[], identifier: string): readonly User[] {
  const keys = keysOf(identifier);
  const owners = users.filter((user) => keys.includes(addressKey(user) ?? ""));
  if (owners.length > 0) return owners;
  const [address, ...others] = new Set(users.map(addressKey));
  return address !== undefined && others.length === 0 ? users : [];
}

/** Of a record that has an address. */
export function addressKey({ email }: LegacyUser & { readonly email?: unknown }): string | undefined {
  return typeof email === "string" && email !== "" ? identifierKey(email) : undefined;
}

/** The texts that an address is compared as. */
function keysOf(identifier: string): readonly string[] {
  return spellingsOfAddress(identifier).map(identifierKey);
}

/** Whether one of these is a user's address, and verified. */
function hasVerified(user: LegacyUser & { readonly emailVerified?: unknown }, keys: readonly string[]): boolean {
  return user.emailVerified === true && keys.includes(addressKey(user) ?? "");
}

/**
 * Whether the unverified address of a user is another one's verified address, or why that is not known. By a name of their
 * own they are found all the same, and their account would be that of the other one.
 */
export async function isAddressOfOther(
  options: Asking,
  identifier: string,
  { email, emailVerified }: LegacyUser & { readonly email?: unknown; readonly emailVerified?: unknown },
): Promise<boolean | readonly [Problem]> {
  if (typeof email !== "string" || emailVerified === true) return false;
  // By the address itself their look-up has decided it.
  if (identifierKey(email) === identifierKey(identifier)) return false;
  const found = await lookUp(options, email);
  if (found.kind === "failed" && found.problems[0].code !== TOO_MANY) return found.problems;
  // Users who have verified it come alone: of too many, one says it of all.
  if (found.kind === "nobody") return false;
  const one = found.kind === "users" ? found.users[0] : found.user;
  return one !== undefined && hasVerified(one, keysOf(email));
}

/** Whether a user has all of these: by what their record says, and by what they were found by. */
export function hasIdentifiers(
  { identifiers: own }: LegacyUser & { readonly identifiers?: unknown },
  foundBy: readonly string[],
  all: readonly string[],
): boolean {
  const keys = [...foundBy, ...textsIn(own)].map(identifierKey);
  return all.every((one) => spellingsOfAddress(one).some((spelling) => keys.includes(identifierKey(spelling))));
}

/** Whether an answer is a user's record, and not `{ data, error }`, `{ rows }` or a list: every record has a hash or says null. */
export function isRecord(answer: unknown): answer is LegacyUser {
  return typeof answer === "object" && answer !== null && "passwordHash" in answer;
}

/** What has to be so of a record's fields, and what is said where it is not. */
const RULES: readonly (readonly [
  name: "id" | "disabled" | "migrated" | "mustReset" | "noReset",
  rule: (value: unknown) => boolean,
  fault: string,
])[] = [
  // All objects are one text: the second user would be taken for the first.
  ["id", isId, "not text"],
  // A database's 1: a disabled account would be let in, and a password that was changed since overwritten.
  ["disabled", isFlag, "not true or false"],
  ["migrated", isFlag, "not true or false"],
  ["mustReset", isFlag, "not true or false"],
  ["noReset", isFlag, "not true or false"],
];

function usable(options: Calling, users: readonly LegacyUser[], areSharing: boolean): LookedUp {
  const [first, ...others] = users;
  if (first === undefined) return { kind: "nobody" };
  const refused = (user: LegacyUser, code: "login/record-unusable" | typeof TOO_MANY, message: string) => {
    report(options, new TypeError(message), "findLegacyUser");
    return { kind: "failed", problems: [problem(code, message)], user } as const;
  };
  if (users.length > MOST_SHARING) {
    const message = `more than ${MOST_SHARING} users of the old side have this identifier: ${users.map(({ id }) => id).join(", ")}`;
    return refused(first, TOO_MANY, message);
  }
  for (const user of users) {
    const broken = RULES.find(([name, rule]) => !rule(user[name]));
    if (broken === undefined) continue;
    return refused(user, "login/record-unusable", `${broken[0]} of the old system's record is ${broken[2]}`);
  }
  return { kind: "users", users: [first, ...others], areSharing };
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
