import { requireFunctions, requireNamesBeside } from "../../lib/require-names.js";
import { identifierKey } from "../identifier-key.js";
import {
  CLAIM_MILLISECONDS,
  type DatabaseStore,
  type DatabaseStoreOptions,
  loadUsers,
  recordOf,
} from "./database-users.js";
import {
  addressesFor,
  byFirstKey,
  claimants,
  MOST_COMPARED,
  ownAddressFirst,
  requireFew,
  verifiedKey,
} from "./stored-user.js";

/** A connection of `ioredis`, as far as the store uses one: any command by its name. */
export interface RedisConnection {
  readonly call: (command: string, ...args: (string | number)[]) => Promise<unknown>;
}

/** Settings of a store in Redis. */
export interface RedisStoreOptions extends DatabaseStoreOptions {
  /** The beginning of all keys: `fallback` unless given. */
  readonly prefix?: string | undefined;
}

/** The owner of what two users have. */
const SHARED = "";

/**
 * Takes a user in: the account, which outlives the record; the record, unless they were forgotten before; and whose
 * each identifier is, and whose verified address; of one that several have, who they are. Gives how many of these another
 * user has too; -1 where the ID is that of a user who logs in with something else, or is in the file a second time. Of a
 * later export, what the user had before leads to them no more.
 */
