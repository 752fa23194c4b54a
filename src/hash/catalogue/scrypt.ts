import { utf8 } from "../../lib/bytes.js";
import { cryptNumber, decodeCryptBase64, isWholeCryptBase64 } from "../../lib/crypt-base64.js";
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
import { DJANGO, HASHCAT, SPRING, WERKZEUG } from "./references.js";
import { type FormatRow, verifiable } from "./row.js";

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
export const SCRYPT_FORMATS: readonly FormatRow[] = [
  verifiable("passlib-scrypt", "scrypt", {
    system: "passlib",
    layout: "$scrypt$ln=<log2 N>,r=<r>,p=<p>$<salt>$<digest>",
    treatment: null,
    read: layout`$scrypt$ln=${LOG_N},r=${R},p=${P}$${base64Of("salt", { ...BARE, least: 0 })}$${PASSLIB_KEY}`,
    fits: ({ logN, r, p, key }) => logN <= 31 && key.length % 32 === 0 && areCosts({ n: 2 ** logN, r, p }),
    recipe: ({ logN, ...parts }) => scrypt({ n: 2 ** logN, ...parts }),
    reason: NOT_VERIFIED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html",
  }),
  verifiable("kratos-scrypt", "scrypt", {
    system: "Ory Kratos (its ln is N itself)",
    layout: "$scrypt$ln=<N>,r=<r>,p=<p>$<salt>$<digest>",
    read: layout`$scrypt$ln=${decimal("n", { least: 100 })},r=${R},p=${P}$${base64Of("salt")}$${KEY}`,
    fits: areCosts,
    recipe: scrypt,
    reason: NOT_VERIFIED,
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  }),
  verifiable("adonis-scrypt", "scrypt", {
    system: "AdonisJS",
    layout: "$scrypt$n=<N>,r=<r>,p=<p>$<salt>$<digest>",
    read: layout`$scrypt$n=${N},r=${R},p=${P}$${base64Of("salt", BARE)}$${base64Of("key", BARE_KEY)}`,
    fits: areCosts,
    recipe: scrypt,
    reason: NOT_VERIFIED,
    reference: "https://github.com/adonisjs/hash src/drivers/scrypt.ts",
  }),
  verifiable("crypt-scrypt", "scrypt", {
    system: "crypt(3): libxcrypt, escrypt",
    layout: "$7$<log2 N, r, p in 11 characters><salt>$<43 characters digest>",
    treatment: null,
    read: layout`$7$${crypt("logN", 1)}${crypt("r", 5)}${crypt("p", 5)}${crypt("salt", 0, 86)}$${crypt("digest", 43)}`,
    fits: ({ digest, ...fields }) => areCosts(cryptCosts(fields)) && isWholeCryptBase64(digest),
    recipe: ({ salt, digest, ...fields }) =>
      scrypt({ ...cryptCosts(fields), salt: utf8(salt), key: decodeCryptBase64(digest) }),
    reason: NOT_VERIFIED,
    reference: "https://github.com/besser82/libxcrypt",
  }),
  verifiable("cisco-type-9", "scrypt", {
    system: "Cisco IOS type 9",
    layout: "$9$<14 characters salt>$<43 characters digest>",
    read: layout`$9$${crypt("salt", 14)}$${base64Of("key", { ...BARE, alphabet: "crypt", least: 32, most: 32 })}`,
    recipe: ({ salt, key }) => scrypt({ n: 16_384, r: 1, p: 1, salt: utf8(salt), key }),
    reason: NOT_VERIFIED,
    reference: HASHCAT,
  }),
  verifiable("django-scrypt", "scrypt", {
    system: "Django ScryptPasswordHasher",
    layout: "scrypt$<N>$<salt>$<r>$<p>$<base64 digest>",
    read: layout`scrypt$${N}$${SALT_TEXT}$${R}$${P}$${base64Of("key", { padding: "whole", least: 64, most: 64 })}`,
    fits: areCosts,
    recipe: ({ salt, ...parts }) => scrypt({ ...parts, salt: utf8(salt) }),
    reason: NOT_VERIFIED,
    reference: DJANGO,
  }),
  verifiable("werkzeug-scrypt", "scrypt", {
    system: "Werkzeug, Flask",
    layout: "scrypt:<N>:<r>:<p>$<salt>$<128 hex digits>",
    read: layout`scrypt:${N}:${R}:${P}$${SALT_TEXT}$${hexOf("key", 64)}`,
    fits: areCosts,
    recipe: ({ salt, ...parts }) => scrypt({ ...parts, salt: utf8(salt) }),
    reason: NOT_VERIFIED,
    reference: WERKZEUG,
  }),
  verifiable("spring-scrypt", "scrypt", {
    system: "Spring Security {scrypt}, {scrypt@SpringSecurity_v5_8}",
    layout: "{scrypt}$<hex of log2 N, r, p>$<salt>$<digest>",
    read: layout`{scrypt${optional("@SpringSecurity_v5_8")}}$${hexNumber("parameters", 8)}$${base64Of("salt")}$${KEY}`,
    fits: ({ parameters }) => areCosts(springCosts(parameters)),
    recipe: ({ parameters, ...parts }) => scrypt({ ...springCosts(parameters), ...parts }),
    reason: NOT_VERIFIED,
    reference: SPRING,
  }),
  verifiable("lucia-scrypt", "scrypt", {
    system: "Lucia 2",
    layout: "s2:<salt>:<128 hex digits>",
    read: layout`s2:${run("salt", ALPHANUMERIC, 1, 64)}:${hexOf("key", 64)}`,
    recipe: ({ salt, key }) => ({ readings: [luciaReading(salt, key)] }),
    reason: NOT_VERIFIED,
    reference: "https://github.com/lucia-auth/lucia",
  }),
  verifiable("better-auth-scrypt", "scrypt", {
    system: "Better Auth, Lucia 3; also Node's scryptSync with its own defaults",
    layout: "<32 hex digits salt>:<128 hex digits>",
    begins: "0123456789abcdef",
    applies: (text) => text.charAt(32) === ":",
    read: layout`${run("salt", HEX_DIGITS, 32)}:${hexOf("key", 64)}`,
    recipe: fromBetterAuthOrNode,
    reason: NOT_VERIFIED,
    reference: "https://github.com/better-auth/better-auth packages/better-auth/src/crypto/password.ts",
  }),
];

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
