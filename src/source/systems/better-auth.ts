import { words } from "../../lib/words.js";
import type { Fields } from "../fields/field.js";
import { hashWhere } from "../system/hashes.js";
import { firstOf, where } from "../system/place.js";
import { type Likeness, type Row, read } from "../system/row.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { IN_BOTH_CASES, inCamelCase } from "../system/spelling.js";
import { howTo, mostHave, someHave, system } from "../system/system.js";
import { ALWAYS, all, is, isInForce, not, yes } from "../system/tests.js";

/**
 * The tables `user`, `account` and `twoFactor`, in one dump or apart, with columns in either letter case.
 *
 * @see https://github.com/better-auth/better-auth — packages/core/src/db, packages/better-auth/src/plugins/two-factor
 */
export const BETTER_AUTH = /* @__PURE__ */ system("better-auth", {
  title: "Better Auth",
  comparedWith:
    "1.7.1 of 2026-08-23: better-auth/better-auth: packages/core/src/db/schema, packages/better-auth/src/plugins, packages/passkey/src/schema.ts",
  howToExport: howTo(
    [
      "pg_dump --data-only --file=users.sql --table='\"user\"' --table=account --table='\"twoFactor\"' --table='\"ssoProvider\"' DATABASE",
    ],
    "Least privileges: USAGE on the schema and SELECT on these tables. Of another database, export these tables as CSV with the names of columns, and give all but the first with --join.",
  ),
  spelling: IN_BOTH_CASES,
  users: { tables: "user users", columns: ["id emailVerified", "userId passwordHash"] },
  user: {
    id: firstOf("id userId"),
    // A guest has an address that the plugin made up, and which no user reads.
    email: where(not(yes("isAnonymous")), "email"),
    verified: yes("emailVerified"),
    phone: { at: "phoneNumber", verified: yes("phoneNumberVerified") },
    userName: "username",
    hash: "passwordHash",
  },
  rules: [
    hold("banned", all(yes("banned"), isInForce("banExpires"))),
    // Codes by e-mail or SMS, for which there is no row.
    factorNotCarried(read("twoFactorEnabled", isWithoutSecret)),
  ],
  parts: [
    {
      name: "account",
      tables: "account accounts",
      columns: ["userId accountId providerId"],
      key: "userId",
      hash: hashWhere(is("providerId", "credential"), "password"),
      login: {
        provider: "providerId",
        userId: "accountId",
        field: "account",
        where: not(is("providerId", "credential")),
        doubt: read("providerId issuer", doubtOf),
      },
      alsoRead: "id",
      notCarried: "accessTokenExpiresAt refreshTokenExpiresAt scope createdAt updatedAt",
      secrets: "accessToken refreshToken idToken",
    },
    {
      name: "twoFactor",
      tables: "twoFactor two_factor twoFactors two_factors",
      columns: ["userId secret"],
      key: "userId",
      // Better Auth hands the text itself to its codes, as UTF-8. Of releases that keep no `verified`, the user's own
      // flag says whether the enrolment was finished.
      factor: {
        ...{ secret: "secret", encoding: "utf8", encrypted: "better-auth", field: "twoFactor.secret" },
        confirmed: read("verified", (row, about) => {
          const user = row.of(about.user);
          const isEnabled = user.writtenFlag("twoFactorEnabled") ?? !user.has("twoFactorEnabled");
          return isEnabled && row.writtenFlag("verified") !== false;
        }),
      },
      alsoRead: "id",
      notCarried: "failedVerificationCount lockedUntil createdAt updatedAt",
      secrets: "backupCodes",
    },
    {
      name: "ssoProvider",
      tables: "ssoProvider sso_provider ssoProviders sso_providers",
      columns: ["providerId issuer domain"],
      key: "userId",
      registers: nameOfOwn,
      holds: "providers that users registered (without it, a login at one may be taken for Google's or GitHub's)",
    },
    {
      name: "passkey",
      tables: "passkey passkeys",
      columns: ["userId credentialID publicKey"],
      key: "userId",
      once: [leftOut("passkeys", ALWAYS)],
    },
  ],
  joined: "createdAt",
  encryption: ["better-auth"],
  notCarried: "name image updatedAt displayUsername role banReason lastLoginMethod stripeCustomerId normalizedEmail",
  likeness,
});

