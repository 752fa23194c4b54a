import type { UserDraft } from "../assemble-user.js";
import { type Fields, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { loginNameField } from "../fields/login-name.js";
import { colonLines } from "../readers/colon-lines.js";
import type { Likeness, RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["user", "password"]),
  notCarried: new Set(["uid", "gid", "gecos", "home", "shell"]),
  // It may hold passwords of other servers.
  secrets: new Set(["extra"]),
};

/** Schemes that Dovecot alone names like this. */
const OF_DOVECOT =
  /^\{(?:BLF-CRYPT|SHA(?:256|512)-CRYPT|ARGON2I|ARGON2ID|MD5-CRYPT|DES-CRYPT|SCRAM-[\w-]+|PLAIN-MD5)[.}]/i;

/**
 * A passwd-file of Dovecot: `user:{SCHEME}hash:uid:gid:gecos:home:shell:extra`. Users are usually addresses.
 *
 * @see https://doc.dovecot.org/main/core/config/auth/databases/passwd_file.html
 */
export const DOVECOT: Source = {
  name: "dovecot",
  title: "a passwd-file of Dovecot",
  howToExport: [
    "cp /etc/dovecot/users users.passwd",
    "",
    "The file that passdb names in the output of doveconf -n; users in a database or directory are exported from there.",
    "Least privileges: read access to that one file.",
  ].join("\n"),
  origin: "dovecot",
  readers: [colonLines({ columns: ["user", "password", "uid", "gid", "gecos", "home", "shell", "extra"] })],
  idField: "user",
  fields: [USER],
  otherFields: "counted",
  detect: likeness,
  toUser: readUser,
};

function likeness([first]: readonly Fields[]): Likeness {
  const password = first?.password;
  if (first === undefined || typeof password !== "string" || "dn" in first) return "no";
  if (OF_DOVECOT.test(password)) return "sure";
  return /^(?:\{|\$|$)/.test(password) ? "possible" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const hash = textField(record, "password", findings);
  // The user's right password is answered with a refusal.
  if (hasExtra(record, "nologin", findings)) context.holdBack("disabled", "extra");
  return {
    externalUserId: userIdField(record, "user", findings),
    ...loginNameField(record, "user", findings),
    phoneNumbers: [],
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: [],
  };
}

/** Whether one of the extra fields, which blanks divide, is set. */
function hasExtra(record: Fields, name: string, findings: RecordContext["findings"]): boolean {
  const extra = textField(record, "extra", findings) ?? "";
  return extra.split(" ").some((field) => field === name || field.startsWith(`${name}=`));
}
