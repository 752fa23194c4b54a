import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "username", "password_hash", "active", "status", "activate_hash", "deleted_at"],
    "force_pass_reset",
  ]),
  notCarried: new Set(["status_message", "created_at", "updated_at"]),
  secrets: new Set(["reset_hash", "reset_at", "reset_expires"]),
};

/**
 * The table `users` of Myth:Auth, the package of CodeIgniter 4. Its hashes are over the SHA-384 of the password, so they
 * are verified at login only.
 *
 * @see https://github.com/lonnieezell/myth-auth — src/Database/Migrations/2017-11-20-223112_create_auth_tables.php, src/Entities/User.php
 */
export const MYTH_AUTH: Source = {
  name: "myth-auth",
  title: "Myth:Auth (CodeIgniter 4)",
  howToExport: fromMysql(
    ["users"],
    "Every hash is for the login-time fallback: it is over the SHA-384 of the password.",
  ),
  origin: "myth-auth",
  ...rowsOf([{ tables: ["users"], columns: [["password_hash", "activate_hash"]], key: ["id"] }]),
  idField: "id",
  mustResetFields: ["force_pass_reset"],
  joinedFields: ["created_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "password_hash", "activate_hash", "reset_hash") ? "sure" : "no"),
  toUser: readUser,
};

/** An account that was never activated has the hash of its link; one that was switched off has none. */
function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  if (isSetField(record, "deleted_at")) holdBack("deleted", "deleted_at");
  if (textField(record, "status", findings) === "banned") holdBack("banned", "status");
  if (writtenFlagField(record, "active", findings) === false) {
    holdBack(isSetField(record, "activate_hash") ? "unconfirmed" : "disabled", "active");
  }
  const columns = { id: "id", email: "email", userName: "username", hash: "password_hash" };
  return userOfRow(record, columns, context);
}
