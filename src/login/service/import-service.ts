import type { AdministrationClient, FoundUser, ImportClient } from "../../client/index.js";
import { serviceAddressOf } from "../../client/internal.js";
import { normalizeHash } from "../../hash/index.js";
import { encodeBase64Unpadded } from "../../lib/base64.js";
import { utf8 } from "../../lib/bytes.js";
import { keptSecret } from "../../lib/kept-secret.js";
import { requireFunctions, requireNames } from "../../lib/require-names.js";
import { refuse } from "../../problems/client.js";
import { problem } from "../../problems/login.js";
import { type Problem, type Result, success } from "../../result.js";
import { verifyLimits } from "../../verify/internal.js";
import { identifierKey } from "../identifier-key.js";
import { spellingsOfAddress } from "../identifier-spellings.js";
import type { ImportRefusal, LoginService } from "../login-fallback-options.js";
import { foundBySpelling } from "../look-up.js";
import { createHashWriter } from "../password-hasher/hash-writer.js";
import { argon2id, type WriteScheme } from "../password-hasher/write-scheme.js";
import type { OwnStore, StoredUser } from "../store/stored-user.js";

/** What an import through the clients of `credport/client` needs. */
export interface ImportServiceOptions {
  readonly client: ImportClient;
  /** For the sign-in, and for accounts that are there before. */
  readonly administration: AdministrationClient;
  /** Where it is noted whose account has been begun, and looked up whose an address is: the fallback's store. */
  readonly store: Pick<OwnStore, "hasBegun" | "noteBegun"> & Partial<Pick<OwnStore, "findLegacyUser" | "usersSharing">>;
  /** How the hash is written of a user whose old one the service can't verify: `argon2id()` unless given, or `bcrypt(…)`. */
  readonly write?: WriteScheme | undefined;
  /**
   * A secret from which the passwords of half made accounts are derived: the API key of `administration` unless given, so
   * that it is needed for a client that `createAdministrationClient` did not make. It opens the accounts that are
   * not finished. After a change of it their users choose a new password.
   */
  readonly placeholderKey?: string | undefined;
}

/** The account in the service. */
export interface ServiceAccount {
  readonly userId: string;
}

const BCRYPT_BYTES = 72;

type Answer = Promise<Result<ServiceAccount> | ImportRefusal>;
type Hash = { readonly passwordHash: string; readonly hashingAlgorithm?: string | undefined };

/** What a move into the service needs. */
interface Mover extends Pick<ImportServiceOptions, "client" | "administration" | "store"> {
  /** A password that no person knows, the same for a user at each call. */
  readonly placeholderOf: (user: StoredUser) => Promise<string>;
  readonly hashOf: (password: string) => Promise<Result<Hash> | ImportRefusal>;
}

/**
 * A service that is reached by the clients of `credport/client`, for `createLoginFallback`. It brings a user over with all
 * that belongs to the account: second factors, social logins, phone number. The password comes last: until then the account
 * has one that no user knows, so that wherever this stops no login works without the second factor that they had. The next
 * login starts from the beginning and finds what is there.
 *
 * No other password is ever written over: an account that is there keeps its own unless the service lets it in with the one
 * that no user knows. Else it is `refused: "conflict"`: a user signed up since, or has chosen a new password. A user without
 * an address is `refused: "policy"`: they are asked for one, as after a forgotten password.
 *
 * @param options Both clients, the fallback's store, and how new hashes are written. Give the clients few attempts: the
 * person at the login form waits, and the next login tries again. Throws a `TypeError` for a `write` that the service does
 * not take.
 *
 * @example
 * ```ts
 * import { createAdministrationClient, createImportClient } from "credport/client";
 * import { createImportService } from "credport/login";
 *
 * const begun = new Set<string>(); // in your database: where it forgets, an account that is half made stays a conflict
 * const connection = { baseUrl: "http://127.0.0.1:3567", apiKey: "an-invented-key", service: "supertokens" } as const;
 * const service = createImportService({
 *   client: createImportClient(connection),
 *   administration: createAdministrationClient(connection),
 *   store: { hasBegun: async ({ id }) => begun.has(id), noteBegun: async ({ id }) => void begun.add(id) },
 * });
 * typeof service.signIn; // => "function"
 * ```
 */
