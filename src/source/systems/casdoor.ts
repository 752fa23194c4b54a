import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import {
  composePbkdf2,
  noteIncompleteHash,
  noteMissingHash,
  notePlainPassword,
} from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf, isOwnVerified } from "../fields/contacts.js";
import { emailField, type Fields, textField, userIdField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";
import { columnsInBothCases, inBothCases, inCamelCase } from "./shared-letter-case.js";

/** The columns of social logins: one a provider, with the user's ID there. */
const PROVIDERS = [
  ...[
    "github",
    "google",
    "qq",
    "wechat",
    "facebook",
    "dingtalk",
    "weibo",
    "gitee",
    "linkedin",
    "wecom",
    "lark",
  ],
  ...["gitlab", "adfs", "baidu", "alipay", "casdoor", "infoflow", "apple", "azuread", "azureadb2c", "slack"],
  ...[
    "steam",
    "bilibili",
    "okta",
    "douyin",
    "kwai",
    "line",
    "amazon",
    "auth0",
    "battlenet",
    "bitbucket",
    "box",
  ],
  ...["cloudfoundry", "dailymotion", "deezer", "digitalocean", "discord", "dropbox", "eveonline", "fitbit"],
  ...["gitea", "heroku", "influxcloud", "instagram", "intercom", "kakao", "lastfm", "mailru", "meetup"],
  ...[
    "microsoftonline",
    "naver",
    "nextcloud",
    "onedrive",
    "oura",
    "patreon",
    "paypal",
    "salesforce",
    "shopify",
  ],
  ...["soundcloud", "spotify", "strava", "stripe", "telegram", "tiktok", "tumblr", "twitch", "twitter"],
  ...[
    "typetalk",
    "uber",
    "vk",
    "wepay",
    "xero",
    "yahoo",
    "yammer",
    "yandex",
    "zoom",
    "metamask",
    "web3onboard",
  ],
  ...["custom", "custom2", "custom3", "custom4", "custom5", "custom6", "custom7", "custom8", "custom9"],
  "custom10",
] as const;

const USER: FieldTable = {
  read: new Set([
    ...inBothCases(
      "id",
      "name",
      "email",
      "emailVerified",
      "phone",
      "password",
      "passwordSalt",
      "passwordType",
    ),
    ...inBothCases("totpSecret", "isForbidden", "isDeleted"),
    ...PROVIDERS,
  ]),
  notCarried: inBothCases(
    ...[
      "owner",
      "createdTime",
      "updatedTime",
      "deletedTime",
      "externalId",
      "type",
      "displayName",
      "firstName",
    ],
    ...[
      "lastName",
      "avatar",
      "avatarType",
      "permanentAvatar",
      "countryCode",
      "region",
      "location",
      "address",
    ],
    ...[
      "addresses",
      "affiliation",
      "title",
      "idCardType",
      "idCard",
      "realName",
      "isVerified",
      "homepage",
      "bio",
    ],
    ...[
      "tag",
      "language",
      "gender",
      "birthday",
      "education",
      "score",
      "karma",
      "ranking",
      "balance",
      "currency",
    ],
    ...["balanceCredit", "balanceCurrency", "isDefaultAvatar", "isOnline", "isAdmin", "signupApplication"],
    ...["registerType", "registerSource", "createdIp", "lastSigninTime", "lastSigninIp", "preferredMfaType"],
    ...["mfaPhoneEnabled", "mfaEmailEnabled", "mfaRadiusEnabled", "mfaRadiusUsername", "mfaRadiusProvider"],
    ...[
      "mfaPushEnabled",
      "mfaPushReceiver",
      "mfaPushProvider",
      "multiFactorAuths",
      "invitation",
      "cart",
      "ldap",
    ],
    ...["invitationCode", "uidNumber", "properties", "thirdPartyLinks", "roles", "permissions", "groups"],
    ...[
      "lastChangePasswordTime",
      "lastSigninWrongTime",
      "signinWrongTimes",
      "mfaItems",
      "mfaRememberDeadline",
    ],
    ...["needUpdatePassword", "ipWhitelist", "applicationScopes", "webauthnCredentials"],
  ),
  secrets: inBothCases(
    ...[
      "hash",
      "preHash",
      "accessToken",
      "originalToken",
      "originalRefreshToken",
      "recoveryCodes",
      "accessKey",
    ],
    ...["accessSecret", "faceIds", "managedAccounts", "mfaAccounts"],
  ),
};

/**
 * The table `user` of Casdoor's database, or its users as JSON.
 *
 * @see https://github.com/casdoor/casdoor — object/user.go, cred
 */
export const CASDOOR: Source = {
  name: "casdoor",
  title: "Casdoor",
  howToExport: fromMysql(["user"]),
  origin: "casdoor",
  readers: tableReaders({ tables: ["user"], required: columnsInBothCases("owner", "name", "passwordType") }),
  idField: "id",
  joinedFields: ["createdTime"],
  lastLoginFields: ["lastSigninTime"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) =>
    mostHave(records.map(inCamelCase), "owner", "name", "passwordType", "isForbidden") ? "sure" : "no",
  toUser: readUser,
};

function readUser(row: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const record = inCamelCase(row);
  const externalUserId = userIdField(record, "id", findings);
  if (writtenFlagField(record, "isForbidden", findings) === true) context.holdBack("disabled", "isForbidden");
  if (writtenFlagField(record, "isDeleted", findings) === true) context.holdBack("deleted", "isDeleted");
  const isVerified = writtenFlagField(record, "emailVerified", findings) === true;
  const emails = contactsOf(emailField(record, "email", findings), isVerified);
  const userName = textField(record, "name", findings);
  const secret = textField(record, "totpSecret", findings);
  return {
    externalUserId,
    emails,
    // Casdoor does not say whether anybody has confirmed the number.
    phoneNumbers: confirmedPhoneNumber(record, "phone", false, context),
    ...(userName === undefined ? {} : { userName }),
    password: readHash(record, context),
    thirdParty: readLogins(record, emails[0], context),
    totp:
      secret === undefined ? [] : secondFactor({ field: "totpSecret", secret, encoding: "base32" }, context),
  };
}

/** What Casdoor writes in place of a hash for those who may not see it. */
const MASK = "***";
const PBKDF2_ITERATIONS = 27_500;
const WHOLE_STRINGS: ReadonlySet<string> = new Set(["bcrypt", "argon2id", "pbkdf2-django"]);

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const field = "passwordType";
  const text = textField(record, "password", findings);
  const type = textField(record, field, findings) ?? "plain";
  if (text === undefined) return undefined;
  if (text === MASK)
    return noteMissingHash("password", "the hash of the user's password is masked", findings);
  if (type === "plain") return notePlainPassword("password", findings);
  if (WHOLE_STRINGS.has(type)) return context.password(text);
  if (type === "pbkdf2-salt") {
    const salt = textField(record, "passwordSalt", findings);
    if (salt === undefined) return noteIncompleteHash("passwordSalt", findings);
    return context.password(
      composePbkdf2({ digest: "sha256", iterations: PBKDF2_ITERATIONS, salt, hash: text }),
    );
  }
  const name = /^[\w-]{1,20}$/.test(type) ? type : "that is not one of Casdoor's";
  const message = `the hash is of the type ${name}, which credport does not read`;
  findings.problems.push(problem("user/hash-algorithm-unknown", message, { field }));
  return undefined;
}

function readLogins(
  record: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const email = own?.value;
  return PROVIDERS.flatMap((provider) => {
    const userId = textField(record, provider, context.findings);
    if (userId === undefined) return [];
    return socialLogin(
      { provider, userId, email, isVerified: isOwnVerified(email, own), field: provider },
      context,
    );
  });
}
