import { utf8 } from "../../lib/bytes.js";
import { cryptNumber, decodeCryptBase64 } from "../../lib/crypt-base64.js";
import {
  base64Of,
  characters,
  decimal,
  hexNumber,
  hexOf,
  layout,
  optional,
  run,
  textWithout,
} from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import type { Reading, Recipe, Step } from "./recipe.js";
import { DJANGO, SPRING, WERKZEUG } from "./references.js";
import {
  type FormatRow,
  type Notes,
  type Recipes,
  reads,
  readsWhere,
  verifiable,
  type Writers,
} from "./row.js";

const LEAST_KEY_BYTES = 16;
const NOT_VERIFIED = "Plain scrypt, not provider-scrypt: the service does not verify it.";

interface ScryptParts {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

interface Costs {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * RFC 7914 section 2: N is a power of two from 2 on and below 2^(16 r), so r is 1 at least; r times p is below 2^30.
 * No implementation has an N wider than 64 bits.
 */
function areCosts({ n, r, p }: Costs): boolean {
  const logN = Math.log2(n);
  const isPower = Number.isInteger(logN) && logN >= 1 && logN < 64 && logN < 16 * r;
  return isPower && p >= 1 && r * p < 2 ** 30;
}

function scrypt(parts: ScryptParts): Recipe {
  return { readings: [reading(parts)] };
}

function reading({ n, r, p, salt, key }: ScryptParts, before: readonly Step[] = []): Reading {
  return { steps: [...before, { kind: "scrypt", n, r, p, salt, length: key.length }], key };
}

const COST = { digits: 6 };
const N = decimal("n");
const LOG_N = decimal("logN", { digits: 2 });
const R = decimal("r", COST);
const P = decimal("p", COST);
const SALT_TEXT = textWithout("salt", "$", 1, 256);
const KEY = base64Of("key", { least: LEAST_KEY_BYTES });
const BARE = { padding: "none" } as const;
const BARE_KEY = { ...BARE, least: LEAST_KEY_BYTES } as const;
const PASSLIB_KEY = base64Of("key", { ...BARE, least: 32, most: 64 });
const NFKC: readonly Step[] = [{ kind: "unicode", form: "NFKC" }];
const ALPHANUMERIC = characters("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const HEX_DIGITS = characters("0123456789abcdef");

/** Plain scrypt in every spelling. */
export const SCRYPT_FORMATS = [
  verifiable({
    name: "passlib-scrypt",
    scheme: "scrypt",
    treatment: null,
    markers: ["$scrypt$"],
    read: readsWhere(
      layout`$scrypt$ln=${LOG_N},r=${R},p=${P}$${base64Of("salt", { ...BARE, least: 0 })}$${PASSLIB_KEY}`,
      ({ logN, r, p, key }) => logN <= 31 && key.length % 32 === 0 && areCosts({ n: 2 ** logN, r, p }),
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "kratos-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["$scrypt$"],
    read: readsWhere(
      layout`$scrypt$ln=${decimal("n", { least: 100 })},r=${R},p=${P}$${base64Of("salt")}$${KEY}`,
      areCosts,
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "adonis-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["$scrypt$"],
    read: readsWhere(
      layout`$scrypt$n=${N},r=${R},p=${P}$${base64Of("salt", BARE)}$${base64Of("key", BARE_KEY)}`,
      areCosts,
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "crypt-scrypt",
    scheme: "scrypt",
    treatment: null,
    markers: ["$7$"],
    read: readsWhere(
      layout`$7$${crypt("logN", 1)}${crypt("r", 5)}${crypt("p", 5)}${crypt("salt", 0, 86)}$${crypt("digest", 43)}`,
      (fields) => areCosts(cryptCosts(fields)),
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "django-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["scrypt$"],
    read: readsWhere(
      layout`scrypt$${N}$${SALT_TEXT}$${R}$${P}$${base64Of("key", { padding: "whole", least: 64, most: 64 })}`,
      areCosts,
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "werkzeug-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["scrypt:"],
    read: readsWhere(layout`scrypt:${N}:${R}:${P}$${SALT_TEXT}$${hexOf("key", 64)}`, areCosts),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "spring-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["{scrypt}", "{scrypt@springsecurity_v5_8}"],
    read: readsWhere(
      layout`{scrypt${optional("@SpringSecurity_v5_8")}}$${hexNumber("parameters", 8)}$${base64Of("salt")}$${KEY}`,
      ({ parameters }) => areCosts(springCosts(parameters)),
    ),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "lucia-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: ["s2:"],
    read: reads(layout`s2:${run("salt", ALPHANUMERIC, 1, 64)}:${hexOf("key", 64)}`),
    reason: NOT_VERIFIED,
  }),
  verifiable({
    name: "better-auth-scrypt",
    scheme: "scrypt",
    treatment: "keep",
    markers: [],
    begins: "0123456789abcdef",
    applies: (text) => text.charAt(32) === ":",
    read: reads(layout`${run("salt", HEX_DIGITS, 32)}:${hexOf("key", 64)}`),
    reason: NOT_VERIFIED,
  }),
] satisfies readonly FormatRow[];

/** crypt(3)'s own numbers. */
function cryptCosts({ logN, r, p }: { logN: string; r: string; p: string }): Costs {
  return { n: 2 ** cryptNumber(logN), r: cryptNumber(r), p: cryptNumber(p) };
}

/** log2 N, r and p in one number of 16, 8 and 8 bits. */
function springCosts(parameters: number): Costs {
  return { n: 2 ** Math.floor(parameters / 65_536), r: (parameters >> 8) & 255, p: parameters & 255 };
}

/** The salt is used as the text that it is; the costs are fixed. */
function luciaReading(salt: string, key: Uint8Array, r = 16): Reading {
  return reading({ n: 16_384, r, p: 1, salt: utf8(salt), key }, NFKC);
}

/** What others made with Node's own defaults has the same shape; only the system's name rules it out. */
function fromBetterAuthOrNode({ salt, key }: { salt: string; key: Uint8Array }): Recipe {
  return {
    readings: [{ ...luciaReading(salt, key), of: ["better-auth", "lucia"] }, luciaReading(salt, key, 8)],
  };
}

/** What each computes: only a verification needs it. */
export const SCRYPT_RECIPES: Recipes<typeof SCRYPT_FORMATS> = {
  "passlib-scrypt": ({ logN, ...parts }) => scrypt({ n: 2 ** logN, ...parts }),
  "kratos-scrypt": scrypt,
  "adonis-scrypt": scrypt,
  "crypt-scrypt": ({ salt, digest, ...fields }) =>
    scrypt({ ...cryptCosts(fields), salt: utf8(salt), key: decodeCryptBase64(digest) }),
  "django-scrypt": ({ salt, ...parts }) => scrypt({ ...parts, salt: utf8(salt) }),
  "werkzeug-scrypt": ({ salt, ...parts }) => scrypt({ ...parts, salt: utf8(salt) }),
  "spring-scrypt": ({ parameters, ...parts }) => scrypt({ ...springCosts(parameters), ...parts }),
  "lucia-scrypt": ({ salt, key }) => ({ readings: [luciaReading(salt, key)] }),
  "better-auth-scrypt": fromBetterAuthOrNode,
};

/** Who writes each: only who identifies a hash needs it. */
export const SCRYPT_WRITERS: Writers<typeof SCRYPT_FORMATS> = {
  "passlib-scrypt": "passlib",
  "kratos-scrypt": "Ory Kratos (its ln is N itself)",
  "adonis-scrypt": "AdonisJS",
  "crypt-scrypt": "crypt(3): libxcrypt, escrypt",
  "django-scrypt": "Django ScryptPasswordHasher",
  "werkzeug-scrypt": "Werkzeug, Flask",
  "spring-scrypt": "Spring Security {scrypt}, {scrypt@SpringSecurity_v5_8}",
  "lucia-scrypt": "Lucia 2",
  "better-auth-scrypt": "Better Auth, Lucia 3; also Node's scryptSync with its own defaults",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const SCRYPT_NOTES: Notes<typeof SCRYPT_FORMATS> = {
  "passlib-scrypt": {
    layout: "$scrypt$ln=<log2 N>,r=<r>,p=<p>$<salt>$<digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html",
  },
  "kratos-scrypt": {
    layout: "$scrypt$ln=<N>,r=<r>,p=<p>$<salt>$<digest>",
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  },
  "adonis-scrypt": {
    layout: "$scrypt$n=<N>,r=<r>,p=<p>$<salt>$<digest>",
    reference: "https://github.com/adonisjs/hash src/drivers/scrypt.ts",
  },
  "crypt-scrypt": {
    layout: "$7$<log2 N, r, p in 11 characters><salt>$<43 characters digest>",
    reference: "https://github.com/besser82/libxcrypt",
  },
  "django-scrypt": { layout: "scrypt$<N>$<salt>$<r>$<p>$<base64 digest>", reference: DJANGO },
  "werkzeug-scrypt": { layout: "scrypt:<N>:<r>:<p>$<salt>$<128 hex digits>", reference: WERKZEUG },
  "spring-scrypt": { layout: "{scrypt}$<hex of log2 N, r, p>$<salt>$<digest>", reference: SPRING },
  "lucia-scrypt": { layout: "s2:<salt>:<128 hex digits>", reference: "https://github.com/lucia-auth/lucia" },
  "better-auth-scrypt": {
    layout: "<32 hex digits salt>:<128 hex digits>",
    reference: "https://github.com/better-auth/better-auth packages/better-auth/src/crypto/password.ts",
  },
};
