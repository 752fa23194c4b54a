import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "password", "active", "guest", "double_opt_in_registration"],
    "double_opt_in_confirm_date",
  ]),
  notCarried: new Set([
    ...["auto_increment", "customer_group_id", "requested_customer_group_id", "default_payment_method_id"],
    ...["last_payment_method_id", "sales_channel_id", "language_id", "default_billing_address_id"],
    ...[
      "default_shipping_address_id",
      "customer_number",
      "salutation_id",
      "first_name",
      "last_name",
      "company",
    ],
    ...["title", "vat_ids", "affiliate_code", "campaign_code", "first_login", "last_login", "newsletter"],
    ...["newsletter_sales_channel_ids", "birthday", "last_order_date", "order_count", "order_total_amount"],
    ...[
      "review_count",
      "custom_fields",
      "tag_ids",
      "remote_address",
      "bound_sales_channel_id",
      "created_by_id",
    ],
    ...["updated_by_id", "account_type", "created_at", "updated_at", "double_opt_in_email_sent_date"],
    "legacy_encoder",
  ]),
  // Hashes of a shop from which the customer was brought over, and the key of a mail.
  secrets: new Set(["legacy_password", "hash"]),
};

/**
 * Shopware 6's table of customers.
 *
 * @see https://github.com/shopware/shopware src/Core/Checkout/Customer/CustomerDefinition.php
 */
export const SHOPWARE: Source = {
  name: "shopware",
  title: "Shopware",
  howToExport: fromMysql(["customer"]),
  origin: "shopware",
  ...rowsOf([{ tables: ["customer"], columns: [["id", "email"]], key: ["id"], isOther: isGuest }], {
    required: [
      ["id", "email", "guest"],
      ["id", "email", "password"],
    ],
  }),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_login"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "email", "guest", "customer_number")) return "sure";
    return mostHave(records, "email", "guest", "password") ? "possible" : "no";
  },
  toUser: readUser,
};

/** Somebody who ordered without an account; the same address may have one as well. */
function isGuest({ guest: flag }: Fields): boolean {
  return flag === 1 || flag === "1" || flag === true;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "active", findings) === false) holdBack("disabled", "active");
  const isVerified = isSetField(record, "double_opt_in_confirm_date");
  const isAsked = writtenFlagField(record, "double_opt_in_registration", findings) === true;
  if (isAsked && !isVerified) holdBack("unconfirmed", "double_opt_in_confirm_date");
  const row = { ...record, id: hexId(record.id) };
  return userOfRow(row, { id: "id", email: "email", hash: "password" }, context, { isVerified });
}

/** The 16 bytes of an ID as Shopware shows them: hexadecimal digits without a mark before them. */
function hexId(id: unknown): unknown {
  const hex = typeof id === "string" ? /^(?:\\x|0x)?([0-9a-f]{32})$/i.exec(id)?.[1] : undefined;
  return hex === undefined ? id : hex.toLowerCase();
}
