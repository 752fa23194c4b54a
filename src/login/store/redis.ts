import { requireFunctions, requireNamesBeside } from "../../lib/require-names.js";
import {
  CLAIM_MILLISECONDS,
  type DatabaseStore,
  type DatabaseStoreOptions,
  loadUsers,
  recordOf,
} from "./database-users.js";
import { addressesAmong, byFirstKey, MOST_COMPARED, ownerAmong, sharersAmong } from "./stored-user.js";

/** A connection of `ioredis`, as far as the store uses one: any command by its name. */
export interface RedisConnection {
  readonly call: (command: string, ...args: (string | number)[]) => Promise<unknown>;
  readonly options?: { readonly keyPrefix?: string | undefined } | undefined;
}

/** Settings of a store in Redis. */
export interface RedisStoreOptions extends DatabaseStoreOptions {
  /** The beginning of all keys: `fallback` unless given. */
  readonly prefix?: string | undefined;
}

/**
 * Takes a user in: the account, which outlives the record; the record, unless they were forgotten before; and among the
 * owners of each identifier, in the order of rankOf. Gives how many of these another user has too; -1 where the ID is
 * that of a user who logs in with something else, or is in the file a second time. Of a later export, what the user had
 * before leads to them no more.
 */
const TAKE_IN = `
local id, line, logins, email, verified, load, later, prefix, ranks = unpack(ARGV)
local known = redis.call("HMGET", KEYS[1], "keys", "load")
if known[1] and (known[2] == load or (known[1] ~= logins and later ~= "1")) then return -1 end
for _, key in ipairs(cjson.decode(known[1] or "[]")) do redis.call("ZREM", prefix .. ":owners:" .. key, id) end
redis.call("HSET", KEYS[1], "keys", logins, "load", load, "email", email, "verified", verified)
if redis.call("SISMEMBER", KEYS[3], id) == 0 then redis.call("SET", KEYS[2], line) end
local rank, shared = cjson.decode(ranks), 0
for at in ipairs(cjson.decode(logins)) do
  redis.call("ZADD", KEYS[at + 3], rank[at], id)
  if redis.call("ZCARD", KEYS[at + 3]) > 1 then shared = shared + 1 end
end
return shared`;

/** Of a Redis that was emptied, or has not got what another has yet, every address would be free for a sign-up. */
const NOT_LOADED = "no users were loaded into this Redis under the prefix of the store";

/** Who has an identifier, with their addresses: of many, whose address it is. One more than are compared are too many. */
const FIND = `
if redis.call("EXISTS", KEYS[2]) == 0 then return redis.error_reply("${NOT_LOADED}") end
local owners = {}
for at, id in ipairs(redis.call("ZRANGE", KEYS[1], 0, ${MOST_COMPARED})) do
  owners[at] = {id, unpack(redis.call("HMGET", ARGV[1] .. ":account:" .. id, "email", "verified"))}
end
return owners`;

/** Read for users who are not there; a user's own record would outlive them there. */
const STAND_IN = JSON.stringify({
  externalUserId: "stand-in",
  identifiers: ["stand-in@example.com"],
  passwordHash: "$2b$10$KJHgsdf8723hsdGFJH2kjOeYh5bDqVnxZc1v0mTgq0uXkUjf9Q8Qu",
});

/** The record and the note that it is gone, both or none. */
const FORGET = `
redis.call("SADD", KEYS[2], ARGV[1])
return redis.call("DEL", KEYS[1])`;

