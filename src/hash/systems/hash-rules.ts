import type { DigestName } from "../../lib/digest-bytes.js";
import type { WrappingProblemCode } from "../../problems/wrapping.js";
import type { Step } from "../catalogue/recipe.js";
import { ALL, BCRYPT_ONLY, type HoldsFor, PHP_CRYPT, PHP_HASHES } from "./scheme-families.js";
import type { SourceName } from "./source-names.js";

/** What a hash is over. */
export type OverWhat =
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  /** Steps that need the site-wide secret. */
  | { readonly kind: "pepper"; readonly steps: (pepper: Uint8Array) => readonly Step[] }
  /** The bcrypt hash of the password under the same version, cost and salt. */
  | { readonly kind: "double-bcrypt" }
  /** The user's name and the password. */
  | { readonly kind: "user-name" }
  /** The password with the value of another column before or after it. */
  | { readonly kind: "other-column" };

type Peppered = Extract<OverWhat, { kind: "pepper" }>;

const PEPPER_APPENDED: Peppered = {
  kind: "pepper",
  steps: (pepper) => [{ kind: "pepper", place: "after", pepper }],
};
const HMAC_OF_PEPPER: Peppered = {
  kind: "pepper",
  steps: (key) => [
    { kind: "hmac", digest: "sha512", key },
    { kind: "encode", as: "base64" },
  ],
};
const OTHER_COLUMN: OverWhat = { kind: "other-column" };

function digested(digest: DigestName, as: "hex" | "base64"): OverWhat {
  return {
    kind: "steps",
    steps: [
      { kind: "digest", digest },
      { kind: "encode", as },
    ],
  };
}

/** What a system's name says about a hash that looks clean. */
export interface HashRule {
  /** Name and system as `identifyHash` reports them. */
  readonly name: string;
  readonly system: string;
  readonly holdsFor: HoldsFor;
  /** Not of the strings that begin so. */
  readonly except?: string;
  /** `always`: whatever the caller says. `unless-denied`: unless `peppered: false`. `if-told`: only with `peppered: true`. */
  readonly applies: "always" | "unless-denied" | "if-told";
  /**
   * Wrappings of the system's own current hasher, by name, of which this does not hold. No other
   * wrapping says anything about what the system did to the password.
   */
  readonly exceptIn?: readonly string[];
  readonly disposition: "verifiable" | "unsupported";
  readonly problem: WrappingProblemCode;
  /** What the hash is over. */
  readonly over: OverWhat;
  readonly reason: string;
}

/** What Nextcloud and ownCloud write since they stopped appending the `passwordsalt`. */
const NEXTCLOUD_WRAPPINGS = ["nextcloud-bcrypt", "nextcloud-argon2i", "nextcloud-argon2id"] as const;

type Said = Omit<HashRule, "applies" | "disposition" | "problem"> & Partial<Pick<HashRule, "applies">>;

/** It always applies, unless it says otherwise. */
function rule(said: Said): HashRule {
  const { kind } = said.over;
  return {
    applies: "always",
    disposition: kind === "other-column" || kind === "user-name" ? "unsupported" : "verifiable",
    problem: kind === "pepper" ? "wrapping/peppered" : "wrapping/prehashed",
    ...said,
  };
}

