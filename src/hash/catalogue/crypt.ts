import { utf8 } from "../../lib/bytes.js";
import { decodeCryptBase64, isWholeCryptBase64 } from "../../lib/crypt-base64.js";
import { caseless, decimal, either, hexOf, layout, optional, sequence, textWithout, word } from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Reading, type Recipe, recipe, type Step } from "./recipe.js";
import { AIX, DOVECOT, KRATOS } from "./references.js";
import { type FormatRow, recognised, verifiable } from "./row.js";
import { readClassicCosts, readYescryptCosts, type YescryptCosts } from "./yescrypt-costs.js";

const NOT_VERIFIED = "The service does not verify it.";
const UNVERIFIED = "Neither the service nor credport verifies it.";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const SHA_CRYPT = "https://www.akkadia.org/drepper/SHA-crypt.txt";

const YESCRYPT = "https://www.openwall.com/yescrypt/";
const SHA_CRYPT_DEFAULT_ROUNDS = 5000;

const SHA_CRYPT_ROUNDS = optional(sequence`rounds=${decimal("rounds", { digits: 9, least: 1000 })}$`);
const SUN_END = word("end", { $$: "$", $: "" });
/** Solaris writes a comma, and reads both; what is read is hashed. */
const SUN_ROUNDS = optional(sequence`${word("sign", { ",": ",", $: "$" })}rounds=${decimal("rounds")}`);
const YESCRYPT_PARTS = sequence`${crypt("parameters", 3, 20)}$${crypt("salt", 0, 86)}$${crypt("digest", 43)}`;
const NT_HASH = "MD4 without a salt; the service does not verify it.";
const SHA_CRYPT_SALT = textWithout("salt", "$:\n", 0, 16);