/** Of this server alone: a claim that has ended may be another's by now. */
const RELEASE = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`;

/**
 * The fallback's store in Redis, for login servers on several machines. Run Redis with `appendonly yes` and
 * `appendfsync always`: otherwise a crash may bring users back who were forgotten in its last second.
 *
 * @param redis A connection of `ioredis`.
 * @param options The beginning of all keys, values of the peppers that the file names, and how long a claim lasts.
 *
 * @example
 * ```ts compile-only
 * import { openRedisStore, type RedisConnection } from "credport/login/redis";
 *
 * declare const redis: RedisConnection; // new Redis()
 * const store = openRedisStore(redis, { peppers: process.env });
 * (await store.findLegacyUser("ann@example.com"))?.id; // "shop:7"
 * ```
 */
export function openRedisStore(redis: RedisConnection, options: RedisStoreOptions = {}): DatabaseStore {
  requireFunctions("redis", redis, ["call"]);
  requireNamesBeside("openRedisStore", options, ["prefix", "peppers", "claimMs"]);
  const { keyPrefix = "" } = redis.options ?? {};
  // It is put before some keys of a script and not before others.
  if (keyPrefix !== "") {
    const given = JSON.stringify(`${keyPrefix}fallback`);
    throw new TypeError(`openRedisStore takes no connection with a keyPrefix: give it { prefix: ${given} } instead`);
  }
  const { prefix = "fallback", peppers = {}, claimMs = CLAIM_MILLISECONDS } = options;
  const keyOf = (kind: string, name: string) => `${prefix}:${kind}:${name}`;
  const [forgotten, begun, standIn] = [`${prefix}:forgotten`, `${prefix}:begun`, `${prefix}:stand-in`];
  const text = async (command: string, ...args: (string | number)[]) =>
    (await redis.call(command, ...args)) as string | null;
  const evaluate = (script: string, keys: readonly string[], ...values: readonly string[]) =>
    redis.call("EVAL", script, keys.length, ...keys, ...values);
  /** A number, which a connection may give as text. */
  const isOne = async (reply: Promise<unknown>) => Number(await reply) === 1;
  const ownersBy = async (key: string) => {
    const found = (await evaluate(FIND, [keyOf("owners", key), standIn], prefix)) as (string | null)[][];
    const owners = found.map(([id, email, verified]) => ({ id: id ?? "", email, emailVerified: verified === "1" }));
    return owners.map((user) => ({ user })).toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1));
  };
  const ownersOf = (identifier: string) => byFirstKey(identifier, ownersBy);
  return {
    load: async (system, lines, { isLater = false } = {}) => {
      let memory: unknown;
      const load = globalThis.crypto.randomUUID();
      let shared = 0;
      const users = await loadUsers(system, lines, async (batch) => {
        memory ??= await redis.call("INFO", "memory");
        requireToKeep(String(memory));
        // Commands of one connection are sent together.
        const [, ...replies] = await Promise.all([
          redis.call("SET", standIn, STAND_IN),
          ...batch.map(({ id, line, email = "", keys, ranks, verified }) => {
            const touched = [
              keyOf("account", id),
              keyOf("user", id),
              forgotten,
              ...keys.map((key) => keyOf("owners", key)),
            ];
            const isVerified = verified === undefined ? "0" : "1";
            const told = [id, line, JSON.stringify(keys), email, isVerified, load, isLater ? "1" : "", prefix];
            return evaluate(TAKE_IN, touched, ...told, JSON.stringify(ranks));
          }),
        ]);
        for (const reply of replies) shared += Math.max(0, Number(reply));
        return batch.filter((_, at) => Number(replies[at]) < 0).map(({ id }) => id);
      });
      return { users, shared };
    },
    findLegacyUser: async (identifier) => {
      const id = ownerAmong(identifier, await ownersOf(identifier))?.user.id;
      // Of another user where there is none, so that time does not tell who is there.
      const read = (await redis.call("MGET", keyOf("user", id ?? ""), standIn)) as readonly (string | null)[];
      const [record = null, another = null] = read;
      const user = recordOf(id, record ?? another ?? STAND_IN, peppers);
      return id === undefined || record === null ? null : user;
    },
    usersSharing: async (identifier) => {
      const ids = sharersAmong(identifier, await ownersOf(identifier)).map(({ user }) => user.id);
      const records = (await redis.call("MGET", standIn, ...ids.map((id) => keyOf("user", id)))) as (string | null)[];
      return ids.flatMap((id, at) => {
        const record = records[at + 1] ?? null;
        return record === null ? [] : [recordOf(id, record, peppers)];
      });
    },
    addressesOf: async (identifier) => addressesAmong(identifier, await ownersOf(identifier)),
    forgetUser: ({ id }) => isOne(evaluate(FORGET, [keyOf("user", id), forgotten], id)),
    claimUser: async ({ id }) => {
      const token = globalThis.crypto.randomUUID();
      const isClaimed = (await text("SET", keyOf("claim", id), token, "PX", claimMs, "NX")) !== null;
      return isClaimed ? () => evaluate(RELEASE, [keyOf("claim", id)], token) : null;
    },
    hasBegun: ({ id }) => isOne(redis.call("SISMEMBER", begun, id)),
    noteBegun: async ({ id }) => void (await redis.call("SADD", begun, id)),
    left: async () => {
      const pattern = `${prefix.replace(/[\\*?[\]^]/g, "\\$&")}:user:*`;
      if ((await redis.call("GET", standIn)) === null) throw new Error(NOT_LOADED);
      let [users, cursor] = [0, "0"];
      do {
        const page = await redis.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000);
        const [next, keys] = page as [string, string[]];
        const records = keys.length === 0 ? [] : ((await redis.call("MGET", ...keys)) as (string | null)[]);
        users += records.filter((record) => record !== null && canLogIn(JSON.parse(record))).length;
        cursor = next;
      } while (cursor !== "0");
      return users;
    },
  };
}

/** A user whose keys were thrown away to make room would be unknown at each login, and their address free. */
function requireToKeep(memory: string): void {
  const [, policy = "noeviction"] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  const [, most = "0"] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
  if (policy === "noeviction" || most === "0") return;
  throw new Error(`Redis throws keys away when it is full (${policy}): set its maxmemory-policy to noeviction`);
}

function canLogIn({ passwordHash, disabled }: { passwordHash?: unknown; disabled?: unknown }): boolean {
  return passwordHash !== undefined && disabled !== true;
}
