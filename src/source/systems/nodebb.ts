import { jsonObject } from "../../lib/json-text.js";
import { type Fields, idText, isFields, ownField } from "../fields/field.js";
import { batchesOf, readInBatches } from "../readers/item-batches.js";
import type { ReaderItem, RecordReader } from "../readers/record-reader.js";
import { always } from "../system/place.js";
import { type Likeness, type Password, type RecordRole, type Row, read } from "../system/row.js";
import { factorNotCarried, hold, resetDue } from "../system/rules.js";
import { howTo, mostHave, someHave, system } from "../system/system.js";
import { tableName, tableReaders } from "../system/table-readers.js";
import { ALWAYS, all, filled, happened, isInForce } from "../system/tests.js";

/** The fields in which plug-ins keep a user's ID at a provider. */
const PROVIDERS = { gplusid: "google", fbid: "facebook", twid: "twitter", githubid: "github" } as const;

/** What nodebb-plugin-2factor keeps of all users in one object: their keys by their IDs. */
const KEYS_OBJECT = "2factor:uid:key";
/** And of each user that has some: the public keys of their security keys. */
const SECURITY_KEYS = /^2factor:webauthn:([0-9]+)$/;
/** What one user has of them, as a row of its own. */
const FACTOR_COLUMNS = { user: "2factor:uid", key: "2factor:key", securityKeys: "2factor:webauthn" } as const;
const EXPORTED = `^(user:[0-9]+|${KEYS_OBJECT}|2factor:webauthn:[0-9]+)$`;

const TABLE = "legacy_hash";

/**
 * NodeBB's objects `user:1`, `user:2` … as MongoDB, PostgreSQL or Redis has them, and those of nodebb-plugin-2factor.
 *
 * @see https://github.com/NodeBB/NodeBB — src/user/create.js, data.js, bans.js, password.js, src/database/postgres.js
 * @see https://github.com/NodeBB/nodebb-plugin-2factor — library.js, websockets.js
 * @see https://github.com/julianlam/nodebb-plugin-sso-google — library.js; -github, -facebook and -twitter alike
 */
export const NODEBB = /* @__PURE__ */ system("nodebb", {
  title: "NodeBB",
  comparedWith:
    "4.15.1, nodebb-plugin-2factor 8.0.5 of 2026-08-22: NodeBB/NodeBB: src/user; NodeBB/nodebb-plugin-2factor: library.js",
  howToExport: howTo(
    [
      "# MongoDB:",
      'mongoexport --uri="mongodb://HOST/DATABASE" --collection=objects --out=users.ndjson \\',
      `  --query='{"_key":{"$regex":"${EXPORTED}"}}'`,
      "# PostgreSQL:",
      `psql -At DATABASE -c "SELECT data || jsonb_build_object('_key', _key) FROM ${TABLE}`,
      `  WHERE _key ~ '${EXPORTED}'" > users.ndjson`,
      "# Redis 7 and later:",
      "redis-cli --scan --pattern 'user:*' | grep -xE 'user:[0-9]+' | sort -u |",
      '  while read -r key; do redis-cli --json HGETALL "$key"; done > users.ndjson',
      `redis-cli --json HGETALL ${KEYS_OBJECT} >> users.ndjson`,
      "redis-cli --scan --pattern '2factor:webauthn:*' | grep -xE '2factor:webauthn:[0-9]+' |",
      `  sed 's/.*/{"_key":"&"}/' >> users.ndjson`,
    ],
    "Least privileges: in MongoDB the action find on the collection objects, in PostgreSQL USAGE on the schema and SELECT on this table, in Redis the commands SCAN and HGETALL.",
    "Hashes of NodeBB 1.14 and later are for the login-time fallback: they are over the SHA-512 of the password.",
  ),
  users: { readers: objectReaders(), roleOf },
  user: {
    id: "uid",
    email: "email",
    verified: happened("email:confirmed"),
    userName: "username",
    hash: read("password password:shaWrapped", readHash),
  },
  rules: [
    // Without an end, or with 0, a ban is for ever.
    hold("banned", all(filled("banned"), isInForce("banned:expire"))),
    resetDue(read("passwordExpiry", isExpired)),
  ],
  logins: Object.entries(PROVIDERS).map(([field, provider]) => ({ provider: always(provider), userId: field })),
  parts: [
    { name: "securityKeys", tables: "", columns: [], once: [factorNotCarried(ALWAYS, "2factor:webauthn")] },
    {
      name: "totp",
      tables: "",
      columns: [],
      // The key is kept as the text that it is, once the user gave a code; what they scanned is its base32.
      factor: { secret: FACTOR_COLUMNS.key, encoding: "utf8", field: KEYS_OBJECT },
    },
  ],
  alsoRead: "_key",
  joined: "joindate",
  lastLogin: "lastonline",
  notCarried: `_id userslug lastposttime lastqueuetime status fullname picture uploadedpicture location birthday
    website url signature aboutme postcount topiccount reputation profileviews followerCount followingCount
    blocksCount flags groupTitle cover:url cover:position icon:text icon:bgColor gdpr_consent acceptTos muted
    mutedUntil mutedReason`,
  secrets: "rss_token",
  likeness,
});

