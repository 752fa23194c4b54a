import { factorNotCarried, hold, holdSince } from "../system/rules.js";
import { fromPostgresOrMysql, hashesLookLike, system } from "../system/system.js";
import { any, filled, happened, no, yes } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/**
 * The table `users` of an AdonisJS application. Its starter kits have no more than an address and a hash; marks of
 * verification and of disabled users are the application's own, so the usual names are read.
 *
 * @see https://github.com/adonisjs/hash — src/drivers
 * @see https://github.com/adonisjs/auth — configure.ts; versions before 9: templates/migrations/auth.txt
 */
export const ADONISJS = /* @__PURE__ */ system("adonisjs", {
  title: "AdonisJS",
  howToExport: fromPostgresOrMysql(
    ["users"],
    "scrypt, which AdonisJS writes by default, is for the login-time fallback; bcrypt and argon2 are imported.",
  ),
  users: { tables: "users", columns: ["email password"] },
  staff: ADMINISTRATORS,
  user: {
    id: "id",
    email: "email",
    verified: any(happened("email_verified_at"), yes("is_email_verified"), yes("email_verified")),
    userName: "username",
    hash: "password",
  },
  rules: [
    ...holdSince("deleted", "deleted_at is_deleted"),
    ...holdSince("banned", "banned_at is_banned"),
    ...holdSince("disabled", "disabled_at is_disabled"),
    hold("disabled", no("is_active")),
    // Packages keep it encrypted, each in a form of its own.
    factorNotCarried(filled("two_factor_secret")),
  ],
  // What applications with Ally call them.
  logins: [{ provider: "provider", userId: "provider_id", where: filled("provider_id") }],
  joined: "created_at",
  lastLogin: "last_login_at",
  notCarried: "full_name name first_name last_name avatar avatar_url role role_id is_admin updated_at locale timezone",
  secrets: "remember_me_token two_factor_recovery_codes verification_token email_verification_token api_token",
  likeness: (records) =>
    hashesLookLike(records, "password", /^\$(?:scrypt\$n=[0-9]+,r=|bcrypt\$(?:v=9[78]\$)?r=)/) ? "possible" : "no",
});
