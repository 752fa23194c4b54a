import { loginNameField } from "../fields/contacts.js";
import type { Fields } from "../fields/field.js";
import { colonLines } from "../readers/colon-lines.js";
import { type Likeness, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, system } from "../system/system.js";

/** Schemes that Dovecot alone names like this. */
const OF_DOVECOT =
  /^\{(?:BLF-CRYPT|SHA(?:256|512)-CRYPT|ARGON2I|ARGON2ID|MD5-CRYPT|DES-CRYPT|SCRAM-[\w-]+|PLAIN-MD5)[.}]/i;

/** One of the extra fields, which blanks divide; the column stays among the secrets. */
const HAS_NOLOGIN = read("", (user) => /(?:^| )nologin(?:=| |$)/.test(user.text("extra") ?? ""));

/**
 * A passwd-file of Dovecot: `user:{SCHEME}hash:uid:gid:gecos:home:shell:extra`. Users are usually addresses.
 *
 * @see https://doc.dovecot.org/main/core/config/auth/databases/passwd_file.html
 */
export const DOVECOT = /* @__PURE__ */ system("dovecot", {
  title: "a passwd-file of Dovecot",
  comparedWith: "2.4.4 of 2026-05-07: dovecot/core: src/lib-auth/password-scheme.c, src/auth/db-passwd-file.c",
  howToExport: howTo(
    ["cp /etc/dovecot/users users.passwd"],
    "The file that passdb names in the output of doveconf -n; users in a database or directory are exported from there. Least privileges: read access to that one file.",
  ),
  users: { readers: [colonLines({ columns: ["user", "password", "uid", "gid", "gecos", "home", "shell", "extra"] })] },
  user: {
    id: "user",
    emails: read("user", ({ fields, findings }) => loginNameField(fields, "user", findings).emails),
    userName: "user",
    hash: "password",
  },
  // The user's right password is answered with a refusal.
  rules: [hold("disabled", HAS_NOLOGIN, "extra")],
  notCarried: "uid gid gecos home shell",
  // It may hold passwords of other servers.
  secrets: "extra",
  likeness,
});

function likeness([first]: readonly Fields[]): Likeness {
  const password = first?.password;
  if (first === undefined || typeof password !== "string" || "dn" in first) return "no";
  if (OF_DOVECOT.test(password)) return "sure";
  return /^(?:\{|\$|$)/.test(password) ? "possible" : "no";
}