const TAKE_IN = `
local id, line, logins, email, load, verified, later, prefix, mine = unpack(ARGV)
local known = redis.call("HMGET", KEYS[1], "keys", "load")
local isOther = known[1] and known[1] ~= logins
if known[1] and (known[2] == load or (isOther and later ~= "1")) then return -1 end
if isOther then
  local isRead, before = pcall(cjson.decode, known[1])
  for _, key in ipairs(isRead and before or {}) do
    for _, kind in ipairs({"identifier", "address"}) do
      local name = prefix .. ":" .. kind .. ":" .. key
      if redis.call("GET", name) == id then redis.call("DEL", name) end
    end
    redis.call("SREM", prefix .. ":sharing:" .. key, id)
  end
end
local isVerified = verified ~= "" and "1" or "0"
redis.call("HSET", KEYS[1], "keys", logins, "load", load, "email", email, "own", mine, "verified", isVerified)
if redis.call("SISMEMBER", KEYS[3], id) == 0 then redis.call("SET", KEYS[2], line) end
local function own(key)
  local owner = redis.call("GET", key)
  redis.call("SET", key, (owner or id) == id and id or "${SHARED}")
  return (owner or id) == id
end
-- See rankOf.
local function rank(user, login)
  local known = redis.call("HMGET", prefix .. ":account:" .. user, "own", "verified")
  if known[1] == login then return known[2] == "1" and 0 or 1 end
  return known[1] == "" and 2 or 3
end
local shared = 0
for at = 4, #KEYS, 3 do
  local login, address, sharing = KEYS[at], KEYS[at + 1], KEYS[at + 2]
  local owner = redis.call("GET", login)
  if not own(login) then
    shared = shared + 1
    if owner ~= "${SHARED}" then redis.call("SADD", sharing, owner) end
    redis.call("SADD", sharing, id)
    -- One more than are compared says that there are too many.
    if redis.call("SCARD", sharing) > ${MOST_COMPARED + 1} then
      local last = id
      for _, one in ipairs(redis.call("SMEMBERS", sharing)) do
        if rank(one, login) > rank(last, login) then last = one end
      end
      redis.call("SREM", sharing, last)
    end
  end
  if address == verified then own(address)
  elseif redis.call("GET", address) == id then redis.call("DEL", address) end
end
return shared`;

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
  const { prefix = "fallback", peppers = {}, claimMs = CLAIM_MILLISECONDS } = options;
  const keyOf = (kind: string, name: string) => `${prefix}:${kind}:${name}`;
  const [forgotten, begun, standIn] = [`${prefix}:forgotten`, `${prefix}:begun`, `${prefix}:stand-in`];
  const text = async (command: string, ...args: (string | number)[]) =>
    (await redis.call(command, ...args)) as string | null;
  const evaluate = (script: string, keys: readonly string[], ...values: readonly string[]) =>
    redis.call("EVAL", script, keys.length, ...keys, ...values);
  const ownersOf = (key: string) => ["identifier", "address"].map((kind) => keyOf(kind, key));
  /** Of what several users have, the one whose verified address it is; and whether several have verified it. */
  const ownerOf = async (key: string) => {
    const [owner, ofAddress] = (await redis.call("MGET", ...ownersOf(key))) as (string | null)[];
    return { id: (owner === SHARED ? ofAddress : owner) ?? SHARED, isVerified: ofAddress === SHARED };
  };
  const sharersOf = async (key: string) => {
    const ids = (await redis.call("SMEMBERS", keyOf("sharing", key))) as string[];
    return ids.toSorted();
  };
  /** Whom an identifier leads to, or the users among whom the password decides. */
  const ledBy = async (identifier: string, key: string) => {
    const [owner, all] = [await ownerOf(key), await sharersOf(key)];
    const known = await Promise.all(
      all.map((id) => redis.call("HMGET", keyOf("account", id), "email", "verified") as Promise<(string | null)[]>),
    );
    // Of a load of an older release it is not noted who has verified it: their records say it.
    const users = claimants(
      identifier,
      all.map((id, at) => {
        const [email, verified] = known[at] ?? [];
        return { id, user: { email, emailVerified: owner.isVerified && verified !== "0" } };
      }),
    );
    const [first, ...others] = owner.id === SHARED ? users : [];
    const isDecided = first !== undefined && others.length === 0;
    return { ...owner, id: isDecided ? first.id : owner.id, users };
  };
  const led = async (identifier: string) => {
    const ask = async (key: string) =>
      [await ledBy(identifier, key)].filter(({ id, users }) => id !== SHARED || users.length > 0);
    return (await byFirstKey(identifier, ask))[0] ?? { id: SHARED, isVerified: false, users: [] };
  };
  return {
    load: async (system, lines, { isLater = false } = {}) => {
      const load = globalThis.crypto.randomUUID();
      let shared = 0;
      const users = await loadUsers(system, lines, async (batch) => {
        // Commands of one connection are sent together.
        const [, ...replies] = await Promise.all([
          redis.call("SET", standIn, STAND_IN),
          ...batch.map(({ id, line, email = "", keys, verified }) => {
            const touched = [keyOf("account", id), keyOf("user", id), forgotten];
            const address = verified === undefined ? "" : keyOf("address", verified);
            const mine = email === "" ? "" : keyOf("identifier", identifierKey(email));
            const told = [id, line, JSON.stringify(keys), email, load, address, isLater ? "1" : "", prefix, mine];
            return evaluate(
              TAKE_IN,
              [...touched, ...keys.flatMap((key) => [...ownersOf(key), keyOf("sharing", key)])],
              ...told,
            );
          }),
        ]);
        for (const reply of replies) shared += Math.max(0, Number(reply));
        return batch.filter((_, at) => replies[at] === -1).map(({ id }) => id);
      });
      return { users, shared };
    },
    findLegacyUser: async (identifier) => {
      const { id } = await led(identifier);
      // Of another user where there is none, so that time does not tell who is there.
      const read = (await redis.call("MGET", keyOf("user", id), standIn)) as readonly (string | null)[];
      const [record = null, another = null] = read;
      const user = recordOf(id, record ?? another ?? STAND_IN, peppers);
      return id === SHARED || record === null ? null : user;
    },
    usersSharing: async (identifier) => {
      const { id, isVerified, users } = await led(identifier);
      const ids = users.map((one) => one.id);
      const records = (await redis.call("MGET", standIn, ...ids.map((one) => keyOf("user", one)))) as (string | null)[];
      if (id !== SHARED) return [];
      requireFew(users.length);
      const left = ids.flatMap((one, at) => {
        const record = records[at + 1] ?? null;
        return record === null ? [] : [{ user: recordOf(one, record, peppers) }];
      });
      const key = identifierKey(identifier);
      const all = left.filter(({ user }) => !isVerified || verifiedKey(user) === key);
      return ownAddressFirst(identifier, all).map(({ user }) => user);
    },
    addressesOf: async (identifier) => {
      const { id, users } = await led(identifier);
      const emails = users.map(({ user }) => user.email);
      const isShared = id === SHARED && users.length > 0;
      return addressesFor(identifier, isShared ? emails : [await text("HGET", keyOf("account", id), "email")]);
    },
    forgetUser: async ({ id }) => (await evaluate(FORGET, [keyOf("user", id), forgotten], id)) === 1,
    claimUser: async ({ id }) => {
      const token = globalThis.crypto.randomUUID();
      const isClaimed = (await text("SET", keyOf("claim", id), token, "PX", claimMs, "NX")) !== null;
      return isClaimed ? () => evaluate(RELEASE, [keyOf("claim", id)], token) : null;
    },
    hasBegun: async ({ id }) => (await redis.call("SISMEMBER", begun, id)) === 1,
    noteBegun: async ({ id }) => void (await redis.call("SADD", begun, id)),
    left: async () => {
      let [users, cursor] = [0, "0"];
      do {
        const page = await redis.call("SCAN", cursor, "MATCH", `${prefix}:user:*`, "COUNT", 1000);
        const [next, keys] = page as [string, string[]];
        const records = keys.length === 0 ? [] : ((await redis.call("MGET", ...keys)) as (string | null)[]);
        users += records.filter((record) => record !== null && canLogIn(JSON.parse(record))).length;
        cursor = next;
      } while (cursor !== "0");
      return users;
    },
  };
}

function canLogIn({ passwordHash, disabled }: { passwordHash?: unknown; disabled?: unknown }): boolean {
  return passwordHash !== undefined && disabled !== true;
}
