import { identifierKey } from "../identifier-key.js";
import { type DatabaseStoreOptions, recordOf } from "./database-users.js";
import { addressesFor, type StoredUser, type UserStore } from "./stored-user.js";

/** A KV namespace of a Worker, as far as the store uses one. */
export interface KvNamespace {
  readonly get: (key: string) => Promise<string | null>;
  readonly put: (key: string, text: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<unknown>;
}

/** What can be asked of a KV namespace: it has no way to keep a user for one isolate. */
export interface KvStore extends Omit<UserStore, "claimUser" | "forgetUser"> {
  readonly forgetUser: (user: StoredUser) => Promise<boolean>;
}

/** No identifier has a space before it: that of a user is trimmed. */
const begunKey = (id: string) => ` begun ${id}`;
const addressKey = (key: string) => ` address ${key}`;

/**
 * The fallback's store in a KV namespace: a line of the file that `credport check --fallback` has written, under
 * `identifierKey` of each identifier that no other user has. KV tells other places after up to a minute: until then a
 * user who was forgotten may be imported once more, which finds their account.
 *
 * @param users The namespace.
 * @param options The values of the peppers that the file names.
 *
 * @example
 * ```ts
 * import { openKvStore } from "credport/login/kv";
 *
 * const texts = new Map([["ann", '{"externalUserId":"7","identifiers":["ann"],"passwordHash":"$P$B"}']]);
 * const store = openKvStore({
 *   get: async (key) => texts.get(key) ?? null,
 *   put: async (key, text) => texts.set(key, text),
 *   delete: async (key) => texts.delete(key),
 * });
 * (await store.findLegacyUser("ann"))?.id; // => "7"
 * ```
 */
export function openKvStore(users: KvNamespace, { peppers = {} }: Pick<DatabaseStoreOptions, "peppers"> = {}): KvStore {
  const find = async (key: string) => {
    const line = await users.get(key);
    return line === null ? null : recordOf(undefined, line, peppers);
  };
  return {
    findLegacyUser: (identifier) => find(identifierKey(identifier)),
    addressesOf: async (identifier) => {
      const key = identifierKey(identifier);
      const [user, noted] = await Promise.all([find(key), users.get(addressKey(key))]);
      return addressesFor(identifier, user?.email ?? noted ?? undefined);
    },
    forgetUser: async ({ id, email, identifiers }) => {
      const keys = identifiers.map(identifierKey);
      const others = email === undefined ? [] : keys.filter((key) => key !== identifierKey(email));
      await Promise.all(others.map((key) => users.put(addressKey(key), email as string)));
      await Promise.all([...keys, begunKey(id)].map((key) => users.delete(key)));
      return true;
    },
    hasBegun: async ({ id }) => (await users.get(begunKey(id))) !== null,
    noteBegun: async ({ id }) => void (await users.put(begunKey(id), "true")),
  };
}
