import { changed } from "../system/place.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromPostgres, system } from "../system/system.js";
import { filled, no } from "../system/tests.js";

/**
 * Odoo's table `res_users`, with the addresses of `res_partner`.
 *
 * @see https://github.com/odoo/odoo — odoo/addons/base/models/res_users.py, addons/auth_totp/models/res_users.py
 */
export const ODOO = /* @__PURE__ */ system("odoo", {
  title: "Odoo",
  howToExport: fromPostgres(["res_users", "res_partner"]),
  users: { tables: "res_users", columns: ["login password"], key: "partner_id" },
  user: {
    id: "id",
    email: changed("login", (login) => (login.includes("@") ? login : undefined)),
    userName: "login",
    hash: "password",
  },
  rules: [hold("disabled", no("active"))],
  // A row of auth_oauth_provider: what it is called there, the caller says.
  logins: [{ provider: "oauth_provider_id", userId: "oauth_uid", where: filled("oauth_uid") }],
  // Odoo's word for none, in rows that took a second factor away.
  factors: [{ secret: changed("totp_secret", (text) => (text === "false" ? undefined : text)), encoding: "base32" }],
  parts: [
    {
      name: "partners",
      tables: "res_partner",
      columns: ["commercial_partner_id"],
      key: "id",
      // A partner's field may hold anything, so it is asked where the user's own name is not an address.
      email: { at: "email", where: read("", (row, { user }) => row.of(user).text("login")?.includes("@") !== true) },
    },
  ],
  lastLogin: "login_date",
  notCarried: `company_id create_date signature action_id share create_uid write_uid write_date notification_type
    karma rank_id next_rank_id odoobot_state odoobot_failed sale_team_id website_id totp_last_counter tour_enabled`,
  secrets: "oauth_access_token signup_token",
  likeness: { sure: ["login partner_id"], tables: "res_partner" },
});