/** What systems say of their bcrypt and argon2 hashes. */
const OF_SOURCE: Readonly<Partial<Record<SourceName, HashRule>>> = {
  devise: rule({
    name: "devise-peppered",
    system: "Devise",
    holdsFor: ALL,
    applies: "if-told",
    over: PEPPER_APPENDED,
    reason: "With config.pepper set, bcrypt is over the password followed by the pepper.",
  }),
  "flask-security": rule({
    name: "flask-security-peppered",
    system: "Flask-Security",
    // passlib's context hashes the HMAC, whatever the scheme is.
    holdsFor: ALL,
    over: HMAC_OF_PEPPER,
    reason: "The hash is over the HMAC-SHA512 of the password under SECURITY_PASSWORD_SALT, in base64.",
  }),
  matomo: rule({
    name: "matomo-prehashed",
    system: "Matomo",
    holdsFor: PHP_HASHES,
    over: digested("md5", "hex"),
    reason: "Matomo hashes the MD5 of the password, in hexadecimal.",
  }),
  metabase: rule({
    name: "metabase-bcrypt",
    system: "Metabase",
    holdsFor: BCRYPT_ONLY,
    over: OTHER_COLUMN,
    reason: "bcrypt is over the column password_salt followed by the password.",
  }),
  meteor: rule({
    name: "meteor-bcrypt",
    system: "Meteor",
    holdsFor: PHP_HASHES,
    over: digested("sha256", "hex"),
    reason: "Meteor sends the SHA-256 of the password to its server, so the hash is over that.",
  }),
  "myth-auth": rule({
    name: "myth-auth-prehashed",
    system: "Myth:Auth (CodeIgniter 4)",
    holdsFor: PHP_HASHES,
    over: digested("sha384", "base64"),
    reason: "The hash is over the SHA-384 of the password, in base64.",
  }),
  nextcloud: rule({
    name: "nextcloud-peppered-bcrypt",
    system: "Nextcloud",
    holdsFor: BCRYPT_ONLY,
    exceptIn: NEXTCLOUD_WRAPPINGS,
    applies: "unless-denied",
    over: PEPPER_APPENDED,
    reason: "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
  }),
  nodebb: rule({
    name: "nodebb-bcrypt",
    system: "NodeBB 1.14 and later (password:shaWrapped)",
    holdsFor: BCRYPT_ONLY,
    over: digested("sha512", "hex"),
    reason: "bcrypt is over the SHA-512 of the password, where the field password:shaWrapped is 1.",
  }),
  owncloud: rule({
    name: "owncloud-peppered-bcrypt",
    system: "ownCloud",
    holdsFor: BCRYPT_ONLY,
    exceptIn: NEXTCLOUD_WRAPPINGS,
    applies: "unless-denied",
    over: PEPPER_APPENDED,
    reason: "Without its number and bar, the hash is of an old release that appended the configured passwordsalt.",
  }),
  "rocket-chat": rule({
    name: "rocket-chat-bcrypt",
    system: "Rocket.Chat",
    holdsFor: PHP_HASHES,
    over: digested("sha256", "hex"),
    reason: "Rocket.Chat keeps Meteor's accounts, so the hash is over the SHA-256 of the password.",
  }),
  smf: rule({
    name: "smf-bcrypt",
    system: "Simple Machines Forum 2.1 and later",
    holdsFor: BCRYPT_ONLY,
    over: { kind: "user-name" },
    reason: "bcrypt is over the user's name in lower case with the password after it.",
  }),
  sorcery: rule({
    name: "sorcery-bcrypt",
    system: "Sorcery (Ruby on Rails)",
    holdsFor: BCRYPT_ONLY,
    over: OTHER_COLUMN,
    reason: "bcrypt is over the password followed by the column salt.",
  }),
  suitecrm: rule({
    name: "suitecrm-prehashed",
    system: "SuiteCRM, SugarCRM",
    // crypt() and password_hash() get the MD5; 32 digits are the MD5 itself.
    holdsFor: PHP_CRYPT,
    over: digested("md5", "hex"),
    reason: "SuiteCRM and SugarCRM hash the MD5 of the password, in lower-case hexadecimal.",
  }),
  synapse: rule({
    name: "synapse-peppered",
    system: "Matrix Synapse",
    holdsFor: BCRYPT_ONLY,
    applies: "if-told",
    over: PEPPER_APPENDED,
    reason: "With password_config.pepper set, bcrypt is over the password followed by the pepper.",
  }),
  typo3: rule({
    name: "typo3-bcrypt",
    system: "TYPO3",
    holdsFor: BCRYPT_ONLY,
    // Those of its older Blowfish class are over the password.
    except: "$2a$",
    over: digested("sha384", "base64"),
    reason: "TYPO3's bcrypt is over the SHA-384 of the password, in base64; only its older $2a$ is not.",
  }),
  vbulletin: rule({
    name: "vbulletin-bcrypt",
    system: "vBulletin 5 and 6",
    holdsFor: PHP_HASHES,
    over: digested("md5", "hex"),
    reason: "vBulletin sends the MD5 of the password to its server, so the hash is over that.",
  }),
  woltlab: rule({
    name: "woltlab-double-bcrypt",
    system: "WoltLab Suite before 5.4, Burning Board 4",
    holdsFor: BCRYPT_ONLY,
    exceptIn: ["woltlab-bcrypt", "woltlab-argon2"],
    over: { kind: "double-bcrypt" },
    reason: "Without a name in front, the hash is of an old release that hashed with bcrypt twice.",
  }),
};

/**
 * A pepper that the caller tells of, whatever the system: appended is how Devise and most others mix it in.
 * See https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const ANY_PEPPERED: HashRule = rule({
  name: "peppered",
  system: "any system with a pepper",
  holdsFor: ALL,
  applies: "if-told",
  over: PEPPER_APPENDED,
  reason: "The hash is over the password and a pepper that the service does not have.",
});

/** What a system's name says of its hashes. */
export function hashRuleOf(source: SourceName | undefined): HashRule | undefined {
  return source === undefined ? undefined : OF_SOURCE[source];
}

/** How a system mixes a pepper into the passwords of its older, own schemes. */
export function pepperSteps(source: SourceName | undefined, pepper: Uint8Array): readonly Step[] {
  const over = hashRuleOf(source)?.over;
  return (over?.kind === "pepper" ? over : PEPPER_APPENDED).steps(pepper);
}
