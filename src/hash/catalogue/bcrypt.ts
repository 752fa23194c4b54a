import { utf8 } from "../../lib/bytes.js";
import {
  base64Of,
  decimal,
  either,
  layout,
  literal,
  type Part,
  run,
  sequence,
  word,
} from "../../lib/grammar.js";
import { type BcryptHash, formatBcrypt, isSoundBcrypt, parseBcrypt } from "../bcrypt/bcrypt.js";
import { decodeXenforo } from "./decode.js";
import { crypt, DIGITS } from "./parts.js";
import { PHPASS_ROUNDS, PHPASS_SALT, phpassStep } from "./phpass.js";
import type { Recipe, Step } from "./recipe.js";
import { recomposeAdonisBcrypt, recomposeMediawikiBcrypt } from "./recompose.js";
import { DJANGO, DOVECOT, NEXTCLOUD, REQUEST_TRACKER, SMF, SPRING, woltlab } from "./references.js";
import {
  decode,
  type FormatRow,
  type Notes,
  native,
  type Recipes,
  reads,
  readsWhere,
  recognised,
  recompose,
  strip,
  verifiable,
  type Writers,
} from "./row.js";
import { BCRYPT } from "./standard-beginnings.js";
import { bcryptRecipe, bcryptStep } from "./standard-recipes.js";

