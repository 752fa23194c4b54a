import type { SourceName } from "../../hash/index.js";
import { defined } from "../../lib/defined.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../../source/index.js";
import { discreetUser, type FallbackUser } from "../fallback-user.js";
import { identifierKey, keysToAsk } from "../identifier-key.js";
import type { LegacyUser, LoginStore } from "../login-fallback-options.js";
import { MOST_SHARING, TOO_MANY } from "../most-sharing.js";

/** A user of the store, as `findLegacyUser` gives one back. */
export interface StoredUser extends LegacyUser {
  /** ID in the old system; in a database after the system's name and a colon. */
  readonly id: string;
  /** The same without the system's name, where a store has one. */
  readonly externalUserId?: string;
  readonly identifiers: readonly string[];
  /** Of the account that an import makes. */
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** Of the identifiers: other addresses that the old system has verified. */
  readonly furtherEmails?: readonly string[];
  /** Null for a user who can't log in: no other person may sign up with their identifiers. */
  readonly passwordHash: string | null;
  readonly source?: SourceName;
  /** The pepper itself, or several; empty where the system is known to have none. */
  readonly pepper?: string | readonly string[];
  /** Where the export says it: a date and time in UTC. */
  readonly lastLogin?: string;
  /** E.164 with its `+`. */
  readonly phoneNumber?: string;
  /** Social logins, for the account that an import makes. */
  readonly thirdParty?: readonly ThirdPartyLogin[];
  /** Second factors, which an import has to bring as well. Secrets. */
  readonly totp?: readonly TotpEnrolment[];
}

/** The values of the peppers that a file names: `process.env`, usually. A list where one was changed. */
export type PepperValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What every store of credport does at login; `createLoginFallback` and `createImportService` take it. */
export interface UserStore {
  /**
   * Null for who is unknown, and for who was forgotten. What several users have finds none of them, save the only one
   * whose address it is, or whose verified address: a name that another user chose would keep them out. Rejects where the
   * disk or the database fails.
   */
  readonly findLegacyUser: (identifier: string) => Promise<StoredUser | null>;
  /**
   * The users left of those among whom `findLegacyUser` could not decide, in the order in which they count: whose address
   * it is first, then by the systems. Empty where it could, or no user has this. Rejects where more than eight of them count.
   */
  readonly usersSharing: (identifier: string) => Promise<readonly StoredUser[]>;
  /**
   * What to ask the new service with, in this order, before the fallback: it knows addresses and no user names. The
   * address of the account where a user name or that address was typed, both where another address was; else what was
   * typed. Users who were forgotten keep theirs; of a name that several have, all of their addresses.
   */
  readonly addressesOf: (identifier: string) => Promise<readonly string[]>;
  /**
   * To be called once a user is in the new service: no process finds them any longer. When it has ended, it
   * survives a crash of the machine. False where the store has no such user.
   */
  readonly forgetUser: (user: { readonly id: string }) => Promise<boolean>;
  /** Keeps a user for this process until the function that it gives is called; null while another process has them. */
  readonly claimUser: (user: { readonly id: string }) => Promise<(() => Promise<unknown>) | null>;
  /** Whether an account of this user may be half made in the service. */
  readonly hasBegun: (user: { readonly id: string }) => Promise<boolean>;
  /** To be called before an account is made in several steps. It survives a crash, as `forgetUser` does. */
  readonly noteBegun: (user: { readonly id: string }) => Promise<void>;
}

/**
 * A store of your own, such as over the table of users that you have, for `createLoginFallback` and `createImportService`
 * alike.
 */
export type OwnStore = LoginStore<StoredUser> & Pick<UserStore, "hasBegun" | "noteBegun">;

/** A user of the file as a record. Throws where their pepper has no value: a check without it would refuse them. */
export function storedUser(
  { externalUserId, passwordHash, peppered, pepper: name, ...rest }: FallbackUser,
  peppers: PepperValues,
  id: string = externalUserId,
): StoredUser {
  const pepper = peppered === false ? "" : name === undefined ? undefined : peppers[name];
  if (name !== undefined && pepper === undefined) throw new Error(`the pepper ${name} has no value`);
  const ofSystem = id === externalUserId ? {} : { externalUserId };
  const user: StoredUser = {
    id,
    ...ofSystem,
    passwordHash: passwordHash ?? null,
    ...rest,
    ...defined({ pepper }),
  };
  return discreetUser(user);
}

