import { bytesOfCharacters, joined, utf8 } from "../../lib/bytes.js";
import { isWholeCryptBase64 } from "../../lib/crypt-base64.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import {
  base64Of,
  caseless,
  characters,
  decimal,
  either,
  hexOf,
  layout,
  literal,
  optional,
  run,
  sequence,
  textWithout,
} from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Reading, type Recipe, recipe, type Step } from "./recipe.js";
import { DOVECOT, JOHN } from "./references.js";
import { type FormatRow, recognised, verifiable } from "./row.js";

const DATABASE_LOGIN = "A database account's digest; the service does not verify it.";

const SHA1: Step = { kind: "digest", digest: "sha1" };
const SASLPREP: Step = { kind: "unicode", form: "SASLprep" };
const ROUNDS = decimal("rounds");
const WHOLE = { padding: "whole" } as const;
const PASSLIB = { alphabet: "passlib", padding: "none" } as const;
const UPPER_HEX = characters("0123456789ABCDEF");
const OTHER_VERIFIERS = sequence`${optional(sequence`;H:${hexOf("ofName", 16, 16, "any")}`)}${optional(sequence`;T:${hexOf("of12", 80, 80, "any")}`)}`;

/** Accounts of databases. */
export const ACCOUNT_FORMATS: readonly FormatRow[] = [
  verifiable("passlib-scram", "scram", {
    system: "passlib",
    layout: "$scram$<rounds>$<salt>$sha-1=<digest>[,sha-256=<digest>,…]",
    treatment: null,
    read: layout`$scram$${ROUNDS}$${base64Of("salt", { ...PASSLIB, least: 0 })}$sha-1=${passlibKey("sha1", 20)}${optional(sequence`,sha-256=${passlibKey("sha256", 32)}`)}${optional(sequence`,${textWithout("others", "\n\0", 1, 512)}`)}`,
    recipe: ofPasslibScram,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scram.html",
  }),
  verifiable("postgresql-scram", "scram", {
    system: "PostgreSQL 10 and later",
    layout: "SCRAM-SHA-256$<rounds>:<salt>$<stored key>:<server key>",
    treatment: null,
    read: layout`SCRAM-SHA-256$${ROUNDS}:${base64Of("salt", WHOLE)}$${key("stored", 32)}:${key("server", 32)}`,
    // What SASLprep refuses is hashed as it is.
    recipe: (parts) => ({ readings: [scramReading(parts, [SASLPREP]), scramReading(parts, [])] }),
    reason: DATABASE_LOGIN,
    reference: "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
  }),
  verifiable("brace-scram", "scram", {
    system: "Dovecot",
    layout: "{SCRAM-SHA-256}<rounds>,<salt>,<stored key>,<server key>",
    treatment: null,
    read: layout`${either(braceScram("{scram-sha-1}", 20), braceScram("{scram-sha-256}", 32))}`,
    recipe: (parts) => ({ readings: [scramReading(parts as ScramParts, [])] }),
    reference: DOVECOT,
  }),
  recognised("postgresql-md5", "md5", {
    system: "PostgreSQL before 14",
    layout: "md5<32 hex digits>",
    treatment: null,
    begins: "m",
    pattern: /^md5[0-9a-f]{32}$/,
    reason: "The digest covers the user's name as well, which the string does not carry.",
    reference: "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
  }),
  verifiable("mysql-native", "mysql", {
    system: "MySQL and MariaDB mysql_native_password, PASSWORD()",
    layout: "*<40 hex digits>",
    treatment: null,
    begins: "*",
    read: layout`*${hexOf("key", 20, 20, "any")}`,
    recipe: ({ key }) => recipe([SHA1, SHA1], key),
    reason: "Two fast digests, one over the other, without a salt; the service does not verify it.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mysql41.html",
  }),
  verifiable("mysql-caching-sha2", "mysql", {
    system: "MySQL 8 caching_sha2_password",
    layout: "$A$<rounds/1000 in hex>$<20 bytes salt><43 characters digest>",
    treatment: null,
    read: layout`$A$${run("thousands", UPPER_HEX, 3)}$${textWithout("salt", "\0", 20, 20)}${crypt("digest", 43)}`,
    fits: ({ thousands, digest }) => thousands !== "000" && isWholeCryptBase64(digest),
    recipe: ofCachingSha2,
    reason: DATABASE_LOGIN,
    reference: "https://dev.mysql.com/doc/refman/8.0/en/caching-sha2-pluggable-authentication.html",
  }),
  mssql("mssql", "0x0100", "sha1"),
  mssql("mssql-2012", "0x0200", "sha512"),
  verifiable("oracle-11g", "oracle", {
    system: "Oracle Database 11 and later",
    layout: "S:<60 hex digits>[;H:…][;T:…]",
    treatment: null,
    read: layout`S:${hexOf("key", 20, 20, "any")}${hexOf("salt", 10, 10, "any")}${OTHER_VERIFIERS}`,
    recipe: ({ salt, key }) => recipe([{ kind: "digest", digest: "sha1", after: salt }], key),
    reason: DATABASE_LOGIN,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.oracle11.html",
  }),
  verifiable("oracle-12c", "oracle", {
    system: "Oracle Database 12 and later",
    layout: "T:<160 hex digits>",
    treatment: null,
    read: layout`T:${hexOf("key", 64, 64, "any")}${hexOf("salt", 16, 16, "any")}`,
    recipe: ofOracle12,
    reason: DATABASE_LOGIN,
    reference: JOHN,
  }),
  recognised("oracle-verifiers", "oracle", {
    system: "Oracle Database, in another order or without S: and T:",
    layout: "H:<32 hex digits>[;S:…][;T:…]",
    treatment: null,
    last: true,
    markers: ["S:", "T:", "H:"],
    pattern:
      /^(?:H:[0-9A-F]{32}|S:[0-9A-F]{60}|T:[0-9A-F]{160})(?:;(?:H:[0-9A-F]{32}|S:[0-9A-F]{60}|T:[0-9A-F]{160})){0,2}$/i,
    reason: "H: is over the user's name; what comes after S: or T:, with it and alone, is verified.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.oracle11.html",
  }),
];

