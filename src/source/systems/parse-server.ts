import type { UserDraft } from "../assemble-user.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isFields,
  jsonTextField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { loginNameField } from "../fields/login-name.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const PREFIX = "_auth_data_";

/** Providers of which Parse has an adapter; others are counted as fields that credport does not know. */
const ADAPTERS = [
  ...["apple", "facebook", "gcenter", "github", "google", "gpgames", "instagram", "keycloak", "linkedin"],
  ...["meetup", "mfa", "microsoft", "oauth2", "phantauth", "qq", "spotify", "twitter", "vkontakte"],
  ...["wechat", "weibo", "ldap", "anonymous"],
];

const USER: FieldTable = {
  read: new Set([
    ...[
      "_id",
      "objectId",
      "username",
      "email",
      "emailVerified",
      "_hashed_password",
      "bcryptPassword",
      "authData",
    ],
    ...ADAPTERS.map((name) => PREFIX + name),
  ]),
  notCarried: new Set([
    ...[
      "_created_at",
      "_updated_at",
      "createdAt",
      "updatedAt",
      "ACL",
      "_acl",
      "_rperm",
      "_wperm",
      "className",
    ],
    ...["__type", "_failed_login_count", "_account_lockout_expires_at", "_password_changed_at", "_tombstone"],
    ...["_email_verify_token_expires_at", "_perishable_token_expires_at"],
  ]),
  secrets: new Set([
    ...["_email_verify_token", "_perishable_token", "_session_token", "sessionToken", "_password_history"],
  ]),
};

/**
 * Parse Server's class `_User`: mongoexport of its collection, its table in PostgreSQL, or the objects that the REST
 * interface lists, which have no hashes.
 *
 * @see https://github.com/parse-community/parse-server — src/Adapters/Storage/Mongo/MongoTransform.js, src/Adapters/Auth
 */
export const PARSE_SERVER: Source = {
  name: "parse-server",
  title: "Parse Server",
  howToExport: howTo(
    [
      "# MongoDB:",
      'mongoexport --uri="mongodb://HOST/DATABASE" --collection=_User --out=users.ndjson',
      "# PostgreSQL:",
      "pg_dump --data-only --table='\"_User\"' DATABASE > users.sql",
    ],
    "Least privileges: in MongoDB a role with the action find on this collection, which the role read of the database has; in PostgreSQL USAGE on the schema and SELECT on this table.",
  ),
  origin: "parse-server",
  readers: tableReaders({ tables: ["_User"], required: [["_hashed_password"], ["objectId", "username"]] }),
  idField: "_id",
  joinedFields: ["_created_at", "createdAt"],
  fields: [USER],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

function detect(records: readonly Fields[]) {
  if (mostHave(records, "_hashed_password") || mostHave(records, "_id", "_rperm")) return "sure";
  return mostHave(records, "objectId", "username") ? "possible" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const isVerified = writtenFlagField(record, "emailVerified", findings) === true;
  const email = emailField(record, "email", findings);
  const logins = readAuthData(record, context);
  const named = readName(record, email, logins, context);
  const emails = email === undefined ? named.emails : contactsOf(email, isVerified);
  const hash =
    textField(record, "_hashed_password", findings) ?? textField(record, "bcryptPassword", findings);
  return {
    externalUserId: userIdField(record, Object.hasOwn(record, "_id") ? "_id" : "objectId", findings),
    emails,
    phoneNumbers: [],
    userName: named.userName,
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: logins.flatMap(([provider, data]) => readLogin(provider, data, emails, context)),
    totp: logins.flatMap(([provider, data]) => (provider === "mfa" ? readFactor(data, context) : [])),
  };
}

/** Users log in with the name or the address: many applications keep the address in both, or as the name alone. */
function readName(
  record: Fields,
  email: string | undefined,
  logins: readonly (readonly [string, Fields])[],
  { findings }: RecordContext,
): Pick<UserDraft, "emails" | "userName"> {
  // A guest's name is made up.
  if (logins.some(([provider]) => provider === "anonymous")) return { emails: [] };
  if (email === undefined) return loginNameField(record, "username", findings);
  const name = textField(record, "username", findings);
  return { emails: [], userName: name?.toLowerCase() === email.toLowerCase() ? undefined : name };
}

/** Each provider with its data: in fields of their own in a database, together in what the REST interface gives. */
function readAuthData(record: Fields, { findings }: RecordContext): readonly (readonly [string, Fields])[] {
  const together = jsonTextField(record, "authData", findings);
  const own = Object.keys(record)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => [name.slice(PREFIX.length), jsonTextField(record, name, findings)] as const);
  return [...(isFields(together) ? Object.entries(together) : []), ...own].flatMap(([provider, data]) =>
    isFields(data) ? [[provider, data] as const] : [],
  );
}

/** Not logins with somebody else. */
const OWN: ReadonlySet<string> = new Set(["mfa", "anonymous", "ldap"]);

function readLogin(
  provider: string,
  data: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  if (OWN.has(provider)) return [];
  const userId = idField(data, "id", context.findings);
  return loginOf({ provider, userId, email: undefined, field: "authData" }, emails, context);
}

/** A secret is kept once the user gave a code; of text messages there is a number. */
function readFactor(data: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const secret = textField(data, "secret", findings);
  if (Object.hasOwn(data, "recovery")) findings.leaveOut("recovery codes");
  if (secret !== undefined) return secondFactor({ field: "mfa", secret, encoding: "base32" }, context);
  // The REST interface says no more than that there is one.
  if (Object.hasOwn(data, "mobile") || Object.hasOwn(data, "status") || data.enabled === true) {
    secondFactorNotCarried("mfa", context);
  }
  return [];
}
