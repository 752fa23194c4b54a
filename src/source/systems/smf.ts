import type { UserDraft } from "../assemble-user.js";
import { composedHash } from "../fields/composed-hash.js";
import { type Fields, isSetField, textField, wholeNumberField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["id_member", "member_name", "email_address", "passwd", "is_activated", "tfa_secret"]),
  notCarried: new Set([
    ...["date_registered", "posts", "id_group", "lngfile", "last_login", "real_name", "instant_messages"],
    ...["unread_messages", "new_pm", "alerts", "buddy_list", "pm_ignore_list", "pm_prefs", "mod_prefs"],
    ...["personal_text", "birthdate", "website_title", "website_url", "show_online", "time_format"],
    ...["signature", "time_offset", "avatar", "usertitle", "member_ip", "member_ip2", "id_theme"],
    ...["id_msg_last_visit", "additional_groups", "smiley_set", "id_post_group", "total_time_logged_in"],
    ...["ignore_boards", "warning", "passwd_flood", "pm_receive_from", "timezone", "spoofdetector_name"],
    ...["message_labels", "gender", "location", "icq", "aim", "yim", "msn", "hide_email", "karma_bad"],
    ...["karma_good", "notify_announcements", "notify_regularity", "notify_send_body", "notify_types"],
    ...["pm_email_notify", "openid_uri"],
  ]),
  secrets: new Set(["secret_question", "secret_answer", "validation_code", "password_salt", "tfa_backup"]),
};

const COLUMNS = ["id_member", "member_name", "passwd", "email_address"] as const;

/**
 * The table `members` of Simple Machines Forum, whatever its prefix.
 *
 * @see https://github.com/SimpleMachines/SMF — other/install_2-1_mysql.sql, Sources/Subs-Auth.php, Sources/LogInOut.php
 */
export const SMF: Source = {
  name: "smf",
  title: "Simple Machines Forum",
  howToExport: fromMysqlOrPostgres(
    ["smf_members"],
    "With another prefix than smf_, name the table as it is. Every hash is for the login-time fallback: it is over the " +
      "user's name and the password.",
  ),
  origin: "smf",
  ...rowsOf([{ tables: ["*members"], columns: [["id_member", "email_address"]], key: ["id_member"] }], {
    required: [COLUMNS],
  }),
  idField: "id_member",
  joinedFields: ["date_registered"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, ...COLUMNS) ? "sure" : "no"),
  toUser: readUser,
};

/** What the forum adds to the state of a user who is banned. */
const BANNED = 10;
const STATES = { least: 0, most: 29 };

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const state = wholeNumberField(record, "is_activated", STATES, findings) ?? 1;
  holdBackIn(state, context);
  const secret = textField(record, "tfa_secret", findings);
  const columns = { id: "id_member", email: "email_address", userName: "member_name" };
  return userOfRow(record, columns, context, {
    password: readPassword(record, context),
    totp:
      secret === undefined ? [] : secondFactor({ field: "tfa_secret", secret, encoding: "base32" }, context),
  });
}

/** 0 and 2: an address to be confirmed; 3 and 5: somebody's approval; 4: the user wants to be deleted. */
function holdBackIn(state: number, { holdBack }: RecordContext): void {
  if (state >= BANNED) holdBack("banned", "is_activated");
  const kind = state % BANNED;
  if (kind === 4) holdBack("deleted", "is_activated");
  else if (kind !== 1) holdBack("unconfirmed", "is_activated");
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  if (!isSetField(record, "passwd")) return undefined;
  return context.password(() => composedHash("smf", record, context.findings));
}
