import { hold, leftOut } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { ALWAYS, all, filled, is, not } from "../system/tests.js";

/**
 * Matomo's table `matomo_user`, under any prefix.
 *
 * @see https://github.com/matomo-org/matomo — core/Db/Schema/Mysql.php, plugins/TwoFactorAuth
 */
export const MATOMO = /* @__PURE__ */ system("matomo", {
  title: "Matomo",
  comparedWith: "5.2.0-b5 of 2024-10-14: matomo-org/matomo: core/Db/Schema/Mysql.php, core/Auth/Password.php",
  howToExport: fromMysql(
    ["matomo_user"],
    "With another prefix than matomo_, such as Piwik's piwik_, name the table as it is.",
  ),
  users: {
    tables: "*user",
    columns: ["login password email"],
    // Visitors who have not logged in have a row of this name.
    except: is("login", "anonymous"),
  },
  user: { id: "login", email: "email", userName: "login", hash: "password" },
  rules: [hold("invited", all(filled("invite_token"), not(filled("invite_accept_at"))))],
  // It is written into the row once the user gave a code.
  factors: [{ secret: "twofactor_secret", encoding: "base32" }],
  parts: [
    {
      name: "recovery",
      tables: "*twofactor_recovery_code",
      columns: ["login recovery_code"],
      key: "login",
      once: [leftOut("recovery codes", ALWAYS)],
    },
  ],
  notCarried: `superuser_access date_registered ts_password_modified idchange_last_viewed alias ts_changes_shown
    ts_inactivity_notified invited_by invite_expired_at`,
  secrets: "token_auth invite_link_token",
  likeness: { sure: ["login superuser_access"], tables: "matomo_user" },
});
