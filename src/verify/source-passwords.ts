import { createHash } from "node:crypto";
import type { Scheme } from "../hash/scheme.js";
import type { SourceName } from "../hash/source-context.js";
import { type Coverage, coverageOfChange } from "./coverage.js";
import { normalizedForm } from "./password-bytes.js";

/** What a hasher may have received for a password that somebody types. */
export interface ReceivedPassword {
  readonly bytes: Uint8Array;
  /** What of the typed text these bytes tell. */
  readonly coverage: Coverage;
  /** The bytes are a digest of the whole text: what of them a scheme cuts off takes nothing of the password away. */
  readonly isDigest?: true;
}

/** One way in which a system hands passwords to its hasher. */
type Form = (password: Uint8Array) => ReceivedPassword;

const asTyped: Form = (bytes) => ({ bytes, coverage: "whole" });

/** The one form where no system says otherwise. */
export function receivedAsTyped(password: Uint8Array): readonly ReceivedPassword[] {
  return [asTyped(password)];
}

/**
 * Systems that change what the user types, at login and when it is set, before any
 * hash of theirs sees it: every form in which the hasher may have received it.
 */
const SOURCE_PASSWORDS: Partial<Readonly<Record<SourceName, (scheme: Scheme) => readonly Form[]>>> = {
  // wp_magic_quotes() slashes the form's fields, wp_signon() and edit_user() leave it at that, and
  // wp_authenticate() trims. wp core install and many plugins set a password without the slashes.
  wordpress: () => [(password) => trimmed(password, slashedAsPhp(password)), unslashed],
  // The login form and PasswordItem.
  drupal: () => [(password) => trimmed(password, password)],
  // NativePasswordHasher, for bcrypt; before 5.4 it handed them to bcrypt as they were.
  symfony: (scheme) => (scheme === "bcrypt" ? [digestedBeyondBcrypt, asTyped] : [asTyped]),
  // The request class escapes every variable, passwords too.
  phpbb: () => [escapedAsPhpbb],
};

/** Formats that only one system writes, and whose own treatment of passwords is not all that it does. */
const SYSTEMS_OF_FORMATS: Readonly<Record<string, SourceName>> = { "wordpress-bcrypt": "wordpress" };

/** The system that a hash comes from: the caller's word, or its format. */
export function systemOf(source: SourceName | undefined, format: string | undefined): SourceName | undefined {
  return source ?? SYSTEMS_OF_FORMATS[format ?? ""];
}

/** How many forms of one password may have to be computed, at most. */
export function formsOfSource(source: SourceName | undefined, scheme: Scheme | "unknown"): number {
  return formsOf(source, scheme).length;
}

function formsOf(source: SourceName | undefined, scheme: Scheme | "unknown"): readonly Form[] {
  const forms = source === undefined ? undefined : SOURCE_PASSWORDS[source];
  return forms === undefined || scheme === "unknown" ? [asTyped] : forms(scheme);
}

/** The password as this system's hasher receives it: in more than one form where that depends on how it was set. */
export function passwordsOfSource(
  password: Uint8Array,
  source: SourceName | undefined,
  scheme: Scheme,
): readonly ReceivedPassword[] {
  const received = formsOf(source, scheme).map((form) => form(password));
  return received.filter((one, at) => received.findIndex((other) => isSame(one, other)) === at);
}

function isSame(one: ReceivedPassword, other: ReceivedPassword): boolean {
  return Buffer.from(one.bytes).equals(other.bytes);
}

function trimmed(password: Uint8Array, treated: Uint8Array): ReceivedPassword {
  return {
    bytes: trimmedAsPhp(treated),
    coverage: coverageOfChange(password, trimmedAsPhp(password), "trimmed"),
  };
}

/** What reads like the slashed form of another password is right here for that one, too. */
function unslashed(password: Uint8Array): ReceivedPassword {
  const received = trimmed(password, password);
  return isSlashed(received.bytes) ? { ...received, coverage: "escaped" } : received;
}

/** Whether addslashes() could have made this text out of another one. */
function isSlashed(password: Uint8Array): boolean {
  const text = Buffer.from(password).toString("latin1");
  return text.includes("\\") && /^(?:[^'"\\\0]|\\['"\\0])*$/.test(text);
}

/** bcrypt reads no more than 72 bytes, and PHP's none after a NUL. */
function digestedBeyondBcrypt(password: Uint8Array): ReceivedPassword {
  if (password.length <= 72 && !password.includes(0)) return asTyped(password);
  const digest = Buffer.from(createHash("sha512").update(password).digest("base64"));
  return { bytes: digest, coverage: "whole", isDigest: true };
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
function escapedAsPhpbb(password: Uint8Array): ReceivedPassword {
  const lines = replaced(password, /\r\n|[\r\0]/g, LINE_ENDS);
  // The escapes are ASCII and tell every text from every other; lines and accents are respelled.
  const coverage = coverageOfChange(password, normalizedForm(lines, "NFC"), "respelled");
  return { bytes: normalizedForm(replaced(lines, /[&<>"]/g, ESCAPES), "NFC"), coverage };
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
  return passwordsOfSource(typed, source, scheme).every(({ bytes }) => typed.equals(bytes));
}