export function createImportService(options: ImportServiceOptions): LoginService<StoredUser, ServiceAccount> {
  requireNames("createImportService", options, ["client", "administration", "store", "write", "placeholderKey"]);
  const { client, administration, store, write = argon2id() } = options;
  requireFunctions("client", client, ["migrateTotp"]);
  requireFunctions("administration", administration, ["signIn", "findUsers"]);
  requireFunctions("store", store, ["hasBegun", "noteBegun"]);
  requireOneService(client, administration);
  const { placeholderKey = keptSecret(administration) } = options;
  if (typeof placeholderKey !== "string" || placeholderKey === "") {
    throw new TypeError("placeholderKey must be given: administration was not made by createAdministrationClient");
  }
  const limits = verifyLimits(undefined);
  const writer = createHashWriter(write, limits);
  const inForm = (hash: string) => normalizeHash(hash, { service: client.service });
  if (!inForm(writer.dummy).ok) throw new TypeError("write makes hashes that the service does not take");
  const hashOf = async (password: string) => {
    const hash = await writer.hash(password);
    // Of a password that a new hash would not see to its end its beginning alone would let in.
    if (!hash.ok) return hash.problems[0].code.startsWith("login/") ? POLICY : hash;
    return inForm(hash.value);
  };
  const placeholderOf = ({ id }: StoredUser) => derived(placeholderKey, `credport placeholder ${id}`);
  const mover = { client, administration, store, placeholderOf, hashOf };
  return {
    profile: client.service,
    ...(write.kind === "bcrypt" ? { newHashBytes: BCRYPT_BYTES } : {}),
    signIn: async (email, password) => {
      const reply = await administration.signIn(email, password);
      if (!reply.ok) return reply;
      const { isSignedIn, userId } = reply.value;
      if (!isSignedIn) return success(null);
      // Not a wrong password, after which the old one would be tried.
      if (userId === undefined) return refuse("client/reply-unexpected", "the service let a user in and gave no ID");
      return success({ userId: String(userId) });
    },
    importWithHash: (user, hash) => marked(mover, user, moved(mover, user, hash)),
    importWithPassword: async (user, password) => {
      const hash = await hashOf(password);
      return "refused" in hash || !hash.ok ? hash : marked(mover, user, moved(mover, user, hash.value));
    },
    withdrawPassword: (user, password) => withdrawn(mover, user, password),
    importWithoutPassword: async (user) => {
      const account = await marked(mover, user, moved(mover, provenPart(user), undefined));
      const isDone = !("refused" in account) && account.ok;
      return isDone ? success(account.value, [...account.warnings, ...unprovenParts(user)]) : account;
    },
  };
}

function requireOneService(client: ImportClient, administration: AdministrationClient): void {
  const missing = (["signIn", "findUsers"] as const).find((call) => administration.has?.(call) === false);
  if (missing !== undefined) {
    throw new TypeError(`the profile ${administration.service.name} has no ${missing}: createImportService needs it`);
  }
  const [one, other] = [client, administration].map(serviceAddressOf);
  if (one === undefined || other === undefined || one === other) return;
  throw new TypeError(
    "client and administration must have the same baseUrl and tenantPath: what one writes, the other reads",
  );
}

const POLICY: ImportRefusal = { refused: "policy" };
const CONFLICT: ImportRefusal = { refused: "conflict" };

/**
 * Any person can ask for a reset: an account that is made for it has what belongs to the owner of its address. Who registered
 * with the address of another would keep their own social login, phone and second factor on that one's account.
 */
function provenPart(user: StoredUser): StoredUser {
  if (user.emailVerified === true) return user;
  const { thirdParty: _, totp: __, phoneNumber: ___, ...rest } = user;
  return rest;
}

