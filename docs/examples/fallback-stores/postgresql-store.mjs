import { randomUUID } from "node:crypto";
import { identifierKey, parseFallbackUser } from "credport/login";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS fallback_users (
  id text PRIMARY KEY,
  -- A line of the file; null once the user is forgotten, so that the hash is gone with them.
  record text,
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
 * The two identifiers that are next in order, with the users that have them: as much work for one who is not there
 * as for one who is. From the last ones on it begins at the front.
 */
const FIND = `
WITH onwards AS (
  SELECT key, user_id FROM fallback_identifiers WHERE key >= $1 COLLATE "C" ORDER BY key LIMIT 2
), front AS (
  SELECT key, user_id FROM fallback_identifiers ORDER BY key LIMIT 2
)
SELECT near.key, users.record
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
    /** Takes in lines of the file that `credport check --fallback` has written. Whoever was forgotten stays so. */
    async load(lines) {
      for await (const batch of batchesOf(lines)) {
        const users = batch.map((line) => [line, required(parseFallbackUser(line))]);
        await database.query(
          `INSERT INTO fallback_users (id, record)
           SELECT * FROM unnest($1::text[], $2::text[])
           ON CONFLICT (id) DO UPDATE SET record = excluded.record WHERE fallback_users.forgotten_at IS NULL`,
          [users.map(([, { externalUserId }]) => externalUserId), users.map(([line]) => line)],
        );
        const keys = users.flatMap(([, { externalUserId, identifiers }]) =>
          identifiers.map((identifier) => [identifierKey(identifier), externalUserId]),
        );
        await database.query(
          `INSERT INTO fallback_identifiers (key, user_id)
           SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
          [keys.map(([key]) => key), keys.map(([, id]) => id)],
        );
      }
    },

    async findLegacyUser(identifier) {
      const key = identifierKey(identifier);
      const { rows } = await database.query(FIND, [key]);
      // Of nobody's user too, so that time does not tell who is there.
      const users = rows.map((row) => ({
        row,
        user: row.record === null ? null : userOf(row.record, peppers),
      }));
      const found = users.filter(({ row }) => row.key === key);
      // At the front of the table the two halves are the same rows.
      const ids = new Set(found.map(({ user }) => user?.id));
      return ids.size === 1 ? found[0].user : null;
    },

    /** Ends once the database has written it: with `synchronous_commit` on, which is its default, it survives a crash. */
    async forget({ id }) {
      const { rowCount } = await database.query(
        "UPDATE fallback_users SET record = NULL, forgotten_at = now() WHERE id = $1 AND forgotten_at IS NULL",
        [id],
      );
      return rowCount > 0;
    },

    /** Keeps a user for this server; null while another one has them. */
    async claim({ id }) {
      const token = randomUUID();
      const { rowCount } = await database.query(CLAIM, [id, token, claimMs]);
      return rowCount === 0 ? null : () => database.query(RELEASE, [id, token]);
    },

    /** How many have not been brought over. */
    async left() {
      const { rows } = await database.query(
        "SELECT count(*)::int AS users FROM fallback_users WHERE forgotten_at IS NULL",
      );
      return rows[0].users;
    },
  };
}

const BATCH = 1000;

async function* batchesOf(lines) {
  let batch = new Map();
  for await (const line of lines) {
    if (line === "") continue;
    const { externalUserId } = required(parseFallbackUser(line));
    // One statement can't write a row twice.
    if (batch.size >= BATCH || batch.has(externalUserId)) {
      yield [...batch.values()];
      batch = new Map();
    }
    batch.set(externalUserId, line);
  }
  if (batch.size > 0) yield [...batch.values()];
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