/** `$id$…` of crypt(3): none is for the service. bcrypt and scrypt have files of their own. */
export const CRYPT_FORMATS: readonly FormatRow[] = [
  verifiable("md5-crypt", "md5-crypt", {
    system: "crypt(3): FreeBSD, old Linux distributions, Cisco type 5",
    layout: "$1$<salt, up to 8>$<22 characters digest>",
    treatment: null,
    read: md5Crypt("$1$"),
    fits: hasWholeDigest,
    recipe: ofMd5Crypt("$1$"),
    reason: NOT_VERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.md5_crypt.html",
  }),
  verifiable("apr1", "apr1", {
    system: "Apache htpasswd",
    layout: "$apr1$<salt, up to 8>$<22 characters digest>",
    treatment: null,
    read: md5Crypt("$apr1$"),
    fits: hasWholeDigest,
    recipe: ofMd5Crypt("$apr1$"),
    reason: NOT_VERIFIED,
    reference: "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
  }),
  verifiable("sha256-crypt", "sha256-crypt", {
    system: "crypt(3): Linux, Dovecot",
    layout: "$5$[rounds=<n>$]<salt, up to 16>$<43 characters digest>",
    treatment: null,
    read: shaCrypt("$5$", 43),
    fits: hasWholeText,
    recipe: ofShaCrypt("sha256"),
    reason: NOT_VERIFIED,
    reference: SHA_CRYPT,
  }),
  verifiable("sha512-crypt", "sha512-crypt", {
    system: "crypt(3): Linux, Dovecot, Moodle 4.3 and later",
    layout: "$6$[rounds=<n>$]<salt, up to 16>$<86 characters digest>",
    treatment: null,
    read: shaCrypt("$6$", 86),
    fits: hasWholeText,
    recipe: ofShaCrypt("sha512"),
    reason: NOT_VERIFIED,
    reference: SHA_CRYPT,
  }),
  verifiable("sha1-crypt", "sha1-crypt", {
    system: "crypt(3): NetBSD",
    layout: "$sha1$<rounds>$<salt, up to 64>$<28 characters digest>",
    treatment: null,
    read: layout`$sha1$${decimal("rounds", { least: 0 })}$${crypt("salt", 0, 64)}$${crypt("digest", 28)}`,
    recipe: ({ rounds, salt, digest }) => recipe([{ kind: "sha1-crypt", rounds, salt }], sha1CryptKey(digest)),
    reason: NOT_VERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sha1_crypt.html",
  }),
  verifiable("kratos-md5-crypt", "md5-crypt", {
    system: KRATOS_SYSTEM,
    layout: "$md5-crypt$<salt, up to 8>$<22 characters digest>",

    read: md5Crypt("$md5-crypt$"),
    fits: hasWholeDigest,
    recipe: ofMd5Crypt("$1$"),
    reason: "The md5-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  verifiable("kratos-sha256-crypt", "sha256-crypt", {
    system: KRATOS_SYSTEM,
    layout: "$sha256-crypt$[rounds=<n>$]<salt, up to 16>$<43 characters digest>",

    read: shaCrypt("$sha256-crypt$", 43),
    fits: hasWholeText,
    recipe: ofShaCrypt("sha256"),
    reason: "The sha256-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  verifiable("kratos-sha512-crypt", "sha512-crypt", {
    system: KRATOS_SYSTEM,
    layout: "$sha512-crypt$[rounds=<n>$]<salt, up to 16>$<86 characters digest>",

    read: shaCrypt("$sha512-crypt$", 86),
    fits: hasWholeText,
    recipe: ofShaCrypt("sha512"),
    reason: "The sha512-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  verifiable("sun-md5", "sun-md5", {
    system: "crypt(3): Solaris",
    layout: "$md5[,rounds=<n> or $rounds=<n>]$<salt>$[$]<22 characters digest>",
    treatment: null,
    markers: ["$md5$", "$md5,"],
    read: layout`$md5${SUN_ROUNDS}$${crypt("salt", 0, 64)}${SUN_END}${crypt("digest", 22)}`,
    fits: hasWholeDigest,
    recipe: ofSunMd5,
    reason: NOT_VERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sun_md5_crypt.html",
  }),
  verifiable("yescrypt", "yescrypt", {
    system: "crypt(3): current Linux distributions",
    layout: "$y$j<log2 N, r[, p, t] in characters><salt>$<43 characters digest>",
    treatment: null,
    read: layout`$y$${YESCRYPT_PARTS}`,
    fits: (parts) => isYescrypt(parts) || isYescrypt(parts, readClassicCosts),
    recipe: (parts) => ofClassic(parts) ?? ofYescrypt(parts),
    reason: NOT_VERIFIED,
    reference: YESCRYPT,
  }),
  verifiable("gost-yescrypt", "yescrypt", {
    system: "crypt(3): ALT Linux",
    layout: "$gy$j<log2 N, r[, p, t] in characters><salt>$<43 characters digest>",
    treatment: null,
    read: layout`$gy$${YESCRYPT_PARTS}`,
    fits: isYescrypt,
    recipe: (parts) => ofYescrypt(parts, { gost: `$gy$${parts.parameters}$${parts.salt}` }),
    reason: NOT_VERIFIED,
    reference: "https://github.com/besser82/libxcrypt lib/crypt-gost-yescrypt.c",
  }),
  recognised("yescrypt-flavours", "yescrypt", {
    system: "crypt(3), by hand",
    layout: "$y$/…, $gy$.…, $gy$/…",
    treatment: null,
    markers: ["$y$/", "$gy$.", "$gy$/"],
    pattern: /^\$(?:y\$\/|gy\$[./])\S{2,19}\$\S{0,86}\$\S{43}$/,
    reason: UNVERIFIED,
    reference: YESCRYPT,
  }),
  verifiable("nt-hash-crypt", "nt-hash", {
    system: "crypt(3): FreeBSD, libxcrypt; passlib",
    layout: "$3$$<32 hex digits>",
    treatment: null,
    read: layout`$3$$${hexOf("key", 16)}`,
    // crypt(3) has a character for each byte, passlib UTF-16.
    recipe: ({ key }) => ({ readings: [ntReading("bytes", key), ntReading("utf-8", key)] }),
    reason: NT_HASH,
    reference: "https://github.com/besser82/libxcrypt",
  }),
  verifiable("nt-hash", "nt-hash", {
    system: "Windows and Samba, as John the Ripper writes it",
    layout: "$NT$<32 hex digits>",
    treatment: null,
    read: layout`$NT$${hexOf("key", 16, 16, "any")}`,
    recipe: ({ key }) => ({ readings: [ntReading("utf-8", key)] }),
    reason: NT_HASH,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.nthash.html",
  }),
  verifiable("aix-md5", "md5-crypt", {
    system: "AIX (loadable password algorithms)",
    layout: "{smd5}<8 characters salt>$<22 characters digest>",
    last: true,
    read: layout`{smd5}${crypt("salt", 1, 16)}$${crypt("digest", 22)}`,
    fits: hasWholeDigest,
    recipe: ofMd5Crypt(""),
    reason: NOT_VERIFIED,
    reference: AIX,
  }),
  verifiable("dovecot-cram-md5", "hmac", {
    system: "Dovecot",
    layout: "{CRAM-MD5}<64 hex digits>",
    last: true,
    read: layout`${either(caseless("{cram-md5}"), caseless("{hmac-md5}"))}${hexOf("key", 32)}`,
    recipe: ({ key }) => recipe([{ kind: "cram-md5" }], key),
    reason: "MD5 of the password as HMAC's key; the service does not verify it.",
    reference: DOVECOT,
  }),
  recognised("brace-legacy", "ambiguous-digest", {
    system: "Dovecot and LDAP servers",
    layout: "{DIGEST-MD5}<hex>",
    last: true,
    markers: [
      ...["plain-md4", "cram-md5", "hmac-md5", "digest-md5", "ntlm", "lanman", "otp", "skey", "rpa"].flatMap((name) =>
        ["", ".b64", ".base64", ".hex"].map((suffix) => `{${name}${suffix}}`),
      ),
      "{x-nthash}",
      "{ns-mta-md5}",
    ],
    pattern: /^\{[A-Za-z0-9., -]{3,20}\}[^\n\0]{1,1024}$/,
    reason: UNVERIFIED,
    reference: DOVECOT,
  }),
];

