import {
  decodeBsonBinary,
  decodeDumpedHex,
  decodeLdif,
  decodeMd5Crypt,
  decodeSuffixed,
  decodeSuffixedDesCrypt,
  decodeSuffixedPbkdf2,
  decodeSuffixedScram,
  decodeWholeBase64,
  mayHoldBrace,
  mayHoldDollar,
} from "./decode.js";
import { DOVECOT, LDAP } from "./references.js";
import { decode, type FormatRow, strip } from "./row.js";
import { ARGON2, BCRYPT, CRYPT } from "./standard-beginnings.js";
import { suffixed } from "./suffixed.js";

const OPENLDAP_APR1 = "https://git.openldap.org/openldap/openldap contrib/slapd-modules/passwd/apr1.c";

/** What is inside Dovecot's encoded schemes, by their names in lower case. */
const DOVECOT_INNER: Readonly<Record<string, readonly string[]>> = {
  crypt: CRYPT,
  "blf-crypt": BCRYPT,
  argon2i: ["$argon2i$"],
  argon2id: ["$argon2id$"],
  md5: ["$1$"],
  "md5-crypt": ["$1$"],
  "sha256-crypt": ["$5$"],
  "sha512-crypt": ["$6$"],
};

/** Wrappings around hashes of more than one scheme. */
export const WRAPPINGS: readonly FormatRow[] = [
  strip("ldap-crypt", {
    system: "OpenLDAP, Dovecot and other LDAP servers",
    layout: "{CRYPT}$2y$… or another crypt(3) hash",
    markers: ["{crypt}"],
    inner: CRYPT,
    reason: "The rest is what crypt(3) writes; it is imported where it is bcrypt or argon2.",
    reference: LDAP,
  }),
  strip("dovecot-md5-crypt", {
    system: "Dovecot",
    layout: "{MD5-CRYPT}$1$… or {MD5}$1$…",
    markers: ["{md5-crypt}", "{md5}"],
    // After {MD5} a bare digest comes as well.
    applies: (text) => !/^\{md5\}[^$]/i.test(text),
    inner: ["$1$"],
    reason: "The rest is md5-crypt, which the service does not verify.",
    reference: DOVECOT,
  }),
  decode("openldap-apr1", {
    system: "OpenLDAP pw-apr1",
    layout: "{APR1}<base64 of 16 bytes digest and the salt>",
    markers: ["{apr1}"],
    decode: (text) => decodeMd5Crypt(text, "$apr1$"),
    inner: ["$apr1$"],
    reason: "The payload is apr1 in bytes, which the service does not verify.",
    reference: OPENLDAP_APR1,
  }),
  decode("openldap-bsdmd5", {
    system: "OpenLDAP pw-apr1",
    layout: "{BSDMD5}<base64 of 16 bytes digest and the salt>",
    markers: ["{bsdmd5}"],
    decode: (text) => decodeMd5Crypt(text, "$1$"),
    inner: ["$1$"],
    reason: "The payload is md5-crypt in bytes, which the service does not verify.",
    reference: OPENLDAP_APR1,
  }),
  strip("389ds-gost-yescrypt", {
    system: "389 Directory Server",
    layout: "{GOST_YESCRYPT}$gy$…",
    markers: ["{gost_yescrypt}"],
    inner: ["$gy$"],
    reason: "The rest is gost-yescrypt, which the service does not verify.",
    reference: "https://github.com/389ds/389-ds-base ldap/servers/plugins/pwdstorage/gost_yescrypt.c",
  }),
  strip("dovecot-sha256-crypt", {
    system: "Dovecot",
    layout: "{SHA256-CRYPT}$5$…",
    markers: ["{sha256-crypt}"],
    inner: ["$5$"],
    reason: "The rest is sha256-crypt, which the service does not verify.",
    reference: DOVECOT,
  }),
  strip("dovecot-sha512-crypt", {
    system: "Dovecot",
    layout: "{SHA512-CRYPT}$6$…",
    markers: ["{sha512-crypt}"],
    inner: ["$6$"],
    reason: "The rest is sha512-crypt, which the service does not verify.",
    reference: DOVECOT,
  }),
  decode("dovecot-encoded-pbkdf2", {
    system: "Dovecot",
    layout: "{PBKDF2.b64}<base64 of $1$<salt>$<rounds>$<40 hex digits>>",
    markers: encodedMarkers("pbkdf2"),
    decode: decodeSuffixedPbkdf2,
    inner: ["{PBKDF2}$1$"],
    holdsLdapValue: true,
    reason: "The payload is an encoding of Dovecot's pbkdf2, which only its name tells from md5-crypt.",
    reference: DOVECOT,
  }),
  decode("dovecot-encoded-scram", {
    system: "Dovecot",
    layout: "{SCRAM-SHA-256.b64}<base64 of what comes after {SCRAM-SHA-256}>; suffixes .b64, .base64 and .hex",
    markers: ["scram-sha-1", "scram-sha-256"].flatMap(encodedMarkers),
    decode: decodeSuffixedScram,
    inner: ["{scram-sha-"],
    holdsLdapValue: true,
    reason: "The payload is an encoding of SCRAM's keys.",
    reference: DOVECOT,
  }),
  decode("dovecot-encoded", {
    system: "Dovecot",
    layout: "{BLF-CRYPT.b64}<base64 of $2y$…>; suffixes .b64, .base64 and .hex",
    markers: Object.keys(DOVECOT_INNER).flatMap(encodedMarkers),
    decode: (text) => decodeSuffixed(text, DOVECOT_INNER),
    inner: CRYPT,
    reason: "The payload is an encoding of the hash that the name says.",
    reference: DOVECOT,
  }),
  decode("dovecot-encoded-des-crypt", {
    system: "Dovecot",
    layout: "{DES-CRYPT.b64}<base64 of 2 characters salt and 11 characters digest>; suffixes .b64, .base64 and .hex",
    markers: ["des-crypt", "crypt"].flatMap(encodedMarkers),
    decode: decodeSuffixedDesCrypt,
    inner: ["{DES-CRYPT}"],
    holdsLdapValue: true,
    reason: "The payload is an encoding of thirteen characters that only its name tells to be des-crypt.",
    reference: DOVECOT,
  }),
  decode("ldif-base64", {
    system: "LDIF exports of any LDAP server",
    layout: "userPassword:: <base64 of {CRYPT}$2y$…>, userPassword: {CRYPT}$2y$…",
    markers: ["userPassword:", "userpassword:", "::"],
    decode: decodeLdif,
    inner: [""],
    holdsLdapValue: true,
    reason: "LDIF writes a value in base64 after two colons, or as it is after one.",
    reference: "https://www.rfc-editor.org/rfc/rfc2849",
  }),
  strip("shiro2-standard", {
    system: "Apache Shiro 2",
    layout: "$shiro2$2y$<cost>$…, $shiro2$argon2id$v=19$…",
    markers: ["$shiro2$"],
    skip: "$shiro2".length,
    inner: ["$2a$", "$2b$", "$2y$", ...ARGON2],
    reason: "The rest is a standard hash of the password.",
    reference:
      "https://github.com/apache/shiro crypto/hash/src/main/java/org/apache/shiro/crypto/hash/format/Shiro2CryptFormat.java",
  }),
  decode("bson-binary", {
    system: "MongoDB Extended JSON exports of a hash that is kept as bytes",
    layout: '{"$binary":{"base64":"<base64 of $2b$…>","subType":"00"}}',
    begins: "{",
    applies: (text) => /^\{\s{0,8}"\$binary"/.test(text),
    decode: decodeBsonBinary,
    inner: [...BCRYPT, ...ARGON2],
    reason: "The bytes are the text of a standard hash of the password.",
    reference: "https://github.com/mongodb/specifications source/extended-json/extended-json.md",
  }),
  decode("dumped-hex", {
    system: "PostgreSQL bytea, MySQL and SQL Server binary columns, as their dumps write them",
    layout: "\\x<hex of $2b$… or $argon2…>, 0x<the same>",
    begins: "\\0",
    applies: (text) => text.startsWith("\\x24") || text.startsWith("0x24"),
    decode: decodeDumpedHex,
    inner: [...BCRYPT, ...ARGON2],
    reason: "The bytes are the text of a standard hash of the password.",
    reference: "https://www.postgresql.org/docs/current/datatype-binary.html",
  }),
  decode("base64-hash", {
    system: "Firebase import files and other JSON exports: the whole hash string in base64",
    layout: "<base64 of $2b$… or $argon2…>",
    begins: "J",
    applies: mayHoldDollar,
    decode: (text) => decodeWholeBase64(text, 0),
    inner: [...BCRYPT, ...ARGON2],
    reason: "The text is base64 of a standard hash of the password.",
    reference: "https://github.com/firebase/firebase-tools/issues/248",
  }),
  decode("ldif-value", {
    system: "LDIF exports of any LDAP server, the value alone",
    layout: "<base64 of {CRYPT}$2y$…>",
    begins: "e",
    applies: mayHoldBrace,
    decode: (text) => decodeWholeBase64(text, 0),
    inner: ["{"],
    holdsLdapValue: true,
    reason: "The text is base64 of an LDAP password value.",
    reference: "https://www.rfc-editor.org/rfc/rfc2849",
  }),
];

/** A scheme's name with each of Dovecot's suffixes. */
function encodedMarkers(name: string): readonly string[] {
  return suffixed(name)
    .slice(1)
    .map((marker) => `{${marker}}`);
}