/** What it leaves out: the log has to know of a user who had a second factor and has none now. */
function unprovenParts({ emailVerified, thirdParty = [], totp = [], phoneNumber }: StoredUser): readonly Problem[] {
  const message = "the address is not verified: what may be a stranger's was left out of the account for a reset";
  const all = { totp: totp.length > 0, phoneNumber: phoneNumber !== undefined, thirdParty: thirdParty.length > 0 };
  const left = Object.entries(all).filter(([, isThere]) => isThere && emailVerified !== true);
  return left.map(([field]) => problem("login/login-left-out", message, { field }));
}

type Addressed = StoredUser & { readonly email: string };

/** Marks a verified address as such. Tried once: the account is there, and without the mark its user verifies the address again. */
async function marked(
  { administration }: Mover,
  { email, emailVerified }: StoredUser,
  moving: Answer,
): Promise<Awaited<Answer>> {
  const account = await moving;
  const isDone = !("refused" in account) && account.ok;
  if (isDone && email !== undefined && emailVerified === true && administration.has?.("verifyEmail") === true) {
    await administration.verifyEmail(account.value.userId, email).catch(() => undefined);
  }
  return account;
}

/** A second factor outside a list would be left out without a word. */
function requireLists(lists: object): void {
  for (const [name, list] of Object.entries(lists)) {
    if (!Array.isArray(list)) throw new TypeError(`${name} of the record must be a list`);
  }
}

/** Without a hash the account keeps the placeholder until its user sets a password. */
async function moved(mover: Mover, user: StoredUser, hash: Hash | undefined): Answer {
  const { email, thirdParty = [], totp = [], phoneNumber, ...alone } = user;
  requireLists({ thirdParty, totp });
  if (email === undefined) return POLICY;
  const found = await mover.administration.findUsers({ email });
  if (!found.ok) return found;
  const isOthers = user.emailVerified === true ? success(false) : await isThereInOtherForm(mover, email);
  if (!isOthers.ok) return isOthers;
  if (isOthers.value) return CONFLICT;
  const isThere = found.value.some((one) => hasPassword(one, email));
  const hasLinks = phoneNumber !== undefined || thirdParty.length > 0;
  // Beside it nothing can be linked to another account of this address: the old record is kept, with what would be lost.
  const isHeld = hasLinks && found.value.some((one) => one.isPrimary === true && !hasPassword(one, email));
  if (isHeld && hash !== undefined) return CONFLICT;
  const hasMore = hasLinks || totp.length > 0;
  if (isThere || hasMore || hash === undefined) {
    const there = found.value.find((one) => hasPassword(one, email));
    const account = await completed(mover, { ...(isHeld ? { ...alone, totp } : user), email }, there);
    if ("refused" in account || !account.ok || hash === undefined) return account;
    const opened = await withPassword(mover, email, hash, []);
    return opened.ok ? success(opened.value, account.warnings) : opened;
  }
  return withPassword(mover, email, hash, []);
}

/** The same address with its domain in another form is that of one person, who may have an account already. */
async function isThereInOtherForm({ administration }: Mover, email: string): Promise<Result<boolean>> {
  for (const form of spellingsOfAddress(email).filter((one) => one !== email)) {
    const found = await administration.findUsers({ email: form });
    if (!found.ok || found.value.length > 0) return found.ok ? success(true) : found;
  }
  return success(false);
}

/** Writes the hash, whatever the account had before. */
async function withPassword(
  { client }: Mover,
  email: string,
  { passwordHash, hashingAlgorithm }: Hash,
  devices: NonNullable<StoredUser["totp"]>,
): Promise<Result<ServiceAccount>> {
  const firstFactor = { kind: "password-hash", email, passwordHash, hashingAlgorithm } as const;
  const written = await client.migrateTotp({ firstFactor, devices });
  return written.ok ? success({ userId: written.value.userId }) : written;
}

