import type { UserDraft } from "../assemble-user.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import { emailField, type Fields, textField, writtenFlagField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { howTo } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";
import { readTotpDevice, TOTP_DEVICE } from "./shared-django-otp.js";

const USER: FieldTable = {
  read: new Set(["id", "username", "email", "password", "is_active", "type"]),
  notCarried: new Set([
    ...["last_login", "first_name", "last_name", "date_joined", "uuid", "name", "password_change_date"],
    ...["attributes", "path", "last_updated", "is_staff", "is_superuser"],
  ]),
};

const LOGIN: FieldTable = {
  list: "usersourceconnection",
  read: new Set(["id", "user_id", "slug", "source_id", "identifier"]),
  notCarried: new Set(["created", "last_updated"]),
};

/**
 * authentik's tables of users and second factors, and their logins at other providers.
 *
 * @see https://github.com/goauthentik/authentik — authentik/core/models.py, authentik/stages/authenticator_totp/migrations
 */
export const AUTHENTIK: Source = {
  name: "authentik",
  title: "authentik",
  howToExport: howTo(
    [
      "pg_dump --data-only --table=authentik_core_user \\",
      "  --table=authentik_stages_authenticator_totp_totpdevice authentik > users.sql",
      'psql authentik -c "\\copy (SELECT c.user_id, s.slug, o.identifier FROM authentik_core_usersourceconnection c',
      "  JOIN authentik_core_source s ON s.policybindingmodel_ptr_id = c.source_id",
      "  JOIN authentik_sources_oauth_useroauthsourceconnection o ON o.usersourceconnection_ptr_id = c.id)",
      "  TO 'logins.csv' WITH (FORMAT csv, HEADER)\"",
    ],
    "Least privileges: USAGE on the schema and SELECT on these tables, and on the sequences that number their rows. " +
      "The second file is given with --join logins.csv. Where the identifier is a column of authentik_core_usersourceconnection, " +
      "as in later releases, take it from there and leave the last JOIN out. The interface gives no hashes.",
  ),
  origin: "authentik",
  ...rowsOf([
    {
      tables: ["authentik_stages_authenticator_totp_totpdevice", "otp_totp_totpdevice"],
      columns: [["user_id", "key", "step", "t0"]],
      key: ["user_id"],
      part: "devices",
    },
    {
      tables: ["authentik_core_usersourceconnection"],
      columns: [["user_id", "slug", "identifier"]],
      key: ["user_id"],
      part: "logins",
    },
    { tables: ["authentik_core_user"], columns: [["id", "username", "password"]], key: ["id"] },
  ]),
  idField: "id",
  joinedFields: ["date_joined"],
  fields: [USER, TOTP_DEVICE, LOGIN],
  otherFields: "counted",
  detect: (records, table) => {
    const isOwn =
      table?.endsWith("authentik_core_user") === true || someHave(records, "user_id", "slug", "identifier");
    return isOwn || mostHave(records, "uuid", "username", "password", "password_change_date") ? "sure" : "no";
  },
  isUser: ({ type }) => !(typeof type === "string" && type.endsWith("service_account")),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "is_active", findings) === false) context.holdBack("disabled", "is_active");
  // Nothing in these tables says that anybody has confirmed the address.
  const emails = contactsOf(emailField(record, "email", findings), false);
  const columns = { id: "id", userName: "username" };
  const hash = textField(record, "password", findings);
  return userOfRow(record, columns, context, {
    emails,
    // An exclamation mark begins what Django writes for users without a password.
    password: hash === undefined || hash.startsWith("!") ? undefined : context.password(hash),
    thirdParty: context.parts("logins").flatMap((row): readonly ThirdPartyLogin[] => {
      noteFieldsLeftOut(row, LOGIN, findings);
      const provider = textField(row, "slug", findings) ?? textField(row, "source_id", findings);
      const email = emails[0]?.value;
      const login = { provider, userId: textField(row, "identifier", findings), email };
      return socialLogin({ ...login, isVerified: isOwnVerified(email, emails[0]), field: "logins" }, context);
    }),
    totp: context.parts("devices").flatMap((row) => readTotpDevice(row, context)),
  });
}