const REST_IS_STANDARD = "The rest is a standard hash of the password.";
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
export const BCRYPT_FORMATS = [
  native({ name: "bcrypt", scheme: "bcrypt", markers: ["$2a$", "$2b$", "$2x$", "$2y$", "$2$"] }),
  verifiable({
    name: "wordpress-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    writtenBy: "wordpress",
    problem: "wrapping/prehashed",
    markers: ["$wp$"],
    read: reads(layout`$wp${literalAhead("$2y$")}${BCRYPT_STRING}`),
    reason: "bcrypt is over base64(HMAC-SHA384(key = wp-sha384, trimmed password)).",
  }),
  verifiable({
    name: "passlib-bcrypt-sha256-v1",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["$bcrypt-sha256$"],
    read: readsWhere(
      layout`$bcrypt-sha256$${word("version", { "2a": "2a", "2b": "2b", "2y": "2y" })},${PASSLIB_PARTS}`,
      areSound,
    ),
    reason: "bcrypt is over base64(SHA-256(password)).",
  }),
  verifiable({
    name: "passlib-bcrypt-sha256-v2",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["$bcrypt-sha256$"],
    read: readsWhere(layout`$bcrypt-sha256$v=2,t=2b,r=${PASSLIB_PARTS}`, (parts) =>
      areSound({ version: "2b", ...parts }),
    ),
    reason: "bcrypt is over base64(HMAC-SHA256(key = salt text, password)).",
  }),
  strip({ name: "spring-bcrypt", markers: ["{bcrypt}"], skip: "braces", inner: BCRYPT }),
  strip({ name: "dovecot-blf-crypt", markers: ["{blf-crypt}"], skip: "braces", inner: BCRYPT }),
  recognised({
    name: "bcrypt-single-dollar",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/ambiguous",
    markers: ["bcrypt$"],
    pattern: /^bcrypt\$2[abxy]?\$[^\n\0]{0,128}$/,
    reason: "Either a dollar sign was lost or the string was never Django's; nothing says which.",
  }),
  strip({ name: "django-bcrypt", markers: ["bcrypt$"], skip: 7, inner: BCRYPT }),
  verifiable({
    name: "django-bcrypt-sha256",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["bcrypt_sha256$"],
    read: reads(layout`bcrypt_sha256$${BCRYPT_STRING}`),
    reason: "bcrypt is over the hexadecimal SHA-256 of the password.",
  }),
  verifiable({
    name: "drupal-migrated-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["U$"],
    read: reads(layout`U${literalAhead("$2y$")}${BCRYPT_STRING}`),
    reason: "bcrypt is over the MD5 of the password.",
  }),
  verifiable({
    name: "phpbb-combined-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["$H\\2y$", "$H\\2a$", "$P\\2y$", "$P\\2a$"],
    read: readsWhere(
      layout`$${either("H", "P")}\\${PHPBB_VERSION}$${PHPASS_ROUNDS}${PHPASS_SALT}$${COST}\\${BCRYPT_SALT}$${DIGEST}`,
      (fields) => areSound(outer(fields)),
    ),
    reason: "bcrypt is over the digest of a phpass hash of the password.",
  }),
  strip({ name: "nextcloud-bcrypt", markers: ["1|"], skip: 2, inner: BCRYPT }),
  strip({ name: "jenkins-bcrypt", markers: ["#jbcrypt:"], skip: "#jbcrypt:".length, inner: BCRYPT }),
  strip({ name: "neos-bcrypt", markers: ["bcrypt=>$"], skip: "bcrypt=>".length, inner: BCRYPT }),
  verifiable({
    name: "request-tracker-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["!bcrypt!"],
    read: readsWhere(layout`!bcrypt!${run("digits", DIGITS, 2)}!${crypt("salt", 22)}${DIGEST}`, (fields) =>
      areSound(ofRequestTracker(fields)),
    ),
    reason: "bcrypt is over the SHA-512 of the password, as bytes.",
  }),
  recompose({
    name: "mediawiki-bcrypt",
    scheme: "bcrypt",
    markers: [":bcrypt:"],
    recompose: recomposeMediawikiBcrypt,
  }),
  recompose({
    name: "adonis-bcrypt",
    scheme: "bcrypt",
    markers: ["$bcrypt$"],
    recompose: recomposeAdonisBcrypt,
  }),
  strip({ name: "woltlab-bcrypt", markers: ["Bcrypt:"], skip: 7, inner: BCRYPT }),
  verifiable({
    name: "woltlab-double-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["DoubleBcrypt:", "doubleBcrypt:", "wcf2:", "Wcf2:"],
    read: reads(layout`${either("DoubleBcrypt", "doubleBcrypt", "wcf2", "Wcf2")}:${BCRYPT_STRING}`),
    reason: "bcrypt is over the bcrypt hash of the password.",
  }),
  verifiable({
    name: "smf-named-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["smf$"],
    read: readsOwn("smf$"),
    reason: "bcrypt is over the user's name in lower case with the password after it.",
  }),
  verifiable({
    name: "metabase-salted-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["metabase$"],
    read: readsOwn("metabase$"),
    reason: "bcrypt is over the column password_salt followed by the password.",
  }),
  verifiable({
    name: "sorcery-salted-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["sorcery$"],
    read: readsOwn("sorcery$"),
    reason: "bcrypt is over the password followed by the column salt.",
  }),
  verifiable({
    name: "woltlab-vbulletin-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["vb5Bcrypt:", "Vb5Bcrypt:"],
    read: reads(layout`${either("vb5Bcrypt:", "Vb5Bcrypt:")}${BCRYPT_STRING}`),
    reason: "bcrypt is over the MD5 of the password.",
  }),
  recognised({
    name: "bcrypt-colon",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/unconfirmed",
    markers: ["bcrypt:"],
    pattern: /^bcrypt:\$2[abxy]\$[^\n\0]{1,128}$/,
    reason:
      "Phabricator's is over a digest that values of other columns enter; nothing in the text says whose it is.",
  }),
  decode({ name: "xenforo-serialized", markers: ["a:"], decode: decodeXenforo, inner: BCRYPT }),
] satisfies readonly FormatRow[];

