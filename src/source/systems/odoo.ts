import type { UserDraft } from "../assemble-user.js";
import { contactsOf, eachOnce, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor } from "../fields/second-factor.js";
import { fromPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    "id",
    "login",
    "password",
    "active",
    "partner_id",
    "totp_secret",
    "oauth_provider_id",
    "oauth_uid",
  ]),
  notCarried: new Set([
    ...[
      "company_id",
      "create_date",
      "signature",
      "action_id",
      "share",
      "create_uid",
      "write_uid",
      "write_date",
    ],
    ...[
      "notification_type",
      "karma",
      "rank_id",
      "next_rank_id",
      "odoobot_state",
      "odoobot_failed",
      "sale_team_id",
    ],
    ...["website_id", "login_date", "totp_last_counter", "tour_enabled"],
  ]),
  secrets: new Set(["oauth_access_token", "signup_token"]),
};

const KINDS: readonly RowKind[] = [
  partKind("partners", ["res_partner"], [["commercial_partner_id"]], "id"),
  { tables: ["res_users"], columns: [["login", "password"]], key: ["partner_id"] },
];

/**
 * Odoo's table `res_users`, with the addresses of `res_partner`.
 *
 * @see https://github.com/odoo/odoo — odoo/addons/base/models/res_users.py, addons/auth_totp/models/res_users.py
 */
export const ODOO: Source = {
  name: "odoo",
  title: "Odoo",
  howToExport: fromPostgres(["res_users", "res_partner"]),
  origin: "odoo",
  ...rowsOf(KINDS),
  idField: "id",
  lastLoginFields: ["login_date"],
  fields: [USER],
  otherFields: "counted",
  detect: (records, table) =>
    mostHave(records, "login", "partner_id") || table?.endsWith("res_partner") === true ? "sure" : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "active", findings) === false) context.holdBack("disabled", "active");
  const login = textField(record, "login", findings);
  const own =
    login?.includes("@") === true ? contactsOf(emailField({ email: login }, "email", findings)) : [];
  const emails = own.length > 0 ? own : partnerEmails(context);
  const hash = textField(record, "password", findings);
  const written = textField(record, "totp_secret", findings);
  // Odoo's word for none, in rows that took a second factor away.
  const secret = written === "false" ? undefined : written;
  const userId = idField(record, "oauth_uid", findings);
  // A row of auth_oauth_provider: what it is called there, the caller says.
  const provider = idField(record, "oauth_provider_id", findings);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    userName: login === emails[0]?.value ? undefined : login,
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty:
      userId === undefined
        ? []
        : loginOf({ provider, userId, email: undefined, field: "oauth_uid" }, emails, context),
    totp:
      secret === undefined ? [] : secondFactor({ field: "totp_secret", secret, encoding: "base32" }, context),
  };
}

/** A partner's field may hold anything, so it is asked where the user's own name is not an address. */
function partnerEmails(context: RecordContext): readonly Contact[] {
  const { findings } = context;
  return eachOnce(context.parts("partners").flatMap((row) => contactsOf(emailField(row, "email", findings))));
}
