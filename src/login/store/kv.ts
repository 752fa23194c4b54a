import { utf8 } from "../../lib/bytes.js";
import { requireFunctions, requireNamesBeside } from "../../lib/require-names.js";
import { identifierKey, keysToKeep } from "../identifier-key.js";
import { type DatabaseStore, type DatabaseStoreOptions, type GivenUser, loadUsers, userIn } from "./database-users.js";
import {
  addressesFor,
  byFirstKey,
  claimants,
  MOST_COMPARED,
  ownAddressFirst,
  type PepperValues,
  rankOf,
  requireFew,
  type StoredUser,
  storedUser,
  type UserStore,
  verifiedKey,
} from "./stored-user.js";

/** A KV namespace of a Worker, as far as the store uses one. */
export interface KvNamespace {
  readonly get: (key: string) => Promise<string | null>;
  readonly put: (key: string, text: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<unknown>;
}

/** What can be asked of a KV namespace: it has no way to keep a user for one isolate. */
export interface KvStore extends Omit<UserStore, "claimUser" | "forgetUser">, Pick<DatabaseStore, "load"> {
  readonly forgetUser: (user: StoredUser) => Promise<boolean>;
  /** `forgetUser` of a login: false where `forgetUser` took the user out while the import ran. */
  readonly forgetImported: (user: StoredUser) => Promise<boolean>;
}

/** No identifier has a space before it: that of a user is trimmed. */
const noteKey = (
  kind: "account" | "address" | "begun" | "forgotten" | "left" | "owner" | "sharing" | "verified",
  name: string,
) => ` ${kind} ${name}`;

const MOST_KEY_BYTES = 512;

/** Whether a namespace takes this: a key that it refuses would end the load of all users. */
function isKey(key: string): boolean {
  return key !== "." && key !== ".." && utf8(key).length <= MOST_KEY_BYTES;
}

const hasKeys = (name: string) => isKey(name) && isKey(noteKey("forgotten", name));

/** What is not a key is not there, whatever is typed. */
function withinLimits(users: KvNamespace): KvNamespace {
  return {
    get: async (key) => (isKey(key) ? users.get(key) : null),
    put: (key, text) => users.put(key, text),
    delete: (key) => users.delete(key),
  };
}

/** No login runs longer: an older note is of a `forgetUser` that failed before it took the user out. */
const MOST_RACE_MS = 300_000;

/** The owner of what two users have. */
const SHARED = "";

/** One of several users of an identifier. Their address outlives their line. */
interface Sharer {
  readonly id: string;
  readonly text: string | null;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
}

async function sharersOf(users: KvNamespace, key: string): Promise<readonly Sharer[]> {
  return JSON.parse((await users.get(noteKey("sharing", key))) ?? "[]") as readonly Sharer[];
}

async function noteSharers(users: KvNamespace, key: string, sharers: readonly Sharer[]): Promise<void> {
  // One more than are compared says that there are too many.
  const first = inOrder(sharers)
    .sort((one, other) => rankOf(key, one) - rankOf(key, other))
    .slice(0, MOST_COMPARED + 1);
  await users.put(noteKey("sharing", key), JSON.stringify(inOrder(first)));
}

function inOrder(sharers: readonly Sharer[]): Sharer[] {
  return sharers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** A line with the system's name before it, unless the namespace was filled by other means than `load`. */
function recordIn(text: string) {
  const start = text.indexOf("{");
  const user = userIn(text.slice(start));
  return { user, id: start === 0 ? user.externalUserId : `${text.slice(0, start)}:${user.externalUserId}` };
}

async function recordAt(users: KvNamespace, key: string) {
  const text = await users.get(key);
  return text === null ? null : recordIn(text);
}

/**
 * The fallback's store in a KV namespace: under `identifierKey` of each identifier a line of the file that
 * `credport check --fallback` has written. `load` writes them, with the old system's name before the line; a namespace
 * that you fill yourself has the users of one system, and no identifier that two of them have. KV tells other places
 * after up to a minute: until then a user who was forgotten may be imported once more, which finds their account.
 *
 * @param users The namespace.
 * @param options The values of the peppers that the file names.
 *
 * @example
 * ```ts
 * import { openKvStore } from "credport/login/kv";
 *
 * const texts = new Map<string, string>();
 * const store = openKvStore({
 *   get: async (key) => texts.get(key) ?? null,
 *   put: async (key, text) => texts.set(key, text),
 *   delete: async (key) => texts.delete(key),
 * });
 * await store.load("shop", ['{"externalUserId":"7","identifiers":["ann"],"passwordHash":"$P$B"}']);
 * (await store.findLegacyUser("ann"))?.id; // => "shop:7"
 * ```
 */
export function openKvStore(users: KvNamespace, options: Pick<DatabaseStoreOptions, "peppers"> = {}): KvStore {
  requireFunctions("users", users, ["get", "put", "delete"]);
  requireNamesBeside("openKvStore", options, ["peppers"]);
  return storeIn(withinLimits(users), options.peppers ?? {});
}

function storeIn(users: KvNamespace, peppers: PepperValues): KvStore {
  /** Whom an identifier leads to, or the users left among whom the password decides. */
  const led = async (identifier: string) => {
    const key = await keyLeading(users, identifier);
    const names = [key, noteKey("verified", key)];
    const [[text = null, verified = null], sharers] = await Promise.all([
      Promise.all(names.map((name) => users.get(name))),
      sharersOf(users, key),
    ]);
    const claiming = claimants(
      identifier,
      // Of a load of an older release it is not noted who has verified it: their lines say it.
      sharers.map((one) => ({ user: { ...one, emailVerified: verified === SHARED && one.emailVerified !== false } })),
    );
    const forgotten = await Promise.all(claiming.map(({ user }) => users.get(noteKey("forgotten", user.id))));
    const left = claiming
      .flatMap(({ user }, at) => (user.text === null || forgotten[at] !== null ? [] : [recordIn(user.text)]))
      .filter(({ user }) => verified === null || verifiedKey(user) === key);
    return {
      found: text === null ? null : recordIn(text),
      isDecided: text !== null || (verified ?? SHARED) !== SHARED || claiming.length === 1,
      owners: claiming.length,
      sharing: ownAddressFirst(identifier, left).map(({ user, id }) => storedUser(user, peppers, id)),
    };
  };
  return {
    load: async (system, lines, { isLater = false } = {}) => {
      const load = globalThis.crypto.randomUUID();
      let shared = 0;
      const count = await loadUsers(system, lines, async (batch) => {
        const refused: string[] = [];
        // One after another: users of a batch may have an identifier in common.
        for (const user of batch) {
          const keys = user.keys.filter(hasKeys);
          const isKept = keys.length > 0 && hasKeys(user.id);
          const common = isKept ? await takeIn(users, { system, load, isLater }, { ...user, keys }) : undefined;
          if (common === undefined) refused.push(user.id);
          shared += common ?? 0;
        }
        return refused;
      });
      return { users: count, shared };
    },
    findLegacyUser: async (identifier) => {
      const { found, sharing, isDecided } = await led(identifier);
      const [user = null] = isDecided ? sharing : [];
      return found === null ? user : storedUser(found.user, peppers, found.id);
    },
    usersSharing: async (identifier) => {
      const { isDecided, owners, sharing } = await led(identifier);
      if (isDecided) return [];
      requireFew(owners);
      return sharing;
    },
    addressesOf: async (identifier) => {
      const key = await keyLeading(users, identifier);
      const [found, noted, sharers] = await Promise.all([
        recordAt(users, key),
        users.get(noteKey("address", key)),
        sharersOf(users, key),
      ]);
      const own = found?.user.email ?? noted;
      return addressesFor(identifier, own === null ? sharers.map(({ email }) => email) : [own]);
    },
    // Each writes its own note before it reads the other's, so that one of two that run at once sees the other.
    forgetUser: async (user) => {
      if (user.externalUserId !== undefined) await users.put(noteKey("left", user.id), `${Date.now()}`);
      const isGone = (await users.get(noteKey("forgotten", user.id))) !== null;
      await takeOut(users, user);
      return !isGone;
    },
    forgetImported: async (user) => {
      await takeOut(users, user);
      // One of an older release does not say when.
      return !(Date.now() - Number(await users.get(noteKey("left", user.id))) <= MOST_RACE_MS);
    },
    hasBegun: async ({ id }) => (await users.get(noteKey("begun", id))) !== null,
    noteBegun: async ({ id }) => void (await users.put(noteKey("begun", id), "true")),
  };
}

/** Takes a user out, for good. */
async function takeOut(users: KvNamespace, { id, email, identifiers, externalUserId }: StoredUser): Promise<void> {
  const all = [...new Set(identifiers.flatMap((one) => [identifierKey(one), ...keysToKeep(one)]))];
  // Another user's address may be one of their names.
  const ids = await Promise.all(all.map(async (key) => (await recordAt(users, key))?.id));
  const keys = all.filter((_, at) => ids[at] === id);
  const others = email === undefined ? [] : keys.filter((key) => key !== identifierKey(email));
  if (externalUserId !== undefined) await users.put(noteKey("forgotten", id), "true");
  await Promise.all(others.map((key) => users.put(noteKey("address", key), email as string)));
  await Promise.all([...keys, noteKey("begun", id)].map((key) => users.delete(key)));
  for (const key of all) {
    const sharers = await sharersOf(users, key);
    if (!sharers.some((one) => one.id === id)) continue;
    const gone = sharers.map((one) => (one.id === id ? { ...one, text: null } : one));
    await noteSharers(users, key, gone);
  }
}

/** The key by which what was typed leads to users. In a namespace that was filled by other means it is the plain one. */
async function keyLeading(users: KvNamespace, identifier: string): Promise<string> {
  const plain = identifierKey(identifier);
  // An address has no other.
  if (plain.includes("@")) return plain;
  const ask = async (key: string) => {
    const texts = await Promise.all([key, noteKey("owner", key)].map((name) => users.get(name)));
    return texts.every((text) => text === null) ? [] : [key];
  };
  return (await byFirstKey(identifier, ask))[0] ?? plain;
}

/** How many of the identifiers another user has too; undefined where this one can't be taken in. */
async function takeIn(
  users: KvNamespace,
  { system, load, isLater }: { readonly system: string; readonly load: string; readonly isLater: boolean },
  { id, line, keys, email, verified }: GivenUser,
): Promise<number | undefined> {
  const known = await knownKeys(users, id, load);
  if (known === null || (!isLater && known !== undefined && !isSame(known, keys))) return undefined;
  await giveUp(users, id, known?.filter((key) => !keys.includes(key)) ?? []);
  await users.put(noteKey("account", id), JSON.stringify([load, ...keys]));
  const text = await textLeft(users, id, `${system}${line}`);
  let shared = 0;
  for (const key of keys) {
    // What is there without an owner was not written here.
    const owner = (await users.get(noteKey("owner", key))) ?? ((await users.get(key)) === null ? id : SHARED);
    await users.put(noteKey("owner", key), owner === id ? id : SHARED);
    const ofAddress = await takeAddress(users, id, key, key === verified);
    const leadsTo = owner === id ? id : ofAddress;
    if (owner !== id) {
      shared += 1;
      await share(users, key, owner, { id, text, email });
      await users.delete(noteKey("address", key));
      if (leadsTo === SHARED) await users.delete(key);
    }
    if (leadsTo === id && text !== null) await users.put(key, text);
  }
  return shared;
}

/** Null for a user who was forgotten. */
async function textLeft(users: KvNamespace, id: string, text: string): Promise<string | null> {
  return (await users.get(noteKey("forgotten", id))) === null ? text : null;
}

/** Notes one more user of an identifier, and the one who had it alone until now. */
async function share(users: KvNamespace, key: string, owner: string, sharer: Sharer): Promise<void> {
  const known = await sharersOf(users, key);
  const text = await users.get(key);
  const first = text === null ? undefined : recordIn(text);
  const id = owner === SHARED ? first?.id : owner;
  const email = first?.user.email ?? (await users.get(noteKey("address", key))) ?? undefined;
  const isNew = known.length === 0 && id !== undefined && id !== sharer.id;
  const before = isNew
    ? [{ id, text, email, emailVerified: first?.user.emailVerified }]
    : known.filter((one) => one.id !== sharer.id);
  await noteSharers(users, key, [...before, sharer]);
}

function isSame(one: readonly string[], two: readonly string[]): boolean {
  return one.join("\n") === two.join("\n");
}

/** What a user logged in with at the last load; undefined for one who is new, null for one of this load. */
async function knownKeys(users: KvNamespace, id: string, load: string): Promise<readonly string[] | undefined | null> {
  const account = await users.get(noteKey("account", id));
  if (account === null) return undefined;
  const [loadedBy, ...known] = JSON.parse(account) as string[];
  return loadedBy === load ? null : known;
}

/** Identifiers that the user has no more. What several have leads to the others. */
async function giveUp(users: KvNamespace, id: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if ((await users.get(noteKey("verified", key))) === id) await users.delete(noteKey("verified", key));
    const sharers = await sharersOf(users, key);
    const others = sharers.filter((one) => one.id !== id);
    if (others.length < sharers.length) await noteSharers(users, key, others);
    if ((await users.get(noteKey("owner", key))) !== id) continue;
    await Promise.all([key, noteKey("owner", key), noteKey("address", key)].map((name) => users.delete(name)));
  }
}

/** Notes whether an identifier is the user's verified address, and gives whose it is: no user's, or several users'. */
async function takeAddress(users: KvNamespace, id: string, key: string, isTheirs: boolean): Promise<string> {
  const note = noteKey("verified", key);
  const known = await users.get(note);
  if (!isTheirs && known === id) await users.delete(note);
  if (!isTheirs) return known === null || known === id ? SHARED : known;
  const owner = known === null || known === id ? id : SHARED;
  await users.put(note, owner);
  return owner;
}