/** Its own providers, by their exact names. */
const OWN_PROVIDERS: ReadonlySet<string> = new Set(
  words(`apple atlassian cognito discord dropbox facebook figma github gitlab google huggingface kakao kick line linear
    linkedin microsoft naver notion paybin paypal polar railway reddit roblox salesforce siwe slack spotify tiktok twitch
    twitter vercel vk wechat zoom`),
);

/** The issuers of those that have one: from release 1.7 on it is said of each account. */
const ISSUERS: Readonly<Record<string, RegExp>> = {
  apple: /^https:\/\/appleid\.apple\.com$/,
  cognito: /^https:\/\/cognito-idp\.([\w-]+)\.amazonaws\.com(?:\.cn)?\/\1_\w+$/,
  facebook: /^https:\/\/www\.facebook\.com$/,
  google: /^https:\/\/accounts\.google\.com$/,
  line: /^https:\/\/access\.line\.me$/,
  microsoft: /^https:\/\/(?:[\w-]+\.){1,2}(?:microsoftonline\.(?:com|us|cn)|ciamlogin\.com)\//,
  paybin: /^https:\/\/idp\.paybin\.io$/,
  siwe: /^local:siwe$/,
};

/**
 * With the plug-in for SSO users register providers under names and issuers of their choice, and such a provider says any
 * user's ID. What it leaves to the application are the exact names of the providers that are set up there. Who takes one of
 * the others has a row in `ssoProvider`, with which its accounts are deleted.
 *
 * @see https://github.com/better-auth/better-auth — packages/sso/src/routes/sso.ts
 */
function doubtOf(account: Row): string | undefined {
  const provider = account.text("providerId") ?? "";
  const issuer = account.text("issuer");
  if (!OWN_PROVIDERS.has(provider)) return "it is not one of Better Auth's own, and users may register others";
  if (account.context.registered.has(provider)) return "a user registered it (ssoProvider)";
  if (issuer === undefined || issuer === `local:oauth:${provider}` || ISSUERS[provider]?.test(issuer)) return undefined;
  return "its issuer is another one, and users may register providers";
}

/** A provider that a user registered under the name of one of those: the application had not set that one up. */
function nameOfOwn(row: Fields): string | undefined {
  const name = String(inCamelCase(row).providerId);
  return OWN_PROVIDERS.has(name) ? name : undefined;
}

/** Whether a user is asked for codes, and no row has a secret that they confirmed. */
function isWithoutSecret(user: Row): boolean {
  const isConfirmed = (row: Row) => row.isSet("secret") && row.writtenFlag("verified") !== false;
  return user.writtenFlag("twoFactorEnabled") === true && !user.parts("twoFactor").some(isConfirmed);
}

/** Its users look like those of Auth.js, which keeps a date in the column where Better Auth has true or false. */
function likeness(rows: readonly Fields[]): Likeness {
  const records = rows.map(inCamelCase);
  if (someHave(records, "userId", "accountId", "providerId")) return "sure";
  const isFactor = (name: string) => someHave(records, "userId", "secret", name);
  if (isFactor("backupCodes") || isFactor("verified")) return "sure";
  if (!mostHave(records, "email", "emailVerified", "name")) return "no";
  if (mostHave(records, "userId", "passwordHash", "twoFactorEnabled")) return "sure";
  if (!mostHave(records, "id")) return "no";
  const isFlag = ({ emailVerified }: Fields) => /^(?:true|false|t|f|[01])$/i.test(String(emailVerified));
  return records.some(isFlag) && mostHave(records, "image") ? "possible" : "no";
}
