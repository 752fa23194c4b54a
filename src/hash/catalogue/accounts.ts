import { DOVECOT, HASHCAT } from "./references.js";
import { type FormatRow, recognised } from "./row.js";
import { suffixed } from "./suffixed.js";

const DATABASE = "A database account, not an application's user; neither the service nor credport verifies it.";
const UNVERIFIED = "Neither the service nor credport verifies it.";

/** Accounts of databases and network devices. */
export const ACCOUNT_FORMATS: readonly FormatRow[] = [
  recognised("passlib-scram", "scram", {
    system: "passlib",
    layout: "$scram$<rounds>$<salt>$sha-1=<digest>,…",
    treatment: null,
    markers: ["$scram$"],
    pattern: /^\$scram\$[1-9][0-9]{0,9}\$[./A-Za-z0-9]{0,1366}\$[a-z0-9-]{1,16}=[./A-Za-z0-9,=-]{1,1024}$/,
    reason: UNVERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scram.html",
  }),
  recognised("postgresql-scram", "scram", {
    system: "PostgreSQL 10 and later",
    layout: "SCRAM-SHA-256$<rounds>:<salt>$<stored key>:<server key>",
    treatment: null,
    markers: ["SCRAM-SHA-256$"],
    pattern: /^SCRAM-SHA-256\$[1-9][0-9]{0,9}:[A-Za-z0-9+/]{1,128}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
    reason: DATABASE,
    reference: "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
  }),
  recognised("brace-scram", "scram", {
    system: "Dovecot",
    layout: "{SCRAM-SHA-256}<rounds>,<salt>,<stored key>,<server key>",
    treatment: null,
    markers: ["scram-sha-1", "scram-sha-256"].flatMap(suffixed).map((name) => `{${name}}`),
    pattern: /^\{SCRAM-SHA-(?:1|256)(?:\.(?:b64|base64|hex))?\}[^\n]{1,1024}$/i,
    reason: UNVERIFIED,
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
  recognised("mysql-native", "mysql", {
    system: "MySQL and MariaDB mysql_native_password",
    layout: "*<40 hex digits>",
    treatment: null,
    begins: "*",
    pattern: /^\*[0-9A-Fa-f]{40}$/,
    reason: DATABASE,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mysql41.html",
  }),
  recognised("mysql-caching-sha2", "mysql", {
    system: "MySQL 8 caching_sha2_password",
    layout: "$A$<rounds/1000 in hex>$<20 bytes salt><43 characters digest>",
    treatment: null,
    markers: ["$A$"],
    pattern: /^\$A\$[0-9A-F]{3}\$[^\0]{20}[./0-9A-Za-z]{43}$/,
    reason: DATABASE,
    reference: "https://dev.mysql.com/doc/refman/8.0/en/caching-sha2-pluggable-authentication.html",
  }),
  recognised("mssql", "mssql", {
    system: "Microsoft SQL Server",
    layout: "0x0100<hex> or 0x0200<hex>",
    treatment: null,
    begins: "0",
    pattern: /^0x0[12]00(?:[0-9A-Fa-f]{48}|[0-9A-Fa-f]{88}|[0-9A-Fa-f]{136})$/,
    reason: DATABASE,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mssql2005.html",
  }),
  recognised("oracle-11g", "oracle", {
    system: "Oracle Database",
    layout: "S:<60 hex digits>[;H:…][;T:…]",
    treatment: null,
    markers: ["S:", "T:", "H:"],
    pattern: /^[SHT]:[0-9A-Fa-f]{32,160}(?:;[SHT]:[0-9A-Fa-f]{32,160}){0,2}$/,
    reason: DATABASE,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.oracle11.html",
  }),
  recognised("cisco-type-8", "cisco", {
    system: "Cisco IOS type 8 (pbkdf2) and 9 (scrypt)",
    layout: "$8$<14 characters salt>$<43 characters digest>",
    treatment: null,
    markers: ["$8$", "$9$"],
    pattern: /^\$[89]\$[./0-9A-Za-z]{14}\$[./0-9A-Za-z]{43}$/,
    reason: UNVERIFIED,
    reference: HASHCAT,
  }),
];