/**
 * The order in which sha1-crypt writes the digest's bytes, least significant first. The last group has
 * one byte to spare: NetBSD repeats the first byte there, others write something else.
 */
const SHA1_CRYPT_ORDER = [2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 17, 16, 15, null, 19, 18];

/** The 20 bytes that the text writes, without those that belong to none. */
function sha1CryptKey(text: string): Uint8Array {
  const written = decodeCryptBase64(text);
  const digest = new Uint8Array(20);
  for (const [place, at] of SHA1_CRYPT_ORDER.entries()) {
    if (at !== null) digest[at] = written[place] as number;
  }
  return digest;
}

/** Rounds that the text's number is of more. */
const SUN_LEAST_ROUNDS = 4096;

interface SunParts {
  readonly sign?: string;
  readonly rounds?: number;
  readonly salt: string;
  readonly end: string;
  readonly digest: string;
}

/** A salt that its own dollar sign closes is hashed with it. */
function ofSunMd5({ sign, rounds, salt, end, digest }: SunParts): Recipe {
  const setting = `$md5${rounds === undefined ? "" : `${sign}rounds=${rounds}`}$${salt}${end}`;
  const step = { kind: "sun-md5", rounds: SUN_LEAST_ROUNDS + (rounds ?? 0), setting } as const;
  return recipe([step], utf8(digest));
}

function ntReading(from: "utf-8" | "bytes", key: Uint8Array): Reading {
  const steps: readonly Step[] = [
    { kind: "utf16le", from },
    { kind: "digest", digest: "md4" },
  ];
  return { steps, key };
}

/** FreeBSD's md5-crypt and Apache's, which differs in its marker only. */
type YescryptParts = Readonly<Record<"parameters" | "salt" | "digest", string>>;

function isYescrypt({ parameters, salt, digest }: YescryptParts, read = readYescryptCosts): boolean {
  return read(parameters) !== null && [salt, digest].every(isWholeCryptBase64);
}

function ofYescrypt({ parameters, salt, digest }: YescryptParts, more: { readonly gost?: string } = {}): Recipe {
  const costs = readYescryptCosts(parameters) as YescryptCosts;
  return recipe([{ kind: "yescrypt", ...costs, salt: decodeCryptBase64(salt), ...more }], utf8(digest));
}

function ofClassic({ parameters, salt, digest }: YescryptParts): Recipe | undefined {
  const costs = readClassicCosts(parameters);
  if (costs === null) return undefined;
  const { n, r, p } = costs;
  const key = decodeCryptBase64(digest);
  return recipe([{ kind: "scrypt", n, r, p, salt: decodeCryptBase64(salt), length: key.length }], key);
}

function md5Crypt(marker: string) {
  return layout`${marker}${textWithout("salt", "$:\n", 0, 8)}$${crypt("digest", 22)}`;
}

/** crypt(3) raises fewer than 1000 rounds to 1000 before it writes them. */
function shaCrypt(marker: string, characters: number) {
  return layout`${marker}${SHA_CRYPT_ROUNDS}${SHA_CRYPT_SALT}$${crypt("text", characters)}`;
}

function hasWholeDigest({ digest }: { readonly digest: string }): boolean {
  return isWholeCryptBase64(digest);
}

function hasWholeText({ text }: { readonly text: string }): boolean {
  return isWholeCryptBase64(text);
}

/** The marker enters the digest. */
function ofMd5Crypt(marker: "$1$" | "$apr1$" | "") {
  return ({ salt, digest }: { salt: string; digest: string }): Recipe =>
    recipe([{ kind: "md5-crypt", marker, salt: utf8(salt) }], utf8(digest));
}

interface ShaCryptParts {
  readonly rounds?: number;
  readonly salt: string;
  readonly text: string;
}

function ofShaCrypt(digest: "sha256" | "sha512") {
  return ({ rounds = SHA_CRYPT_DEFAULT_ROUNDS, salt, text }: ShaCryptParts): Recipe =>
    recipe([{ kind: "sha-crypt", digest, rounds, salt: utf8(salt) }], utf8(text));
}
