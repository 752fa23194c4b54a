import { statedBy } from "../fields/composed-hash.js";
import { type Fields, idText, isFields, listWritten, ownField } from "../fields/field.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { csvTable } from "../readers/csv-table.js";
import { readRewritten } from "../readers/item-batches.js";
import { jsonLines } from "../readers/json-lines.js";
import type { ReaderItem, RecordReader } from "../readers/record-reader.js";
import { type Likeness, type Password, type RecordRole, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { type About, mostHave, system } from "../system/system.js";
import { yes } from "../system/tests.js";
import { customPasswordHash } from "./auth0/custom-password-hash.js";

/** The columns without which no user can be named; the export's fields are chosen by the operator. */
const NAMES: readonly string[] = ["user_id", "email"];

/**
 * The CSV of a bulk export. Each text in it begins with an apostrophe, which is taken off, so that spreadsheets
 * compute nothing; dates and flags have none.
 *
 * @see https://github.com/auth0/docs-v2 — main/docs/manage-users/user-migration/bulk-user-exports.mdx
 */
const AUTH0_CSV: RecordReader = withoutApostrophes(
  csvTable({ header: (cells) => cells.map(bare).some((name) => NAMES.includes(name)) }),
);

/**
 * One record a line. In newer exports of hashes a user's addresses may be in the list of identifiers alone.
 *
 * @see https://support.auth0.com/center/s/article/How-to-Use-the-Password-Hashes-Export-from-Auth0
 */
const AUTH0_LINES: RecordReader = rewriting(jsonLines({ firstKey: "user_id" }), withIdentifiers);

/** What Auth0 puts before the ID of a user of its own database. */
const OWN_PREFIX = "auth0|";

/**
 * Profiles of a bulk export, one a line, in an array or as CSV, to be joined with the export of password hashes that
 * the vendor's support gives; or a file in the form of the bulk import.
 *
 * @see https://github.com/auth0/docs-v2 — main/docs/manage-users/user-migration/bulk-user-import-schema.mdx
 */
export const AUTH0 = /* @__PURE__ */ system("auth0", {
  title: "Auth0",
  comparedWith: "documentation of 2026-08-19: auth0/docs-v2: main/docs/manage-users/user-migration",
  howToExport: [
    `auth0 api post jobs/users-exports --data '{"connection_id":"<connection>","format":"json"}'`,
    "",
    "Least privileges: a token with read:users. The file has profiles, one a line, without hashes; leave the list of",
    "fields out, or name user_id, email, email_verified, identities, blocked, phone_number and phone_verified. Hashes and",
    "secrets of second factors: ask the vendor's support for them (a paid plan), and join what it hands over:",
    "credport check profiles.ndjson --from auth0 --join hashes.ndjson",
  ].join("\n"),
  users: { readers: [AUTH0_CSV, AUTH0_LINES], roleOf, partsFillIn: true },
  user: {
    id: read("user_id alt_id _id", ({ fields }) => {
      const own = hashRecordId(fields);
      return { fields: own === undefined ? fields : { user_id: `${OWN_PREFIX}${keyOf(own)}` }, name: "user_id" };
    }),
    email: "email",
    verified: yes("email_verified"),
    phone: { at: "phone_number", verified: yes("phone_verified") },
    userName: "username",
    hash: read("passwordHash password_hash custom_password_hash", readHash),
  },
  rules: [hold("banned", yes("blocked"))],
  factors: [read("mfa_factors multifactor", readFactors)],
  lists: [
    {
      list: "identities",
      login: read("provider user_id isSocial profileData", readIdentity),
      notCarried: "connection",
      secrets: "access_token access_token_secret refresh_token",
    },
  ],
  alwaysThere: "identities",
  joined: "created_at",
  lastLogin: "last_login",
  notCarried: `name given_name family_name nickname picture updated_at last_ip logins_count app_metadata user_metadata
    last_password_reset password_set_date tenant connection _tmp_is_unique identifiers locale`,
  likeness,
});

function likeness(records: readonly Fields[]): Likeness {
  if (mostHave(records, "_id", "passwordHash", "connection")) return "sure";
  if (mostHave(records, "email", "custom_password_hash")) return "sure";
  if (!mostHave(records, "user_id")) return "no";
  const hasOwnId = records.some((record) => /^[\w-]{1,64}\|/.test(String(ownField(record, "user_id"))));
  return hasOwnId || mostHave(records, "identities") ? "sure" : "possible";
}

/** The ID of a record of hashes, which has no other: the one that a database or the operator gave, where there is one. */
function hashRecordId(record: Fields): string | undefined {
  if (ownField(record, "user_id") !== undefined) return undefined;
  return idText(ownField(record, "alt_id")) ?? idText(ownField(record, "_id"));
}

/**
 * A record of hashes or second factors belongs to the profile whose ID ends in its own; without any profiles it is a user
 * by itself. One that alone has no profile is of a user who was deleted between the two exports, or who was created then.
 */
function roleOf(record: Fields): RecordRole {
  const id = hashRecordId(record) ?? idText(ownField(record, "user_id"));
  const key = id === undefined ? undefined : keyOf(id);
  const isPart = key !== undefined && (hashRecordId(record) !== undefined || hasCredentialsAlone(record));
  return isPart ? { role: "part", part: "hashes", key, aloneIsUser: "without-users" } : { role: "user", key };
}

/** An ID of Auth0's own database, as either file writes it. */
function keyOf(id: string): string {
  return id.startsWith(OWN_PREFIX) ? id.slice(OWN_PREFIX.length) : id;
}

/** What the vendor hands over beside profiles, under the profile's ID: nothing but how the user proves who they are. */
const CREDENTIALS = /^(?:passwordHash|password_hash|custom_password_hash|mfa_factors)$/;

function hasCredentialsAlone(record: Fields): boolean {
  const others = Object.keys(record).filter((name) => name !== "user_id");
  return others.length > 0 && others.every((name) => CREDENTIALS.test(name));
}

function readHash(user: Row): Password | undefined {
  const rows = [user, ...user.parts("hashes")];
  const texts = new Set(rows.map((row) => row.text("passwordHash") ?? row.text("password_hash")));
  const [text, ...others] = [...texts].filter((one) => one !== undefined);
  if (others.length > 0) {
    const message = "the user has several records of hashes with different hashes; which is right is not in the files";
    return user.findings.fault("user/field-twice", message, "passwordHash");
  }
  if (text !== undefined) return user.hash(text);
  const custom = user.object("custom_password_hash");
  if (custom === undefined) return undefined;
  const stated = statedBy(STATED, custom.text("algorithm"));
  return user.statedHash(() => customPasswordHash(custom), stated, "custom_password_hash");
}

/** Algorithms whose hashes are whole strings. */
const STATED = { argon2: ["argon2"], bcrypt: ["bcrypt"], pbkdf2: ["pbkdf2"] };

function readFactors(user: Row): readonly TotpEnrolment[] {
  const field = "mfa_factors";
  const rows = [user, ...user.parts("hashes")];
  const listed = rows.flatMap(({ fields }) => listWritten(fields, field, user.findings));
  const factors = [...new Map(listed.map((factor) => [JSON.stringify(factor), factor])).values()];
  // Profiles name the programs that a user has enrolled, and not their secrets.
  if (factors.length === 0 && user.isSet("multifactor")) return user.factorNotCarried("multifactor");
  return factors.flatMap((factor) => {
    if (!isFields(factor)) return [];
    const totp = user.of(factor).object("totp");
    // Codes by e-mail or SMS.
    if (totp === undefined) return user.factorNotCarried(field);
    const secret = totp.text("secret");
    if (secret === undefined) return user.factorNotCarried(field);
    return user.factor({ field, secret, encoding: "base32" });
  });
}

function readIdentity(identity: Row, { emails }: About): readonly ThirdPartyLogin[] {
  // The user's own password is an identity too, and an enterprise's directory is another.
  if (identity.writtenFlag("isSocial") !== true) {
    if (identity.own("provider") !== "auth0") identity.leaveOut("identities that are not social");
    return [];
  }
  // A login that was linked to the user has an address of its own, which the provider says is verified by rules of its own.
  const email = identity.object("profileData")?.email("email");
  const [provider, userId] = [identity.text("provider"), idText(identity.own("user_id"))];
  return identity.login({ provider, userId, email, field: "identities" }, emails);
}

function bare(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

function withoutApostrophes(reader: RecordReader): RecordReader {
  return rewriting(reader, userOf);
}

function rewriting(reader: RecordReader, change: (record: Fields) => Fields): RecordReader {
  const rewritten = (item: ReaderItem): ReaderItem =>
    item.kind === "record" && isFields(item.value) ? { ...item, value: change(item.value) } : item;
  return { ...reader, read: readRewritten(reader, rewritten) };
}

/** The field of an identifier's type, and the one that says whether it is verified. */
const IDENTIFIERS = { email: "email_verified", phone_number: "phone_verified", username: undefined };

/** A record with the identifiers of its list whose own fields it lacks; of several of one type the first. */
function withIdentifiers(record: Fields): Fields {
  const listed = ownField(record, "identifiers");
  if (!Array.isArray(listed)) return record;
  const entries = listed.filter(isFields);
  const found = Object.entries(IDENTIFIERS).flatMap(([type, mark]) => {
    const entry = entries.find((one) => ownField(one, "type") === type);
    if (entry === undefined || (ownField(record, type) ?? null) !== null) return [];
    const own: Fields = { [type]: ownField(entry, "value") };
    return [mark === undefined ? own : { ...own, [mark]: ownField(entry, "verified") }];
  });
  return Object.assign({}, record, ...found);
}

/** A field that the user does not have is an empty cell. */
function userOf(row: Fields): Fields {
  const cells = Object.entries(row).map(([name, cell]) => [bare(name), bare(String(cell))] as const);
  return Object.fromEntries(cells.map(([name, cell]) => [name, cell === "" ? null : cell]));
}
