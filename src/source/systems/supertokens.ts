import {
  asStated,
  HASHING_ALGORITHMS,
  noteMissingHash,
  notePlainPassword,
  statedBy,
} from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  isSetField,
  listField,
  objectField,
  optionalFlagField,
  ownField,
  textField,
  wholeNumberField,
} from "../fields/field.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext } from "../source.js";
import { firstOf } from "../system/place.js";
import { from, howTo, system } from "../system/system.js";

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
    "Least privileges: SELECT on the seven tables that the query names. For another app than public, write its ID; the " +
      "query takes the users of all its tenants. Tables that are named with a prefix or in another schema are named so " +
      "in the core's configuration. The users that were given to the core's bulk import are read as well, and so are " +
      "those of GET /users, which has no hashes and no second factors.",
  ),
  users: {
    readers: [
      jsonDocument({ keys: ["users"], firstKey: "externalUserId" }),
      jsonLines({ firstKey: "externalUserId" }),
    ],
  },
  user: {
    id: firstOf("externalUserId id"),
    emails: from(METHODS, (user, { findings }) => {
      const [withPassword] = methodsOf(user, "emailpassword");
      return [
        ...(withPassword === undefined ? [] : [withPassword]),
        ...methodsOf(user, "passwordless"),
      ].flatMap((method) => contactsOf(emailField(method, "email", findings), isVerified(method, findings)));
    }),
    phones: from(METHODS, (user, context) =>
      methodsOf(user, "passwordless").flatMap((method) =>
        contactsOf(phoneNumberField(method, "phoneNumber", context), true),
      ),
    ),
    hash: from(METHODS, (user, context) => {
      const [withPassword, ...others] = methodsOf(user, "emailpassword");
      if (others.length > 0) context.findings.leaveOut("further login with a password");
      return withPassword === undefined ? undefined : passwordOf(withPassword, context);
    }),
  },
  rules: [from(METHODS, noteOtherRecipes)],
  logins: [
    from(METHODS, (user, context) =>
      methodsOf(user, "thirdparty").flatMap((method) => readLogin(method, context)),
    ),
  ],
  lists: [
    {
      list: METHODS,
      alsoRead: `recipeId email phoneNumber passwordHash plainTextPassword isVerified verified thirdPartyId
        thirdPartyUserId thirdParty isPrimary hashingAlgorithm`,
      notCarried: `tenantIds timeJoined timeJoinedInMSSinceEpoch recipeUserId superTokensUserId externalUserId
        webauthn`,
    },
    {
      list: "totpDevices",
      factor: from("secretKey period skew deviceName verified", readDevice),
      notCarried: "",
    },
  ],
  joined: "timeJoined",
  notCarried:
    "userMetadata userRoles tenantIds timeJoined isPrimaryUser emails phoneNumbers thirdParty webauthn",
  likeness: { sure: [METHODS] },
});

/** The user's ways to log in by one recipe, that of the primary user first. */
function methodsOf({ loginMethods: methods }: Fields, recipe: string): readonly Fields[] {
  const own = Array.isArray(methods)
    ? methods.filter((method) => isFields(method) && method.recipeId === recipe)
    : [];
  return own.length < 2
    ? own
    : own.sort((a, b) => Number(b.isPrimary === true) - Number(a.isPrimary === true));
}

const RECIPES: ReadonlySet<unknown> = new Set(["emailpassword", "passwordless", "thirdparty"]);

function noteOtherRecipes(user: Fields, { findings }: RecordContext): boolean {
  const others = listField(user, METHODS, findings)
    .filter(isFields)
    .filter(({ recipeId }) => !RECIPES.has(recipeId));
  const isPasskey = ({ recipeId }: Fields) => recipeId === "webauthn";
  if (others.some(isPasskey)) findings.leaveOut("passkey");
  if (!others.every(isPasskey)) findings.leaveOut("login of an unknown kind");
  return others.length > 0;
}

/** The bulk import and the interface have a name each for it. */
function isVerified(method: Fields, findings: Findings): boolean {
  return flagField(method, "isVerified", findings) || flagField(method, "verified", findings);
}

function passwordOf(method: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const field = "loginMethods.passwordHash";
  if (isSetField(method, "plainTextPassword"))
    return notePlainPassword("loginMethods.plainTextPassword", findings);
  const hash = textField(method, "passwordHash", findings);
  if (hash === undefined)
    return noteMissingHash(field, "the user has a password, and the hash is not in the export", findings);
  const algorithm = textField(method, "hashingAlgorithm", findings)?.toLowerCase();
  const stated = statedBy(HASHING_ALGORITHMS, algorithm) ?? {};
  return context.password(() => asStated(hash, stated, "loginMethods.hashingAlgorithm", context));
}

/** The names of providers are the service's own already. */
function readLogin(method: Fields, context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const listed = ownField(method, "thirdParty");
  const inner = listed === undefined ? undefined : objectField(method, "thirdParty", findings);
  const login = {
    provider: textField(inner ?? method, inner === undefined ? "thirdPartyId" : "id", findings),
    userId: textField(inner ?? method, inner === undefined ? "thirdPartyUserId" : "userId", findings),
    email: emailField(method, "email", findings),
    isVerified: isVerified(method, findings),
  };
  return socialLogin({ ...login, isServiceName: true, field: "loginMethods" }, context);
}

const STEPS = { least: 0, most: 86_400 };

function readDevice(device: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  return secondFactor(
    {
      field: "totpDevices",
      secret: textField(device, "secretKey", findings) ?? "",
      encoding: "base32",
      isConfirmed: optionalFlagField(device, "verified", findings) !== false,
      period: wholeNumberField(device, "period", STEPS, findings),
      skew: wholeNumberField(device, "skew", STEPS, findings),
      deviceName: textField(device, "deviceName", findings),
    },
    context,
  );
}