/** Gives an account that this password opens one that no user knows. */
async function withdrawn(mover: Mover, user: StoredUser, password: string): Promise<boolean | Result<unknown>> {
  const { email } = user;
  if (email === undefined) return false;
  const asked = await mover.administration.signIn(email, password);
  if (!asked.ok || !asked.value.isSignedIn) return asked.ok ? true : asked;
  const hash = await mover.hashOf(await mover.placeholderOf(user));
  if ("refused" in hash) return false;
  return hash.ok ? withPassword(mover, email, hash.value, []) : hash;
}

/** The account with all but its password. */
async function completed(mover: Mover, user: Addressed, there: FoundUser | undefined): Answer {
  const first = there === undefined ? await begunNow(mover, user) : await begunBefore(mover, user);
  if ("refused" in first || !first.ok) return first;
  const { client } = mover;
  const { userId } = first.value;
  const firstFactor = { kind: "existing", userId } as const;
  const { phoneNumber } = user;
  const leftOut: Problem[] = [];
  const links = (user.thirdParty ?? []).map((login) => {
    const { thirdPartyId, thirdPartyUserId } = login;
    const link = (holders: readonly FoundUser[]) => linkSocialLogin(mover, user, { userId, login, holders });
    return { info: { thirdPartyId, thirdPartyUserId }, link };
  });
  const phone = { info: { phoneNumber }, link: () => client.migratePasswordless({ firstFactor, phoneNumber }) };
  for (const { info, link } of phoneNumber === undefined ? links : [...links, phone]) {
    const found = await mover.administration.findUsers(info);
    if (!found.ok) return found;
    const others = found.value.filter((one) => !isOf(one, [userId]));
    const isTaken = await isAnotherPersons(mover, user, others, there);
    if (!isTaken.ok) return isTaken;
    const linked = isTaken.value ? success(undefined) : await link(found.value);
    if (!linked.ok) return linked;
    if (isTaken.value) leftOut.push(takenProblem("phoneNumber" in info ? "phoneNumber" : "thirdParty"));
  }
  return success(first.value, leftOut);
}

/**
 * A login that another account has is another person's: who has the number now, or has signed up by that login. Not so one that
 * a call has left which broke off.
 */
async function isAnotherPersons(
  { administration }: Mover,
  { emailVerified }: Addressed,
  others: readonly FoundUser[],
  there: FoundUser | undefined,
): Promise<Result<boolean>> {
  const canAsk = administration.has?.("listSessions") === true;
  for (const one of others) {
    // A stranger's reset may have begun an account of an unverified address long before.
    if (!isLeft(one, there) || (!canAsk && emailVerified !== true)) return success(true);
    const sessions = canAsk ? await administration.countSessions(one.userId) : success(0);
    if (!sessions.ok || sessions.value > 0) return sessions.ok ? success(true) : sessions;
  }
  return success(false);
}

function takenProblem(field: "phoneNumber" | "thirdParty"): Problem {
  const what = field === "phoneNumber" ? "phone number" : "social login";
  return problem("login/login-left-out", `another account of the service has the user's ${what}: it was left out`, {
    field,
  });
}

/** Whether a user of the service has one of these IDs. */
function isOf({ loginIds }: FoundUser, ids: readonly string[]): boolean {
  return loginIds.some((id) => ids.includes(String(id)));
}

/** Whether a call that broke off could have left this login: alone, and made after the account that it is for. */
function isLeft({ logins, isPrimary }: FoundUser, account: FoundUser | undefined): boolean {
  const [login, ...others] = logins;
  const begun = Math.min(...(account?.logins ?? []).map(({ timeJoined = Number.NaN }) => timeJoined));
  const isAlone = login !== undefined && others.length === 0 && isPrimary !== true;
  return isAlone && (login.timeJoined ?? 0) >= begun;
}

