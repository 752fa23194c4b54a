import type { UserDraft } from "../assemble-user.js";
import { type Fields, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { userOfRow } from "../fields/user-row.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    "id",
    "email_address",
    "user_name",
    "user_hash",
    "status",
    "deleted",
    "is_group",
    "system_generated_password",
  ]),
  notCarried: new Set([
    ...["first_name", "last_name", "full_name", "name", "title", "photo", "department", "phone_home"],
    ...["phone_mobile", "phone_work", "phone_other", "phone_fax", "address_street", "address_city"],
    ...["address_state", "address_country", "address_postalcode", "description", "employee_status"],
    ...["messenger_id", "messenger_type", "reports_to_id", "date_entered", "date_modified"],
    ...["modified_user_id", "created_by", "is_admin", "portal_only", "show_on_employees", "sugar_login"],
    ...["receive_notifications", "external_auth_only", "pwd_last_changed"],
    ...["factor_auth", "factor_auth_interface"],
  ]),
  secrets: new Set(["authenticate_id"]),
};

/**
 * SuiteCRM's and SugarCRM's table of users, with the address that a query brings to each: it is two tables away.
 *
 * @see https://github.com/salesagility/SuiteCRM modules/Users/vardefs.php
 */
export const SUITECRM: Source = {
  name: "suitecrm",
  title: "SuiteCRM, SugarCRM",
  howToExport: howTo(
    [
      'mysql --batch DATABASE --execute "SELECT u.id, u.user_name, u.user_hash, u.status, u.deleted, u.is_group,',
      "  u.system_generated_password, a.email_address FROM users u",
      "  LEFT JOIN email_addr_bean_rel r ON r.bean_id = u.id AND r.bean_module = 'Users'",
      "  AND r.primary_address = 1 AND r.deleted = 0",
      '  LEFT JOIN email_addresses a ON a.id = r.email_address_id" > users.tsv',
    ],
    "Least privileges: SELECT on users, email_addr_bean_rel and email_addresses. Addresses are two tables away from users, so the query brings them together.",
  ),
  origin: "suitecrm",
  ...rowsOf([
    {
      tables: ["users"],
      columns: [
        ["id", "user_name"],
        ["id", "user_hash"],
      ],
      key: ["id"],
      // A mailbox that several users read.
      isOther: ({ is_group: flag }) => flag === 1 || flag === "1",
    },
  ]),
  idField: "id",
  mustResetFields: ["system_generated_password"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "id", "user_name", "user_hash") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "deleted", findings) === true) holdBack("deleted", "deleted");
  const status = textField(record, "status", findings) ?? "Active";
  if (status !== "Active") holdBack("disabled", "status");
  const columns = { id: "id", email: "email_address", userName: "user_name", hash: "user_hash" };
  return userOfRow(record, columns, context);
}
