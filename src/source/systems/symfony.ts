import { words } from "../../lib/words.js";
import type { Fields } from "../fields/field.js";
import { always } from "../system/place.js";
import { factorNotCarried, hold, holdSince, holdWhere, resetDue } from "../system/rules.js";
import { ANY_SPELLING } from "../system/spelling.js";
import { fromMysqlOrPostgres, mostHave, system } from "../system/system.js";
import { any, hasPassed, no, yes } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/** Columns in which tutorials of KnpUOAuth2ClientBundle and HWIOAuthBundle keep a user's ID at a provider. */
const PROVIDERS = words("google facebook github twitter linkedin apple microsoft azure discord");

/** Columns of scheb/2fa's guides, whose example has 8 digits and 20 seconds. */
const FACTORS = words("totpSecret totpAuthenticationSecret");
const OF_CODES = { period: "totpPeriod", digits: "totpDigits", algorithm: "totpAlgorithm" } as const;

/**
 * The table of users of a Symfony application as `make:user` lays it out, of FOSUserBundle, and with scheb/2fa.
 *
 * @see https://symfony.com/doc/current/security.html
 * @see https://github.com/scheb/2fa — doc/providers
 */
export const SYMFONY = /* @__PURE__ */ system("symfony", {
  title: "Symfony",
  comparedWith:
    "MakerBundle v1.63.0, scheb/2fa v7.6.0 of 2025-04-25: symfony/maker-bundle: src/Security/UserClassBuilder.php; scheb/2fa: doc/providers",
  howToExport: fromMysqlOrPostgres(
    ["user"],
    "The entity names its table: user, users, app_user or fos_user. Where scheb/2fa's TOTP provider is in use, say how its codes are made, as getTotpAuthenticationConfiguration() has it: --totp digits=6,period=30,algorithm=SHA1.",
  ),
  spelling: ANY_SPELLING,
  users: { tables: "user users app_user app_users fos_user fos_user_user security_user", columns: ["password"] },
  staff: ADMINISTRATORS,
  user: { id: "id", email: "email", verified: yes("isVerified"), userName: "username", hash: "password" },
  rules: [
    ...holdSince("deleted", "deletedAt"),
    hold("disabled", no("isActive")),
    hold("disabled", no("enabled")),
    ...holdWhere("disabled", "locked"),
    hold("disabled", yes("expired")),
    hold("disabled", hasPassed("expiresAt")),
    resetDue(yes("credentialsExpired")),
    factorNotCarried(any(yes("emailAuthEnabled"), yes("isEmailAuthEnabled")), "emailAuthEnabled"),
  ],
  logins: PROVIDERS.map((provider) => ({ provider: always(provider), userId: `${provider}Id` })),
  // scheb/2fa asks for codes as soon as there is a secret.
  factors: [
    { secret: "googleAuthenticatorSecret", encoding: "base32" },
    ...FACTORS.map((secret) => ({ secret, encoding: "base32" as const, ...OF_CODES, isToBeSaid: true as const })),
  ],
  joined: "createdAt",
  lastLogin: "lastLogin",
  roles: "roles",
  notCarried: "roles firstName lastName name updatedAt usernameCanonical emailCanonical passwordRequestedAt locale",
  secrets: "backupCodes authCode confirmationToken apiToken salt trustedVersion",
  likeness: detect,
});

/** Roles as JSON or as PHP serialises them: their names begin with `ROLE_`. */
function detect(records: readonly Fields[]) {
  if (!mostHave(records, "password", "roles")) return "no";
  const lists = records.map(({ roles }) => (typeof roles === "string" ? roles : JSON.stringify(roles)));
  if (lists.some((list) => /"ROLE_[A-Z_]+"/.test(list))) return "sure";
  return lists.some((list) => /^(?:\[|\{|a:\d)/.test(list)) ? "possible" : "no";
}
