import type { PasswordStep } from "../catalogue/recipe.js";
import type { Scheme } from "../scheme.js";
import { ALL, BCRYPT_ONLY, DIGESTS_ONLY, type HoldsFor, isHeldFor } from "./scheme-families.js";
import type { SourceName } from "./source-names.js";

/** The ways in which a hasher may have received a password: the one in use today comes first. */
interface PasswordForms {
  readonly title: string;
  readonly forms: readonly [readonly PasswordStep[], ...(readonly PasswordStep[])[]];
  readonly holdsFor: HoldsFor;
}

/** What systems do to a password that is typed, before any hash of their own sees it. */
const OF_SOURCE: Readonly<Partial<Record<SourceName, PasswordForms>>> = {
  // The login form and PasswordItem.
  drupal: { title: "Drupal", forms: [[{ kind: "php-trim" }]], holdsFor: ALL },
  // The request class escapes every variable, passwords too.
  phpbb: { title: "phpBB", forms: [[{ kind: "phpbb-escape" }]], holdsFor: ALL },
  // Up to 1.6, whose hashes are MD5, a form's fields were stripped; a module that brings customers in may not do it.
  prestashop: { title: "PrestaShop", forms: [[{ kind: "prestashop-strip" }], []], holdsFor: DIGESTS_ONLY },
  // NativePasswordHasher, for bcrypt; before 5.4 it handed them to bcrypt as they were.
  symfony: {
    title: "Symfony",
    forms: [[{ kind: "sha512-base64-beyond-bcrypt" }], []],
    holdsFor: BCRYPT_ONLY,
  },
  // The handler composes accents before it appends the pepper.
  synapse: { title: "Matrix Synapse", forms: [[{ kind: "unicode", form: "NFKC" }]], holdsFor: BCRYPT_ONLY },
  // wp_magic_quotes() slashes the form's fields, wp_signon() and edit_user() leave it at that, and
  // wp_authenticate() trims. wp core install and many plugins set a password without the slashes.
  wordpress: {
    title: "WordPress",
    forms: [
      [{ kind: "php-slashes" }, { kind: "php-trim" }],
      [{ kind: "php-trim" }, { kind: "php-unslashed" }],
    ],
    holdsFor: ALL,
  },
};

const AS_TYPED: PasswordForms["forms"] = [[]];

/** The ways in which this system's hasher of a scheme receives a password; as typed for all others. */
export function passwordForms(source: SourceName | undefined, scheme: Scheme | "unknown"): PasswordForms["forms"] {
  const passwords = source === undefined ? undefined : OF_SOURCE[source];
  return passwords !== undefined && isHeldFor(passwords.holdsFor, scheme) ? passwords.forms : AS_TYPED;
}

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
  "prestashop-strip": null,
  "phpbb-escape": 'writes & < > and " of a password as HTML entities and composes accents (Unicode NFC)',
  "sha512-base64-beyond-bcrypt": "replaces a password of more than 72 bytes, or with a NUL, with its SHA-512",
  surround: null,
  utf16le: null,
  unicode: "puts the characters of a password into one Unicode form",
};

/** A sentence about passwords that the system changes before it hashes them. */
export function alteredPasswords(source: SourceName | undefined): string | undefined {
  const passwords = source === undefined ? undefined : OF_SOURCE[source];
  const done = passwords?.forms[0].map(({ kind }) => DONE[kind]).filter((phrase) => phrase !== null) ?? [];
  if (passwords === undefined || done.length === 0) return undefined;
  return `${passwords.title} ${done.join(" and ")} before it hashes: users whose password is changed by that can't log in`;
}
