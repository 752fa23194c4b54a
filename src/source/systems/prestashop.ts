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
  read: new Set(["id_customer", "email", "passwd", "active", "deleted", "is_guest"]),
  notCarried: new Set([
    ...["id_shop_group", "id_shop", "id_gender", "id_default_group", "id_lang", "id_risk", "company"],
    ...["siret", "ape", "firstname", "lastname", "last_passwd_gen", "birthday", "newsletter"],
    ...["ip_registration_newsletter", "newsletter_date_add", "optin", "website"],
    ...["outstanding_allow_amount", "show_public_prices", "max_payment_days", "note", "date_add", "date_upd"],
    ...["reset_password_validity"],
  ]),
  secrets: new Set(["secure_key", "reset_password_token"]),
};

/**
 * PrestaShop's table of customers, whatever its prefix.
 *
 * @see https://github.com/PrestaShop/PrestaShop install-dev/data/db_structure.sql
 */
export const PRESTASHOP: Source = {
  name: "prestashop",
  title: "PrestaShop",
  howToExport: fromMysql(["ps_customer"], "With another prefix than ps_, name the table as it is."),
  origin: "prestashop",
  ...rowsOf([
    { tables: ["*customer"], columns: [["id_customer", "email"]], key: ["id_customer"], isOther: isGuest },
  ]),
  idField: "id_customer",
  joinedFields: ["date_add"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "id_customer", "email", "passwd") ? "sure" : "no"),
  toUser: readUser,
};

/** Somebody who ordered without an account; the same address may have one as well. */
function isGuest({ is_guest: flag }: Fields): boolean {
  return flag === 1 || flag === "1" || flag === true;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (writtenFlagField(record, "active", findings) === false) holdBack("disabled", "active");
  if (writtenFlagField(record, "deleted", findings) === true) holdBack("deleted", "deleted");
  const password = readPassword(record, context);
  return userOfRow(record, { id: "id_customer", email: "email" }, context, { password });
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  const hash = textField(record, "passwd", context.findings);
  if (hash === undefined || !/^[0-9a-f]{32}$/i.test(hash)) {
    return hash === undefined ? undefined : context.password(hash);
  }
  const message = "the hash is the MD5 of the shop's cookie key and the password, as PrestaShop 1.6 made it";
  context.findings.problems.push(problem("scheme/unsupported", message, { field: "passwd" }));
  return undefined;
}
