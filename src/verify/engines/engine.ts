import type { DerivingDigest } from "../../lib/digest-bytes.js";

/** What a bcrypt engine computes: EksBlowfish over the password and one NUL, repeated to 72 bytes. */
export interface BcryptRequest {
  /** At most 72 bytes; the engine adds the closing NUL where there is room for it. */
  readonly password: Uint8Array;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** log2 of the rounds, 4 to 31. */
  readonly cost: number;
}

export interface Argon2Request {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly variant: "argon2d" | "argon2i" | "argon2id";
  readonly version: 16 | 19;
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  /** Bytes of output. */
  readonly length: number;
}

export interface ScryptRequest {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  /** A power of two. */
  readonly n: number;
  readonly r: number;
  readonly p: number;
  /** Bytes of output. */
  readonly length: number;
}

export interface Pbkdf2Request {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly digest: DerivingDigest;
  /** Bytes of output. */
  readonly length: number;
}

/** The primitives that have more than one implementation. */
export interface Requests {
  readonly bcrypt: BcryptRequest;
  readonly argon2: Argon2Request;
  readonly scrypt: ScryptRequest;
  readonly pbkdf2: Pbkdf2Request;
}

export type Primitive = keyof Requests;

/**
 * How an engine is made, and so how fast it is. `native`: compiled code in a thread of its own.
 * `wasm`: WebAssembly, half as fast. `portable`: JavaScript, several times slower.
 */
export type EngineKind = "native" | "wasm" | "portable";

/** An implementation of a primitive. Output: bytes, 23 for bcrypt. */
export interface Engine<Request> {
  /** The package that computes: `@node-rs/bcrypt`. */
  readonly name: string;
  readonly kind: EngineKind;
  /** Said before any work, because an engine with a gap would answer wrongly or throw. */
  readonly supports: (request: Request) => boolean;
  /** Rejects with the signal's reason when it is aborted before the work has begun, or during it in a worker. */
  readonly derive: (request: Request, signal?: AbortSignal) => Promise<Uint8Array>;
}
