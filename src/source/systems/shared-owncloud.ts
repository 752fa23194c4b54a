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
  wholeNumberField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import { mostHave, someHave } from "../likeness.js";
import type { Contact, TotpEnrolment } from "../normalized-user.js";
import type { Likeness, RecordContext } from "../source.js";
import { partKind, type RowKind } from "../table-rows.js";

/** Columns of ownCloud's users, and the one that Nextcloud added. */
export const CLOUD_USER: FieldTable = {
  read: new Set(["uid", "password"]),
  notCarried: new Set(["displayname", "uid_lower"]),
};

/**
 * Tables of ownCloud and of Nextcloud, which began as ownCloud 9: where the two differ, a row's columns tell whose it is,
 * so that each is read rightly under the other's name too.
 */
export const CLOUD_ROWS: readonly RowKind[] = [
  {
    ...partKind("preferences", ["*preferences"], [["userid", "appid", "configkey", "configvalue"]], "userid"),
    // Of the preferences of all apps only two say who a user is.
    isOther: (row) => preferenceOf(row) === undefined,
  },
  partKind("accounts", ["*accounts"], [["uid", "data"]], "uid"),
  partKind("owncloud accounts", ["*accounts"], [["user_id", "lower_user_id", "state"]]),
  partKind("totp", ["*twofactor_totp_secrets"], [["user_id", "secret"]]),
  partKind("recovery", ["*twofactor_backupcodes"], [["user_id", "code", "used"]]),
  { tables: ["*users"], columns: [["uid", "password"]], key: ["uid"] },
];

/** Under the prefix that an installation has unless another one was chosen; its columns tell one that has another. */
const OWN_TABLE = /(?:^|\.)oc_(?:users|preferences|accounts|twofactor_totp_secrets|twofactor_backupcodes)$/;

type Cloud = "nextcloud" | "owncloud";

/** How much rows look like those of one of the two, and not of the other. */
export function likenessTo(own: Cloud): (records: readonly Fields[], table?: string) => Likeness {
  return (records, table) => {
    const cloud = cloudOf(records, table);
    if (cloud === own) return "sure";
    return cloud === "either" ? "possible" : "no";
  };
}

/** Whose rows these are, as far as their columns and the numbers before their hashes tell. */
function cloudOf(records: readonly Fields[], table = ""): Cloud | "either" | undefined {
  if (mostHave(records, "lower_user_id", "state")) return "owncloud";
  if (mostHave(records, "uid", "displayname", "password")) {
    return someHave(records, "uid_lower") || records.some(hasLaterHash) ? "nextcloud" : "either";
  }
  if (!OWN_TABLE.test(table)) return undefined;
  if (mostHave(records, "uid", "data") || mostHave(records, "secret", "state")) return "nextcloud";
  return mostHave(records, "secret", "last_validated_key") ? "owncloud" : "either";
}

/** ownCloud's hasher has the number 1 alone. */
function hasLaterHash({ password }: Fields): boolean {
  return typeof password === "string" && /^[23]\|/.test(password);
}

function preferenceOf({ appid, configkey }: Fields): "email" | "enabled" | undefined {
  if (appid === "settings" && configkey === "email") return "email";
  return appid === "core" && configkey === "enabled" ? "enabled" : undefined;
}

/** A user of either. */
export function cloudUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  holdBack(context);
  if (context.parts("recovery").length > 0) findings.leaveOut("recovery codes");
  const hash = textField(record, "password", findings);
  return {
    externalUserId: userIdField(record, "uid", findings),
    emails: readEmails(context),
    phoneNumbers: [],
    userName: idField(record, "uid", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: context.parts("totp").flatMap((row) => readFactor(row, context)),
  };
}

/** Of an account's `state`: the user may log in, and the user was deleted. */
const ENABLED = 1;
const DELETED = 3;

/** The preference is Nextcloud's, and ownCloud's before release 10, which has the state of an account in its place. */
function holdBack({ findings, parts, holdBack: hold }: RecordContext): void {
  const enabled = parts("preferences").find((row) => preferenceOf(row) === "enabled");
  const states = parts("owncloud accounts").map((row) =>
    wholeNumberField(row, "state", { least: 0, most: DELETED }, findings),
  );
  if (states.includes(DELETED)) hold("deleted", "state");
  else if (states.some((state) => state !== undefined && state !== ENABLED)) hold("disabled", "state");
  else if (enabled !== undefined && writtenFlagField(enabled, "configvalue", findings) === false) {
    hold("disabled", "enabled");
  }
}

function readEmails(context: RecordContext): readonly Contact[] {
  const { findings, parts } = context;
  const own = parts("preferences")
    .filter((row) => preferenceOf(row) === "email")
    .flatMap((row) => contactsOf(emailField({ email: row.configvalue }, "email", findings)));
  const ofState = parts("owncloud accounts").flatMap((row) => contactsOf(emailField(row, "email", findings)));
  const ofData = parts("accounts").flatMap((row) => accountEmails(row, context));
  return eachOnce([...own, ...ofState, ...ofData]);
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

/** Of a factor's `state`: the user gave a code; and the user switched the factor off. */
const CONFIRMED = "2";
const OFF = "0";

/** Steps to either side within which both take a code. */
const SKEW = 3;

/** Nextcloud has `state`; its earlier releases, and ownCloud, have `verified` or neither. */
function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "oc_twofactor_totp_secrets";
  const state = idField(row, "state", findings);
  const isConfirmed =
    state === undefined ? writtenFlagField(row, "verified", findings) !== false : state === CONFIRMED;
  if (state === OFF) return [];
  if (!isConfirmed) return secondFactor({ field, secret: "", encoding: "base32", isConfirmed }, context);
  const text = textField(row, "secret", findings) ?? "";
  const secret = decryptedSecret({ system: "nextcloud", text }, field, context);
  if (secret === undefined) return [];
  return secondFactor({ field, secret, encoding: "base32", skew: SKEW }, context);
}
