import { requireFunctions, requireNamesBeside } from "../../lib/require-names.js";
import {
  CLAIM_MILLISECONDS,
  type DatabaseStore,
  type DatabaseStoreOptions,
  loadUsers,
  recordOf,
} from "./database-users.js";
import { addressesAmong, byFirstKey, MOST_COMPARED, ownerAmong, sharersAmong } from "./stored-user.js";

/** A pool or a client of `pg`, as far as the store uses one. */
export interface PostgresDatabase {
  readonly query: (
    text: string,
    // biome-ignore lint/suspicious/noExplicitAny: pg takes and gives columns of any type.
    values?: any[],
  ) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** Each runs once, in this order; a database notes the last one that it has. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS fallback_users (
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
  );`,
  "ALTER TABLE fallback_users ADD COLUMN begun_at timestamptz;",
  // Whether the address is verified: it outlives the record, as the address does.
  `ALTER TABLE fallback_users ADD COLUMN email_verified boolean NOT NULL DEFAULT false;
  UPDATE fallback_users SET email_verified = true WHERE record ~ '"emailVerified"\\s*:\\s*true';`,
  // How much the identifier is the user's: see rankOf.
  `ALTER TABLE fallback_identifiers ADD COLUMN rank smallint NOT NULL DEFAULT 3;
  UPDATE fallback_identifiers AS own SET rank = CASE WHEN email IS NULL THEN 2 WHEN lower(trim(email)) <> key THEN 3
    WHEN email_verified THEN 0 ELSE 1 END FROM fallback_users AS users WHERE users.id = user_id;
  CREATE INDEX fallback_identifiers_by_rank ON fallback_identifiers (key, rank);`,
];

/**
 * One text is one transaction. The lock is for servers that start at the same time: CREATE TABLE IF NOT EXISTS is not
 * safe by itself. Its number is "credport" in digits.
 */
const MIGRATE = [
  "SELECT pg_advisory_xact_lock(2733767800);",
  "CREATE TABLE IF NOT EXISTS fallback_migrations (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());",
  `DO $$ BEGIN IF EXISTS (SELECT FROM fallback_migrations WHERE version > ${MIGRATIONS.length}) THEN
    RAISE EXCEPTION 'the tables of the fallback are of a newer release'; END IF; END $$;`,
  ...MIGRATIONS.map(
    (statements, at) => `DO $$ BEGIN IF NOT EXISTS (SELECT FROM fallback_migrations WHERE version = ${at + 1}) THEN
    ${statements}
    INSERT INTO fallback_migrations (version) VALUES (${at + 1}); END IF; END $$;`,
  ),
].join("\n");

/**
 * Takes users in, and gives those whom it did not: their ID is that of a user who logs in with something else, or is in
 * the file a second time. Users who were forgotten stay so.
 */
const TAKE_IN = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1) AS one
    (id text, line text, keys text[], ranks smallint[], email text, verified text)
), taken AS (
  INSERT INTO fallback_users AS users (id, record, keys, email, email_verified, loaded_by)
  SELECT id, line, keys, email, verified IS NOT NULL, $2 FROM given
  ON CONFLICT (id) DO UPDATE SET
    record = CASE WHEN users.forgotten_at IS NULL THEN excluded.record END,
    keys = excluded.keys,
    email = excluded.email,
    email_verified = excluded.email_verified,
    loaded_by = excluded.loaded_by
  WHERE (users.keys = excluded.keys OR $3) AND users.loaded_by <> excluded.loaded_by
  RETURNING users.id, users.keys
), gone AS (
  DELETE FROM fallback_identifiers AS own USING taken WHERE own.user_id = taken.id AND own.key <> ALL (taken.keys)
), noted AS (
  INSERT INTO fallback_identifiers (key, user_id, rank)
  SELECT own.key, id, own.rank FROM given JOIN taken USING (id), unnest(given.keys, ranks) AS own (key, rank)
  ON CONFLICT (key, user_id) DO UPDATE SET rank = excluded.rank
)
SELECT id FROM given EXCEPT SELECT id FROM taken`;

/** Identifiers of a load that another user has too. */
const SHARED = `
SELECT count(*)::int AS shared FROM fallback_identifiers AS own
JOIN fallback_users AS users ON users.id = own.user_id AND users.loaded_by = $1
WHERE EXISTS (SELECT FROM fallback_identifiers AS other WHERE other.key = own.key AND other.user_id <> own.user_id)`;

/**
 * The identifiers that are next in order, with the users that have them: as much work for one who is not there
 * as for one who is. Of many users of one, those come first whose address it is. From the last ones on it begins at the front.
 */
const FIND = `
WITH onwards AS (
  SELECT key, user_id FROM fallback_identifiers WHERE key >= $1 COLLATE "C" ORDER BY key, rank LIMIT ${MOST_COMPARED + 1}
), front AS (
  SELECT key, user_id FROM fallback_identifiers ORDER BY key, rank LIMIT ${MOST_COMPARED + 1}
)
SELECT near.key, users.id, users.record, users.email, users.email_verified AS "emailVerified"
FROM (SELECT * FROM onwards UNION ALL SELECT * FROM front) AS near
JOIN fallback_users AS users ON users.id = near.user_id`;

const ADDRESSES = `
SELECT users.email, users.email_verified AS "emailVerified"
FROM fallback_identifiers AS own JOIN fallback_users AS users ON users.id = own.user_id
WHERE own.key = $1 ORDER BY own.rank, users.id COLLATE "C" LIMIT ${MOST_COMPARED + 1}`;

const FORGET = `
UPDATE fallback_users SET record = NULL, forgotten_at = now() WHERE id = $1 AND forgotten_at IS NULL`;

/** Time goes by the database's clock: those of the login servers may differ. */
const CLAIM = `
UPDATE fallback_users SET claimed_by = $2, claimed_until = clock_timestamp() + $3 * interval '1 millisecond'
WHERE id = $1 AND (claimed_until IS NULL OR claimed_until < clock_timestamp())`;

const RELEASE = `
UPDATE fallback_users SET claimed_by = NULL, claimed_until = NULL WHERE id = $1 AND claimed_by = $2`;

/** As texts, in which a quotation mark of a value is escaped: jsonb takes no NUL in a name of a device or a social login. */
const LEFT = `
SELECT count(*)::int AS users FROM fallback_users
WHERE record ~ '"passwordHash"\\s*:' AND record !~ '"disabled"\\s*:\\s*true'`;

interface AddressRow {
  readonly email: string | null;
  readonly emailVerified: boolean;
}

interface NearRow extends AddressRow {
  readonly key: string;
  readonly id: string;
  readonly record: string | null;
}

/**
 * The fallback's store in PostgreSQL, for login servers on several machines. It makes its tables, and changes those of an
 * older release; servers that start at the same time wait for one another. What it answers survives a crash with
 * `synchronous_commit` on, PostgreSQL's default. The rows have the old hashes: they belong to the places where these are
 * deleted on the last day.
 *
 * @param database A pool of `pg`. Give it a listener for `error`: an idle connection that breaks would end the process.
 * @param options Values of the peppers that the file names, and how long a claim lasts.
 *
 * @example
 * ```ts compile-only
 * import { createReadStream } from "node:fs";
 * import { createInterface } from "node:readline";
 * import { openPostgresStore, type PostgresDatabase } from "credport/login/postgres";
 *
 * declare const pool: PostgresDatabase; // new pg.Pool()
 * const store = await openPostgresStore(pool, { peppers: process.env });
 * await store.load("shop", createInterface({ input: createReadStream("users.ndjson") }));
 * ```
 */
export async function openPostgresStore(
  database: PostgresDatabase,
  options: DatabaseStoreOptions = {},
): Promise<DatabaseStore> {
  requireFunctions("database", database, ["query"]);
  requireNamesBeside("openPostgresStore", options, ["peppers", "claimMs"]);
  const { peppers = {}, claimMs = CLAIM_MILLISECONDS } = options;
  await database.query(MIGRATE);
  const rowsOf = async <Row>(text: string, ...values: readonly unknown[]) =>
    (await database.query(text, [...values])).rows as readonly Row[];
  const changes = async (text: string, ...values: readonly unknown[]) =>
    ((await database.query(text, [...values])).rowCount ?? 0) > 0;
  const ownersBy = async (key: string) => {
    const rows = await rowsOf<NearRow>(FIND, key);
    // Of tables that were emptied, or have not got what others have yet, every address would be free for a sign-up.
    if (rows.length === 0) throw new Error("no users were loaded into the tables of the fallback");
    // Of users who are not asked for too, so that time does not tell who is there.
    const near = rows.map((user) => ({
      user,
      found: user.record === null ? null : recordOf(user.id, user.record, peppers),
    }));
    // At the front of the table the two halves are the same rows.
    const owners = new Map(near.filter(({ user }) => user.key === key).map((one) => [one.user.id, one]));
    return [...owners.values()].toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1));
  };
  const ownersOf = (identifier: string) => byFirstKey(identifier, ownersBy);
  return {
    load: async (system, lines, { isLater = false } = {}) => {
      const load = globalThis.crypto.randomUUID();
      const users = await loadUsers(system, lines, async (batch) => {
        const refused = await rowsOf<{ id: string }>(TAKE_IN, JSON.stringify(batch), load, isLater);
        return refused.map(({ id }) => id);
      });
      const [row] = await rowsOf<{ shared: number }>(SHARED, load);
      return { users, shared: row?.shared ?? 0 };
    },
    findLegacyUser: async (identifier) => ownerAmong(identifier, await ownersOf(identifier))?.found ?? null,
    usersSharing: async (identifier) =>
      sharersAmong(identifier, await ownersOf(identifier)).flatMap(({ found }) => found ?? []),
    addressesOf: async (identifier) => {
      const rows = await byFirstKey(identifier, (key) => rowsOf<AddressRow>(ADDRESSES, key));
      return addressesAmong(
        identifier,
        rows.map((user) => ({ user })),
      );
    },
    forgetUser: ({ id }) => changes(FORGET, id),
    claimUser: async ({ id }) => {
      const token = globalThis.crypto.randomUUID();
      return (await changes(CLAIM, id, token, claimMs)) ? () => changes(RELEASE, id, token) : null;
    },
    hasBegun: async ({ id }) =>
      (await rowsOf("SELECT FROM fallback_users WHERE id = $1 AND begun_at IS NOT NULL", id)).length > 0,
    noteBegun: async ({ id }) => {
      const isNoted = await changes("UPDATE fallback_users SET begun_at = now() WHERE id = $1", id);
      if (!isNoted) throw new Error("the store has no such user");
    },
    left: async () => (await rowsOf<{ users: number }>(LEFT))[0]?.users ?? 0,
  };
}
