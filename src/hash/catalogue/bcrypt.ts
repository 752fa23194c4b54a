import { utf8 } from "../../lib/bytes.js";
import { base64Of, decimal, either, layout, type Part, run, sequence, word } from "../../lib/grammar.js";
import { type BcryptHash, formatBcrypt, isSoundBcrypt, parseBcrypt } from "../bcrypt/bcrypt.js";
import { decodeXenforo } from "./decode.js";
import { crypt, DIGITS } from "./parts.js";
import { PHPASS_ROUNDS, PHPASS_SALT, phpassStep } from "./phpass.js";
import type { Recipe, Step } from "./recipe.js";
import { recomposeAdonisBcrypt, recomposeMediawikiBcrypt } from "./recompose.js";
import { DJANGO, DOVECOT, NEXTCLOUD, REQUEST_TRACKER, SMF, SPRING, woltlab } from "./references.js";
import { decode, type FormatRow, native, recognised, recompose, strip, verifiable } from "./row.js";
import { BCRYPT } from "./standard-beginnings.js";
import { bcryptRecipe, bcryptStep } from "./standard-recipes.js";

const PASSLIB = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html";

/** A sound bcrypt string to the end of the text. */
export const BCRYPT_STRING: Part<{ hash: string }> = {
  read: (text, at, into) => {
    const hash = text.slice(at);
    if (isSoundBcrypt(hash)) {
      into.push("hash", hash);
      return text.length;
    }
    const parsed = parseBcrypt(hash);
    return ~(at + (parsed.ok ? 0 : (parsed.problems[0].offset ?? 0)));
  },
};

/** The recipe of a string that has been found sound. */
export function ofString(text: string, before: (hash: BcryptHash) => readonly Step[]): Recipe {
  const parsed = parseBcrypt(text);
  if (!parsed.ok) throw new TypeError("a sound bcrypt hash has been expected");
  return bcryptRecipe(parsed.value, before(parsed.value));
}

const SHA256_HEX: readonly Step[] = [
  { kind: "digest", digest: "sha256" },
  { kind: "encode", as: "hex" },
];
const MD5_HEX: readonly Step[] = [
  { kind: "digest", digest: "md5" },
  { kind: "encode", as: "hex" },
];

const BASE64: Step = { kind: "encode", as: "base64" };

/** passlib writes the parts of bcrypt in an order of its own. */
const DIGEST = crypt("digest", 31);
const PASSLIB_PARTS = sequence`${decimal("cost", { digits: 2, least: 4 })}$${crypt("salt", 22)}$${DIGEST}`;
const PHPBB_VERSION = word("version", { "2y": "2y", "2a": "2a" });
const BCRYPT_SALT = crypt("bcryptSalt", 22);
const COST = run("cost", DIGITS, 2);

/** WoltLab's: bcrypt over what crypt(3) makes of the password under the same version, cost and salt. */
export function doubleBcryptSteps(hash: BcryptHash): readonly Step[] {
  const head = formatBcrypt(hash).slice(0, -hash.digest.length);
  return [
    bcryptStep(hash),
    { kind: "encode", as: "bcrypt-base64" },
    { kind: "surround", before: utf8(head), after: new Uint8Array() },
  ];
}

