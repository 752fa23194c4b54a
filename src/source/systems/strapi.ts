import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, textField, userIdField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "username", "email", "password", "provider", "confirmed", "blocked"]),
  notCarried: new Set([
    ...["document_id", "documentId", "created_at", "updated_at", "published_at", "createdAt", "updatedAt"],
    ...["publishedAt", "created_by_id", "updated_by_id", "created_by", "updated_by", "locale", "role"],
  ]),
  secrets: new Set([
    ...["reset_password_token", "confirmation_token", "resetPasswordToken", "confirmationToken"],
  ]),
};

/**
 * The table of the Users & Permissions plugin: `up_users`, in Strapi 3 `users-permissions_user`.
 *
 * @see https://github.com/strapi/strapi — packages/plugins/users-permissions/server
 */
export const STRAPI: Source = {
  name: "strapi",
  title: "Strapi",
  howToExport: fromPostgresOrMysql(["up_users"], "Strapi 3 has users-permissions_user."),
  origin: "strapi",
  readers: tableReaders({
    tables: ["up_users", "users-permissions_user"],
    required: [["id", "username", "email", "provider", "blocked"]],
  }),
  idField: "id",
  joinedFields: ["createdAt", "created_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) =>
    mostHave(records, "id", "username", "provider", "confirmed", "blocked") ? "sure" : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "id", findings);
  const isConfirmed = writtenFlagField(record, "confirmed", findings) === true;
  if (!isConfirmed) context.holdBack("unconfirmed", "confirmed");
  if (writtenFlagField(record, "blocked", findings) === true) context.holdBack("banned", "blocked");
  const hash = textField(record, "password", findings);
  const userName = textField(record, "username", findings);
  return {
    externalUserId,
    // An administrator can set the mark too, so it says nothing of the address.
    emails: contactsOf(emailField(record, "email", findings), false),
    phoneNumbers: [],
    ...(userName === undefined ? {} : { userName }),
    password: hash === undefined || !isLocal(record, context) ? undefined : context.password(hash),
    thirdParty: [],
    totp: [],
  };
}

/** Other users log in at a provider: Strapi finds them by the address that it gives, and takes no password of theirs. */
function isLocal(record: Fields, { findings }: RecordContext): boolean {
  const provider = textField(record, "provider", findings) ?? "local";
  if (provider !== "local") findings.leaveOut("provider");
  return provider === "local";
}
