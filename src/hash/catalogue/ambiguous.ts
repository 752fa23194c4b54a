import { HASHCAT, woltlab } from "./references.js";
import { type FormatRow, recognised } from "./row.js";

const HEX_DIGITS = "0123456789abcdefABCDEF";
const BASE64_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-";
const HEX_DIGEST_LENGTHS: ReadonlySet<number> = new Set([16, 32, 40, 56, 64, 96, 100, 128]);
const BASE64_DIGEST_LENGTHS: ReadonlySet<number> = new Set([22, 24, 28, 43, 44, 64, 86, 88]);

/** Digests that say too little of themselves. */
export const AMBIGUOUS_FORMATS: readonly FormatRow[] = [
  recognised("phpbb-combined", "ambiguous-digest", {
    system: "phpBB 3.1 and later (an old hash hashed again, in another order)",
    layout: "$H\\<schemes>$<settings of each>$<digest>",
    last: true,
    markers: ["$H\\2y$", "$H\\2a$", "$H\\2b$", "$H\\P$", "$H\\H$", "$H\\S$"],
    pattern: /^\$H\\[0-9A-Za-z\\]{1,16}(?:\$[^$\n\0]{1,64}){2,4}$/,
    reason: "Several hashes, one over another, in an order that phpBB's own update never writes.",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/helper.php",
  }),
  recognised("phpbb-converted", "ambiguous-digest", {
    system: "phpBB 3.1 and later (users converted from other forums)",
    layout: "$wcf2$$2a$…, $md5_vb$<hex>, $CP$<hex>",
    markers: ["CP", "md5_mybb", "md5_phpbb2", "md5_vb", "smf", "wcf1", "wcf2", "xf1"].map((name) => `$${name}$`),
    pattern: /^\$(?:CP|md5_mybb|md5_phpbb2|md5_vb|smf|wcf[12]|xf1)\$[^\n\0]{1,256}$/,
    reason: "The other forum's digest, over parts that are in other columns or over another hash.",
    reference: "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/driver",
  }),
  recognised("mediawiki-layered", "ambiguous-digest", {
    system: "MediaWiki (hashes hashed again in a wiki's own configuration)",
    layout: ":layered:…",
    last: true,
    markers: [":pbkdf2-legacyA:", ":pbkdf2-legacyB:", ":layered:"],
    pattern: /^:(?:pbkdf2-legacy[AB]|layered):[^\n\0]{1,1024}$/,
    reason: "Several hashes, one over another, in an order that only the wiki's configuration tells.",
    reference: "https://www.mediawiki.org/wiki/Manual:Password_hashing",
  }),
  recognised("xenforo-imported", "ambiguous-digest", {
    system: "XenForo (users imported from another forum)",
    layout: 'a:2:{s:4:"hash";s:32:"<hex>";s:4:"salt";s:<n>:"<salt>";}',
    last: true,
    markers: ["a:"],
    pattern: /^a:[23]:\{s:4:"hash";s:(?:32|40|64):"[0-9a-f]{32,64}";[^\n\0]{1,512}\}$/,
    reason: "A fast digest as the other forum made it, which only the class in another column names.",
    reference: woltlab("Xf1.class.php"),
  }),
  recognised("shiro2", "shiro", {
    system: "Apache Shiro 2",
    layout: "$shiro2$<algorithm>$…",
    treatment: null,
    last: true,
    markers: ["$shiro2$"],
    pattern: /^\$shiro2\$[^\n\0]{1,512}$/,
    reason: "Neither the service nor credport verifies what Shiro 2 writes other than bcrypt and argon2.",
    reference: "https://shiro.apache.org/command-line-hasher.html",
  }),
  recognised("salted-digest", "ambiguous-digest", {
    system: "Joomla, vBulletin, osCommerce, PrestaShop, ColdFusion, FileZilla Server and others",
    layout: "<hex digest>:<salt>",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    begins: HEX_DIGITS,
    applies: (text) => text.includes(":"),
    pattern: /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):[^\n\0]{1,64}$/i,
    reason: "Several systems write this shape and combine digest and salt differently.",
    reference: HASHCAT,
  }),
  recognised("hex-digest", "ambiguous-digest", {
    system: "any: MD5, MD4, NTLM, LM, SHA-1, SHA-2, MySQL before 4.1, Oracle before 11, Domino 5, SAP CODVN B",
    layout: "16, 32, 40, 56, 64, 96, 100 or 128 hex digits",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    begins: HEX_DIGITS,
    applies: (text) => HEX_DIGEST_LENGTHS.has(text.length),
    pattern:
      /^(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{100}|[0-9a-f]{128})$/i,
    reason: "A length is all that can be told; a salt may be in another column.",
    reference: HASHCAT,
  }),
  recognised("base64-digest", "ambiguous-digest", {
    system:
      "any: Symfony, Stytch, Keycloak, Firebase and others keep a bare base64 digest beside its salt; PeopleSoft, Cisco type 4",
    layout: "base64 of 16, 20, 32, 48 or 64 bytes",
    treatment: null,
    last: true,
    problem: "scheme/ambiguous",
    begins: BASE64_CHARACTERS,
    applies: (text) => BASE64_DIGEST_LENGTHS.has(text.length),
    pattern:
      /^(?:[A-Za-z0-9+/_-]{22}(?:==)?|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{64}|[A-Za-z0-9+/_-]{86}(?:==)?)$/,
    reason: "A length is all that can be told; the other parts of the hash are in other columns.",
    reference: HASHCAT,
  }),
];
