import { loginNameField } from "../fields/contacts.js";
import type { Fields } from "../fields/field.js";
import { colonLines } from "../readers/colon-lines.js";
import { type Likeness, read } from "../system/row.js";
import { howTo, system } from "../system/system.js";

/** What only Apache's own program writes. */
const OF_APACHE = /^(?:\$apr1\$|\{SHA\})/;
const OF_OTHERS_TOO = /^(?:\$2[aby]\$|\$[156]\$|[./\w]{13}$)/;

/**
 * The files of `htpasswd`, as Apache, nginx and many others take them: a user's name, a colon and the hash. A name is
 * the user's address only where it has the form of one.
 *
 * @see https://httpd.apache.org/docs/2.4/misc/password_encryptions.html
 */
export const HTPASSWD = /* @__PURE__ */ system("htpasswd", {
  title: "Apache htpasswd",
  howToExport: howTo(
    ["cp /etc/apache2/.htpasswd users.htpasswd"],
    "The file that AuthUserFile names. Least privileges: read access to that one file.",
  ),
  users: { readers: [colonLines({ columns: ["user", "password", "comment"] })] },
  user: {
    id: "user",
    emails: read("user", ({ fields, findings }) => loginNameField(fields, "user", findings).emails),
    userName: "user",
    hash: "password",
  },
  notCarried: "comment",
  likeness,
});

function likeness([first]: readonly Fields[]): Likeness {
  const password = first?.password;
  if (first === undefined || typeof password !== "string" || "uid" in first) return "no";
  if (OF_APACHE.test(password)) return "sure";
  return OF_OTHERS_TOO.test(password) ? "possible" : "no";
}
