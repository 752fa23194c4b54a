import { firstRule, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { all, filled, is, no } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/**
 * The table `users` of Myth:Auth, the package of CodeIgniter 4. Its hashes are over the SHA-384 of the password, so they
 * are verified at login only.
 *
 * @see https://github.com/lonnieezell/myth-auth — src/Database/Migrations/2017-11-20-223112_create_auth_tables.php, src/Entities/User.php
 */
export const MYTH_AUTH = /* @__PURE__ */ system("myth-auth", {
  title: "Myth:Auth (CodeIgniter 4)",
  howToExport: fromMysql(
    ["users"],
    "Every hash is for the login-time fallback: it is over the SHA-384 of the password.",
  ),
  users: { tables: "users", columns: ["password_hash activate_hash"] },
  staff: ADMINISTRATORS,
  user: { id: "id", email: "email", userName: "username", hash: "password_hash" },
  rules: [
    hold("deleted", filled("deleted_at")),
    hold("banned", is("status", "banned")),
    // An account that was never activated has the hash of its link; one that was switched off has none.
    firstRule(
      hold("unconfirmed", all(no("active"), filled("activate_hash")), "active"),
      hold("disabled", no("active")),
    ),
  ],
  joined: "created_at",
  mustReset: "force_pass_reset",
  notCarried: "status_message updated_at",
  secrets: "reset_hash reset_at reset_expires",
  likeness: { sure: ["password_hash activate_hash reset_hash"] },
});