/** By a sign-up where the service has it: one that is carried out late, after a timeout, writes over no password. */
async function begunNow(mover: Mover, user: Addressed): Answer {
  const { administration, store, placeholderOf } = mover;
  if (administration.has?.("signUp") === true) {
    await store.noteBegun(user);
    const made = await administration.signUp(user.email, await placeholderOf(user));
    return made.ok ? begunBefore(mover, user) : made;
  }
  const hash = await mover.hashOf(await mover.placeholderOf(user));
  if ("refused" in hash || !hash.ok) return hash;
  await mover.store.noteBegun(user);
  return withPassword(mover, user.email, hash.value, user.totp ?? []);
}

/** The service is asked whether the account still has the password that no user knows. */
async function begunBefore({ client, administration, store, placeholderOf }: Mover, user: Addressed): Answer {
  if (!(await store.hasBegun(user))) return CONFLICT;
  const asked = await administration.signIn(user.email, await placeholderOf(user));
  if (!asked.ok) return asked;
  const { isSignedIn, userId } = asked.value;
  if (!isSignedIn || userId === undefined) return CONFLICT;
  const firstFactor = { kind: "existing", userId: String(userId) } as const;
  const made = await client.migrateTotp({ firstFactor, devices: user.totp ?? [] });
  return made.ok ? success({ userId: made.value.userId }) : made;
}

/** Whether an address opens this account by a password; what a service does not say of a login may be so. */
function hasPassword({ logins }: FoundUser, address: string): boolean {
  return (
    logins.length === 0 ||
    logins.some(({ recipeId = "emailpassword", email = address }) => {
      return recipeId === "emailpassword" && identifierKey(email) === identifierKey(address);
    })
  );
}

type SocialLogin = NonNullable<StoredUser["thirdParty"]>[number];

/** A social login, the account that it is for, and who has it at the service. */
interface Linking {
  readonly userId: string;
  readonly login: SocialLogin;
  readonly holders: readonly FoundUser[];
}

async function linkSocialLogin(mover: Mover, user: Addressed, linking: Linking): Promise<Result<unknown>> {
  const { client } = mover;
  const { userId: primaryUserId, login } = linking;
  const { thirdPartyId, thirdPartyUserId } = login;
  const isOthers = await isAddressOfOther(mover, user, linking);
  if (!isOthers.ok) return isOthers;
  const { email, isVerified } = isOthers.value ? { email: user.email, isVerified: user.emailVerified === true } : login;
  const address = { id: email, isVerified };
  const made = await client.importThirdPartyUser({ thirdPartyId, thirdPartyUserId, email: address });
  if (!made.ok) return made;
  const primary = await client.makePrimaryUser({ recipeUserId: primaryUserId });
  if (!primary.ok) return primary;
  return client.linkAccounts({ primaryUserId, recipeUserId: made.value.userId ?? "" });
}

/**
 * Whether a social login has an address that another user has, here or there: a provider of an attacker's own says any, and
 * no two accounts get one.
 */
async function isAddressOfOther(
  { administration, store }: Mover,
  { id, email }: Addressed,
  { userId, login, holders }: Linking,
): Promise<Result<boolean>> {
  if (identifierKey(login.email) === identifierKey(email)) return success(false);
  const found = await administration.findUsers({ email: login.email });
  if (!found.ok) return found;
  const own = [userId, ...holders.flatMap(({ loginIds }) => loginIds.map(String))];
  if (found.value.some((one) => !isOf(one, own))) return success(true);
  const findLegacyUser = async (address: string) => (await store.findLegacyUser?.(address)) ?? null;
  const usersSharing = async (address: string) => (await store.usersSharing?.(address)) ?? [];
  // Of too many users the store says nothing, and none of them is this one alone.
  const known = await foundBySpelling({ findLegacyUser, usersSharing }, login.email).catch(() => null);
  return success(known === null || known.users.some((one) => one.id !== id));
}

/** HMAC-SHA-256, as text. */
async function derived(key: string, text: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", utf8(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return encodeBase64Unpadded(new Uint8Array(await subtle.sign("HMAC", imported, utf8(text))));
}
