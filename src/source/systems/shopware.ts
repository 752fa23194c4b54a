import { hexBytes } from "../../lib/hex.js";
import type { UserDraft } from "../assemble-user.js";
import {
  asStated,
  composeSaltedDigest,
  noteIncompleteHash,
  noteUnknownAlgorithm,
  statedBy,
} from "../fields/composed-hash.js";
import { type Fields, isSetField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "password", "active", "guest", "double_opt_in_registration"],
    "double_opt_in_confirm_date",
    // Shopware 5
    ...["encoder", "accountmode", "doubleOptinRegister", "doubleOptinConfirmDate"],
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
    // Shopware 5
    ...["customernumber", "changed", "paymentID", "customergroup", "subshopID", "pricegroupID", "firstlogin"],
    ...["lastlogin", "validation", "affiliate", "paymentpreset", "language", "referer", "internalcomment"],
    ...["failedlogins", "lockedUntil", "salutation", "firstname", "lastname", "doubleOptinEmailSentDate"],
    ...["password_change_date", "register_opt_in_id"],
  ]),
  // Hashes of a shop from which the customer was brought over, the key of a mail, and sessions.
  secrets: new Set(["legacy_password", "hash", "confirmationkey", "sessionID", "login_token"]),
};

/**
 * The table of customers: `customer` of Shopware 6, `s_user` of Shopware 5.
 *
 * @see https://github.com/shopware/shopware src/Core/Checkout/Customer/CustomerDefinition.php
 * @see https://github.com/shopware5/shopware engine/Shopware/Models/Customer/Customer.php, engine/Shopware/Components/Password/Encoder
 */
export const SHOPWARE: Source = {
  name: "shopware",
  title: "Shopware",
  howToExport: fromMysql(["customer"], "Of Shopware 5 the table is s_user in place of customer."),
  origin: "shopware",
  ...rowsOf([{ tables: ["customer", "s_user"], columns: [["id", "email"]], key: ["id"], isOther: isGuest }], {
    required: [
      ["id", "email", "guest"],
      ["id", "email", "password"],
    ],
  }),
  idField: "id",
  joinedFields: ["created_at", "firstlogin"],
  lastLoginFields: ["last_login", "lastlogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "email", "guest", "customer_number")) return "sure";
    if (mostHave(records, "email", "encoder", "accountmode")) return "sure";
    return mostHave(records, "email", "guest", "password") ? "possible" : "no";
  },
  toUser: readUser,
};

/** Somebody who ordered without an account; the same address may have one as well. */
function isGuest({ guest, accountmode: mode = guest }: Fields): boolean {
  return mode === 1 || mode === "1" || mode === true;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "active", findings) === false) holdBack("disabled", "active");
  const isOf5 = Object.hasOwn(record, "encoder");
  const [asked, confirmed] = isOf5
    ? ["doubleOptinRegister", "doubleOptinConfirmDate"]
    : ["double_opt_in_registration", "double_opt_in_confirm_date"];
  const isVerified = isSetField(record, confirmed);
  if (writtenFlagField(record, asked, findings) === true && !isVerified) holdBack("unconfirmed", confirmed);
  const row = { ...record, id: hexId(record.id) };
  const columns = { id: "id", email: "email" };
  if (!isOf5) return userOfRow(row, { ...columns, hash: "password" }, context, { isVerified });
  return userOfRow(row, columns, context, { isVerified, password: encodedPassword(record, context) });
}

/** Shopware 5 names the program by which a hash was made, in any case. */
function encodedPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const hash = textField(record, "password", findings);
  const encoder = textField(record, "encoder", findings)?.trim().toLowerCase();
  if (hash === undefined) return undefined;
  if (encoder === "md5") {
    const [digits = "", salt = ""] = hash.split(":");
    const key = hexBytes(digits);
    if (key === null) return noteIncompleteHash("password", findings);
    return context.password(composeSaltedDigest({ digest: "md5", form: "{PASSWORD}{SALT}", salt, key }));
  }
  const stated = statedBy(ENCODERS, encoder);
  if (stated === undefined) return noteUnknownAlgorithm("encoder", findings);
  return context.password(() => asStated(hash, stated, "encoder", context));
}

const ENCODERS = { bcrypt: ["bcrypt"], argon2i: ["argon2i"], argon2id: ["argon2id"] };

/** The 16 bytes of an ID as Shopware shows them: hexadecimal digits without a mark before them. */
function hexId(id: unknown): unknown {
  const hex = typeof id === "string" ? /^(?:\\x|0x)?([0-9a-f]{32})$/i.exec(id)?.[1] : undefined;
  return hex === undefined ? id : hex.toLowerCase();
}