interface Addressed {
  readonly email?: string | null | undefined;
  readonly emailVerified?: boolean | undefined;
}

/** The key of a verified address; undefined for a user without one. */
export function verifiedKey({ email, emailVerified }: Addressed): string | undefined {
  return emailVerified === true && typeof email === "string" ? identifierKey(email) : undefined;
}

/** More owners of one identifier than that are not compared at a login. */
export const MOST_COMPARED = 8;

interface Owned {
  readonly user: Addressed;
}

/** The users who have the first key of what was typed that any user has. All are asked for: the time must not tell. */
export async function byFirstKey<Found>(
  identifier: string,
  ask: (key: string) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found = await Promise.all(keysToAsk(identifier).map(ask));
  return found.find(({ length }) => length > 0) ?? [];
}

/**
 * How much of a claim a user has to the key of an identifier, the lowest first: a verified address, an address, a name of a
 * user without one, a name. Where a store keeps or reads some of many users, it is in this order: any person can choose
 * another's address as a name, in many spellings.
 */
export function rankOf(key: string, user: Addressed): number {
  if (verifiedKey(user) === key) return 0;
  if (hasAddress(user, key)) return 1;
  return user.email ? 3 : 2;
}

/**
 * The users whose verified address it is; else whose address it is, with users who have none, unless these are too many;
 * all where it is a name for each of them.
 */
function claimants<Owner extends Owned>(identifier: string, owners: readonly Owner[]): readonly Owner[] {
  const key = identifierKey(identifier);
  const upTo = (rank: number) => owners.filter(({ user }) => rankOf(key, user) <= rank);
  const [verified, own, nameless] = [upTo(0), upTo(1), upTo(2)];
  if (verified.length > 0) return verified;
  if (own.length === 0) return owners;
  return nameless.length > MOST_SHARING ? own : nameless;
}

function hasAddress({ email }: Addressed, key: string): boolean {
  return typeof email === "string" && identifierKey(email) === key;
}

/** Whom an identifier leads to of all who have it, forgotten users too. */
export function ownerAmong<Owner extends Owned>(identifier: string, owners: readonly Owner[]): Owner | undefined {
  const [owner, ...others] = claimants(identifier, owners);
  return others.length > 0 ? undefined : owner;
}

/** Among whom the password decides, where the identifier leads to none. */
export function sharersAmong<Owner extends Owned>(identifier: string, owners: readonly Owner[]): readonly Owner[] {
  const all = claimants(identifier, owners);
  requireFew(all.length);
  return all.length < 2 ? [] : ownAddressFirst(identifier, all);
}

/** Which of more were forgotten is not looked at: none of them may count as all. */
function requireFew(owners: number): void {
  if (owners <= MOST_COMPARED) return;
  throw new Error(`more than ${MOST_COMPARED} users of the store have this identifier`, { cause: TOO_MANY });
}

/** Another one's user name may be the same text. */
function ownAddressFirst<Owner extends Owned>(identifier: string, owners: readonly Owner[]): readonly Owner[] {
  const key = identifierKey(identifier);
  const isOwn = ({ user }: Owner) => hasAddress(user, key);
  return [...owners.filter(isOwn), ...owners.filter((owner) => !isOwn(owner))];
}

/** Of the user whom an identifier leads to; of all who have it where it leads to none. */
export function addressesAmong(identifier: string, owners: readonly Owned[]): readonly string[] {
  const owner = ownerAmong(identifier, owners);
  const led = owner === undefined ? owners : [owner];
  return addressesFor(
    identifier,
    led.map(({ user }) => user.email),
  );
}

/**
 * An address may be the own one of a newer account, so that it is asked with first. Of one address in two spellings the
 * account's counts: mail to the other may reach another person. Who has it as a user name is not asked for by it.
 */
function addressesFor(identifier: string, emails: readonly (string | null | undefined)[]): readonly string[] {
  const known = [...new Set(emails)].filter((email) => typeof email === "string" && email !== "") as string[];
  const own = known.filter((email) => identifierKey(email) === identifierKey(identifier));
  if (own.length > 0) return own;
  if (known.length === 0 || emails.length > MOST_SHARING) return [identifier];
  return identifier.includes("@") ? [identifier, ...known] : known;
}
