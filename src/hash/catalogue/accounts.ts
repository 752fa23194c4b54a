import { DOVECOT, HASHCAT } from "./references.js";
import { type FormatRow, type Notes, recognised, type Writers } from "./row.js";
import { suffixed } from "./suffixed.js";

const DATABASE =
  "A database account, not an application's user; neither the service nor credport verifies it.";
const UNVERIFIED = "Neither the service nor credport verifies it.";

/** Accounts of databases and network devices. */
export const ACCOUNT_FORMATS = [
  recognised({
    name: "passlib-scram",
    scheme: "scram",
    treatment: null,
    markers: ["$scram$"],
    pattern: /^\$scram\$[1-9][0-9]{0,9}\$[./A-Za-z0-9]{0,1366}\$[a-z0-9-]{1,16}=[./A-Za-z0-9,=-]{1,1024}$/,
    reason: UNVERIFIED,
  }),
  recognised({
    name: "postgresql-scram",
    scheme: "scram",
    treatment: null,
    markers: ["SCRAM-SHA-256$"],
    pattern:
      /^SCRAM-SHA-256\$[1-9][0-9]{0,9}:[A-Za-z0-9+/]{1,128}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
    reason: DATABASE,
  }),
  recognised({
    name: "brace-scram",
    scheme: "scram",
    treatment: null,
    markers: ["scram-sha-1", "scram-sha-256"].flatMap(suffixed).map((name) => `{${name}}`),
    pattern: /^\{SCRAM-SHA-(?:1|256)(?:\.(?:b64|base64|hex))?\}[^\n]{1,1024}$/i,
    reason: UNVERIFIED,
  }),
  recognised({
    name: "postgresql-md5",
    scheme: "md5",
    treatment: null,
    markers: [],
    begins: "m",
    pattern: /^md5[0-9a-f]{32}$/,
    reason: "The digest covers the user's name as well, which the string does not carry.",
  }),
  recognised({
    name: "mysql-native",
    scheme: "mysql",
    treatment: null,
    markers: [],
    begins: "*",
    pattern: /^\*[0-9A-Fa-f]{40}$/,
    reason: DATABASE,
  }),
  recognised({
    name: "mysql-caching-sha2",
    scheme: "mysql",
    treatment: null,
    markers: ["$A$"],
    pattern: /^\$A\$[0-9A-F]{3}\$[^\0]{20}[./0-9A-Za-z]{43}$/,
    reason: DATABASE,
  }),
  recognised({
    name: "mssql",
    scheme: "mssql",
    treatment: null,
    markers: [],
    begins: "0",
    pattern: /^0x0[12]00(?:[0-9A-Fa-f]{48}|[0-9A-Fa-f]{88}|[0-9A-Fa-f]{136})$/,
    reason: DATABASE,
  }),
  recognised({
    name: "oracle-11g",
    scheme: "oracle",
    treatment: null,
    markers: ["S:", "T:", "H:"],
    pattern: /^[SHT]:[0-9A-Fa-f]{32,160}(?:;[SHT]:[0-9A-Fa-f]{32,160}){0,2}$/,
    reason: DATABASE,
  }),
  recognised({
    name: "cisco-type-8",
    scheme: "cisco",
    treatment: null,
    markers: ["$8$", "$9$"],
    pattern: /^\$[89]\$[./0-9A-Za-z]{14}\$[./0-9A-Za-z]{43}$/,
    reason: UNVERIFIED,
  }),
] satisfies readonly FormatRow[];

/** Who writes each: only who identifies a hash needs it. */
export const ACCOUNT_WRITERS: Writers<typeof ACCOUNT_FORMATS> = {
  "passlib-scram": "passlib",
  "postgresql-scram": "PostgreSQL 10 and later",
  "brace-scram": "Dovecot",
  "postgresql-md5": "PostgreSQL before 14",
  "mysql-native": "MySQL and MariaDB mysql_native_password",
  "mysql-caching-sha2": "MySQL 8 caching_sha2_password",
  mssql: "Microsoft SQL Server",
  "oracle-11g": "Oracle Database",
  "cisco-type-8": "Cisco IOS type 8 (pbkdf2) and 9 (scrypt)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const ACCOUNT_NOTES: Notes<typeof ACCOUNT_FORMATS> = {
  "passlib-scram": {
    layout: "$scram$<rounds>$<salt>$sha-1=<digest>,…",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scram.html",
  },
  "postgresql-scram": {
    layout: "SCRAM-SHA-256$<rounds>:<salt>$<stored key>:<server key>",
    reference: "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
  },
  "brace-scram": { layout: "{SCRAM-SHA-256}<rounds>,<salt>,<stored key>,<server key>", reference: DOVECOT },
  "postgresql-md5": {
    layout: "md5<32 hex digits>",
    reference: "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
  },
  "mysql-native": {
    layout: "*<40 hex digits>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mysql41.html",
  },
  "mysql-caching-sha2": {
    layout: "$A$<rounds/1000 in hex>$<20 bytes salt><43 characters digest>",
    reference: "https://dev.mysql.com/doc/refman/8.0/en/caching-sha2-pluggable-authentication.html",
  },
  mssql: {
    layout: "0x0100<hex> or 0x0200<hex>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.mssql2005.html",
  },
  "oracle-11g": {
    layout: "S:<60 hex digits>[;H:…][;T:…]",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.oracle11.html",
  },
  "cisco-type-8": { layout: "$8$<14 characters salt>$<43 characters digest>", reference: HASHCAT },
};
