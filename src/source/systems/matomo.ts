import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, idField, isSetField, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor } from "../fields/second-factor.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["login", "password", "email", "twofactor_secret", "invite_token", "invite_accept_at"]),
  notCarried: new Set([
    ...["superuser_access", "date_registered", "ts_password_modified", "idchange_last_viewed", "alias"],
    ...["ts_changes_shown", "ts_inactivity_notified", "invited_by", "invite_expired_at"],
  ]),
  secrets: new Set(["token_auth", "invite_link_token"]),
};

const KINDS: readonly RowKind[] = [
  partKind("recovery", ["*twofactor_recovery_code"], [["login", "recovery_code"]], "login"),
  {
    tables: ["*user"],
    columns: [["login", "password", "email"]],
    key: ["login"],
    // Visitors who have not logged in have a row of this name.
    isOther: ({ login }) => login === "anonymous",
  },
];

/**
 * Matomo's table `matomo_user`, under any prefix.
 *
 * @see https://github.com/matomo-org/matomo — core/Db/Schema/Mysql.php, plugins/TwoFactorAuth
 */
export const MATOMO: Source = {
  name: "matomo",
  title: "Matomo",
  howToExport: fromMysql(["matomo_user"], "With another prefix than matomo_, name the table as it is."),
  origin: "matomo",
  ...rowsOf(KINDS),
  idField: "login",
  fields: [USER],
  otherFields: "counted",
  detect: (records, table) =>
    mostHave(records, "login", "superuser_access") || table?.endsWith("matomo_user") === true ? "sure" : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const isInvited = isSetField(record, "invite_token") && !isSetField(record, "invite_accept_at");
  if (isInvited) context.holdBack("invited", "invite_token");
  if (context.parts("recovery").length > 0) findings.leaveOut("recovery codes");
  const hash = textField(record, "password", findings);
  const secret = textField(record, "twofactor_secret", findings);
  return {
    externalUserId: userIdField(record, "login", findings),
    emails: contactsOf(emailField(record, "email", findings)),
    phoneNumbers: [],
    userName: idField(record, "login", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    // It is written into the row once the user gave a code.
    totp:
      secret === undefined
        ? []
        : secondFactor({ field: "twofactor_secret", secret, encoding: "base32" }, context),
  };
}
