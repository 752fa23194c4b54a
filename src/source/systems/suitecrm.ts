import { idText, ownField } from "../fields/field.js";
import { hashWhere } from "../system/hashes.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { all, filled, marked, not, type RowTest, yes } from "../system/tests.js";

/** A directory or a provider is asked: the user's own password is refused whatever it is, also where that does not answer. */
const IS_ELSEWHERE = /* @__PURE__ */ yes("external_auth_only");

/** NULL as well: it is not unlike "Inactive" to a database, which is what a login asks. An empty cell may be no NULL. */
const IS_INACTIVE: RowTest = {
  reads: ["status"],
  of: (row) => {
    const status = ownField(row, "status");
    return status !== undefined && status !== "" && idText(status)?.trim().toLowerCase() !== "active";
  },
};

/**
 * SuiteCRM's and SugarCRM's table of users, with the address that a query brings to each: it is two tables away.
 *
 * @see https://github.com/salesagility/SuiteCRM modules/Users/vardefs.php,
 * modules/Users/authentication/SugarAuthenticate/SugarAuthenticateUser.php
 */
export const SUITECRM = /* @__PURE__ */ system("suitecrm", {
  title: "SuiteCRM, SugarCRM",
  comparedWith: "SuiteCRM 7.14.6 of 2024-10-31: salesagility/SuiteCRM: modules/Users",
  howToExport: howTo(
    [
      'mysql --batch --raw --skip-column-names DATABASE --execute "SELECT JSON_OBJECT(',
      "  'id', u.id, 'user_name', u.user_name, 'user_hash', u.user_hash, 'status', u.status, 'deleted', u.deleted,",
      "  'is_group', u.is_group, 'external_auth_only', u.external_auth_only, 'portal_only', u.portal_only,",
      "  'system_generated_password', u.system_generated_password, 'factor_auth', u.factor_auth,",
      "  'email_address', a.email_address) FROM users u",
      "  LEFT JOIN email_addr_bean_rel r ON r.bean_id = u.id AND r.bean_module = 'Users'",
      "  AND r.primary_address = 1 AND r.deleted = 0",
      '  LEFT JOIN email_addresses a ON a.id = r.email_address_id" > users.ndjson',
    ],
    "Least privileges: SELECT on users, email_addr_bean_rel and email_addresses. Addresses are two tables away from users, so the query brings them together; as JSON no text that a user typed can be taken for another row. Release 8: add 'is_totp_enabled', u.is_totp_enabled. SugarCRM: leave out factor_auth.",
  ),
  users: {
    tables: "users",
    columns: ["id user_name", "id user_hash"],
    // A mailbox that several users read.
    except: marked("is_group"),
  },
  user: { id: "id", email: "email_address", userName: "user_name", hash: hashWhere(not(IS_ELSEWHERE), "user_hash") },
  rules: [
    hold("deleted", yes("deleted")),
    hold("disabled", IS_INACTIVE),
    // Of a portal, where the hash here is not asked.
    hold("disabled", yes("portal_only")),
    leftOut("login of a directory or provider", all(filled("user_hash"), IS_ELSEWHERE)),
    // A code by e-mail; in release 8 an app, whose secret is encrypted.
    factorNotCarried(yes("factor_auth")),
    factorNotCarried(yes("is_totp_enabled")),
  ],
  mustReset: "system_generated_password",
  notCarried: `first_name last_name full_name name title photo department phone_home phone_mobile phone_work
    phone_other phone_fax address_street address_city address_state address_country address_postalcode description
    employee_status messenger_id messenger_type reports_to_id date_entered date_modified modified_user_id created_by
    is_admin show_on_employees sugar_login receive_notifications pwd_last_changed factor_auth_interface`,
  secrets: "authenticate_id totp_secret backup_codes",
  likeness: { sure: ["id user_name user_hash"] },
});
