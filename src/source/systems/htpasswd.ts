import type { UserDraft } from "../assemble-user.js";
import { type Fields, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { loginNameField } from "../fields/login-name.js";
import { colonLines } from "../readers/colon-lines.js";
import type { Likeness, RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["user", "password"]),
  notCarried: new Set(["comment"]),
};

/** What only Apache's own program writes. */
const OF_APACHE = /^(?:\$apr1\$|\{SHA\})/;
const OF_OTHERS_TOO = /^(?:\$2[aby]\$|\$[156]\$|[./\w]{13}$)/;

/**
 * The files of `htpasswd`, as Apache, nginx and many others take them: a user's name, a colon and the hash. A name is
 * the user's address only where it has the form of one.
 *
 * @see https://httpd.apache.org/docs/2.4/misc/password_encryptions.html
 */
export const HTPASSWD: Source = {
  name: "htpasswd",
  title: "Apache htpasswd",
  howToExport: [
    "cp /etc/apache2/.htpasswd users.htpasswd",
    "",
    "The file that AuthUserFile names. Least privileges: read access to that one file.",
  ].join("\n"),
  origin: "htpasswd",
  readers: [colonLines({ columns: ["user", "password", "comment"] })],
  idField: "user",
  fields: [USER],
  otherFields: "counted",
  detect: likeness,
  toUser: readUser,
};

function likeness([first]: readonly Fields[]): Likeness {
  const password = first?.password;
  if (first === undefined || typeof password !== "string" || "uid" in first) return "no";
  if (OF_APACHE.test(password)) return "sure";
  return OF_OTHERS_TOO.test(password) ? "possible" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const hash = textField(record, "password", findings);
  return {
    externalUserId: userIdField(record, "user", findings),
    ...loginNameField(record, "user", findings),
    phoneNumbers: [],
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: [],
  };
}
