import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["entity_id", "email", "password_hash", "is_active", "confirmation"]),
  notCarried: new Set([
    ...["website_id", "group_id", "increment_id", "store_id", "created_at", "updated_at", "created_in"],
    ...["disable_auto_group_change", "prefix", "firstname", "middlename", "lastname", "suffix", "dob"],
    ...["default_billing", "default_shipping", "taxvat", "gender", "failures_num", "first_failure"],
    ...["lock_expires", "rp_token_created_at", "session_cutoff"],
  ]),
  secrets: new Set(["rp_token"]),
};

/**
 * Magento 2's and Adobe Commerce's table of customers.
 *
 * @see https://github.com/magento/magento2 app/code/Magento/Customer/etc/db_schema.xml
 */
export const MAGENTO: Source = {
  name: "magento",
  title: "Magento, Adobe Commerce",
  howToExport: fromMysql(
    ["customer_entity"],
    'Customers of several websites who share an address are refused as duplicates: add --where="website_id = 1" and export one website at a time.',
  ),
  origin: "magento",
  ...rowsOf([{ tables: ["*customer_entity"], columns: [["entity_id", "email"]], key: ["entity_id"] }], {
    required: [
      ["entity_id", "email"],
      ["email", "password_hash"],
    ],
  }),
  idField: "entity_id",
  joinedFields: ["created_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "entity_id", "email", "password_hash")) return "sure";
    return mostHave(records, "entity_id", "website_id", "email") ? "possible" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "is_active", findings) === false) holdBack("disabled", "is_active");
  // The key of a confirmation mail, taken away once the customer followed its link.
  if (isSetField(record, "confirmation")) holdBack("unconfirmed", "confirmation");
  const hash = textField(record, "password_hash", findings);
  const password = hash === undefined ? undefined : context.password(withVersion(hash));
  return userOfRow(record, { id: "entity_id", email: "email" }, context, { password });
}

/** Magento 1 wrote no version: MD5, and SHA-256 in its Enterprise Edition. */
function withVersion(hash: string): string {
  if (/^[0-9a-f]{32}:[^:]+$/.test(hash)) return `${hash}:0`;
  return /^[0-9a-f]{64}:[^:]+$/.test(hash) ? `${hash}:1` : hash;
}