/** The standard string and what is put around it or hashed before it. */
export const BCRYPT_FORMATS: readonly FormatRow[] = [
  native("bcrypt", "bcrypt", {
    system: "bcrypt: OpenBSD, crypt_blowfish, PHP, Laravel, Rails and most others",
    layout: "$2b$<cost>$<22 characters salt><31 characters digest>",
    markers: ["$2a$", "$2b$", "$2x$", "$2y$", "$2$"],
    reason: "The service verifies it as it is.",
    reference: "https://github.com/openwall/crypt_blowfish",
  }),
  verifiable("wordpress-bcrypt", "bcrypt", {
    system: "WordPress 6.8 and later",
    layout: "$wp$2y$<cost>$…",
    writtenBy: "wordpress",
    problem: "wrapping/prehashed",
    read: layout`$wp${literalAhead("$2y$")}${BCRYPT_STRING}`,
    recipe: ({ hash }) =>
      ofString(hash, () => [
        { kind: "php-trim" },
        { kind: "hmac", digest: "sha384", key: utf8("wp-sha384") },
        { kind: "encode", as: "base64" },
      ]),
    reason: "bcrypt is over base64(HMAC-SHA384(key = wp-sha384, trimmed password)).",
    reference: "https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/",
  }),
  verifiable("passlib-bcrypt-sha256-v1", "bcrypt", {
    system: "passlib bcrypt_sha256 before 1.7.3",
    layout: "$bcrypt-sha256$2a,<cost>$<salt>$<digest>",
    problem: "wrapping/prehashed",
    read: layout`$bcrypt-sha256$${word("version", { "2a": "2a", "2b": "2b", "2y": "2y" })},${PASSLIB_PARTS}`,
    fits: areSound,
    recipe: (parts) => ofString(together(parts), () => [{ kind: "digest", digest: "sha256" }, BASE64]),
    reason: "bcrypt is over base64(SHA-256(password)).",
    reference: PASSLIB,
  }),
  verifiable("passlib-bcrypt-sha256-v2", "bcrypt", {
    system: "passlib bcrypt_sha256 1.7.3 and later",
    layout: "$bcrypt-sha256$v=2,t=2b,r=<cost>$<salt>$<digest>",
    problem: "wrapping/prehashed",
    read: layout`$bcrypt-sha256$v=2,t=2b,r=${PASSLIB_PARTS}`,
    fits: (parts) => areSound({ version: "2b", ...parts }),
    recipe: (parts) =>
      ofString(together({ version: "2b", ...parts }), ({ salt }) => [
        { kind: "hmac", digest: "sha256", key: utf8(salt) },
        BASE64,
      ]),
    reason: "bcrypt is over base64(HMAC-SHA256(key = salt text, password)).",
    reference: PASSLIB,
  }),
  strip("spring-bcrypt", {
    system: "Spring Security {bcrypt}; OpenDJ {BCRYPT}",
    layout: "{bcrypt}$2a$…",
    markers: ["{bcrypt}"],
    inner: BCRYPT,
    reference: SPRING,
  }),
  strip("dovecot-blf-crypt", {
    system: "Dovecot",
    layout: "{BLF-CRYPT}$2y$…",
    markers: ["{blf-crypt}"],
    inner: BCRYPT,
    reference: DOVECOT,
  }),
  recognised("bcrypt-single-dollar", "bcrypt", {
    system: "unknown: Django writes two dollar signs",
    layout: "bcrypt$2a$<cost>$…",
    problem: "wrapping/ambiguous",
    markers: ["bcrypt$"],
    pattern: /^bcrypt\$2[abxy]?\$[^\n\0]{0,128}$/,
    reason: "Either a dollar sign was lost or the string was never Django's; nothing says which.",
    reference: DJANGO,
  }),
  strip("django-bcrypt", {
    system: "Django BCryptPasswordHasher",
    layout: "bcrypt$$2b$<cost>$…",
    markers: ["bcrypt$"],
    inner: BCRYPT,
    reference: DJANGO,
  }),
  verifiable("django-bcrypt-sha256", "bcrypt", {
    system: "Django BCryptSHA256PasswordHasher",
    layout: "bcrypt_sha256$$2b$<cost>$…",
    problem: "wrapping/prehashed",
    read: layout`bcrypt_sha256$${BCRYPT_STRING}`,
    recipe: ({ hash }) => ofString(hash, () => SHA256_HEX),
    reason: "bcrypt is over the hexadecimal SHA-256 of the password.",
    reference: DJANGO,
  }),
  verifiable("drupal-migrated-bcrypt", "bcrypt", {
    system: "Drupal 8 and later (a Drupal 6 hash hashed again)",
    layout: "U$2y$…",
    problem: "wrapping/prehashed",
    read: layout`U${literalAhead("$2y$")}${BCRYPT_STRING}`,
    recipe: ({ hash }) => ofString(hash, () => [{ kind: "php-trim" }, ...MD5_HEX]),
    reason: "bcrypt is over the MD5 of the password.",
    reference: "https://api.drupal.org/api/drupal/core%21modules%21phpass%21src%21Password%21PhpassHashedPassword.php",
  }),
  verifiable("phpbb-combined-bcrypt", "bcrypt", {
    system: "phpBB 3.1 and later (a phpass hash of phpBB 3.0 hashed again)",
    layout: "$H\\2y$<phpass rounds and salt>$<cost>\\<22 characters salt>$<31 characters digest>",
    problem: "wrapping/prehashed",
    read: layout`$${either("H", "P")}\\${PHPBB_VERSION}$${PHPASS_ROUNDS}${PHPASS_SALT}$${COST}\\${BCRYPT_SALT}$${DIGEST}`,
    fits: (fields) => areSound(outer(fields)),
    recipe: (fields) => ofString(together(outer(fields)), () => [phpassStep("md5", fields)]),
    reason: "bcrypt is over the digest of a phpass hash of the password.",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/helper.php",
  }),
  verifiable("authgear-bcrypt-sha512", "bcrypt", {
    system: "Authgear",
    layout: "$bcrypt-sha512$$2a$<cost>$…",
    problem: "wrapping/prehashed",
    read: layout`$bcrypt-sha512$${BCRYPT_STRING}`,
    recipe: ({ hash }) => ofString(hash, () => [{ kind: "digest", digest: "sha512" }]),
    reason: "bcrypt is over the SHA-512 of the password, as bytes.",
    reference: "https://github.com/authgear/authgear-server pkg/util/password/bcrypt_sha512.go",
  }),
  strip("nextcloud-bcrypt", {
    system: "Nextcloud, ownCloud",
    layout: "1|$2y$…",
    markers: ["1|"],
    inner: BCRYPT,
    reference: NEXTCLOUD,
  }),
  strip("jenkins-bcrypt", {
    system: "Jenkins",
    layout: "#jbcrypt:$2a$<cost>$…",
    markers: ["#jbcrypt:"],
    inner: BCRYPT,
    reference:
      "https://github.com/jenkinsci/jenkins core/src/main/java/hudson/security/HudsonPrivateSecurityRealm.java",
  }),
  strip("neos-bcrypt", {
    system: "Neos Flow",
    layout: "bcrypt=>$2a$<cost>$…",
    markers: ["bcrypt=>$"],
    skip: "bcrypt=>".length,
    inner: BCRYPT,
    reference:
      "https://github.com/neos/flow-development-collection Neos.Flow/Classes/Security/Cryptography/BCryptHashingStrategy.php",
  }),
  verifiable("request-tracker-bcrypt", "bcrypt", {
    system: "Request Tracker 4.2 and later",
    layout: "!bcrypt!<cost>!<22 characters salt><31 characters digest>",
    problem: "wrapping/prehashed",
    read: layout`!bcrypt!${run("digits", DIGITS, 2)}!${crypt("salt", 22)}${DIGEST}`,
    fits: (fields) => areSound(ofRequestTracker(fields)),
    recipe: (fields) => ofString(together(ofRequestTracker(fields)), () => [{ kind: "digest", digest: "sha512" }]),
    reason: "bcrypt is over the SHA-512 of the password, as bytes.",
    reference: REQUEST_TRACKER,
  }),
  recompose("mediawiki-bcrypt", "bcrypt", {
    system: "MediaWiki",
    layout: ":bcrypt:<cost>$<22 characters salt>$<31 characters digest>",
    markers: [":bcrypt:"],
    recompose: recomposeMediawikiBcrypt,
    reason: "It carries every part of $2y$.",
    reference: "https://github.com/wikimedia/mediawiki includes/password/BcryptPassword.php",
  }),
  recompose("adonis-bcrypt", "bcrypt", {
    system: "AdonisJS",
    layout: "$bcrypt$v=<97 or 98>$r=<cost>$<22 characters salt>$<31 characters digest>",
    markers: ["$bcrypt$"],
    recompose: recomposeAdonisBcrypt,
    reason: "It carries every part of $2a$ or $2b$: v is the code of the version's letter.",
    reference: "https://github.com/adonisjs/hash src/drivers/bcrypt.ts",
  }),
  strip("woltlab-bcrypt", {
    system: "WoltLab Suite 5.4 and later",
    layout: "Bcrypt:$2y$…",
    markers: ["Bcrypt:"],
    inner: BCRYPT,
    reference: woltlab("Bcrypt.class.php"),
  }),
  verifiable("woltlab-double-bcrypt", "bcrypt", {
    system: "WoltLab Suite before 5.4, named by a later release",
    layout: "DoubleBcrypt:$2a$…",
    problem: "wrapping/prehashed",
    read: layout`${either("DoubleBcrypt", "doubleBcrypt", "wcf2", "Wcf2")}:${BCRYPT_STRING}`,
    recipe: ({ hash }) => ofString(hash, doubleBcryptSteps),
    reason: "bcrypt is over the bcrypt hash of the password.",
    reference: woltlab("DoubleBcrypt.class.php"),
  }),
  verifiable("smf-named-bcrypt", "bcrypt", {
    system: "Simple Machines Forum 2.1 and later, put together with the user's name by composeHash",
    layout: "smf$<base64 of the name>$$2y$…",
    problem: "wrapping/prehashed",
    read: withOwn("smf$"),
    recipe: ownBefore,
    reason: "bcrypt is over the user's name in lower case with the password after it.",
    reference: SMF,
  }),
  verifiable("metabase-salted-bcrypt", "bcrypt", {
    system: "Metabase, put together with the user's salt by composeHash",
    layout: "metabase$<base64 of the salt>$$2a$…",
    problem: "wrapping/prehashed",
    read: withOwn("metabase$"),
    recipe: ownBefore,
    reason: "bcrypt is over the column password_salt followed by the password.",
    reference: "https://github.com/metabase/metabase src/metabase/util/password.clj",
  }),
  verifiable("sorcery-salted-bcrypt", "bcrypt", {
    system: "Sorcery, put together with the user's salt by composeHash",
    layout: "sorcery$<base64 of the salt>$$2a$…",
    problem: "wrapping/prehashed",
    read: withOwn("sorcery$"),
    recipe: ownAfter,
    reason: "bcrypt is over the password followed by the column salt.",
    reference: "https://github.com/Sorcery/sorcery lib/sorcery/crypto_providers/bcrypt.rb",
  }),
  verifiable("woltlab-vbulletin-bcrypt", "bcrypt", {
    system: "WoltLab Suite (users imported from vBulletin 5)",
    layout: "Vb5Bcrypt:$2y$…",
    problem: "wrapping/prehashed",
    read: layout`${either("vb5Bcrypt:", "Vb5Bcrypt:")}${BCRYPT_STRING}`,
    recipe: ({ hash }) => ofString(hash, () => MD5_HEX),
    reason: "bcrypt is over the MD5 of the password.",
    reference: woltlab("Vb5Bcrypt.class.php"),
  }),
  recognised("bcrypt-colon", "bcrypt", {
    system: "Phabricator, Phorge, perhaps others; WoltLab Suite writes Bcrypt: with a capital",
    layout: "bcrypt:$2y$…",
    problem: "wrapping/unconfirmed",
    markers: ["bcrypt:"],
    pattern: /^bcrypt:\$2[abxy]\$[^\n\0]{1,128}$/,
    reason: "Phabricator's is over a digest that values of other columns enter; nothing in the text says whose it is.",
    reference: woltlab("Bcrypt.class.php"),
  }),
  decode("xenforo-serialized", {
    system: "XenForo 1.2 and later (XF:Core12)",
    layout: 'a:1:{s:4:"hash";s:60:"$2y$…";}',
    markers: ["a:"],
    decode: decodeXenforo,
    inner: BCRYPT,
    reason: "The serialised array holds a standard hash of the password.",
    reference: "https://xenforo.com/docs/dev/",
  }),
];

