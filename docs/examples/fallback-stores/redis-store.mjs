import { randomUUID } from "node:crypto";
import { identifierKey, parseFallbackUser } from "credport/login";

/** What two users have is nobody's. */
const NOBODYS = "";

/** Notes whose an identifier is, unless it is another user's already. */
const CLAIM = `
local owner = redis.call("GET", KEYS[1])
if not owner then redis.call("SET", KEYS[1], ARGV[1])
elseif owner ~= ARGV[1] then redis.call("SET", KEYS[1], ARGV[2]) end
return 1`;

/** Takes a user in, unless they were forgotten before. */
const TAKE_IN = `
if redis.call("SISMEMBER", KEYS[2], ARGV[1]) == 1 then return 0 end
redis.call("SET", KEYS[1], ARGV[2])
return 1`;

/** Read for whoever is not there; a user's own record would outlive them there. */
const ANYBODY = JSON.stringify({
  externalUserId: "anybody",
  identifiers: ["anybody@example.com"],
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
 * A fallback store in Redis, for login servers on several machines. Run Redis with `appendonly yes` and
 * `appendfsync always`: otherwise a crash may bring users back who were forgotten in its last second.
 *
 * @param {import("ioredis").Redis} redis A connection of `ioredis`.
 * @param {{ prefix?: string, peppers?: Record<string, string | string[] | undefined>, claimMs?: number }} settings The
 * beginning of all keys, the values of the peppers that the file names, and the milliseconds after which the claim of a
 * server that died ends: more than the fallback's `timeoutMs`.
 */
export function openRedisStore(redis, { prefix = "fallback", peppers = {}, claimMs = 60_000 } = {}) {
  const keys = {
    identifier: (identifier) => `${prefix}:identifier:${identifierKey(identifier)}`,
    user: (id) => `${prefix}:user:${id}`,
    claim: (id) => `${prefix}:claim:${id}`,
    forgotten: `${prefix}:forgotten`,
    anybody: `${prefix}:anybody`,
  };
  return {
    /** Takes in lines of the file that `credport check --fallback` has written. Whoever was forgotten stays so. */
    async load(lines) {
      await redis.set(keys.anybody, ANYBODY);
      let pipeline = redis.pipeline();
      for await (const line of lines) {
        if (line === "") continue;
        const { externalUserId, identifiers } = required(parseFallbackUser(line));
        pipeline.eval(TAKE_IN, 2, keys.user(externalUserId), keys.forgotten, externalUserId, line);
        for (const identifier of identifiers) {
          pipeline.eval(CLAIM, 1, keys.identifier(identifier), externalUserId, NOBODYS);
        }
        if (pipeline.length >= 2000) {
          requireDone(await pipeline.exec());
          pipeline = redis.pipeline();
        }
      }
      requireDone(await pipeline.exec());
    },

    async findLegacyUser(identifier) {
      const owner = await redis.get(keys.identifier(identifier));
      const id = owner === null || owner === NOBODYS ? undefined : owner;
      // Of somebody else where there is nobody, so that time does not tell who is there.
      const [record, another] = await redis.mget(keys.user(id ?? ""), keys.anybody);
      const user = userOf(record ?? another ?? ANYBODY, peppers);
      return record === null ? null : user;
    },

    async forget({ id }) {
      return (await redis.eval(FORGET, 2, keys.user(id), keys.forgotten, id)) === 1;
    },

    /** Keeps a user for this server; null while another one has them. */
    async claim({ id }) {
      const token = randomUUID();
      const answer = await redis.set(keys.claim(id), token, "PX", claimMs, "NX");
      return answer === null ? null : () => redis.eval(RELEASE, 1, keys.claim(id), token);
    },

    /** How many have not been brought over. */
    async left() {
      let users = 0;
      for await (const page of redis.scanStream({ match: `${prefix}:user:*`, count: 1000 }))
        users += page.length;
      return users;
    },
  };
}

function requireDone(replies) {
  for (const [error] of replies ?? []) if (error) throw error;
}

function userOf(record, peppers) {
  const { externalUserId, peppered, pepper, ...user } = required(parseFallbackUser(record));
  const value = peppered === false ? "" : pepper === undefined ? undefined : peppers[pepper];
  if (pepper !== undefined && peppered !== false && value === undefined)
    throw new Error(`${pepper} has no value`);
  return { id: externalUserId, ...user, ...(value === undefined ? {} : { pepper: value }) };
}

function required(result) {
  if (result.ok) return result.value;
  throw new Error(result.problems[0].message);
}
