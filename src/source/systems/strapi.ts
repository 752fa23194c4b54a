import { hashWhere } from "../system/hashes.js";
import { hold, leftOut } from "../system/rules.js";
import { fromPostgresOrMysql, system } from "../system/system.js";
import { all, filled, isOther, not, yes } from "../system/tests.js";

/** Other users log in at a provider: Strapi finds them by the address that it gives, and takes no password from them. */
const IS_ELSEWHERE = isOther("provider", "local");

/**
 * The table of the Users & Permissions plugin: `up_users`, in Strapi 3 `users-permissions_user`.
 *
 * @see https://github.com/strapi/strapi — packages/plugins/users-permissions/server
 */
export const STRAPI = /* @__PURE__ */ system("strapi", {
  title: "Strapi",
  comparedWith: "5.54.0 of 2026-09-16: strapi/strapi: packages/plugins/users-permissions/server",
  howToExport: fromPostgresOrMysql(["up_users"], "Strapi 3 has users-permissions_user."),
  users: { tables: "up_users users-permissions_user", columns: ["id username email provider blocked"], isAlone: true },
  staff: ["admin_users", "strapi_administrator"],
  user: {
    id: "id",
    // An administrator can set the mark of confirmation too, so it says nothing of the address.
    email: "email",
    userName: "username",
    hash: hashWhere(not(IS_ELSEWHERE), "password"),
  },
  rules: [
    hold("unconfirmed", not(yes("confirmed"))),
    hold("banned", yes("blocked")),
    leftOut("provider", all(filled("password"), IS_ELSEWHERE)),
  ],
  joined: "createdAt created_at",
  notCarried: `document_id documentId updated_at published_at updatedAt publishedAt created_by_id updated_by_id
    created_by updated_by locale role`,
  secrets: "reset_password_token confirmation_token resetPasswordToken confirmationToken",
  likeness: { sure: ["id username provider confirmed blocked"] },
});
