import { type DigestExpression, parseDigestExpression } from "../../hash/index.js";
import { declareEither } from "../../hash/internal.js";
import { words } from "../../lib/words.js";
import {
  composePbkdf2,
  noteIncompleteHash,
  noteLackingPart,
  noteMissingHash,
  notePlainPassword,
  noteUnreadAlgorithm,
  statedBy,
} from "../fields/composed-hash.js";
import { hashWhere } from "../system/hashes.js";
import { always, type From } from "../system/place.js";
import { type Password, type Row, read } from "../system/row.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { IN_BOTH_CASES } from "../system/spelling.js";
import { fromMysql, system } from "../system/system.js";
import { all, filled, is, NEVER, not, yes } from "../system/tests.js";

/** The columns of social logins: one a provider, with the user's ID there. */
const PROVIDERS =
  words(`github google qq wechat facebook dingtalk weibo gitee linkedin wecom lark gitlab adfs baidu alipay casdoor
    infoflow apple azuread azureadb2c slack steam bilibili okta douyin kwai line amazon auth0 battlenet bitbucket
    box cloudfoundry dailymotion deezer digitalocean discord dropbox eveonline fitbit gitea heroku influxcloud
    instagram intercom kakao lastfm mailru meetup microsoftonline naver nextcloud onedrive oura patreon paypal
    salesforce shopify soundcloud spotify strava stripe telegram tiktok tumblr twitch twitter typetalk uber vk wepay
    xero yahoo yammer yandex zoom metamask web3onboard custom custom2 custom3 custom4 custom5 custom6 custom7
    custom8 custom9 custom10`);

/** The directory is asked for the password, whatever the column has. */
const IS_IN_LDAP = /* @__PURE__ */ filled("ldap");

/**
 * The table `user` of Casdoor's database, or its users as JSON.
 *
 * @see https://github.com/casdoor/casdoor — object/user.go, cred
 */
export const CASDOOR = /* @__PURE__ */ system("casdoor", {
  title: "Casdoor",
  comparedWith: "v3.158.0 of 2026-08-22: casdoor/casdoor: object/user.go, object/check.go, cred",
  howToExport: fromMysql(
    ["user"],
    "A user without a password_type has that of their organization, and of a digest (salt, sha512-salt, md5-salt) Casdoor " +
      "tries the organization's salt as well. Export such users by a query: SELECT u.*, " +
      "o.password_type AS organization_password_type, o.password_salt AS organization_password_salt FROM user u " +
      "LEFT JOIN organization o ON o.name = u.owner. It needs SELECT on organization as well.",
  ),
  spelling: IN_BOTH_CASES,
  users: { tables: "user", columns: ["owner name passwordType"], isAlone: true },
  listsBy: "organization",
  listsOf: ({ owner }) => [owner],
  user: {
    id: "id",
    // Users can set emailVerified themselves: UpdateUser() in object/user.go takes it from any user.
    email: "email",
    // Casdoor does not say whether the number is confirmed.
    phone: { at: "phone", verified: NEVER },
    userName: "name",
    hash: hashWhere(
      not(IS_IN_LDAP),
      read("password passwordType passwordSalt organizationPasswordType organizationPasswordSalt", readHash),
    ),
  },
  rules: [
    hold("disabled", yes("isForbidden")),
    hold("deleted", yes("isDeleted")),
    leftOut("ldap", all(filled("password"), IS_IN_LDAP)),
    ...words("mfaPhoneEnabled mfaEmailEnabled mfaRadiusEnabled mfaPushEnabled").map((flag) =>
      factorNotCarried(yes(flag)),
    ),
    // What lists the users leaves the secret out.
    factorNotCarried(all(is("preferredMfaType", "app"), not(filled("totpSecret")))),
  ],
  logins: PROVIDERS.map((provider) => ({ provider: always(provider), userId: provider, doubt: doubtOf(provider) })),
  factors: [{ secret: "totpSecret", encoding: "base32" }],
  joined: "createdTime",
  lastLogin: "lastSigninTime",
  mustReset: "needUpdatePassword",
  notCarried: `owner emailVerified updatedTime deletedTime externalId type displayName firstName lastName avatar
    avatarType permanentAvatar countryCode region location address addresses affiliation title idCardType idCard
    realName isVerified homepage bio tag language gender birthday education score karma ranking balance currency
    balanceCredit balanceCurrency isDefaultAvatar isOnline isAdmin signupApplication registerType registerSource
    createdIp lastSigninIp mfaRadiusUsername mfaRadiusProvider mfaPushReceiver mfaPushProvider multiFactorAuths
    invitation cart invitationCode uidNumber properties thirdPartyLinks roles permissions groups
    lastChangePasswordTime lastSigninWrongTime signinWrongTimes mfaItems mfaRememberDeadline ipWhitelist
    applicationScopes webauthnCredentials`,
  secrets: `hash preHash accessToken originalToken originalRefreshToken recoveryCodes accessKey accessSecret faceIds
    managedAccounts mfaAccounts`,
  likeness: { sure: ["owner name passwordType isForbidden"] },
});