/** A text of the user's own, in base64, beside the hash. */
function withOwn(marker: string) {
  return layout`${marker}${base64Of("own", { padding: "whole" })}$${BCRYPT_STRING}`;
}

interface WithOwn {
  readonly own: Uint8Array;
  readonly hash: string;
}

/** The user's own bytes come before the password. */
function ownBefore({ own, hash }: WithOwn): Recipe {
  return ofString(hash, () => [{ kind: "surround", before: own, after: new Uint8Array() }]);
}

/** They come after it. */
function ownAfter({ own, hash }: WithOwn): Recipe {
  return ofString(hash, () => [{ kind: "surround", before: new Uint8Array(), after: own }]);
}

/** What must come next, without reading it. */
function literalAhead(expected: string): Part<object> {
  return { begins: [expected], read: (text, at) => (text.startsWith(expected, at) ? at : ~at) };
}

interface PhpbbFields {
  readonly version: string;
  readonly cost: string;
  readonly bcryptSalt: string;
  readonly digest: string;
}

/** phpBB's update put bcrypt over the 22 characters that phpass had made of the password. */
function outer({ version, cost, bcryptSalt, digest }: PhpbbFields): BcryptParts {
  return { version, cost: Number(cost), salt: bcryptSalt, digest };
}

function ofRequestTracker({ digits, ...parts }: { digits: string; salt: string; digest: string }): BcryptParts {
  return { version: "2b", cost: Number(digits), ...parts };
}

interface BcryptParts {
  readonly version: string;
  readonly cost: number;
  readonly salt: string;
  readonly digest: string;
}

/** The standard string of parts in another order. */
function together({ version, cost, salt, digest }: BcryptParts): string {
  return `$${version}$${String(cost).padStart(2, "0")}$${salt}${digest}`;
}

function areSound(parts: BcryptParts): boolean {
  return isSoundBcrypt(together(parts));
}