/** A text of the user's own, in base64, beside the hash. */
function readsOwn(marker: string) {
  return reads(layout`${literal(marker)}${base64Of("own", { padding: "whole" })}$${BCRYPT_STRING}`);
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
  return { read: (text, at) => (text.startsWith(expected, at) ? at : ~at) };
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

function ofRequestTracker({
  digits,
  ...parts
}: {
  digits: string;
  salt: string;
  digest: string;
}): BcryptParts {
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

/** What each computes: only a verification needs it. */
export const BCRYPT_RECIPES: Recipes<typeof BCRYPT_FORMATS> = {
  "smf-named-bcrypt": ownBefore,
  "metabase-salted-bcrypt": ownBefore,
  "sorcery-salted-bcrypt": ownAfter,
  "wordpress-bcrypt": ({ hash }) =>
    ofString(hash, () => [
      { kind: "php-trim" },
      { kind: "hmac", digest: "sha384", key: utf8("wp-sha384") },
      { kind: "encode", as: "base64" },
    ]),
  "passlib-bcrypt-sha256-v1": (parts) =>
    ofString(together(parts), () => [{ kind: "digest", digest: "sha256" }, BASE64]),
  "passlib-bcrypt-sha256-v2": (parts) =>
    ofString(together({ version: "2b", ...parts }), ({ salt }) => [
      { kind: "hmac", digest: "sha256", key: utf8(salt) },
      BASE64,
    ]),
  "django-bcrypt-sha256": ({ hash }) => ofString(hash, () => SHA256_HEX),
  "drupal-migrated-bcrypt": ({ hash }) => ofString(hash, () => [{ kind: "php-trim" }, ...MD5_HEX]),
  "phpbb-combined-bcrypt": (fields) => ofString(together(outer(fields)), () => [phpassStep("md5", fields)]),
  "request-tracker-bcrypt": (fields) =>
    ofString(together(ofRequestTracker(fields)), () => [{ kind: "digest", digest: "sha512" }]),
  "woltlab-double-bcrypt": ({ hash }) => ofString(hash, doubleBcryptSteps),
  "woltlab-vbulletin-bcrypt": ({ hash }) => ofString(hash, () => MD5_HEX),
};

/** Who writes each: only who identifies a hash needs it. */
export const BCRYPT_WRITERS: Writers<typeof BCRYPT_FORMATS> = {
  bcrypt: "bcrypt: OpenBSD, crypt_blowfish, PHP, Laravel, Rails and most others",
  "wordpress-bcrypt": "WordPress 6.8 and later",
  "passlib-bcrypt-sha256-v1": "passlib bcrypt_sha256 before 1.7.3",
  "passlib-bcrypt-sha256-v2": "passlib bcrypt_sha256 1.7.3 and later",
  "spring-bcrypt": "Spring Security {bcrypt}; OpenDJ {BCRYPT}",
  "dovecot-blf-crypt": "Dovecot",
  "bcrypt-single-dollar": "unknown: Django writes two dollar signs",
  "django-bcrypt": "Django BCryptPasswordHasher",
  "django-bcrypt-sha256": "Django BCryptSHA256PasswordHasher",
  "drupal-migrated-bcrypt": "Drupal 8 and later (a Drupal 6 hash hashed again)",
  "phpbb-combined-bcrypt": "phpBB 3.1 and later (a phpass hash of phpBB 3.0 hashed again)",
  "nextcloud-bcrypt": "Nextcloud, ownCloud",
  "jenkins-bcrypt": "Jenkins",
  "neos-bcrypt": "Neos Flow",
  "request-tracker-bcrypt": "Request Tracker 4.2 and later",
  "mediawiki-bcrypt": "MediaWiki",
  "adonis-bcrypt": "AdonisJS",
  "woltlab-bcrypt": "WoltLab Suite 5.4 and later",
  "woltlab-double-bcrypt": "WoltLab Suite before 5.4, named by a later release",
  "smf-named-bcrypt": "Simple Machines Forum 2.1 and later, put together with the user's name by composeHash",
  "metabase-salted-bcrypt": "Metabase, put together with the user's salt by composeHash",
  "sorcery-salted-bcrypt": "Sorcery, put together with the user's salt by composeHash",
  "woltlab-vbulletin-bcrypt": "WoltLab Suite (users imported from vBulletin 5)",
  "bcrypt-colon": "Phabricator, Phorge, perhaps others; WoltLab Suite writes Bcrypt: with a capital",
  "xenforo-serialized": "XenForo 1.2 and later (XF:Core12)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const BCRYPT_NOTES: Notes<typeof BCRYPT_FORMATS> = {
  bcrypt: {
    layout: "$2b$<cost>$<22 characters salt><31 characters digest>",
    reason: "The service verifies it as it is.",
    reference: "https://github.com/openwall/crypt_blowfish",
  },
  "wordpress-bcrypt": {
    layout: "$wp$2y$<cost>$…",
    reference:
      "https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/",
  },
  "passlib-bcrypt-sha256-v1": { layout: "$bcrypt-sha256$2a,<cost>$<salt>$<digest>", reference: PASSLIB },
  "passlib-bcrypt-sha256-v2": {
    layout: "$bcrypt-sha256$v=2,t=2b,r=<cost>$<salt>$<digest>",
    reference: PASSLIB,
  },
  "spring-bcrypt": { layout: "{bcrypt}$2a$…", reason: REST_IS_STANDARD, reference: SPRING },
  "dovecot-blf-crypt": { layout: "{BLF-CRYPT}$2y$…", reason: REST_IS_STANDARD, reference: DOVECOT },
  "bcrypt-single-dollar": { layout: "bcrypt$2a$<cost>$…", reference: DJANGO },
  "django-bcrypt": { layout: "bcrypt$$2b$<cost>$…", reason: REST_IS_STANDARD, reference: DJANGO },
  "django-bcrypt-sha256": { layout: "bcrypt_sha256$$2b$<cost>$…", reference: DJANGO },
  "drupal-migrated-bcrypt": {
    layout: "U$2y$…",
    reference:
      "https://api.drupal.org/api/drupal/core%21modules%21phpass%21src%21Password%21PhpassHashedPassword.php",
  },
  "phpbb-combined-bcrypt": {
    layout: "$H\\2y$<phpass rounds and salt>$<cost>\\<22 characters salt>$<31 characters digest>",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/helper.php",
  },
  "nextcloud-bcrypt": { layout: "1|$2y$…", reason: REST_IS_STANDARD, reference: NEXTCLOUD },
  "jenkins-bcrypt": {
    layout: "#jbcrypt:$2a$<cost>$…",
    reason: REST_IS_STANDARD,
    reference:
      "https://github.com/jenkinsci/jenkins core/src/main/java/hudson/security/HudsonPrivateSecurityRealm.java",
  },
  "neos-bcrypt": {
    layout: "bcrypt=>$2a$<cost>$…",
    reason: REST_IS_STANDARD,
    reference:
      "https://github.com/neos/flow-development-collection Neos.Flow/Classes/Security/Cryptography/BCryptHashingStrategy.php",
  },
  "request-tracker-bcrypt": {
    layout: "!bcrypt!<cost>!<22 characters salt><31 characters digest>",
    reference: REQUEST_TRACKER,
  },
  "mediawiki-bcrypt": {
    layout: ":bcrypt:<cost>$<22 characters salt>$<31 characters digest>",
    reason: "It carries every part of $2y$.",
    reference: "https://github.com/wikimedia/mediawiki includes/password/BcryptPassword.php",
  },
  "adonis-bcrypt": {
    layout: "$bcrypt$v=<97 or 98>$r=<cost>$<22 characters salt>$<31 characters digest>",
    reason: "It carries every part of $2a$ or $2b$: v is the code of the version's letter.",
    reference: "https://github.com/adonisjs/hash src/drivers/bcrypt.ts",
  },
  "woltlab-bcrypt": {
    layout: "Bcrypt:$2y$…",
    reason: REST_IS_STANDARD,
    reference: /* @__PURE__ */ woltlab("Bcrypt.class.php"),
  },
  "woltlab-double-bcrypt": {
    layout: "DoubleBcrypt:$2a$…",
    reference: /* @__PURE__ */ woltlab("DoubleBcrypt.class.php"),
  },
  "smf-named-bcrypt": { layout: "smf$<base64 of the name>$$2y$…", reference: SMF },
  "metabase-salted-bcrypt": {
    layout: "metabase$<base64 of the salt>$$2a$…",
    reference: "https://github.com/metabase/metabase src/metabase/util/password.clj",
  },
  "sorcery-salted-bcrypt": {
    layout: "sorcery$<base64 of the salt>$$2a$…",
    reference: "https://github.com/Sorcery/sorcery lib/sorcery/crypto_providers/bcrypt.rb",
  },
  "woltlab-vbulletin-bcrypt": {
    layout: "Vb5Bcrypt:$2y$…",
    reference: /* @__PURE__ */ woltlab("Vb5Bcrypt.class.php"),
  },
  "bcrypt-colon": { layout: "bcrypt:$2y$…", reference: /* @__PURE__ */ woltlab("Bcrypt.class.php") },
  "xenforo-serialized": {
    layout: 'a:1:{s:4:"hash";s:60:"$2y$…";}',
    reason: "The serialised array holds a standard hash of the password.",
    reference: "https://xenforo.com/docs/dev/",
  },
};
