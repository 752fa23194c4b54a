import type { UserDraft } from "../assemble-user.js";
import { contactsOf, eachOnce } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isFields,
  jsonTextField,
  ownField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["uid", "password"]),
  notCarried: new Set(["displayname", "uid_lower"]),
};

const KINDS: readonly RowKind[] = [
  {
    ...partKind("preferences", ["*preferences"], [["userid", "appid", "configkey", "configvalue"]], "userid"),
    // Of the preferences of all apps only two say who a user is.
    isOther: (row) => preferenceOf(row) === undefined,
  },
  partKind("accounts", ["*accounts"], [["uid", "data"]], "uid"),
  partKind("totp", ["*twofactor_totp_secrets"], [["user_id", "secret"]]),
  partKind("recovery", ["*twofactor_backupcodes"], [["user_id", "code", "used"]]),
  { tables: ["*users"], columns: [["uid", "password"]], key: ["uid"] },
];

/** Under the prefix that an installation has unless another one was chosen; its columns tell one that has another. */
const OWN_TABLE = /(?:^|\.)oc_(?:users|preferences|accounts|twofactor_totp_secrets|twofactor_backupcodes)$/;

/**
 * Nextcloud's tables `oc_users`, `oc_preferences`, `oc_accounts` and `oc_twofactor_totp_secrets`, under any prefix.
 *
 * @see https://github.com/nextcloud/server — core/Migrations, lib/private/Accounts/AccountManager.php
 * @see https://github.com/nextcloud/twofactor_totp — lib/Db/TotpSecret.php
 */
export const NEXTCLOUD: Source = {
  name: "nextcloud",
  title: "Nextcloud",
  howToExport: fromMysqlOrPostgres(
    ["oc_users", "oc_preferences", "oc_accounts", "oc_twofactor_totp_secrets"],
    "With another prefix than oc_, export each table as CSV. Second factors are encrypted under secret of config.php: write it into a file for --decrypt-key-file.",
  ),
  origin: "nextcloud",
  ...rowsOf(KINDS),
  idField: "uid",
  fields: [USER],
  otherFields: "counted",
  encryption: ["nextcloud"],
  detect: (records, table) =>
    OWN_TABLE.test(table ?? "") || mostHave(records, "uid", "displayname", "password") ? "sure" : "no",
  toUser: readUser,
};

function preferenceOf({ appid, configkey }: Fields): "email" | "enabled" | undefined {
  if (appid === "settings" && configkey === "email") return "email";
  return appid === "core" && configkey === "enabled" ? "enabled" : undefined;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const preferences = context.parts("preferences");
  const enabled = preferences.find((row) => preferenceOf(row) === "enabled");
  if (enabled !== undefined && writtenFlagField(enabled, "configvalue", findings) === false) {
    context.holdBack("disabled", "enabled");
  }
  if (context.parts("recovery").length > 0) findings.leaveOut("recovery codes");
  const own = preferences
    .filter((row) => preferenceOf(row) === "email")
    .flatMap((row) => contactsOf(emailField({ email: row.configvalue }, "email", findings)));
  const hash = textField(record, "password", findings);
  return {
    externalUserId: userIdField(record, "uid", findings),
    emails: eachOnce([...own, ...context.parts("accounts").flatMap((row) => accountEmails(row, context))]),
    phoneNumbers: [],
    userName: idField(record, "uid", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: context.parts("totp").flatMap((row) => readFactor(row, context)),
  };
}

/** `verified` of an account's property: 0 not, 1 in progress, 2 verified. */
const VERIFIED = "2";

/** The address of a user's account: an object of properties, or, since release 25 or so, a list of them. */
function accountEmails(row: Fields, { findings }: RecordContext): readonly Contact[] {
  const data = jsonTextField(row, "data", findings);
  const listed = Array.isArray(data) ? data.find((one) => isFields(one) && one.name === "email") : undefined;
  const property = isFields(data) ? ownField(data, "email") : listed;
  if (!isFields(property)) return [];
  findings.leaveOut("oc_accounts.data");
  const email = emailField({ email: property.value }, "email", findings);
  return contactsOf(email, String(property.verified) === VERIFIED);
}

/** Of `state`: the user gave a code. */
const ENABLED = "2";

/** Earlier releases, and ownCloud, have `verified` or neither. */
function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "oc_twofactor_totp_secrets";
  const state = idField(row, "state", findings);
  const isConfirmed =
    state === undefined ? writtenFlagField(row, "verified", findings) !== false : state === ENABLED;
  // State 0 is of somebody who switched the second factor off.
  if (state === "0") return [];
  if (!isConfirmed) return secondFactor({ field, secret: "", encoding: "base32", isConfirmed }, context);
  const text = textField(row, "secret", findings) ?? "";
  const secret = decryptedSecret({ system: "nextcloud", text }, field, context);
  return secret === undefined ? [] : secondFactor({ field, secret, encoding: "base32" }, context);
}
