import type { PasswordStep } from "../catalogue/recipe.js";
import type { SourceName } from "./source-names.js";
import { SYSTEMS } from "./systems.js";

/** What each step does to a password, for a reader; nothing for those that no user would notice. */
const DONE: Readonly<Record<PasswordStep["kind"], string | null>> = {
  cut: null,
  digest: null,
  "digested-salt": null,
  encode: null,
  "fold-case": null,
  hmac: null,
  pepper: null,
  "php-slashes": "puts a backslash before each ' \" and \\ of a password",
  "php-trim": "takes white space off both ends of a password",
  "php-unslashed": null,
  "phpbb-escape": 'writes & < > and " of a password as HTML entities and composes accents (Unicode NFC)',
  "sha512-base64-beyond-bcrypt": "replaces a password of more than 72 bytes, or with a NUL, with its SHA-512",
  surround: null,
  unicode: "puts the characters of a password into one Unicode form",
};

/** A sentence about passwords that the system changes before it hashes them. */
export function alteredPasswords(source: SourceName | undefined): string | undefined {
  const system = source === undefined ? undefined : SYSTEMS[source];
  if (system?.passwords === undefined) return undefined;
  const { title, passwords } = system;
  const done = passwords.forms[0].map(({ kind }) => DONE[kind]).filter((phrase) => phrase !== null);
  if (done.length === 0) return undefined;
  return `${title} ${done.join(" and ")} before it hashes: users whose password is changed by that can't log in`;
}
