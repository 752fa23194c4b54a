import { randomUUID } from "node:crypto";
import { identifierKey, parseFallbackUser } from "credport/login";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS fallback_users (
  -- The name of the old system, a colon and the ID that the user has there.
  id text PRIMARY KEY,
  -- A line of the file; null once the user is forgotten, so that the hash is gone with them.
  record text,
  -- What the user logs in with, and the address of their account: both outlive the record.
  keys text[] NOT NULL,
  email text,
  -- The load that has written the row.
  loaded_by uuid NOT NULL,
  forgotten_at timestamptz,
  -- The login server that brings the user over or forgets them, and until when.
  claimed_by text,
  claimed_until timestamptz
);
CREATE TABLE IF NOT EXISTS fallback_identifiers (
  key text COLLATE "C" NOT NULL,
  user_id text NOT NULL REFERENCES fallback_users (id),
  PRIMARY KEY (key, user_id)
);`;

/**
 * Takes users in, and gives those whom it did not: their ID is that of a user who logs in with something else, or is in
 * the file a second time. Whoever was forgotten stays so.
 */
const TAKE_IN = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1) AS one (id text, record text, keys text[], email text)
), taken AS (
  INSERT INTO fallback_users AS users (id, record, keys, email, loaded_by)
  SELECT id, record, keys, email, $2 FROM given
  ON CONFLICT (id) DO UPDATE SET
    record = CASE WHEN users.forgotten_at IS NULL THEN excluded.record END,
    email = excluded.email,
    loaded_by = excluded.loaded_by
  WHERE users.keys = excluded.keys AND users.loaded_by <> excluded.loaded_by
  RETURNING users.id, users.keys
), noted AS (
  INSERT INTO fallback_identifiers (key, user_id) SELECT unnest(keys), id FROM taken ON CONFLICT DO NOTHING
)
SELECT id FROM given EXCEPT SELECT id FROM taken`;

/** Identifiers of a load that lead to no user, because another one has them too. */
const SHARED = `
SELECT count(*)::int AS shared FROM fallback_identifiers AS own
JOIN fallback_users AS users ON users.id = own.user_id AND users.loaded_by = $1
WHERE EXISTS (SELECT FROM fallback_identifiers AS other WHERE other.key = own.key AND other.user_id <> own.user_id)`;

/**
 * The two identifiers that are next in order, with the users that have them: as much work for one who is not there
 * as for one who is. From the last ones on it begins at the front.
 */
const FIND = `
WITH onwards AS (
  SELECT key, user_id FROM fallback_identifiers WHERE key >= $1 COLLATE "C" ORDER BY key LIMIT 2
), front AS (
  SELECT key, user_id FROM fallback_identifiers ORDER BY key LIMIT 2
)
SELECT near.key, users.id, users.record
FROM (SELECT * FROM onwards UNION ALL SELECT * FROM front) AS near
JOIN fallback_users AS users ON users.id = near.user_id
LIMIT 4`;

/** Time goes by the database's clock: those of the login servers may differ. */
const CLAIM = `
UPDATE fallback_users SET claimed_by = $2, claimed_until = clock_timestamp() + $3 * interval '1 millisecond'
WHERE id = $1 AND (claimed_until IS NULL OR claimed_until < clock_timestamp())`;

const RELEASE = `
UPDATE fallback_users SET claimed_by = NULL, claimed_until = NULL WHERE id = $1 AND claimed_by = $2`;

/**
 * A fallback store in PostgreSQL, for login servers on several machines.
 *
 * @param {{ query: (text: string, values?: unknown[]) => Promise<{ rows: any[], rowCount: number }> }} database
 * A pool or a client of `pg`.
 * @param {{ peppers?: Record<string, string | string[] | undefined>, claimMs?: number }} settings The values of the
 * peppers that the file names, and the milliseconds after which the claim of a server that died ends: more than the
 * fallback's `timeoutMs`.
 */
export async function openPostgresqlStore(database, { peppers = {}, claimMs = 60_000 } = {}) {
  await database.query(SCHEMA);
  return {
    /**
     * Takes in lines of the file that `credport check --fallback` has written. `system` is a name of your own for the
     * old system: an ID counts within it. Gives the number of users, and of their identifiers that another user has
     * too. Throws where a user can't be taken in, after the others are.
     */
    async load(system, lines) {
      const load = randomUUID();
      const refused = [];
      let users = 0;
      for await (const batch of batchesOf(lines, prefixOf(system))) {
        const { rows } = await database.query(TAKE_IN, [JSON.stringify(batch), load]);
        refused.push(...rows.map(({ id }) => id));
        users += batch.length;
      }
      requireAll(refused, users);
      const { rows } = await database.query(SHARED, [load]);
      return { users, shared: rows[0].shared };
    },

    async findLegacyUser(identifier) {
      const key = identifierKey(identifier);
      const { rows } = await database.query(FIND, [key]);
      // Of nobody's user too, so that time does not tell who is there.
      const users = rows.map((row) => ({
        row,
        user: row.record === null ? null : userOf(row.id, row.record, peppers),
      }));
      const found = users.filter(({ row }) => row.key === key);
      // At the front of the table the two halves are the same rows.
      const ids = new Set(found.map(({ row }) => row.id));
      return ids.size === 1 ? found[0].user : null;
    },

    /** What to ask the new service with, before the fallback: a user name is not an address there. */
    async addressesOf(identifier) {
      const { rows } = await database.query(
        "SELECT email FROM fallback_users WHERE id = (SELECT min(user_id) FROM fallback_identifiers WHERE key = $1 HAVING count(*) = 1)",
        [identifierKey(identifier)],
      );
      return addressesFor(identifier, rows[0]?.email ?? undefined);
    },

    /** Ends once the database has written it: with `synchronous_commit` on, which is its default, it survives a crash. */
    async forgetUser({ id }) {
      const { rowCount } = await database.query(
        "UPDATE fallback_users SET record = NULL, forgotten_at = now() WHERE id = $1 AND forgotten_at IS NULL",
        [id],
      );
      return rowCount > 0;
    },

    /** Keeps a user for this server; null while another one has them. */
    async claimUser({ id }) {
      const token = randomUUID();
      const { rowCount } = await database.query(CLAIM, [id, token, claimMs]);
      return rowCount === 0 ? null : () => database.query(RELEASE, [id, token]);
    },

    /** How many can still log in and have not been brought over. */
    async left() {
      const { rows } = await database.query(
        "SELECT count(*)::int AS users FROM fallback_users WHERE record::jsonb ? 'passwordHash' AND NOT record::jsonb @> '{\"disabled\":true}'",
      );
      return rows[0].users;
    },
  };
}

const BATCH = 1000;

async function* batchesOf(lines, prefix) {
  let batch = new Map();
  for await (const line of lines) {
    if (line === "") continue;
    const { externalUserId, identifiers, email } = required(parseFallbackUser(line));
    const id = `${prefix}${externalUserId}`;
    // One statement can't write a row twice.
    if (batch.size >= BATCH || batch.has(id)) {
      yield [...batch.values()];
      batch = new Map();
    }
    batch.set(id, { id, record: line, keys: keysOf(identifiers), email });
  }
  if (batch.size > 0) yield [...batch.values()];
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