/**
 * Users can write these columns of their own too. At each login there Casdoor keeps the ID among the properties as well, which
 * are for administrators alone: SetUserOAuthProperties() in object/user_util.go.
 */
function doubtOf(provider: string): From<string | undefined> {
  return read(provider, (user) => {
    const properties = Object.entries(user.jsonObject("properties")?.fields ?? {});
    const isKept = properties.some(
      ([name, id]) => name.toLowerCase() === `oauth_${provider}_id` && id === user.id(provider),
    );
    return isKept
      ? undefined
      : "users can write this column, and the user's properties have no login there with this ID";
  });
}

const ORGANIZATIONS_SALT = "organizationPasswordSalt";
/** What Casdoor writes in place of a hash that the reader may not see. */
const MASK = "***";
const PBKDF2_ITERATIONS = 27_500;
const WHOLE_STRINGS = { argon2id: ["argon2id"], bcrypt: ["bcrypt"], "pbkdf2-django": ["django-pbkdf2"] };
/** Over the digits of the password's own digest, which the salt follows. */
const DIGESTS: Readonly<Record<string, string>> = { salt: "sha256", "sha512-salt": "sha512", "md5-salt": "md5" };
/** The beginnings of those, by which they are told without a type. */
const BEGINS_WHOLE = /^(?:\$2[abxy]\$|\$argon2id\$|pbkdf2_sha256\$)/;

/**
 * CheckPassword() in object/check.go tries the organization's salt and the user's, and of an empty one the digest
 * that releases before left as it was, and one of it.
 */
function digestOf(digest: string, text: string, salts: Readonly<Record<string, string>>, { findings }: Row) {
  const made = declareEither(expressionsOf(digest, salts), text, salts);
  if (made.ok) return made.value;
  findings.problems.push(...made.problems);
  return undefined;
}

function expressionsOf(digest: string, salts: Readonly<Record<string, string>>) {
  const salted = Object.keys(salts).filter((name) => salts[name] !== "");
  const isUnsalted = salted.length < Object.keys(salts).length;
  const texts = [
    ...salted.map((name) => `${digest}(${digest}(password) . ${name})`),
    ...(isUnsalted ? [`${digest}(password)`, `${digest}(${digest}(password))`] : []),
  ];
  return texts.flatMap((one) => {
    const parsed = parseDigestExpression(one);
    return parsed.ok ? [parsed.value] : [];
  }) as [DigestExpression];
}

/** The user's salt, and that of the organization where it is another one; undefined where neither is known. */
function saltsOf(user: Row): Readonly<Record<string, string>> | undefined {
  const passwordSalt = user.text("passwordSalt") ?? "";
  const isKnown = user.has(ORGANIZATIONS_SALT);
  if (!isKnown && passwordSalt === "") return undefined;
  const organizations = isKnown ? (user.text(ORGANIZATIONS_SALT) ?? "") : passwordSalt;
  return { passwordSalt, ...(organizations === passwordSalt ? {} : { [ORGANIZATIONS_SALT]: organizations }) };
}

const WITH_SETTING =
  "Export the users again with the setting that the message names, as docs/sources.md says for the system.";

function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const field = "passwordType";
  const text = user.text("password");
  // A user without a type has that of the organization, and one of an old release its salt as well.
  const type = user.text(field) ?? user.text("organizationPasswordType");
  if (text === undefined) return undefined;
  if (text === MASK) return noteMissingHash("password", "the hash of the user's password is masked", findings);
  if (type === undefined) {
    if (BEGINS_WHOLE.test(text)) return user.hash(text);
    const message = "the type of the hash is that of the user's organization, which is not in the export";
    return noteLackingPart(message, field, findings, WITH_SETTING);
  }
  if (type === "plain") return notePlainPassword("password", findings);
  const stated = statedBy(WHOLE_STRINGS, type);
  if (stated !== undefined) return user.statedHash(text, stated, field);
  const digest = Object.hasOwn(DIGESTS, type) ? DIGESTS[type] : undefined;
  if (type !== "pbkdf2-salt" && digest === undefined) {
    return noteUnreadAlgorithm("of the type", type, field, findings);
  }
  if (digest !== undefined) {
    const salts = saltsOf(user);
    if (salts !== undefined) return user.hash(() => digestOf(digest, text, salts, user));
    const message = "the salt may be that of the user's organization, which is not in the export";
    return noteLackingPart(message, "passwordSalt", findings, WITH_SETTING);
  }
  const salt = user.text("passwordSalt") ?? user.text(ORGANIZATIONS_SALT);
  if (salt === undefined) return noteIncompleteHash("passwordSalt", findings);
  return user.hash(composePbkdf2({ digest: "sha256", iterations: PBKDF2_ITERATIONS, salt, hash: text }));
}
