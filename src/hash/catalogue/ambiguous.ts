import { HASHCAT, KRATOS, SPRING, woltlab } from "./references.js";
import { type FormatRow, type Notes, recognised, type Writers } from "./row.js";

const HEX_DIGITS = "0123456789abcdefABCDEF";
const BASE64_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-";
const HEX_DIGEST_LENGTHS: ReadonlySet<number> = new Set([16, 32, 40, 56, 64, 96, 100, 128]);
const BASE64_DIGEST_LENGTHS: ReadonlySet<number> = new Set([22, 24, 28, 43, 44, 64, 86, 88]);

/** Digests that say too little of themselves. */
export const AMBIGUOUS_FORMATS = [
  recognised({
    name: "phpbb-combined",
    scheme: "ambiguous-digest",
    treatment: "keep",
    last: true,
    markers: ["$H\\2y$", "$H\\2a$", "$H\\2b$", "$H\\P$", "$H\\H$", "$H\\S$"],
    pattern: /^\$H\\[0-9A-Za-z\\]{1,16}(?:\$[^$\n\0]{1,64}){2,4}$/,
    reason: "Several hashes, one over another, in an order that phpBB's own update never writes.",
  }),
  recognised({
    name: "phpbb-converted",
    scheme: "ambiguous-digest",
    treatment: "keep",
    markers: ["CP", "md5_mybb", "md5_phpbb2", "md5_vb", "smf", "wcf1", "wcf2", "xf1"].map(
      (name) => `$${name}$`,
    ),
    pattern: /^\$(?:CP|md5_mybb|md5_phpbb2|md5_vb|smf|wcf[12]|xf1)\$[^\n\0]{1,256}$/,
    reason: "The other forum's digest, over parts that are in other columns or over another hash.",
  }),
  recognised({
    name: "mediawiki-layered",
    scheme: "ambiguous-digest",
    treatment: "keep",
    last: true,
    markers: [":pbkdf2-legacyA:", ":pbkdf2-legacyB:", ":layered:"],
    pattern: /^:(?:pbkdf2-legacy[AB]|layered):[^\n\0]{1,1024}$/,
    reason: "Several hashes, one over another, in an order that only the wiki's configuration tells.",
  }),
  recognised({
    name: "xenforo-imported",
    scheme: "ambiguous-digest",
    treatment: "keep",
    last: true,
    markers: ["a:"],
    pattern: /^a:[23]:\{s:4:"hash";s:(?:32|40|64):"[0-9a-f]{32,64}";[^\n\0]{1,512}\}$/,
    reason: "A fast digest as the other forum made it, which only the class in another column names.",
  }),
  recognised({
    name: "spring-md4",
    scheme: "md4",
    treatment: "keep",
    markers: ["{md4}"],
    pattern: /^\{MD4\}(?:\{[^{}\n\0]{0,256}\})?[0-9a-f]{32}$/,
    reason: "MD4 is no longer in OpenSSL; neither the service nor credport verifies it.",
  }),
  recognised({
    name: "kratos-hmac-md4",
    scheme: "md4",
    treatment: "keep",
    markers: ["$hmac-md4$"],
    pattern: /^\$hmac-md4\$[A-Za-z0-9+/]{43}=\$[A-Za-z0-9+/]{2,1366}={0,2}$/,
    reason: "MD4 is no longer in OpenSSL; neither the service nor credport verifies it.",
  }),
  recognised({
    name: "shiro2",
    scheme: "shiro",
    treatment: null,
    last: true,
    markers: ["$shiro2$"],
    pattern: /^\$shiro2\$[^\n\0]{1,512}$/,
    reason: "Neither the service nor credport verifies what Shiro 2 writes other than bcrypt and argon2.",
  }),
  recognised({
    name: "salted-digest",
    scheme: "ambiguous-digest",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    markers: [],
    begins: HEX_DIGITS,
    applies: (text) => text.includes(":"),
    pattern: /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):[^\n\0]{1,64}$/i,
    reason: "Several systems write this shape and combine digest and salt differently.",
  }),
  recognised({
    name: "hex-digest",
    scheme: "ambiguous-digest",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    markers: [],
    begins: HEX_DIGITS,
    applies: (text) => HEX_DIGEST_LENGTHS.has(text.length),
    pattern:
      /^(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{100}|[0-9a-f]{128})$/i,
    reason: "A length is all that can be told; a salt may be in another column.",
  }),
  recognised({
    name: "base64-digest",
    scheme: "ambiguous-digest",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    markers: [],
    begins: BASE64_CHARACTERS,
    applies: (text) => BASE64_DIGEST_LENGTHS.has(text.length),
    pattern:
      /^(?:[A-Za-z0-9+/_-]{22}(?:==)?|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{64}|[A-Za-z0-9+/_-]{86}(?:==)?)$/,
    reason: "A length is all that can be told; the other parts of the hash are in other columns.",
  }),
] satisfies readonly FormatRow[];

/** Who writes each: only who identifies a hash needs it. */
export const AMBIGUOUS_WRITERS: Writers<typeof AMBIGUOUS_FORMATS> = {
  "phpbb-combined": "phpBB 3.1 and later (an old hash hashed again, in another order)",
  "phpbb-converted": "phpBB 3.1 and later (users converted from other forums)",
  "mediawiki-layered": "MediaWiki (hashes hashed again in a wiki's own configuration)",
  "xenforo-imported": "XenForo (users imported from another forum)",
  "spring-md4": "Spring Security {MD4}",
  "kratos-hmac-md4": "Ory Kratos (users imported from elsewhere)",
  shiro2: "Apache Shiro 2",
  "salted-digest": "Joomla, vBulletin, osCommerce, PrestaShop and others",
  "hex-digest": "any: MD5, MD4, NTLM, SHA-1, SHA-2, old MySQL",
  "base64-digest":
    "any: Symfony, Stytch, Keycloak, Firebase and others keep a bare base64 digest beside its salt",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const AMBIGUOUS_NOTES: Notes<typeof AMBIGUOUS_FORMATS> = {
  "phpbb-combined": {
    layout: "$H\\<schemes>$<settings of each>$<digest>",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/helper.php",
  },
  "phpbb-converted": {
    layout: "$wcf2$$2a$…, $md5_vb$<hex>, $CP$<hex>",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/driver",
  },
  "mediawiki-layered": {
    layout: ":layered:…",
    reference: "https://www.mediawiki.org/wiki/Manual:Password_hashing",
  },
  "xenforo-imported": {
    layout: 'a:2:{s:4:"hash";s:32:"<hex>";s:4:"salt";s:<n>:"<salt>";}',
    reference: /* @__PURE__ */ woltlab("Xf1.class.php"),
  },
  "spring-md4": { layout: "{MD4}{<salt>}<32 hex digits>", reference: SPRING },
  "kratos-hmac-md4": { layout: "$hmac-md4$<base64 of the hex digest>$<base64 key>", reference: KRATOS },
  shiro2: { layout: "$shiro2$<algorithm>$…", reference: "https://shiro.apache.org/command-line-hasher.html" },
  "salted-digest": { layout: "<hex digest>:<salt>", reference: HASHCAT },
  "hex-digest": { layout: "16, 32, 40, 56, 64, 96, 100 or 128 hex digits", reference: HASHCAT },
  "base64-digest": { layout: "base64 of 16, 20, 32, 48 or 64 bytes", reference: HASHCAT },
};
