import type { Computation } from "../../hash/internal.js";
import { requireNames } from "../../lib/require-names.js";

/** How new hashes are written: what `argon2id`, `bcrypt` and `scrypt` give. */
export type WriteScheme =
  | Omit<Extract<Computation, { kind: "argon2" }>, "salt">
  | Omit<Extract<Computation, { kind: "bcrypt" }>, "salt">
  | Omit<Extract<Computation, { kind: "scrypt" }>, "salt">;

/** Costs of `argon2id`. */
export interface Argon2idCosts {
  /** m, in KiB: 19456 unless given, at least 8 for each lane. */
  readonly memoryCost?: number | undefined;
  /** t, passes over the memory: 2 unless given. */
  readonly timeCost?: number | undefined;
  /** p, lanes: 1 unless given. */
  readonly parallelism?: number | undefined;
}

/** Cost of `bcrypt`, and the letter after `$2`. */
export interface BcryptCosts {
  /** log2 of the rounds: 10 unless given, 4 to 31. */
  readonly cost?: number | undefined;
  /** `2b` unless given. All three are one algorithm; another program that reads the column may know only one of them. */
  readonly version?: "2a" | "2b" | "2y" | undefined;
}

/** Costs of `scrypt`. */
export interface ScryptCosts {
  /** A power of two: 131072 unless given. It takes 128·n·r bytes. */
  readonly n?: number | undefined;
  /** Block size: 8 unless given. */
  readonly r?: number | undefined;
  /** 1 unless given. */
  readonly p?: number | undefined;
}

const DIGEST_BYTES = 32;

/**
 * New hashes by argon2id, version 19, with a digest of 32 bytes. Takes the password whole, whatever its length.
 *
 * @param costs Unless given OWASP's minimum as of August 2026, m=19456 (19 MiB), t=2, p=1.
 * @returns What `createPasswordHasher` takes as `write`. It writes `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`, as the
 * reference implementation does. Throws a `TypeError` for a cost out of its range. There is no
 * option for a salt: each hash gets a random one.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 *
 * @example
 * ```ts
 * import { argon2id } from "credport/login";
 *
 * const write = argon2id({ memoryCost: 65_536, timeCost: 3 });
 * write.kind; // => "argon2"
 * ```
 */
export function argon2id(costs: Argon2idCosts = {}): WriteScheme {
  requireNames("argon2id", costs, ["memoryCost", "timeCost", "parallelism"]);
  const { memoryCost = 19_456, timeCost = 2, parallelism = 1 } = costs;
  requireRange("argon2id: parallelism", parallelism, 1, 2 ** 24 - 1);
  requireRange("argon2id: timeCost", timeCost, 1, 2 ** 32 - 1);
  requireRange("argon2id: memoryCost", memoryCost, 8 * parallelism, 2 ** 32 - 1, ", 8 for each lane at least");
  const fixed = { kind: "argon2", variant: "argon2id", version: 19, length: DIGEST_BYTES } as const;
  return { ...fixed, memoryCost, timeCost, parallelism };
}

/**
 * New hashes by bcrypt, for a column that other programs read which know neither argon2id nor scrypt. bcrypt reads 72
 * bytes of a password: `hash` refuses a longer one, and one with a NUL.
 *
 * @param costs Unless given OWASP's minimum as of August 2026: 10.
 * @returns What `createPasswordHasher` takes as `write`. It writes `$2b$<cost>$<salt><digest>`. Throws a `TypeError` for a
 * cost out of its range.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 *
 * @example
 * ```ts
 * import { bcrypt } from "credport/login";
 *
 * const write = bcrypt({ cost: 12 });
 * write.kind; // => "bcrypt"
 * ```
 */
export function bcrypt(costs: BcryptCosts = {}): WriteScheme {
  requireNames("bcrypt", costs, ["cost", "version"]);
  const { cost = 10, version = "2b" } = costs;
  if (!["2a", "2b", "2y"].includes(version)) throw new TypeError("bcrypt: version must be 2a, 2b or 2y");
  requireRange("bcrypt: cost", cost, 4, 31);
  return { kind: "bcrypt", version, cost };
}

/**
 * New hashes by scrypt, where argon2id can't be installed: Node has scrypt without a package. It takes the password whole,
 * but `hash` refuses a NUL at its end: HMAC can't tell it from padding.
 *
 * @param costs Unless given OWASP's minimum as of August 2026: N=2^17, r=8, p=1, which takes 128 MiB.
 * @returns What `createPasswordHasher` takes as `write`. It writes `$scrypt$ln=<log2 N>,r=…,p=…$<salt>$<digest>`, base64
 * without padding. RFC 7914 defines no string. This one follows the PHC string format, and several languages read it:
 * passlib in Python, RustCrypto's `scrypt`, `@phc/scrypt` of npm, passwap in Go. Throws a `TypeError` for a cost out of
 * its range.
 * @see https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html
 * @see https://github.com/P-H-C/phc-string-format
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 *
 * @example
 * ```ts
 * import { scrypt } from "credport/login";
 *
 * const write = scrypt({ n: 65_536, p: 2 });
 * write.kind; // => "scrypt"
 * ```
 */
export function scrypt(costs: ScryptCosts = {}): WriteScheme {
  requireNames("scrypt", costs, ["n", "r", "p"]);
  const { n = 131_072, r = 8, p = 1 } = costs;
  requireRange("scrypt: n", n, 2, 2 ** 31);
  if (!Number.isInteger(Math.log2(n))) throw new TypeError("scrypt: n must be a power of two, from 2 to 2147483648");
  requireRange("scrypt: r", r, 1, 999_999);
  requireRange("scrypt: p", p, 1, 999_999);
  return { kind: "scrypt", length: DIGEST_BYTES, n, r, p };
}

/** What no engine computes would be seen when the first hash is written. */
function requireRange(what: string, value: number, least: number, most: number, why = ""): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new TypeError(`${what} must be a whole number from ${least} to ${most}${why}`);
}
