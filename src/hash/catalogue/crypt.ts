import { utf8 } from "../../lib/bytes.js";
import { decodeCryptBase64 } from "../../lib/crypt-base64.js";
import { decimal, layout, literal, optional, run, sequence, textWithout } from "../../lib/grammar.js";
import { counted } from "../../lib/plural.js";
import { CRYPT_CHARACTERS } from "./parts.js";
import { recipe } from "./recipe.js";
import { AIX, DOVECOT, KRATOS } from "./references.js";
import { type HashFormat, reads, recognised, verifiable } from "./row.js";

const NOT_VERIFIED = "The service does not verify it.";
const NOBODY = "Neither the service nor credport verifies it.";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const SHA_CRYPT = "https://www.akkadia.org/drepper/SHA-crypt.txt";

const SHA_CRYPT_DEFAULT_ROUNDS = 5000;
const SHA_CRYPT_CHARACTERS = { sha256: 43, sha512: 86 } as const;

/** `$id$…` of crypt(3): none is for the service. bcrypt and scrypt have files of their own. */
export const CRYPT_FORMATS: readonly HashFormat[] = [
  md5Crypt(
    {
      name: "md5-crypt",
      system: "crypt(3): FreeBSD, old Linux distributions, Cisco type 5",
      marker: "$1$",
      reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.md5_crypt.html",
    },
    "$1$",
  ),
  md5Crypt(
    {
      name: "apr1",
      system: "Apache htpasswd",
      marker: "$apr1$",
      reference: "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
    },
    "$apr1$",
  ),
  shaCrypt(
    { name: "sha256-crypt", system: "crypt(3): Linux, Dovecot", marker: "$5$", reference: SHA_CRYPT },
    "sha256",
  ),
  shaCrypt(
    {
      name: "sha512-crypt",
      system: "crypt(3): Linux, Dovecot, Moodle 4.3 and later",
      marker: "$6$",
      reference: SHA_CRYPT,
    },
    "sha512",
  ),
  verifiable({
    name: "sha1-crypt",
    system: "crypt(3): NetBSD",
    scheme: "sha1-crypt",
    treatment: null,
    markers: ["$sha1$"],
    layout: "$sha1$<rounds>$<salt, up to 64>$<28 characters digest>",
    parse: reads(
      layout(
        literal("$sha1$"),
        decimal("rounds"),
        literal("$"),
        run("salt", CRYPT_CHARACTERS, 0, 64),
        literal("$"),
        run("digest", CRYPT_CHARACTERS, 28),
      ),
      ({ rounds, salt, digest }) => recipe([{ kind: "sha1-crypt", rounds, salt }], sha1CryptKey(digest)),
    ),
    reason: NOT_VERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sha1_crypt.html",
  }),
  md5Crypt(kratosRow("md5-crypt"), "$1$"),
  shaCrypt(kratosRow("sha256-crypt"), "sha256"),
  shaCrypt(kratosRow("sha512-crypt"), "sha512"),
  recognised({
    name: "sun-md5",
    system: "crypt(3): Solaris",
    scheme: "sun-md5",
    treatment: null,
    markers: ["$md5$", "$md5,"],
    layout: "$md5[,rounds=<n>]$<salt>$[$]<22 characters digest>",
    pattern: /^\$md5(?:,rounds=[0-9]{1,10})?\$[./0-9A-Za-z]{0,64}\$\$?[./0-9A-Za-z]{22}$/,
    reason: NOBODY,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sun_md5_crypt.html",
  }),
  recognised({
    name: "yescrypt",
    system: "crypt(3): current Linux distributions",
    scheme: "yescrypt",
    treatment: null,
    markers: ["$y$"],
    layout: "$y$<parameters>$<salt>$<43 characters digest>",
    pattern: /^\$y\$[./0-9A-Za-z]{1,64}\$[./0-9A-Za-z]{0,86}\$[./0-9A-Za-z]{43}$/,
    reason: "No kept JavaScript library computes it.",
    reference: "https://www.openwall.com/yescrypt/",
  }),
  recognised({
    name: "gost-yescrypt",
    system: "crypt(3): ALT Linux",
    scheme: "yescrypt",
    treatment: null,
    markers: ["$gy$"],
    layout: "$gy$<parameters>$<salt>$<43 characters digest>",
    pattern: /^\$gy\$[./0-9A-Za-z]{1,64}\$[./0-9A-Za-z]{0,86}\$[./0-9A-Za-z]{43}$/,
    reason: "No kept JavaScript library computes it.",
    reference: "https://github.com/besser82/libxcrypt",
  }),
  recognised({
    name: "nt-hash-crypt",
    system: "crypt(3): FreeBSD, libxcrypt",
    scheme: "nt-hash",
    treatment: null,
    markers: ["$3$"],
    layout: "$3$$<32 hex digits>",
    pattern: /^\$3\$\$[0-9a-f]{32}$/,
    reason: "MD4 without a salt; neither the service nor credport verifies it.",
    reference: "https://github.com/besser82/libxcrypt",
  }),
  recognised({
    name: "aix-md5",
    system: "AIX (loadable password algorithms)",
    scheme: "md5-crypt",
    treatment: "keep",
    markers: ["{smd5}"],
    layout: "{smd5}<8 characters salt>$<22 characters digest>",
    pattern: /^\{smd5\}[./0-9A-Za-z]{1,16}\$[./0-9A-Za-z]{22}$/,
    reason: "AIX's own md5-crypt; neither the service nor credport verifies it.",
    reference: AIX,
  }),
  recognised({
    name: "brace-legacy",
    system: "Dovecot and LDAP servers",
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
    layout: "{CRAM-MD5}<hex>",
    pattern: /^\{[A-Za-z0-9., -]{3,20}\}[^\n\0]{1,1024}$/,
    reason: NOBODY,
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

interface CryptRow {
  readonly name: string;
  readonly system: string;
  /** What the text begins with. */
  readonly marker: string;
  readonly treatment?: "keep";
  readonly reason?: string;
  readonly reference: string;
}

/** FreeBSD's md5-crypt and Apache's, which differs in its marker only. */
function md5Crypt({ name, system, marker, reference, ...row }: CryptRow, as: "$1$" | "$apr1$"): HashFormat {
  return verifiable({
    name,
    system,
    scheme: as === "$1$" ? "md5-crypt" : "apr1",
    treatment: row.treatment ?? null,
    markers: [marker],
    layout: `${marker}<salt, up to 8>$<22 characters digest>`,
    parse: reads(
      layout(
        literal(marker),
        textWithout("salt", "$:\n", 0, 8),
        literal("$"),
        run("digest", CRYPT_CHARACTERS, 22),
      ),
      ({ salt, digest }) => recipe([{ kind: "md5-crypt", marker: as, salt: utf8(salt) }], utf8(digest)),
    ),
    reason: row.reason ?? NOT_VERIFIED,
    reference,
  });
}

/** crypt(3) raises fewer than 1000 rounds to 1000 before it writes them. */
function shaCrypt(
  { name, system, marker, reference, ...row }: CryptRow,
  digest: "sha256" | "sha512",
): HashFormat {
  const characters = SHA_CRYPT_CHARACTERS[digest];
  return verifiable({
    name,
    system,
    scheme: `${digest}-crypt`,
    treatment: row.treatment ?? null,
    markers: [marker],
    layout: `${marker}[rounds=<n>$]<salt, up to 16>$<${counted(characters, "character")} digest>`,
    parse: reads(
      layout(
        literal(marker),
        optional(sequence(literal("rounds="), decimal("rounds", { digits: 9, least: 1000 }), literal("$"))),
        textWithout("salt", "$:\n", 0, 16),
        literal("$"),
        run("text", CRYPT_CHARACTERS, characters),
      ),
      ({ rounds = SHA_CRYPT_DEFAULT_ROUNDS, salt, text }) =>
        recipe([{ kind: "sha-crypt", digest, rounds, salt: utf8(salt) }], utf8(text)),
    ),
    reason: row.reason ?? NOT_VERIFIED,
    reference,
  });
}

/** Ory Kratos' names for crypt(3)'s schemes. */
function kratosRow(scheme: "md5-crypt" | "sha256-crypt" | "sha512-crypt"): CryptRow {
  return {
    name: `kratos-${scheme}`,
    system: KRATOS_SYSTEM,
    marker: `$${scheme}$`,
    treatment: "keep",
    reason: `The ${scheme} of crypt(3) under another name; the service does not verify it.`,
    reference: KRATOS,
  };
}
