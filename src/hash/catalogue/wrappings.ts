import {
  decodeBsonBinary,
  decodeDumpedHex,
  decodeLdif,
  decodeMd5Crypt,
  decodeSuffixed,
  decodeSuffixedDesCrypt,
  decodeSuffixedPbkdf2,
  decodeWholeBase64,
  mayHoldBrace,
  mayHoldDollar,
} from "./decode.js";
import { DOVECOT, LDAP } from "./references.js";
import { decode, type FormatRow, type Notes, strip, type Writers } from "./row.js";
import { ARGON2, BCRYPT, CRYPT } from "./standard-beginnings.js";
import { suffixed } from "./suffixed.js";

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
export const WRAPPINGS = [
  strip({ name: "ldap-crypt", markers: ["{crypt}"], skip: "braces", inner: CRYPT }),
  strip({
    name: "dovecot-md5-crypt",
    markers: ["{md5-crypt}", "{md5}"],
    skip: "braces",
    // After {MD5} a bare digest comes as well.
    applies: (text) => !/^\{md5\}[^$]/i.test(text),
    inner: ["$1$"],
  }),
  decode({
    name: "openldap-apr1",
    markers: ["{apr1}"],
    decode: (text) => decodeMd5Crypt(text, "$apr1$"),
    inner: ["$apr1$"],
  }),
  decode({
    name: "openldap-bsdmd5",
    markers: ["{bsdmd5}"],
    decode: (text) => decodeMd5Crypt(text, "$1$"),
    inner: ["$1$"],
  }),
  strip({ name: "389ds-gost-yescrypt", markers: ["{gost_yescrypt}"], skip: "braces", inner: ["$gy$"] }),
  strip({ name: "dovecot-sha256-crypt", markers: ["{sha256-crypt}"], skip: "braces", inner: ["$5$"] }),
  strip({ name: "dovecot-sha512-crypt", markers: ["{sha512-crypt}"], skip: "braces", inner: ["$6$"] }),
  decode({
    name: "dovecot-encoded-pbkdf2",
    markers: encodedMarkers("pbkdf2"),
    decode: decodeSuffixedPbkdf2,
    inner: ["{PBKDF2}$1$"],
    holdsLdapValue: true,
  }),
  decode({
    name: "dovecot-encoded",
    markers: Object.keys(DOVECOT_INNER).flatMap(encodedMarkers),
    decode: (text) => decodeSuffixed(text, DOVECOT_INNER),
    inner: CRYPT,
  }),
  decode({
    name: "dovecot-encoded-des-crypt",
    markers: ["des-crypt", "crypt"].flatMap(encodedMarkers),
    decode: decodeSuffixedDesCrypt,
    inner: ["{DES-CRYPT}"],
    holdsLdapValue: true,
  }),
  decode({
    name: "ldif-base64",
    markers: ["userPassword:", "userpassword:", "::"],
    decode: decodeLdif,
    inner: [""],
    holdsLdapValue: true,
  }),
  strip({
    name: "shiro2-standard",
    markers: ["$shiro2$"],
    skip: "$shiro2".length,
    inner: ["$2a$", "$2b$", "$2y$", ...ARGON2],
  }),
  decode({
    name: "bson-binary",
    markers: [],
    begins: "{",
    applies: (text) => /^\{\s{0,8}"\$binary"/.test(text),
    decode: decodeBsonBinary,
    inner: [...BCRYPT, ...ARGON2],
  }),
  decode({
    name: "dumped-hex",
    markers: [],
    begins: "\\0",
    applies: (text) => text.startsWith("\\x24") || text.startsWith("0x24"),
    decode: decodeDumpedHex,
    inner: [...BCRYPT, ...ARGON2],
  }),
  decode({
    name: "base64-hash",
    markers: [],
    begins: "J",
    applies: mayHoldDollar,
    decode: (text) => decodeWholeBase64(text, 0),
    inner: [...BCRYPT, ...ARGON2],
  }),
  decode({
    name: "ldif-value",
    markers: [],
    begins: "e",
    applies: mayHoldBrace,
    decode: (text) => decodeWholeBase64(text, 0),
    inner: ["{"],
    holdsLdapValue: true,
  }),
] satisfies readonly FormatRow[];

/** A scheme's name with each of Dovecot's suffixes. */
function encodedMarkers(name: string): readonly string[] {
  return suffixed(name)
    .slice(1)
    .map((marker) => `{${marker}}`);
}

const OPENLDAP_APR1 = "https://git.openldap.org/openldap/openldap contrib/slapd-modules/passwd/apr1.c";

/** Who writes each: only who identifies a hash needs it. */
export const WRAPPING_WRITERS: Writers<typeof WRAPPINGS> = {
  "ldap-crypt": "OpenLDAP, Dovecot and other LDAP servers",
  "dovecot-md5-crypt": "Dovecot",
  "openldap-apr1": "OpenLDAP pw-apr1",
  "openldap-bsdmd5": "OpenLDAP pw-apr1",
  "389ds-gost-yescrypt": "389 Directory Server",
  "dovecot-sha256-crypt": "Dovecot",
  "dovecot-sha512-crypt": "Dovecot",
  "dovecot-encoded-pbkdf2": "Dovecot",
  "dovecot-encoded": "Dovecot",
  "dovecot-encoded-des-crypt": "Dovecot",
  "ldif-base64": "LDIF exports of any LDAP server",
  "shiro2-standard": "Apache Shiro 2",
  "bson-binary": "MongoDB Extended JSON exports of a hash that is kept as bytes",
  "dumped-hex": "PostgreSQL bytea, MySQL and SQL Server binary columns, as their dumps write them",
  "base64-hash": "Firebase import files and other JSON exports: the whole hash string in base64",
  "ldif-value": "LDIF exports of any LDAP server, the value alone",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const WRAPPING_NOTES: Notes<typeof WRAPPINGS> = {
  "ldap-crypt": {
    layout: "{CRYPT}$2y$… or another crypt(3) hash",
    reason: "The rest is what crypt(3) writes; it is imported where it is bcrypt or argon2.",
    reference: LDAP,
  },
  "dovecot-md5-crypt": {
    layout: "{MD5-CRYPT}$1$… or {MD5}$1$…",
    reason: "The rest is md5-crypt, which the service does not verify.",
    reference: DOVECOT,
  },
  "openldap-apr1": {
    layout: "{APR1}<base64 of 16 bytes digest and the salt>",
    reason: "The payload is apr1 in bytes, which the service does not verify.",
    reference: OPENLDAP_APR1,
  },
  "openldap-bsdmd5": {
    layout: "{BSDMD5}<base64 of 16 bytes digest and the salt>",
    reason: "The payload is md5-crypt in bytes, which the service does not verify.",
    reference: OPENLDAP_APR1,
  },
  "389ds-gost-yescrypt": {
    layout: "{GOST_YESCRYPT}$gy$…",
    reason: "The rest is gost-yescrypt, which no kept JavaScript library computes.",
    reference: "https://github.com/389ds/389-ds-base ldap/servers/plugins/pwdstorage/gost_yescrypt.c",
  },
  "dovecot-sha256-crypt": {
    layout: "{SHA256-CRYPT}$5$…",
    reason: "The rest is sha256-crypt, which the service does not verify.",
    reference: DOVECOT,
  },
  "dovecot-sha512-crypt": {
    layout: "{SHA512-CRYPT}$6$…",
    reason: "The rest is sha512-crypt, which the service does not verify.",
    reference: DOVECOT,
  },
  "dovecot-encoded-pbkdf2": {
    layout: "{PBKDF2.b64}<base64 of $1$<salt>$<rounds>$<40 hex digits>>",
    reason: "The payload is an encoding of Dovecot's pbkdf2, which only its name tells from md5-crypt.",
    reference: DOVECOT,
  },
  "dovecot-encoded": {
    layout: "{BLF-CRYPT.b64}<base64 of $2y$…>; suffixes .b64, .base64 and .hex",
    reason: "The payload is an encoding of the hash that the name says.",
    reference: DOVECOT,
  },
  "dovecot-encoded-des-crypt": {
    layout:
      "{DES-CRYPT.b64}<base64 of 2 characters salt and 11 characters digest>; suffixes .b64, .base64 and .hex",
    reason: "The payload is an encoding of thirteen characters that only its name tells to be des-crypt.",
    reference: DOVECOT,
  },
  "ldif-base64": {
    layout: "userPassword:: <base64 of {CRYPT}$2y$…>, userPassword: {CRYPT}$2y$…",
    reason: "LDIF writes a value in base64 after two colons, or as it is after one.",
    reference: "https://www.rfc-editor.org/rfc/rfc2849",
  },
  "shiro2-standard": {
    layout: "$shiro2$2y$<cost>$…, $shiro2$argon2id$v=19$…",
    reason: "The rest is a standard hash of the password.",
    reference:
      "https://github.com/apache/shiro crypto/hash/src/main/java/org/apache/shiro/crypto/hash/format/Shiro2CryptFormat.java",
  },
  "bson-binary": {
    layout: '{"$binary":{"base64":"<base64 of $2b$…>","subType":"00"}}',
    reason: "The bytes are the text of a standard hash of the password.",
    reference: "https://github.com/mongodb/specifications source/extended-json/extended-json.md",
  },
  "dumped-hex": {
    layout: "\\x<hex of $2b$… or $argon2…>, 0x<the same>",
    reason: "The bytes are the text of a standard hash of the password.",
    reference: "https://www.postgresql.org/docs/current/datatype-binary.html",
  },
  "base64-hash": {
    layout: "<base64 of $2b$… or $argon2…>",
    reason: "The text is base64 of a standard hash of the password.",
    reference: "https://github.com/firebase/firebase-tools/issues/248",
  },
  "ldif-value": {
    layout: "<base64 of {CRYPT}$2y$…>",
    reason: "The text is base64 of an LDAP password value.",
    reference: "https://www.rfc-editor.org/rfc/rfc2849",
  },
};