/** Two bytes for each character, and then the salt; what SQL Server 2000 adds is over the password in upper case. */
function mssql(name: string, mark: string, digest: DigestName) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable(name, "mssql", {
    system: mark === "0x0100" ? "Microsoft SQL Server 2000 to 2008" : "Microsoft SQL Server 2012 and later",
    layout: `${mark}<8 hex digits salt><${2 * DIGEST_BYTES[digest]} hex digits>`,
    treatment: null,
    begins: "0",
    read: layout`${literal(mark)}${hexOf("salt", 4, 4, "any")}${hexOf("key", bytes, bytes, "any")}${optional(hexOf("ofUpper", bytes, bytes, "any"))}`,
    fits: ({ ofUpper }) => mark === "0x0100" || ofUpper === undefined,
    recipe: ({ salt, key }) =>
      recipe(
        [
          { kind: "utf16le", from: "utf-8" },
          { kind: "digest", digest, after: salt },
        ],
        key,
      ),
    reason: "A database account's digest; the service does not verify it.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mssql2005.html",
  });
}

/** SHA-crypt with a salt that crypt(3) would cut. */
function ofCachingSha2({ thousands, salt, digest }: { thousands: string; salt: string; digest: string }): Recipe {
  const rounds = 1000 * Number.parseInt(thousands, 16);
  return recipe([{ kind: "sha-crypt", digest: "sha256", rounds, salt: bytesOfCharacters(salt) }], utf8(digest));
}

function ofOracle12({ salt, key }: { salt: Uint8Array; key: Uint8Array }): Recipe {
  const named = joined(salt, utf8("AUTH_PBKDF2_SPEEDY_KEY"));
  const derive = { kind: "pbkdf2", digest: "sha512", iterations: 4096, salt: named, length: 64 } as const;
  return recipe([derive, { kind: "digest", digest: "sha512", after: salt }], key);
}

/** Base64 of so many bytes. */
function key<Name extends string>(name: Name, bytes: number) {
  return base64Of(name, { ...WHOLE, least: bytes, most: bytes });
}

function passlibKey<Name extends string>(name: Name, bytes: number) {
  return base64Of(name, { ...PASSLIB, least: bytes, most: bytes });
}

function braceScram(mark: string, bytes: number) {
  return sequence`${caseless(mark)}${ROUNDS},${base64Of("salt", WHOLE)},${key("stored", bytes)},${key("server", bytes)}`;
}

interface ScramParts {
  readonly rounds: number;
  readonly salt: Uint8Array;
  readonly stored: Uint8Array;
  readonly server: Uint8Array;
}

/** Both keys count: the client asks for the second one. */
function scramReading({ rounds, salt, stored, server }: ScramParts, before: readonly Step[]): Reading {
  const digest = stored.length === DIGEST_BYTES.sha1 ? "sha1" : "sha256";
  const derive = { kind: "pbkdf2", digest, iterations: rounds, salt, length: stored.length } as const;
  return { steps: [...before, derive, { kind: "scram-keys", digest }], key: joined(stored, server) };
}

/** Salted passwords of several digests: passlib itself compares that of SHA-256, where there is one. */
function ofPasslibScram(parts: { rounds: number; salt: Uint8Array; sha1: Uint8Array; sha256?: Uint8Array }): Recipe {
  const { rounds, salt, sha1, sha256 } = parts;
  const [digest, key] = sha256 === undefined ? (["sha1", sha1] as const) : (["sha256", sha256] as const);
  return recipe([SASLPREP, { kind: "pbkdf2", digest, iterations: rounds, salt, length: key.length }], key);
}
