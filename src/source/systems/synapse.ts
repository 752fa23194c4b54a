import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isSetField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { Contact } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["name", "password_hash", "deactivated", "locked", "suspended", "approved", "shadow_banned"]),
  notCarried: new Set([
    ...["creation_ts", "admin", "upgrade_ts", "is_guest", "appservice_id", "consent_version", "user_type"],
    ...["consent_server_notice_sent", "consent_ts"],
  ]),
};

const THREEPID: FieldTable = {
  list: "user_threepids",
  read: new Set(["user_id", "medium", "address", "validated_at"]),
  notCarried: new Set(["added_at"]),
};

const EXTERNAL: FieldTable = {
  list: "user_external_ids",
  read: new Set(["user_id", "auth_provider", "external_id"]),
  notCarried: new Set(),
};

/**
 * The tables `users`, `user_threepids` and `user_external_ids` of a Matrix homeserver.
 *
 * @see https://github.com/element-hq/synapse — synapse/storage/schema, synapse/handlers/auth.py
 */
export const SYNAPSE: Source = {
  name: "synapse",
  title: "Matrix Synapse",
  howToExport: howTo(
    [
      "# PostgreSQL:",
      "pg_dump --data-only --table=users --table=user_threepids --table=user_external_ids DATABASE > users.sql",
      "# SQLite, which a homeserver has unless it is told otherwise:",
      "sqlite3 homeserver.db '.dump users' '.dump user_threepids' '.dump user_external_ids' > users.sql",
    ],
    "Least privileges: in PostgreSQL USAGE on the schema and SELECT on these tables; of SQLite the right to read the file.",
    "With password_config.pepper in homeserver.yaml, say --peppered.",
  ),
  origin: "synapse",
  ...rowsOf([
    {
      tables: ["user_threepids"],
      columns: [["user_id", "medium", "address"]],
      key: ["user_id"],
      part: "user_threepids",
    },
    {
      tables: ["user_external_ids"],
      columns: [["user_id", "auth_provider", "external_id"]],
      key: ["user_id"],
      part: "user_external_ids",
    },
    { tables: ["users"], columns: [["name", "password_hash"]], key: ["name"] },
  ]),
  idField: "name",
  joinedFields: ["creation_ts"],
  fields: [USER, THREEPID, EXTERNAL],
  otherFields: "counted",
  detect: (records) => {
    const isOwn =
      mostHave(records, "name", "password_hash", "appservice_id") ||
      someHave(records, "user_id", "medium", "address", "validated_at") ||
      someHave(records, "user_id", "auth_provider", "external_id");
    return isOwn ? "sure" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "name", findings);
  if (writtenFlagField(record, "deactivated", findings) === true) context.holdBack("deleted", "deactivated");
  for (const name of ["locked", "suspended"])
    if (writtenFlagField(record, name, findings) === true) context.holdBack("disabled", name);
  if (writtenFlagField(record, "approved", findings) === false) context.holdBack("unconfirmed", "approved");
  if (writtenFlagField(record, "shadow_banned", findings) === true) findings.leaveOut("shadow_banned");
  const { emails, phoneNumbers } = readThreepids(context);
  const hash = textField(record, "password_hash", findings);
  const thirdParty = context.parts("user_external_ids").flatMap((row) => {
    noteFieldsLeftOut(row, EXTERNAL, findings);
    const login = {
      // Synapse puts the kind of provider before its name: oidc-google.
      provider: textField(row, "auth_provider", findings)?.replace(/^oidc-/, ""),
      userId: textField(row, "external_id", findings),
      email: emails[0]?.value,
      isVerified: emails[0]?.isVerified === true,
    };
    return socialLogin({ ...login, field: "user_external_ids" }, context);
  });
  return {
    externalUserId,
    emails,
    phoneNumbers,
    userName: externalUserId,
    // Synapse signs in with the whole ID of a user and with its part before the server.
    otherUserName: /^@([^:]+):/.exec(externalUserId ?? "")?.[1],
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty,
    totp: [],
  };
}

/** Addresses and numbers, with the moment at which each was confirmed. */
function readThreepids(context: RecordContext) {
  const { findings } = context;
  const emails: Contact[] = [];
  const phoneNumbers: Contact[] = [];
  for (const row of context.parts("user_threepids")) {
    noteFieldsLeftOut(row, THREEPID, findings);
    const isVerified = isSetField(row, "validated_at");
    if (row.medium === "email") {
      emails.push(...contactsOf(emailField({ email: row.address }, "email", findings), isVerified));
    } else {
      const number = phoneNumberField(row, "address", context, { isWithoutPlus: true });
      phoneNumbers.push(...contactsOf(number, isVerified));
    }
  }
  return { emails, phoneNumbers };
}
