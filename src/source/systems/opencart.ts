import { problem } from "../../problems/scheme.js";
import type { UserDraft } from "../assemble-user.js";
import { type Fields, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["customer_id", "email", "password", "status", "approved"]),
  notCarried: new Set([
    ...["customer_group_id", "store_id", "language_id", "firstname", "lastname", "telephone", "fax", "cart"],
    ...["wishlist", "newsletter", "address_id", "custom_field", "ip", "safe", "commenter", "date_added"],
  ]),
  secrets: new Set(["salt", "token", "code"]),
};

/**
 * OpenCart's table of customers, whatever its prefix.
 *
 * @see https://github.com/opencart/opencart upload/catalog/model/account/customer.php
 */
export const OPENCART: Source = {
  name: "opencart",
  title: "OpenCart",
  howToExport: fromMysql(["oc_customer"], "With another prefix than oc_, name the table as it is."),
  origin: "opencart",
  ...rowsOf([{ tables: ["*customer"], columns: [["customer_id", "email"]], key: ["customer_id"] }]),
  idField: "customer_id",
  joinedFields: ["date_added"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) =>
    mostHave(records, "customer_id", "customer_group_id", "email", "safe") ? "sure" : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "status", findings) === false) holdBack("disabled", "status");
  else if (writtenFlagField(record, "approved", findings) === false) holdBack("disabled", "approved");
  const password = readPassword(record, context);
  return userOfRow(record, { id: "customer_id", email: "email" }, context, { password });
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  const hash = textField(record, "password", context.findings);
  if (hash === undefined || !/^(?:[0-9a-f]{32}|[0-9a-f]{40})$/i.test(hash)) {
    return hash === undefined ? undefined : context.password(hash);
  }
  const message = "the hash is a fast digest, as OpenCart made it before release 3.1";
  context.findings.problems.push(problem("scheme/unsupported", message, { field: "password" }));
  return undefined;
}
