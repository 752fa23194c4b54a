import { composedOf, hashWhere } from "../system/hashes.js";
import { NOWHERE } from "../system/place.js";
import { read } from "../system/row.js";
import { hold, holdIn } from "../system/rules.js";
import { fromPostgres, system } from "../system/system.js";
import { any, filled, no, not, yes } from "../system/tests.js";

const LOGS_IN_ELSEWHERE = any(filled("sso_source"), yes("google_auth"));

/**
 * Metabase's table `core_user`. Its bcrypt is over the column `password_salt` and the password, so it is verified at
 * login only.
 *
 * @see https://github.com/metabase/metabase — src/metabase/users/models/user.clj, src/metabase/util/password.clj
 */
export const METABASE = /* @__PURE__ */ system("metabase", {
  title: "Metabase",
  howToExport: fromPostgres(
    ["core_user"],
    "Every hash is for the login-time fallback: it is over password_salt and the password.",
  ),
  users: { tables: "core_user", columns: ["password password_salt"] },
  user: {
    id: "id",
    email: "email",
    // Users who log in elsewhere have a made-up password; Metabase finds them by their address.
    hash: hashWhere(not(LOGS_IN_ELSEWHERE), composedOf("metabase", "password password_salt")),
  },
  rules: [
    hold("disabled", no("is_active")),
    // Accounts of Metabase itself and of API keys are of other types.
    holdIn("type", {}, { reason: "disabled", usual: "personal" }),
  ],
  logins: [
    {
      provider: read("sso_source", (row) => {
        const fields = row.isSet("sso_source") ? row.fields : { sso_source: "google" };
        return { fields, name: "sso_source" };
      }),
      userId: NOWHERE,
      where: LOGS_IN_ELSEWHERE,
      field: "sso_source",
    },
  ],
  joined: "date_joined",
  lastLogin: "last_login",
  notCarried: `first_name last_name is_superuser is_qbnewb ldap_auth login_attributes updated_at locale is_datasetnewb
    settings entity_id deactivated_at jwt_attributes tenant_id`,
  secrets: "reset_token reset_triggered",
  likeness: { sure: ["password_salt is_superuser is_active"] },
});
