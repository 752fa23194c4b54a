import { identifyHash, type SourceName } from "../hash/index.js";
import { requireArgument } from "../lib/require-argument.js";
import { isAscii } from "./plan-migration.js";

/** A password that was checked against a hash, and what was said of the system that wrote it. */
export interface CheckedPassword {
  readonly hash: string;
  readonly password: string;
  /** System that the hash comes from. */
  readonly source?: SourceName | undefined;
  /** The site-wide secret that was used, or several; empty where the system is known to have none. */
  readonly pepper?: string | readonly string[] | undefined;
}

/** A usual cause of a mismatch. */
export interface MismatchCause {
  readonly cause: MismatchCauseName;
  /** A clause for a person. */
  readonly message: string;
}

/** Names of the usual causes. */
export type MismatchCauseName =
  | "white-space"
  | "source-unnamed"
  | "other-source"
  | "pepper-unnamed"
  | "other-pepper"
  | "hash-parameters"
  | "encoding"
  | "application"
  | "wrong-password";

const always = () => true;

/** In the order in which to look at them. */
const CAUSES: readonly (readonly [MismatchCauseName, (checked: CheckedPassword) => boolean, string])[] = [
  [
    "white-space",
    ({ password }) => password !== password.trim(),
    "white space: the password begins or ends with it, perhaps because of the file or the way it was copied",
  ],
  [
    "source-unnamed",
    ({ source }) => source === undefined,
    "the system: some hash a digest of the password (Meteor, Rocket.Chat, vBulletin) or change it first (WordPress, Drupal, phpBB)",
  ],
  [
    "other-source",
    ({ source }) => source !== undefined,
    "the system: another one than the one that was named, or an older release of it, wrote this hash",
  ],
  [
    "pepper-unnamed",
    ({ pepper }) => pepper === undefined,
    "a pepper: a site-wide secret from the system's configuration (Devise, Nextcloud, many custom applications)",
  ],
  [
    "other-pepper",
    ({ pepper }) => pepper !== undefined && pepper !== "",
    "the pepper: it was appended to the password; another value, or a system that prepends it or uses HMAC, gives another hash",
  ],
  [
    "hash-parameters",
    ({ hash }) => identifyHash(hash).scheme === "provider-scrypt",
    "the signer key, or the salt separator, rounds and mem_cost in the string: they belong to one project, so compare them with its hash parameters",
  ],
  [
    "encoding",
    ({ password }) => !isAscii(password),
    "the encoding: the password has characters outside ASCII and was hashed as UTF-8; the old system may have used Latin-1 or another Unicode normal form",
  ],
  [
    "application",
    always,
    "the application: it may hash a digest of the password, or its lower case, and only its source code tells",
  ],
  ["wrong-password", always, "the password: it was mistyped, or changed after the hash was exported"],
];

/**
 * What to look at after a password did not match a hash, the likeliest causes first. Says
 * of the password only what kind of characters it has.
 *
 * @example
 * ```ts
 * import { mismatchCauses } from "credport/login";
 *
 * const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * mismatchCauses({ hash, password: "U*U " })[0]?.cause; // => "white-space"
 * ```
 */
export function mismatchCauses(checked: CheckedPassword): readonly MismatchCause[] {
  requireArgument("checked", checked, "object", { hash: "string", password: "string" });
  return CAUSES.filter(([, applies]) => applies(checked)).map(([cause, , message]) => ({ cause, message }));
}