function objectReaders(): readonly [RecordReader, ...RecordReader[]] {
  const required = [["_key"], ["uid", "userslug"]];
  const [first, ...others] = tableReaders({ tables: [TABLE], required });
  return [ofObjects(first), ...others.map(ofObjects)];
}

/** A reader of the same items, with each object as a record, whatever database it is of. */
function ofObjects(reader: RecordReader): RecordReader {
  const read = readInBatches(async function* (input) {
    for await (const batch of batchesOf(reader, input)) yield batch.flatMap(objectsOf);
  });
  return { ...reader, read };
}

function objectsOf(item: ReaderItem): readonly ReaderItem[] {
  if (item.kind !== "record" || !isFields(item.value)) return [item];
  const object = objectOf(item.value);
  const owner = SECURITY_KEYS.exec(String(object._key))?.[1];
  if (owner !== undefined) {
    const [user, keys] = [FACTOR_COLUMNS.user, FACTOR_COLUMNS.securityKeys];
    return [{ ...item, value: { [user]: owner, [keys]: true } }];
  }
  if (!isKeysObject(object)) return object === item.value ? [item] : [{ ...item, value: object }];
  return Object.keys(object)
    .filter(isId)
    .map((uid) => ({ ...item, value: { [FACTOR_COLUMNS.user]: uid, [FACTOR_COLUMNS.key]: object[uid] } }));
}

/** A row of PostgreSQL has the object in a column; one that can't be read is left as it is, with its key. */
function objectOf(row: Fields): Fields {
  const data = ownField(row, "data");
  if (isFields(data)) return { ...data, _key: ownField(row, "_key") };
  if (typeof data !== "string" || !Object.hasOwn(row, "_key")) return row;
  const object = jsonObject(data);
  return object === undefined ? row : { ...object, _key: ownField(row, "_key") };
}

const isId = (text: string) => /^[0-9]+$/.test(text);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Redis gives an object without its key, and an empty one where there is none. */
function isKeysObject(object: Fields): boolean {
  if (Object.hasOwn(object, "_key")) return object._key === KEYS_OBJECT;
  return Object.entries(object).every(([uid, key]) => isId(uid) && typeof key === "string" && UUID.test(key));
}

function likeness(records: readonly Fields[], table?: string): Likeness {
  if (tableName(table) === TABLE) return "sure";
  if (someHave(records, "_key", "userslug") || mostHave(records, "uid", "userslug")) return "sure";
  return mostHave(records, "_id", "_key") || mostHave(records, FACTOR_COLUMNS.key) ? "possible" : "no";
}

/** Of the other objects none says anything of a user; those of `userRemote` are known to other servers. */
function roleOf(record: Fields): RecordRole {
  const owner = idText(ownField(record, FACTOR_COLUMNS.user));
  const part = Object.hasOwn(record, FACTOR_COLUMNS.securityKeys) ? "securityKeys" : "totp";
  if (owner !== undefined) return { role: "part", part, key: owner };
  const key = ownField(record, "_key");
  if (typeof key === "string" && !/^user:[0-9]+$/.test(key)) return { role: "other" };
  return { role: "user", key: idText(ownField(record, "uid")) };
}

/** Milliseconds, and 1 where an administrator asks for another password. */
function isExpired(user: Row): boolean {
  const expiry = Number(idText(user.own("passwordExpiry")) ?? 0);
  return expiry > 0 && expiry <= user.context.now;
}

/** A hash without the mark is of a release before 1.14, and over the password as it is. */
function readHash(user: Row): Password | undefined {
  const hash = user.text("password");
  if (hash === undefined) return undefined;
  if (user.isSet("password:shaWrapped")) return user.hash(hash);
  return user.hash(hash, { ...user.context.origin, source: "unknown", isOverPassword: true });
}
