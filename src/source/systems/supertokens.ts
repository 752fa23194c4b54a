import { HASHING_ALGORITHMS, noteMissingHash, notePlainPassword, statedBy } from "../fields/composed-hash.js";
import { type Fields, isFields } from "../fields/field.js";
import { socialLogin } from "../fields/social-login.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import { firstOf } from "../system/place.js";
import { type Password, type Row, read, type ThirdPartyLogin, type TotpEnrolment } from "../system/row.js";
import { howTo, system } from "../system/system.js";

const METHODS = "loginMethods";

/**
 * Users of the SuperTokens core in the form of its bulk import, which the query of `howToExport` gives as well, or as
 * its interface lists them, without hashes.
 *
 * @see https://github.com/supertokens/supertokens-core — bulkimport/BulkImportUserUtils.java
 * @see https://github.com/supertokens/supertokens-postgresql-plugin — queries
 */
export const SUPERTOKENS = /* @__PURE__ */ system("supertokens", {
  title: "SuperTokens core",
  comparedWith:
    "12.1.1 of 2026-08-13: supertokens/supertokens-core: bulkimport/BulkImportUserUtils.java; supertokens/supertokens-postgresql-plugin: queries",
  howToExport: howTo(
    [
      "psql --quiet --no-align --tuples-only --file=query.sql DATABASE > users.ndjson",
      "# query.sql:",
      "WITH users AS (",
      "  SELECT u.app_id, u.user_id, u.recipe_id, u.primary_or_recipe_user_id AS id, m.external_user_id AS external",
      "  FROM app_id_to_user_id u",
      "  LEFT JOIN userid_mapping m ON m.app_id = u.app_id AND m.supertokens_user_id = u.user_id",
      "  WHERE u.app_id = 'public'",
      "), methods AS (",
      "  SELECT u.id, json_agg(json_strip_nulls(json_build_object('recipeId', u.recipe_id,",
      "    'isPrimary', u.user_id = u.id, 'email', coalesce(e.email, t.email, p.email), 'passwordHash', e.password_hash,",
      "    'thirdPartyId', t.third_party_id, 'thirdPartyUserId', t.third_party_user_id, 'phoneNumber', p.phone_number,",
      "    'tenantIds', (SELECT coalesce(json_agg(a.tenant_id ORDER BY a.tenant_id), '[]') FROM all_auth_recipe_users a",
      "      WHERE a.app_id = u.app_id AND a.user_id = u.user_id),",
      "    'isVerified', u.recipe_id = 'passwordless' OR EXISTS (SELECT 1 FROM emailverification_verified_emails v",
      "      WHERE v.app_id = u.app_id AND v.user_id IN (u.user_id::text, u.external)",
      "      AND v.email = coalesce(e.email, t.email, p.email)))) ORDER BY u.user_id <> u.id, u.user_id) AS list,",
      "    min(coalesce(e.time_joined, t.time_joined, p.time_joined)) AS joined",
      "  FROM users u LEFT JOIN emailpassword_users e USING (app_id, user_id)",
      "  LEFT JOIN thirdparty_users t USING (app_id, user_id)",
      "  LEFT JOIN passwordless_users p USING (app_id, user_id)",
      "  GROUP BY u.id",
      "), devices AS (",
      "  SELECT u.id, json_agg(json_build_object('secretKey', d.secret_key, 'period', d.period, 'skew', d.skew,",
      "    'deviceName', d.device_name, 'verified', d.verified)) AS list",
      "  FROM users u JOIN totp_user_devices d ON d.app_id = u.app_id AND d.user_id IN (u.user_id::text, u.external)",
      "  WHERE u.user_id = u.id GROUP BY u.id",
      ")",
      "SELECT json_strip_nulls(json_build_object('externalUserId', coalesce(u.external, u.id::text),",
      "  'timeJoined', m.joined, 'loginMethods', m.list, 'totpDevices', d.list))",
      "FROM users u JOIN methods m USING (id) LEFT JOIN devices d USING (id) WHERE u.user_id = u.id ORDER BY u.id;",
    ],
    "Least privileges: SELECT on the eight tables that the query names. For another app than public, write its ID; the " +
      "query takes the users of all its tenants, of which --table-prefix names the one to read. A core whose " +
      "migration_mode is MIGRATED has the tenants in recipe_user_tenants, with the user in recipe_user_id. Tables that are named with a prefix or in another schema are named so " +
      "in the core's configuration. The users that were given to the core's bulk import are read as well, and so are " +
      "those of GET /users, which has no hashes and no second factors.",
  ),
  users: {
    readers: [jsonDocument({ keys: ["users"], firstKey: "externalUserId" }), jsonLines({ firstKey: "externalUserId" })],
  },
  listsBy: "tenant",
  listsOf: ({ loginMethods }) => objectsIn(loginMethods).flatMap(tenantsOf),
  user: {
    id: firstOf("externalUserId id"),
    emails: read(METHODS, (user) =>
      [...methodsOf(user, "emailpassword").slice(0, 1), ...methodsOf(user, "passwordless")].flatMap((method) =>
        method.emails("email", isVerified(method)),
      ),
    ),
    phones: read(METHODS, (user) =>
      methodsOf(user, "passwordless").flatMap((method) => method.phones("phoneNumber", true)),
    ),
    hash: read(METHODS, (user) => {
      const [withPassword, ...others] = methodsOf(user, "emailpassword");
      if (others.length > 0) user.leaveOut("further login with a password");
      return withPassword === undefined ? undefined : passwordOf(withPassword);
    }),
  },
  rules: [read(METHODS, noteOtherRecipes)],
  logins: [read(METHODS, (user) => methodsOf(user, "thirdparty").flatMap(readLogin))],
  lists: [
    {
      list: METHODS,
      alsoRead: `recipeId email phoneNumber passwordHash plainTextPassword isVerified verified thirdPartyId
        thirdPartyUserId thirdParty isPrimary hashingAlgorithm tenantIds`,
      notCarried: "timeJoined timeJoinedInMSSinceEpoch recipeUserId superTokensUserId externalUserId webauthn",
    },
    {
      list: "totpDevices",
      factor: read("secretKey period skew deviceName verified", readDevice),
      notCarried: "",
    },
  ],
  joined: "timeJoined",
  notCarried: "userMetadata userRoles tenantIds isPrimaryUser emails phoneNumbers thirdParty webauthn",
  likeness: { sure: [METHODS] },
});

function objectsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

function tenantsOf({ tenantIds }: Fields): readonly unknown[] {
  return Array.isArray(tenantIds) ? tenantIds : [];
}

/**
 * Tenants have providers and administrators of their own: what one says of a login is not another's word. A login that was
 * taken from its last tenant has an empty list, and nobody can use it.
 */
function isOfTenant({ context }: Row, method: Fields): boolean {
  if (!Array.isArray(method.tenantIds)) return true;
  const { tenant } = context.around;
  return tenant === undefined ? method.tenantIds.length > 0 : method.tenantIds.includes(tenant);
}

/** The user's ways to log in by one recipe, that of the primary user first. */
function methodsOf(user: Row, recipe: string): readonly Row[] {
  const own = objectsIn(user.fields.loginMethods).filter(
    (method) => method.recipeId === recipe && isOfTenant(user, method),
  );
  if (own.length > 1) own.sort((a, b) => Number(b.isPrimary === true) - Number(a.isPrimary === true));
  return own.map((method) => user.of(method));
}

const RECIPES: ReadonlySet<unknown> = new Set(["emailpassword", "passwordless", "thirdparty"]);

function noteOtherRecipes(user: Row): boolean {
  const methods = user.objects(METHODS);
  if (!methods.every(({ fields }) => isOfTenant(user, fields))) user.leaveOut("login of another tenant");
  const others = methods.filter(({ fields }) => !RECIPES.has(fields.recipeId));
  const isPasskey = ({ fields }: Row) => fields.recipeId === "webauthn";
  if (others.some(isPasskey)) user.leaveOut("passkey");
  if (!others.every(isPasskey)) user.leaveOut("login of an unknown kind");
  return others.length > 0;
}

/** The bulk import and the interface have a name each for it. */
function isVerified(method: Row): boolean {
  return method.flag("isVerified") || method.flag("verified");
}

function passwordOf(method: Row): Password | undefined {
  const { findings } = method;
  if (method.isSet("plainTextPassword")) return notePlainPassword("loginMethods.plainTextPassword", findings);
  const hash = method.text("passwordHash");
  if (hash === undefined) {
    const message = "the user has a password, and the hash is not in the export";
    return noteMissingHash("loginMethods.passwordHash", message, findings);
  }
  const stated = statedBy(HASHING_ALGORITHMS, method.text("hashingAlgorithm")?.toLowerCase());
  return method.statedHash(hash, stated, "loginMethods.hashingAlgorithm");
}

/** The names of providers are the service's own already. */
function readLogin(method: Row): readonly ThirdPartyLogin[] {
  const inner = method.own("thirdParty") === undefined ? undefined : method.object("thirdParty");
  const login = {
    provider: inner === undefined ? method.text("thirdPartyId") : inner.text("id"),
    userId: inner === undefined ? method.text("thirdPartyUserId") : inner.text("userId"),
    email: method.email("email"),
    isVerified: isVerified(method),
  };
  return socialLogin({ ...login, isServiceName: true, field: "loginMethods" }, method.context);
}

function readDevice(device: Row): readonly TotpEnrolment[] {
  return device.factor({
    field: "totpDevices",
    secret: device.text("secretKey") ?? "",
    encoding: "base32",
    isConfirmed: device.optionalFlag("verified") !== false,
    period: device.wholeNumber("period", 0, 86_400),
    skew: device.wholeNumber("skew", 0, 86_400),
    deviceName: device.text("deviceName"),
  });
}
