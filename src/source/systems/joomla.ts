import { factorNotCarried, firstRule, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { ALWAYS, all, filled, is, yes } from "../system/tests.js";

/**
 * Joomla's table of users and, since Joomla 4.2, of their second factors, whatever their prefix.
 *
 * @see https://github.com/joomla/joomla-cms installation/sql/mysql/base.sql
 */
export const JOOMLA = /* @__PURE__ */ system("joomla", {
  title: "Joomla",
  comparedWith:
    "4.3.2 of 2023-05-20: joomla/joomla-cms: installation/sql/mysql, administrator/components/com_admin/sql/updates/mysql",
  howToExport: fromMysql(
    ["jos_users", ["jos_user_mfa", "second factors, from Joomla 4.2 on"]],
    "With another prefix than jos_, name the tables as they are.",
  ),
  users: { tables: "*users", columns: ["id email username", "id email password"] },
  user: { id: "id", email: "email", userName: "username", hash: "password" },
  rules: [
    // A token alone may also be of a reset that was asked for.
    firstRule(
      hold("unconfirmed", all(yes("block"), filled("activation")), "activation"),
      hold("disabled", yes("block")),
    ),
    // Encrypted under the site's own secret.
    factorNotCarried(filled("otpKey")),
  ],
  parts: [
    {
      name: "factors",
      tables: "*user_mfa",
      columns: ["user_id method options"],
      except: is("method", "backupcodes"),
      once: [factorNotCarried(ALWAYS, "options")],
    },
  ],
  joined: "registerDate",
  lastLogin: "lastvisitDate",
  mustReset: "requireReset",
  notCarried: "name usertype gid sendEmail params lastResetTime resetCount authProvider",
  // One-time emergency passwords.
  secrets: "otep",
  likeness: { sure: ["username block sendEmail", "otpKey otep"], possible: ["id username block"] },
});
