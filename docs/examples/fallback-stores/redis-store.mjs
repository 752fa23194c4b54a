import { randomUUID } from "node:crypto";
import { identifierKey, parseFallbackUser } from "credport/login";

/** What two users have is nobody's. */
const NOBODYS = "";

/**
 * Takes a user in: the account, which outlives the record; the record, unless they were forgotten before; and whose
 * each identifier is. Gives how many of these another user has too; -1 where the ID is that of a user who logs in with
 * something else, or is in the file a second time.
 */
const TAKE_IN = `
local id, line, logins, email, load = unpack(ARGV)
local known = redis.call("HMGET", KEYS[1], "keys", "load")
if known[1] and (known[1] ~= logins or known[2] == load) then return -1 end
redis.call("HSET", KEYS[1], "keys", logins, "load", load, "email", email)
if redis.call("SISMEMBER", KEYS[3], id) == 0 then redis.call("SET", KEYS[2], line) end
local shared = 0
for at = 4, #KEYS do
  local owner = redis.call("GET", KEYS[at])
  if not owner then redis.call("SET", KEYS[at], id)
  elseif owner ~= id then
    redis.call("SET", KEYS[at], "${NOBODYS}")
    shared = shared + 1
  end
end
return shared`;

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
    identifier: (key) => `${prefix}:identifier:${key}`,
    account: (id) => `${prefix}:account:${id}`,
    user: (id) => `${prefix}:user:${id}`,
    claim: (id) => `${prefix}:claim:${id}`,
    forgotten: `${prefix}:forgotten`,
    anybody: `${prefix}:anybody`,
  };
  return {
    /**
     * Takes in lines of the file that `credport check --fallback` has written. `system` is a name of your own for the
     * old system: an ID counts within it. Gives the number of users, and of their identifiers that another user has
     * too. Throws where a user can't be taken in, after the others are.
     */
    async load(system, lines) {
      const systemPrefix = prefixOf(system);
      const load = randomUUID();
      const refused = [];
      let users = 0;
      let shared = 0;
      let batch = new Map();
      const flush = async () => {
        const pipeline = redis.pipeline().set(keys.anybody, ANYBODY);
        for (const [id, { line, email = "", logins }] of batch) {
          const touched = [keys.account(id), keys.user(id), keys.forgotten, ...logins.map(keys.identifier)];
          const values = [id, line, JSON.stringify(logins), email, load];
          pipeline.eval(TAKE_IN, touched.length, ...touched, ...values);
        }
        const [, ...replies] = repliesOf(await pipeline.exec());
        refused.push(...[...batch.keys()].filter((_, at) => replies[at] === -1));
        shared += replies.reduce((sum, reply) => sum + Math.max(0, reply), 0);
        users += batch.size;
        batch = new Map();
      };
      // Nothing is waited for before this loop: readline keeps no lines for whoever asks later.
      for await (const line of lines) {
        if (line === "") continue;
        const { externalUserId, identifiers, email } = required(parseFallbackUser(line));
        const id = `${systemPrefix}${externalUserId}`;
        if (batch.size >= BATCH || batch.has(id)) await flush();
        batch.set(id, { line, email, logins: keysOf(identifiers) });
      }
      await flush();
      requireAll(refused, users);
      return { users, shared };
    },

    async findLegacyUser(identifier) {
      const owner = await redis.get(keys.identifier(identifierKey(identifier)));
      const id = owner === null || owner === NOBODYS ? undefined : owner;
      // Of somebody else where there is nobody, so that time does not tell who is there.
      const [record, another] = await redis.mget(keys.user(id ?? ""), keys.anybody);
      const user = userOf(id ?? "", record ?? another ?? ANYBODY, peppers);
      return record === null ? null : user;
    },

    /** What to ask the new service with, before the fallback: a user name is not an address there. */
    async addressesOf(identifier) {
      const owner = await redis.get(keys.identifier(identifierKey(identifier)));
      const email = await redis.hget(keys.account(owner ?? NOBODYS), "email");
      return addressesFor(identifier, email || undefined);
    },

    async forgetUser({ id }) {
      return (await redis.eval(FORGET, 2, keys.user(id), keys.forgotten, id)) === 1;
    },

    /** Keeps a user for this server; null while another one has them. */
    async claimUser({ id }) {
      const token = randomUUID();
      const answer = await redis.set(keys.claim(id), token, "PX", claimMs, "NX");
      return answer === null ? null : () => redis.eval(RELEASE, 1, keys.claim(id), token);
    },

    /** How many can still log in and have not been brought over. */
    async left() {
      let users = 0;
      for await (const page of redis.scanStream({ match: `${prefix}:user:*`, count: 1000 })) {
        const records = page.length === 0 ? [] : await redis.mget(page);
        users += records.filter((record) => record !== null && canLogIn(JSON.parse(record))).length;
      }
      return users;
    },
  };
}

const BATCH = 500;

function canLogIn({ passwordHash, disabled }) {
  return passwordHash !== undefined && disabled !== true;
}

function repliesOf(replies) {
  return replies.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}

/** Each once and in order, so that those of one user are always the same. */
function keysOf(identifiers) {
  return [...new Set(identifiers.map(identifierKey))].sort();
}

/** IDs of two systems are told apart by it: no name has a colon. */
function prefixOf(system) {
  if (typeof system === "string" && /^[\w.-]{1,64}$/.test(system)) return `${system}:`;
  throw new TypeError("the name of the system must have letters, digits, and . _ - only");
}

const MOST_NAMED = 20;

/** Lines that were read before anybody asked for them are gone: a file without users is a mistake too. */
function requireAll(refused, count) {
  if (count === 0) throw new Error("there are no users in these lines");
  if (refused.length === 0) return;
  const named = refused.slice(0, MOST_NAMED).join(", ");
  throw new Error(
    `${refused.length} of ${count} users were not taken in, because their ID is in the file twice or belongs to a user ` +
      `who logs in with something else; load each old system under its own name: ${named}`,
  );
}

/** An address may be a newer account's own, so that it is tried as it is, too. */
function addressesFor(identifier, email) {
  if (email === undefined || identifierKey(email) === identifierKey(identifier)) return [identifier];
  return identifier.includes("@") ? [identifier, email] : [email];
}

function userOf(id, record, peppers) {
  const { peppered, pepper, passwordHash = null, ...user } = required(parseFallbackUser(record));
  const value = peppered === false ? "" : pepper === undefined ? undefined : peppers[pepper];
  if (pepper !== undefined && peppered !== false && value === undefined)
    throw new Error(`${pepper} has no value`);
  // Null for a user who can't log in: nobody else may sign up with their identifiers.
  return { id, ...user, passwordHash, ...(value === undefined ? {} : { pepper: value }) };
}

function required(result) {
  if (result.ok) return result.value;
  throw new Error(result.problems[0].message);
}
