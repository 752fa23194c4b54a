import type { UserDraft } from "../assemble-user.js";
import { type Fields, isFields, jsonTextField, listField, ownField, textField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    "user_id",
    "user_email",
    "user_name",
    "user_password",
    "user_email_authenticated",
    "user_is_temp",
  ]),
  notCarried: new Set([
    ...["user_real_name", "user_touched", "user_registration", "user_editcount", "user_options"],
    ...["user_newpass_time", "user_email_token_expires", "user_password_expires"],
  ]),
  // A mailed password and tokens.
  secrets: new Set(["user_newpassword", "user_token", "user_email_token"]),
};

const DEVICE = ["oad_user", "oad_data"];
/** Before OATHAuth kept several devices. */
const OLD_DEVICE = ["id", "module", "data"];

/**
 * MediaWiki's table of users and the devices of its extension OATHAuth.
 *
 * @see https://www.mediawiki.org/wiki/Manual:User_table
 * @see https://www.mediawiki.org/wiki/Extension:OATHAuth/oathauth_devices_table
 */
export const MEDIAWIKI: Source = {
  name: "mediawiki",
  title: "MediaWiki",
  howToExport: fromMysql(
    ["user", ["oathauth_devices", "second factors of the extension OATHAuth"]],
    "With a prefix, name the tables as they are; releases before 1.42 have oathauth_users. A wiki that shares its accounts (CentralAuth) keeps its hashes in another database.",
  ),
  origin: "mediawiki",
  ...rowsOf([
    partKind("devices", ["*oathauth_devices"], [DEVICE], "oad_user"),
    partKind("devices", ["*oathauth_users"], [OLD_DEVICE], "id"),
    {
      tables: ["*user"],
      columns: [
        ["user_id", "user_email"],
        ["user_id", "user_password"],
      ],
      key: ["user_id"],
      isOther: isTemporary,
    },
  ]),
  idField: "user_id",
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isUser = mostHave(records, "user_id", "user_name", "user_password");
    return isUser || mostHave(records, ...DEVICE) ? "sure" : "no";
  },
  toUser: readUser,
};

/** The account that an editor without one is given. */
function isTemporary({ user_is_temp: flag }: Fields): boolean {
  return flag === 1 || flag === "1";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const row = textOfBytes(record);
  // 14 digits, or PostgreSQL's date; what never happened is NULL or 14 zero bytes.
  const authenticated = ownField(row, "user_email_authenticated");
  const isVerified = typeof authenticated === "string" && /^[1-9]\d{3}/.test(authenticated);
  const columns = { id: "user_id", email: "user_email", userName: "user_name", hash: "user_password" };
  const totp = context.parts("devices").flatMap((device) => devicesOf(textOfBytes(device), context));
  return userOfRow(row, columns, context, { isVerified, totp });
}

/** Bytes in hexadecimal digits, as MySQL's programs write binary columns where they are told to. */
function textOfBytes(row: Fields): Fields {
  const entries = Object.entries(row).map(([name, value]) => {
    const hex = typeof value === "string" ? /^0x((?:[0-9a-f]{2})+)$/i.exec(value)?.[1] : undefined;
    return [name, hex === undefined ? value : Buffer.from(hex, "hex").toString("utf8")];
  });
  return Object.fromEntries(entries);
}

/** Steps to either side within which OATHAuth takes a code, where `$wgOATHAuthWindowRadius` is not set. */
const SKEW = 4;

function devicesOf(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = Object.hasOwn(row, "oad_data") ? "oad_data" : "data";
  const data = jsonTextField(row, field, findings);
  if (!isFields(data)) return [];
  const deviceName = textField(row, "oad_name", findings);
  const keys = Object.hasOwn(data, "keys") ? listField(data, "keys", findings).filter(isFields) : [data];
  return keys.flatMap((key) => {
    const secret = textField(key, "secret", findings);
    // Keys of WebAuthn and lists of recovery codes have none.
    if (secret === undefined) return [];
    if (!Object.hasOwn(key, "nonce")) {
      return secondFactor({ field, secret, encoding: "base32", deviceName, skew: SKEW }, context);
    }
    secondFactorNotCarried(field, context);
    return [];
  });
}
