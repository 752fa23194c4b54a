import { utf8 } from "../../lib/bytes.js";
import { requireFunctions, requireNamesBeside } from "../../lib/require-names.js";
import { identifierKey, keysToKeep } from "../identifier-key.js";
import { type DatabaseStore, type DatabaseStoreOptions, type GivenUser, loadUsers, userIn } from "./database-users.js";
import {
  addressesAmong,
  byFirstKey,
  ownerAmong,
  type PepperValues,
  rankOf,
  type StoredUser,
  sharersAmong,
  storedUser,
  type UserStore,
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
const noteKey = (kind: "account" | "address" | "begun" | "forgotten" | "left" | "record" | "sharing", name: string) =>
  ` ${kind} ${name}`;

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

/** One of the users of an identifier. Their address outlives their line. */
interface Owner {
  readonly id: string;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
  /** Where the line is not under a key of its own: as put there by other means than `load`. */
  readonly text?: string | null;
}

/**
 * All who have an identifier, forgotten users too: the list of them, or the one whose line is under it, or who had it before
 * they were forgotten.
 */
async function ownersOf(users: KvNamespace, key: string): Promise<readonly Owner[]> {
  const names = [noteKey("sharing", key), key, noteKey("address", key)];
  const [list = null, text = null, address = null] = await Promise.all(names.map((name) => users.get(name)));
  if (list !== null) return JSON.parse(list);
  if (text !== null) {
    const { id, user } = recordIn(text);
    return [{ id, text, email: user.email, emailVerified: user.emailVerified }];
  }
  return address === null ? [] : [{ id: "", email: address, text: null }];
}

/** Of more users than that, those are kept whose address it is. All of them are read at each login. */
const MOST_KEPT = 100;

/** From then on these users alone have the identifier. */
async function noteOwners(users: KvNamespace, key: string, owners: readonly Owner[]): Promise<void> {
  const kept = inOrder(owners)
    .sort((one, other) => rankOf(key, one) - rankOf(key, other))
    .slice(0, MOST_KEPT);
  await users.put(noteKey("sharing", key), JSON.stringify(inOrder(kept)));
  if ((await users.get(key)) !== null) await users.delete(key);
}

function inOrder(owners: readonly Owner[]): Owner[] {
  return owners.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Null for a user who was forgotten. */
async function lineOf(users: KvNamespace, { id, text }: Owner): Promise<string | null> {
  const [record, forgotten] = await Promise.all(
    [noteKey("record", id), noteKey("forgotten", id)].map((name) => users.get(name)),
  );
  return forgotten === null ? ((text === undefined ? record : text) ?? null) : null;
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
 * The fallback's store in a KV namespace. `load` writes into it the lines of the file that `credport check --fallback` has
 * written, and for each identifier who has it. A namespace that you fill yourself has a line under `identifierKey` of each
 * identifier: the users of one system, and no identifier that two of them have. KV tells other places
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
  const store = storeIn(withinLimits(users), options.peppers ?? {});
  return { ...store, load: (...load) => afterLoads(users, () => store.load(...load)) };
}

/** The last load into each namespace. */
const LOADS = new WeakMap<KvNamespace, Promise<unknown>>();

/** One at a time: of two that add an owner to one list, the one that writes last would leave out the other's. */
function afterLoads<T>(users: KvNamespace, load: () => Promise<T>): Promise<T> {
  const loading = (LOADS.get(users) ?? Promise.resolve()).then(load, load);
  LOADS.set(users, loading);
  return loading;
}

function storeIn(users: KvNamespace, peppers: PepperValues): KvStore {
  const led = async (identifier: string) => {
    const owners = await byFirstKey(identifier, (key) => ownersOf(users, key));
    return owners.map((user) => ({ user }));
  };
  const lineLeft = async (owner: Owner) => {
    const line = await lineOf(users, owner);
    if (line === null) return null;
    const { user, id } = recordIn(line);
    return storedUser(user, peppers, id);
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
    findLegacyUser: async (identifier) =>
      // Of no user where there is none, so that time does not tell who is there.
      lineLeft(ownerAmong(identifier, await led(identifier))?.user ?? { id: "" }),
    usersSharing: async (identifier) => {
      const sharing = sharersAmong(identifier, await led(identifier));
      return (await Promise.all(sharing.map(({ user }) => lineLeft(user)))).filter((user) => user !== null);
    },
    addressesOf: async (identifier) => addressesAmong(identifier, await led(identifier)),
    // Each writes its own note before it reads the other's, so that one of two that run at once sees the other.
    forgetUser: async (user) => {
      if (user.externalUserId !== undefined) await users.put(noteKey("left", user.id), `${Date.now()}`);
      const isGone = (await users.get(noteKey("forgotten", user.id))) !== null;
      await takeOut(users, user);
      return !isGone;
    },
    forgetImported: async (user) => {
      await takeOut(users, user);
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
  await Promise.all([...keys, noteKey("record", id), noteKey("begun", id)].map((key) => users.delete(key)));
  for (const key of all) {
    const owners = await ownersOf(users, key);
    if (!owners.some((one) => one.id === id && one.text)) continue;
    await noteOwners(
      users,
      key,
      owners.map((one) => (one.id === id ? { ...one, text: null } : one)),
    );
  }
}

/** How many of the identifiers another user has too; undefined where this one can't be taken in. */
async function takeIn(
  users: KvNamespace,
  { system, load, isLater }: { readonly system: string; readonly load: string; readonly isLater: boolean },
  { id, line, keys, email, verified }: GivenUser,
): Promise<number | undefined> {
  const known = await knownKeys(users, id, load);
  if (known === null || (!isLater && known !== undefined && !isSame(known, keys))) return undefined;
  const othersOf = async (key: string) => (await ownersOf(users, key)).filter((one) => one.id !== id);
  const left = known?.filter((key) => !keys.includes(key)) ?? [];
  for (const key of left) await noteOwners(users, key, await othersOf(key));
  await users.put(noteKey("account", id), JSON.stringify([load, ...keys]));
  const isForgotten = (await users.get(noteKey("forgotten", id))) !== null;
  if (!isForgotten) await users.put(noteKey("record", id), `${system}${line}`);
  let shared = 0;
  for (const key of keys) {
    const others = await othersOf(key);
    await noteOwners(users, key, [...others, { id, email, emailVerified: verified !== undefined }]);
    if (others.length > 0) shared += 1;
  }
  return shared;
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
