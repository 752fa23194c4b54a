import { holdIn } from "../system/rules.js";
import { fromPostgresOrMysql, system } from "../system/system.js";
import { isOther, NEVER } from "../system/tests.js";

/**
 * The table `directus_users`.
 *
 * @see https://github.com/directus/directus — packages/system-data/src/fields/users.yaml
 */
export const DIRECTUS = /* @__PURE__ */ system("directus", {
  title: "Directus",
  comparedWith: "system-data 4.7.0 of 2026-09-22: directus/directus: packages/system-data/src/fields/users.yaml",
  howToExport: fromPostgresOrMysql(
    ["directus_users"],
    "Of SQLite, sqlite3 database.db '.dump directus_users' is read.",
  ),
  users: { tables: "directus_users", columns: ["id email tfa_secret"] },
  user: { id: "id", email: "email", hash: "password" },
  rules: [
    // Whatever else it is, such as inactive-license, keeps the user from logging in.
    holdIn(
      "status",
      { draft: "invited", invited: "invited", unverified: "unconfirmed", archived: "deleted" },
      { reason: "disabled", usual: "active" },
    ),
  ],
  logins: [
    {
      ...{ provider: "provider", userId: "external_identifier", verified: NEVER },
      where: isOther("provider", "default"),
    },
  ],
  factors: [{ secret: "tfa_secret", encoding: "base32" }],
  notCarried: `first_name last_name location title description tags avatar language role last_access last_page
    email_notifications appearance theme_dark theme_light theme theme_light_overrides theme_dark_overrides
    text_direction policies`,
  secrets: "token auth_data",
  likeness: { sure: ["id external_identifier tfa_secret"], tables: "directus_users" },
});
