import { utf8 } from "../../lib/bytes.js";
import { decodeCryptBase64 } from "../../lib/crypt-base64.js";
import { decimal, layout, literal, optional, sequence, textWithout } from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Recipe, recipe } from "./recipe.js";
import { AIX, DOVECOT, KRATOS } from "./references.js";
import {
  type FormatRow,
  type Notes,
  type Recipes,
  reads,
  recognised,
  verifiable,
  type Writers,
} from "./row.js";

const NOT_VERIFIED = "The service does not verify it.";
const UNVERIFIED = "Neither the service nor credport verifies it.";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const SHA_CRYPT = "https://www.akkadia.org/drepper/SHA-crypt.txt";

const SHA_CRYPT_DEFAULT_ROUNDS = 5000;
const SHA_CRYPT_CHARACTERS = { sha256: 43, sha512: 86 } as const;

const SHA_CRYPT_ROUNDS = optional(sequence`rounds=${decimal("rounds", { digits: 9, least: 1000 })}$`);
const SHA_CRYPT_SALT = textWithout("salt", "$:\n", 0, 16);

/** `$id$…` of crypt(3): none is for the service. bcrypt and scrypt have files of their own. */
export const CRYPT_FORMATS = [
  md5Crypt({ name: "md5-crypt", marker: "$1$" }, "md5-crypt"),
  md5Crypt({ name: "apr1", marker: "$apr1$" }, "apr1"),
  shaCrypt({ name: "sha256-crypt", marker: "$5$" }, "sha256"),
  shaCrypt({ name: "sha512-crypt", marker: "$6$" }, "sha512"),
  verifiable({
    name: "sha1-crypt",
    scheme: "sha1-crypt",
    treatment: null,
    markers: ["$sha1$"],
    read: reads(layout`$sha1$${decimal("rounds")}$${crypt("salt", 0, 64)}$${crypt("digest", 28)}`),
    reason: NOT_VERIFIED,
  }),
  md5Crypt(kratosRow("md5-crypt"), "md5-crypt"),
  shaCrypt(kratosRow("sha256-crypt"), "sha256"),
  shaCrypt(kratosRow("sha512-crypt"), "sha512"),
  recognised({
    name: "sun-md5",
    scheme: "sun-md5",
    treatment: null,
    markers: ["$md5$", "$md5,"],
    pattern: /^\$md5(?:,rounds=[0-9]{1,10})?\$[./0-9A-Za-z]{0,64}\$\$?[./0-9A-Za-z]{22}$/,
    reason: UNVERIFIED,
  }),
  recognised({
    name: "yescrypt",
    scheme: "yescrypt",
    treatment: null,
    markers: ["$y$"],
    pattern: /^\$y\$[./0-9A-Za-z]{1,64}\$[./0-9A-Za-z]{0,86}\$[./0-9A-Za-z]{43}$/,
    reason: "No kept JavaScript library computes it.",
  }),
  recognised({
    name: "gost-yescrypt",
    scheme: "yescrypt",
    treatment: null,
    markers: ["$gy$"],
    pattern: /^\$gy\$[./0-9A-Za-z]{1,64}\$[./0-9A-Za-z]{0,86}\$[./0-9A-Za-z]{43}$/,
    reason: "No kept JavaScript library computes it.",
  }),
  recognised({
    name: "nt-hash-crypt",
    scheme: "nt-hash",
    treatment: null,
    markers: ["$3$"],
    pattern: /^\$3\$\$[0-9a-f]{32}$/,
    reason: "MD4 without a salt; neither the service nor credport verifies it.",
  }),
  recognised({
    name: "aix-md5",
    scheme: "md5-crypt",
    treatment: "keep",
    markers: ["{smd5}"],
    pattern: /^\{smd5\}[./0-9A-Za-z]{1,16}\$[./0-9A-Za-z]{22}$/,
    reason: "AIX's own md5-crypt; neither the service nor credport verifies it.",
  }),
  recognised({
    name: "brace-legacy",
    scheme: "ambiguous-digest",
    treatment: "keep",
    last: true,
    markers: [
      ...["plain-md4", "cram-md5", "hmac-md5", "digest-md5", "ntlm", "lanman", "otp", "skey", "rpa"].flatMap(
        (name) => ["", ".b64", ".base64", ".hex"].map((suffix) => `{${name}${suffix}}`),
      ),
      "{x-nthash}",
      "{x-issha,",
      "{ns-mta-md5}",
    ],
    pattern: /^\{[A-Za-z0-9., -]{3,20}\}[^\n\0]{1,1024}$/,
    reason: UNVERIFIED,
  }),
] satisfies readonly FormatRow[];

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

interface CryptRow<Name extends string> {
  readonly name: Name;
  /** What the text begins with. */
  readonly marker: string;
  readonly treatment?: "keep";
  readonly reason?: string;
}

/** FreeBSD's md5-crypt and Apache's, which differs in its marker only. */
function md5Crypt<const Name extends string>(
  { name, marker, ...row }: CryptRow<Name>,
  scheme: "md5-crypt" | "apr1",
) {
  return verifiable({
    name,
    scheme,
    treatment: row.treatment ?? null,
    markers: [marker],
    read: reads(layout`${literal(marker)}${textWithout("salt", "$:\n", 0, 8)}$${crypt("digest", 22)}`),
    reason: row.reason ?? NOT_VERIFIED,
  });
}

