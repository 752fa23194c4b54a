import { identifierKey, parseFallbackUser } from "credport/login";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS fallback_users (
  id text PRIMARY KEY,
  -- A line of the file; null once the user is forgotten, so that the hash is gone with them.
  record text,
  forgotten_at timestamptz
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

/**
 * A fallback store in PostgreSQL, for login servers on several machines.
 *
 * @param {{ query: (text: string, values?: unknown[]) => Promise<{ rows: any[], rowCount: number }> }} database
 * A pool or a client of `pg`.
 * @param {{ peppers?: Record<string, string | string[] | undefined> }} settings The values of the peppers that the file
 * names.
 */
export async function openPostgresqlStore(database, { peppers = {} } = {}) {
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
