import { createHash } from "node:crypto";
import type { Scheme } from "../hash/scheme.js";
import type { SourceName } from "../hash/source-context.js";
import { normalizedForm } from "./password-bytes.js";

/** Every form in which the system's hasher may have received a password; one of them or more. */
type Treat = (password: Uint8Array, scheme: Scheme) => readonly Uint8Array[];

/**
 * Systems that change what the user types, at login and when it is set, before any
 * hash of theirs sees it.
 */
const SOURCE_PASSWORDS: Partial<Readonly<Record<SourceName, Treat>>> = {
  // wp_magic_quotes() slashes the form's fields, wp_signon() and edit_user() leave it at that, and
  // wp_authenticate() trims. wp core install and many plugins set a password without the slashes.
  wordpress: (password) => distinct(trimmedAsPhp(slashedAsPhp(password)), trimmedAsPhp(password)),
  // The login form and PasswordItem.
  drupal: (password) => [trimmedAsPhp(password)],
  // NativePasswordHasher, for bcrypt; before 5.4 it handed them to bcrypt as they were.
  symfony: (password, scheme) =>
    scheme === "bcrypt" && isBeyondBcrypt(password) ? [sha512Base64(password), password] : [password],
  // The request class escapes every variable, passwords too.
  phpbb: (password) => [escapedAsPhpbb(password)],
};

/** The password as this system's hasher receives it: in more than one form where that depends on how it was set. */
export function passwordsOfSource(
  password: Uint8Array,
  source: SourceName | undefined,
  scheme: Scheme,
): readonly Uint8Array[] {
  const treat = source === undefined ? undefined : SOURCE_PASSWORDS[source];
  return treat === undefined ? [password] : treat(password, scheme);
}

/** bcrypt reads no more than 72 bytes, and PHP's none behind a NUL. */
function isBeyondBcrypt(password: Uint8Array): boolean {
  return password.length > 72 || password.includes(0);
}

function sha512Base64(password: Uint8Array): Uint8Array {
  return Buffer.from(createHash("sha512").update(password).digest("base64"));
}

function distinct(first: Uint8Array, second: Uint8Array): readonly Uint8Array[] {
  return Buffer.from(first).equals(second) ? [first] : [first, second];
}

const PHP_TRIMS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0x0b]);

/** PHP's trim(): space, tab, line feed, carriage return, NUL, vertical tab. */
export function trimmedAsPhp(password: Uint8Array): Uint8Array {
  let start = 0;
  let end = password.length;
  while (start < end && PHP_TRIMS.has(password[start] as number)) start++;
  while (end > start && PHP_TRIMS.has(password[end - 1] as number)) end--;
  return password.subarray(start, end);
}

const SLASHED: Readonly<Record<string, string>> = { "'": "\\'", '"': '\\"', "\\": "\\\\", "\0": "\\0" };

/** PHP's addslashes(). */
function slashedAsPhp(password: Uint8Array): Uint8Array {
  return replaced(password, /['"\\\0]/g, SLASHED);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const LINE_ENDS: Readonly<Record<string, string>> = { "\r\n": "\n", "\r": "\n", "\0": "" };

/**
 * phpBB's type_cast_helper: line ends made one kind, NUL taken out, HTML escaped, and
 * only then Unicode NFC: a `<` under a combining stroke stays an escaped `<`.
 */
function escapedAsPhpbb(password: Uint8Array): Uint8Array {
  const lines = replaced(password, /\r\n|[\r\0]/g, LINE_ENDS);
  return normalizedForm(replaced(lines, /[&<>"]/g, ESCAPES), "NFC");
}

/** ASCII characters replaced, whatever the other bytes are. */
function replaced(bytes: Uint8Array, what: RegExp, by: Readonly<Record<string, string>>): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  return Uint8Array.from(
    Buffer.from(
      text.replace(what, (characters) => by[characters] as string),
      "latin1",
    ),
  );
}

/** Whether the system's hasher receives this password as the user types it, and in no other way. */
export function leavesPasswordAlone(
  password: string,
  source: SourceName | undefined,
  scheme: Scheme,
): boolean {
  const typed = Buffer.from(password);
  return passwordsOfSource(typed, source, scheme).every((received) => typed.equals(received));
}
