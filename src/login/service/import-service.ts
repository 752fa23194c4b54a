import type { AdministrationClient, FoundUser, ImportClient } from "../../client/index.js";
import { normalizeHash } from "../../hash/index.js";
import { requireFunctions, requireNames } from "../../lib/require-names.js";
import { type Result, success } from "../../result.js";
import { verifyLimits } from "../../verify/internal.js";
import type { ImportRefusal, LoginService } from "../login-fallback-options.js";
import { createHashWriter } from "../password-hasher/hash-writer.js";
import { argon2id, type WriteScheme } from "../password-hasher/write-scheme.js";
import type { StoredUser, UserStore } from "../store/stored-user.js";

/** What an import through the clients of `credport/client` needs. */
export interface ImportServiceOptions {
  readonly client: ImportClient;
  /** For the sign-in, and for accounts that are there before. */
  readonly administration: AdministrationClient;
  /** Where it is noted whose account has been begun: the fallback's store. */
  readonly store: Pick<UserStore, "hasBegun" | "noteBegun">;
  /** How the hash is written of a user whose old one the service can't verify: `argon2id()` unless given, or `bcrypt(…)`. */
  readonly write?: WriteScheme | undefined;
}

/** The account in the service. */
export interface ServiceAccount {
  readonly userId: string;
}

const BCRYPT_BYTES = 72;

type Answer = Promise<Result<ServiceAccount> | ImportRefusal>;
type Hash = { readonly passwordHash: string; readonly hashingAlgorithm?: string | undefined };

/**
 * A service that is reached by the clients of `credport/client`, for `createLoginFallback`. It brings a user over with all
 * that belongs to the account: second factors, social logins, phone number. The password comes last: until then the account
 * has one that no user knows, so that wherever this stops no login works without the second factor that they had. The next
 * login starts from the beginning and finds what is there.
 *
 * An account that is there before is of a user who signed up since, and keeps its password: `refused: "conflict"`. A user
 * without an address is `refused: "policy"`: they are asked for one, as after a forgotten password.
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
 * const connection = { baseUrl: "http://127.0.0.1:3567", apiKey: "an-invented-key", service: "supertokens" } as const;
 * const service = createImportService({
 *   client: createImportClient(connection),
 *   administration: createAdministrationClient(connection),
 *   store: { hasBegun: async () => false, noteBegun: async () => {} },
 * });
 * typeof service.signIn; // => "function"
 * ```
 */
export function createImportService(options: ImportServiceOptions): LoginService<StoredUser, ServiceAccount> {
  requireNames("createImportService", options, ["client", "administration", "store", "write"]);
  const { client, administration, store, write = argon2id() } = options;
  requireFunctions("client", client, ["migrateTotp"]);
  requireFunctions("administration", administration, ["signIn", "findUsers"]);
  requireFunctions("store", store, ["hasBegun", "noteBegun"]);
  const limits = verifyLimits(undefined);
  const writer = createHashWriter(write, limits);
  const inForm = (hash: string) => normalizeHash(hash, { service: client.service });
  if (!inForm(writer.dummy).ok) throw new TypeError("write makes hashes that the service does not take");
  return {
    profile: client.service,
    ...(write.kind === "bcrypt" ? { newHashBytes: BCRYPT_BYTES } : {}),
    signIn: async (email, password) => {
      const reply = await administration.signIn(email, password);
      if (!reply.ok) return reply;
      const { isSignedIn, userId } = reply.value;
      return success(isSignedIn && userId !== undefined ? { userId: String(userId) } : null);
    },
    importWithHash: (user, hash) => imported(options, user, hash),
    importWithPassword: async (user, password) => {
      const hash = await writer.hash(password);
      // Of a password that a new hash would not see to its end its beginning alone would let in.
      if (!hash.ok) return hash.problems[0].code.startsWith("login/") ? { refused: "policy" } : hash;
      const normalized = inForm(hash.value);
      return normalized.ok ? imported(options, user, normalized.value) : normalized;
    },
    importWithoutPassword: (user) => imported(options, user, { passwordHash: unknownHash() }),
  };
}

async function imported({ client, administration, store }: ImportServiceOptions, user: StoredUser, hash: Hash): Answer {
  const { email } = user;
  if (email === undefined) return { refused: "policy" };
  if (!(await store.hasBegun(user))) {
    const found = await administration.findUsers({ email });
    if (!found.ok) return found;
    if (found.value.some(hasPassword)) return { refused: "conflict" };
    await store.noteBegun(user);
  }
  return accountOf(client, { ...user, email }, hash);
}

async function accountOf(
  client: ImportClient,
  { email, phoneNumber, thirdParty = [], totp = [] }: StoredUser & { readonly email: string },
  { passwordHash, hashingAlgorithm }: Hash,
): Promise<Result<ServiceAccount>> {
  const withPassword = (hash: Hash, devices: typeof totp) =>
    client.migrateTotp({ firstFactor: { kind: "password-hash", email, ...hash }, devices });
  if (phoneNumber !== undefined || thirdParty.length + totp.length > 0) {
    const account = await withPassword({ passwordHash: unknownHash() }, totp);
    if (!account.ok) return account;
    const { userId } = account.value;
    for (const login of thirdParty) {
      const linked = await linkSocialLogin(client, userId, login);
      if (!linked.ok) return linked;
    }
    if (phoneNumber !== undefined) {
      const firstFactor = { kind: "existing", userId } as const;
      const linked = await client.migratePasswordless({ firstFactor, phoneNumber });
      if (!linked.ok) return linked;
    }
  }
  const account = await withPassword({ passwordHash, hashingAlgorithm }, []);
  return account.ok ? success({ userId: account.value.userId }) : account;
}

/** What a service does not say of a login may be a password. */
function hasPassword({ logins }: FoundUser): boolean {
  return logins.length === 0 || logins.some(({ recipeId = "emailpassword" }) => recipeId === "emailpassword");
}

async function linkSocialLogin(
  client: ImportClient,
  primaryUserId: string,
  { thirdPartyId, thirdPartyUserId, email, isVerified }: NonNullable<StoredUser["thirdParty"]>[number],
): Promise<Result<unknown>> {
  const address = { id: email, isVerified };
  const login = await client.importThirdPartyUser({ thirdPartyId, thirdPartyUserId, email: address });
  if (!login.ok) return login;
  const primary = await client.makePrimaryUser({ recipeUserId: primaryUserId });
  if (!primary.ok) return primary;
  return client.linkAccounts({ primaryUserId, recipeUserId: login.value.userId ?? "" });
}

const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A hash that no password has: it was drawn, not computed. The last character of salt and digest has fewer bits. */
function unknownHash(): string {
  const drawn = globalThis.crypto.getRandomValues(new Uint8Array(51));
  const text = Array.from(drawn, (byte) => ALPHABET[byte & 63]).join("");
  return `$2b$10$${text.slice(0, 21)}.${text.slice(21)}.`;
}
