import { loginNameField } from "../fields/contacts.js";
import { isFields } from "../fields/field.js";
import { firstOf, where } from "../system/place.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { howTo, system } from "../system/system.js";
import { not } from "../system/tests.js";

const PREFIX = "_auth_data_";

/** Providers of which Parse has an adapter, under its prefix; others are counted as fields that credport does not know. */
const ADAPTERS = `_auth_data_apple _auth_data_facebook _auth_data_gcenter _auth_data_github _auth_data_google
  _auth_data_gpgames _auth_data_instagram _auth_data_keycloak _auth_data_linkedin _auth_data_meetup _auth_data_mfa
  _auth_data_microsoft _auth_data_oauth2 _auth_data_phantauth _auth_data_qq _auth_data_spotify _auth_data_twitter
  _auth_data_vkontakte _auth_data_wechat _auth_data_weibo _auth_data_ldap _auth_data_anonymous`;

/** Not logins at another provider. */
const OWN: ReadonlySet<string> = new Set(["mfa", "anonymous", "ldap"]);

/** A guest, whose name is made up. */
const IS_GUEST = /* @__PURE__ */ read("authData", (user) =>
  authDataOf(user).some(([provider]) => provider === "anonymous"),
);

/**
 * Parse Server's class `_User`: mongoexport of its collection, its table in PostgreSQL, or the objects that the REST
 * interface lists, which have no hashes.
 *
 * @see https://github.com/parse-community/parse-server — src/Adapters/Storage/Mongo/MongoTransform.js, src/Adapters/Auth
 */
export const PARSE_SERVER = /* @__PURE__ */ system("parse-server", {
  title: "Parse Server",
  comparedWith:
    "9.10.0 of 2026-07-13: parse-community/parse-server: src/Controllers/SchemaController.js, src/Adapters/Auth/mfa.js",
  howToExport: howTo(
    [
      "# MongoDB:",
      'mongoexport --uri="mongodb://HOST/DATABASE" --collection=_User --out=users.ndjson',
      "# PostgreSQL:",
      "pg_dump --data-only --file=users.sql --table='\"_User\"' DATABASE",
    ],
    "Least privileges: in MongoDB a role with the action find on this collection, which the role read of the database has; in PostgreSQL USAGE on the schema and SELECT on this table.",
  ),
  users: { tables: "_User", columns: ["_hashed_password", "objectId username"], isAlone: true },
  user: {
    id: firstOf("_id objectId"),
    // Users log in with the name or the address: many applications keep the address in both, or as the name alone.
    emails: read("email emailVerified username", (user, about) => {
      const isVerified = user.writtenFlag("emailVerified") === true;
      const emails = user.emails("email", isVerified);
      if (emails.length > 0 || IS_GUEST.of(user.fields, user.context, about)) return emails;
      return loginNameField(user.fields, "username", user.findings).emails;
    }),
    userName: where(not(IS_GUEST), "username"),
    hash: "_hashed_password bcryptPassword",
  },
  logins: [
    read(`authData ${ADAPTERS}`, (user, { emails }) =>
      authDataOf(user).flatMap(([provider, data]) => {
        if (OWN.has(provider)) return [];
        return user.login({ provider, userId: data.id("id"), email: undefined, field: "authData" }, emails);
      }),
    ),
  ],
  factors: [
    read("authData", (user) => authDataOf(user).flatMap(([name, data]) => (name === "mfa" ? readFactor(data) : []))),
  ],
  joined: "_created_at createdAt",
  notCarried: `_updated_at updatedAt ACL _acl _rperm _wperm className __type _failed_login_count
    _account_lockout_expires_at _password_changed_at _tombstone _email_verify_token_expires_at
    _perishable_token_expires_at`,
  secrets: "_email_verify_token _perishable_token _session_token sessionToken _password_history",
  likeness: { sure: ["_hashed_password", "_id _rperm"], possible: ["objectId username"] },
});

/** Each provider with its data: in fields of their own in a database, together in what the REST interface gives. */
function authDataOf(user: Row): readonly (readonly [string, Row])[] {
  const together = user.jsonObject("authData")?.fields ?? {};
  const own = Object.keys(user.fields)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => [name.slice(PREFIX.length), user.json(name)] as const);
  return [...Object.entries(together), ...own].flatMap(([provider, data]) =>
    isFields(data) ? [[provider, user.of(data)] as const] : [],
  );
}

/** A secret is kept once the user gave a code; of text messages there is a number. */
function readFactor(data: Row): readonly TotpEnrolment[] {
  const secret = data.text("secret");
  if (data.has("recovery")) data.leaveOut("recovery codes");
  if (secret !== undefined) return data.factor({ field: "mfa", secret, encoding: "base32" });
  // The REST interface says no more than that there is one.
  const isThere = data.has("mobile") || data.has("status") || data.fields.enabled === true;
  return isThere ? data.factorNotCarried("mfa") : [];
}
