import { Discreet, redacted } from "../../lib/redact.js";

/** The three variants of argon2 (RFC 9106). Password hashing uses `argon2id`. */
export type Argon2Variant = "argon2d" | "argon2i" | "argon2id";

/** The parts of an argon2 hash string. */
export interface Argon2Hash {
  readonly variant: Argon2Variant;
  /** 16 (1.0) or 19 (1.3); a string without `v=` has 16. */
  readonly version: 16 | 19;
  /** m, in KiB: at least 8 for each lane, at most 4294967295. */
  readonly memoryCost: number;
  /** t, passes over the memory: 1 to 4294967295. */
  readonly timeCost: number;
  /** p, lanes: 1 to 16777215. */
  readonly parallelism: number;
  /** At least 8 bytes. */
  readonly salt: Uint8Array;
  /** At least 4 bytes. */
  readonly digest: Uint8Array;
}

/** What comes before salt and digest, under the names that the string has. */
export interface Argon2Parameters {
  readonly variant: Argon2Variant;
  readonly version: 16 | 19;
  readonly m: number;
  readonly t: number;
  readonly p: number;
}

export class ParsedArgon2 extends Discreet implements Argon2Hash {
  readonly variant: Argon2Variant;
  readonly version: 16 | 19;
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  readonly salt: Uint8Array;
  readonly digest: Uint8Array;

  constructor(head: Argon2Parameters, salt: Uint8Array, digest: Uint8Array) {
    super();
    this.variant = head.variant;
    this.version = head.version;
    this.memoryCost = head.m;
    this.timeCost = head.t;
    this.parallelism = head.p;
    this.salt = salt;
    this.digest = digest;
  }

  shown(): object {
    return { ...this, salt: redacted(this.salt), digest: redacted(this.digest) };
  }
}

/** Digest lengths in bytes that generators write by default; others are usually cut off. */
export const USUAL_DIGEST_BYTES: ReadonlySet<number> = new Set([16, 32, 50, 64, 128]);