/** crypt(3) raises fewer than 1000 rounds to 1000 before it writes them. */
function shaCrypt<const Name extends string>(
  { name, marker, ...row }: CryptRow<Name>,
  digest: "sha256" | "sha512",
) {
  return verifiable({
    name,
    scheme: `${digest}-crypt`,
    treatment: row.treatment ?? null,
    markers: [marker],
    read: reads(
      layout`${marker}${SHA_CRYPT_ROUNDS}${SHA_CRYPT_SALT}$${crypt("text", SHA_CRYPT_CHARACTERS[digest])}`,
    ),
    reason: row.reason ?? NOT_VERIFIED,
  });
}

/** Ory Kratos' names for crypt(3)'s schemes. */
function kratosRow<const Name extends "md5-crypt" | "sha256-crypt" | "sha512-crypt">(
  scheme: Name,
): CryptRow<`kratos-${Name}`> {
  return {
    name: `kratos-${scheme}`,
    marker: `$${scheme}$`,
    treatment: "keep",
    reason: `The ${scheme} of crypt(3) under another name; the service does not verify it.`,
  };
}

/** The marker enters the digest. */
function ofMd5Crypt(marker: "$1$" | "$apr1$", { salt, digest }: { salt: string; digest: string }): Recipe {
  return recipe([{ kind: "md5-crypt", marker, salt: utf8(salt) }], utf8(digest));
}

interface ShaCryptParts {
  readonly rounds?: number;
  readonly salt: string;
  readonly text: string;
}

function ofShaCrypt(digest: "sha256" | "sha512", parts: ShaCryptParts): Recipe {
  const { rounds = SHA_CRYPT_DEFAULT_ROUNDS, salt, text } = parts;
  return recipe([{ kind: "sha-crypt", digest, rounds, salt: utf8(salt) }], utf8(text));
}

/** What each computes: only a verification needs it. */
export const CRYPT_RECIPES: Recipes<typeof CRYPT_FORMATS> = {
  "md5-crypt": (parts) => ofMd5Crypt("$1$", parts),
  apr1: (parts) => ofMd5Crypt("$apr1$", parts),
  "sha256-crypt": (parts) => ofShaCrypt("sha256", parts),
  "sha512-crypt": (parts) => ofShaCrypt("sha512", parts),
  "kratos-md5-crypt": (parts) => ofMd5Crypt("$1$", parts),
  "kratos-sha256-crypt": (parts) => ofShaCrypt("sha256", parts),
  "kratos-sha512-crypt": (parts) => ofShaCrypt("sha512", parts),
  "sha1-crypt": ({ rounds, salt, digest }) =>
    recipe([{ kind: "sha1-crypt", rounds, salt }], sha1CryptKey(digest)),
};

/** Who writes each: only who identifies a hash needs it. */
export const CRYPT_WRITERS: Writers<typeof CRYPT_FORMATS> = {
  "kratos-md5-crypt": KRATOS_SYSTEM,
  "kratos-sha256-crypt": KRATOS_SYSTEM,
  "kratos-sha512-crypt": KRATOS_SYSTEM,
  "md5-crypt": "crypt(3): FreeBSD, old Linux distributions, Cisco type 5",
  apr1: "Apache htpasswd",
  "sha256-crypt": "crypt(3): Linux, Dovecot",
  "sha512-crypt": "crypt(3): Linux, Dovecot, Moodle 4.3 and later",
  "sha1-crypt": "crypt(3): NetBSD",
  "sun-md5": "crypt(3): Solaris",
  yescrypt: "crypt(3): current Linux distributions",
  "gost-yescrypt": "crypt(3): ALT Linux",
  "nt-hash-crypt": "crypt(3): FreeBSD, libxcrypt",
  "aix-md5": "AIX (loadable password algorithms)",
  "brace-legacy": "Dovecot and LDAP servers",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const CRYPT_NOTES: Notes<typeof CRYPT_FORMATS> = {
  "md5-crypt": {
    layout: "$1$<salt, up to 8>$<22 characters digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.md5_crypt.html",
  },
  apr1: {
    layout: "$apr1$<salt, up to 8>$<22 characters digest>",
    reference: "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
  },
  "sha256-crypt": { layout: "$5$[rounds=<n>$]<salt, up to 16>$<43 characters digest>", reference: SHA_CRYPT },
  "sha512-crypt": { layout: "$6$[rounds=<n>$]<salt, up to 16>$<86 characters digest>", reference: SHA_CRYPT },
  "kratos-md5-crypt": { layout: "$md5-crypt$<salt, up to 8>$<22 characters digest>", reference: KRATOS },
  "kratos-sha256-crypt": {
    layout: "$sha256-crypt$[rounds=<n>$]<salt, up to 16>$<43 characters digest>",
    reference: KRATOS,
  },
  "kratos-sha512-crypt": {
    layout: "$sha512-crypt$[rounds=<n>$]<salt, up to 16>$<86 characters digest>",
    reference: KRATOS,
  },
  "sha1-crypt": {
    layout: "$sha1$<rounds>$<salt, up to 64>$<28 characters digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sha1_crypt.html",
  },
  "sun-md5": {
    layout: "$md5[,rounds=<n>]$<salt>$[$]<22 characters digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sun_md5_crypt.html",
  },
  yescrypt: {
    layout: "$y$<parameters>$<salt>$<43 characters digest>",
    reference: "https://www.openwall.com/yescrypt/",
  },
  "gost-yescrypt": {
    layout: "$gy$<parameters>$<salt>$<43 characters digest>",
    reference: "https://github.com/besser82/libxcrypt",
  },
  "nt-hash-crypt": { layout: "$3$$<32 hex digits>", reference: "https://github.com/besser82/libxcrypt" },
  "aix-md5": { layout: "{smd5}<8 characters salt>$<22 characters digest>", reference: AIX },
  "brace-legacy": { layout: "{CRAM-MD5}<hex>", reference: DOVECOT },
};
