import { words } from "../../lib/words.js";
import { type Fields, saysSomething } from "../fields/field.js";
import { always, firstOf } from "../system/place.js";
import { read } from "../system/row.js";
import { factorNotCarried, hold, holdSince, leftOut } from "../system/rules.js";
import { fromMysqlOrPostgres, mostHave, system } from "../system/system.js";
import { tableName } from "../system/table-readers.js";
import { ALWAYS, any, filled, happened, has, no, not } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/** Columns in which applications with Socialite keep a user's ID at a provider. */
const PROVIDERS = words("google facebook github twitter linkedin apple gitlab bitbucket microsoft discord azure slack");

/** What the tables of packages and tutorials call the user's ID at the provider. */
const LOGIN_IDS = words("provider_user_id provider_id social_id provider_uid");
const LOGIN_TABLES = `social_accounts socialite_users connected_accounts linked_social_accounts social_logins
  user_social_accounts user_providers`;

/**
 * A Laravel application's table `users`, with Fortify's and Jetstream's second factors and Socialite's logins.
 *
 * @see https://github.com/laravel/laravel — database/migrations
 * @see https://github.com/laravel/fortify — database/migrations, src/TwoFactorAuthenticatable.php
 */
export const LARAVEL = /* @__PURE__ */ system("laravel", {
  title: "Laravel",
  comparedWith:
    "v12.11.2, Fortify v1.25.4 of 2026-01-19: laravel/laravel: database/migrations; laravel/fortify: database/migrations, src/TwoFactorAuthenticatable.php",
  howToExport: fromMysqlOrPostgres(
    ["users", ["social_accounts", "social logins"]],
    "The application names its table of social logins. Second factors are encrypted under APP_KEY of .env: write it into a file for --decrypt-key-file.",
  ),
  users: { tables: "users", columns: ["email password"] },
  staff: ADMINISTRATORS,
  user: {
    id: "id",
    email: "email",
    verified: happened("email_verified_at"),
    // A number is a login where it was verified; elsewhere it is contact data.
    phones: read("phone phone_verified_at", (user) => {
      if (saysSomething(user.fields, "phone_verified_at")) return user.phones("phone", true);
      if (user.isSet("phone")) user.leaveOut("unverified phone number");
      return [];
    }),
    userName: "username",
    hash: "password",
  },
  rules: [
    hold("deleted", filled("deleted_at")),
    hold("banned", filled("banned_at")),
    hold("disabled", no("is_active")),
    hold("disabled", no("active")),
    ...holdSince("disabled", "suspended_at blocked_at disabled_at deactivated_at"),
    // Of the package google2fa-laravel; whether it is encrypted, the application says.
    factorNotCarried(filled("google2fa_secret")),
  ],
  logins: [
    ...PROVIDERS.map((provider) => ({ provider: always(provider), userId: `${provider}_id` })),
    { provider: firstOf("provider provider_name"), userId: "provider_id" },
  ],
  factors: [
    {
      secret: "two_factor_secret",
      encoding: "base32",
      encrypted: "laravel",
      // Before the column of the confirmation there was none: Fortify asked for codes at once.
      confirmed: any(not(has("two_factor_confirmed_at")), filled("two_factor_confirmed_at")),
    },
  ],
  parts: [
    {
      name: "logins",
      columnsAs: "social_accounts",
      tables: LOGIN_TABLES,
      columns: LOGIN_IDS.flatMap((id) => [`user_id provider ${id}`, `user_id provider_name ${id}`]),
      login: {
        provider: firstOf("provider provider_name"),
        userId: firstOf("provider_user_id provider_id social_id provider_uid"),
        email: "email",
      },
      alsoRead: "id",
      notCarried: "name nickname avatar avatar_path telephone created_at updated_at expires_at",
      secrets: "token secret refresh_token access_token provider_token",
    },
    {
      name: "passkeys",
      tables: "passkeys webauthn_credentials",
      columns: [],
      key: "user_id authenticatable_id",
      once: [leftOut("passkeys", ALWAYS)],
    },
  ],
  encryption: ["laravel"],
  joined: "created_at",
  lastLogin: "last_login_at",
  notCarried: `name first_name last_name current_team_id profile_photo_path avatar role role_id updated_at locale
    timezone settings`,
  secrets: `remember_token two_factor_recovery_codes api_token provider_token provider_refresh_token google_token
    google_refresh_token github_token github_refresh_token facebook_token stripe_id pm_type pm_last_four`,
  likeness,
});

function likeness(records: readonly Fields[], table?: string) {
  // In a dump the logins come before the users.
  if (words(LOGIN_TABLES).includes(tableName(table) ?? "")) return "possible";
  if (!mostHave(records, "password", "remember_token")) return "no";
  const isOwn = mostHave(records, "email_verified_at") || mostHave(records, "two_factor_recovery_codes");
  return isOwn ? "sure" : "possible";
}
