import type { DerivingDigest, DigestName } from "../../lib/digest-bytes.js";
import type { Result } from "../../result.js";
import type { BcryptVersion } from "../bcrypt/bcrypt.js";
import type { DigestExpression } from "../expression/parse-expression.js";
import type { SourceName } from "../systems/source-names.js";

/**
 * What has to be computed from a password, and what must come out: everything that a
 * verification needs to know, as data. What a system does to a password and what its
 * format does are one row of steps.
 *
 * @experimental A format is to be written as one object.
 */
export interface Recipe {
  /**
   * At least one. Several where the text does not say which computation made it: a match of
   * one of them counts, unless the caller names the system.
   */
  readonly readings: readonly [Reading, ...Reading[]];
}

/** Steps one after the other, and the bytes that they must end in. */
export interface Reading {
  readonly steps: readonly Step[];
  readonly key: Uint8Array;
  /** The systems that compute it like this; no other reading counts when the caller names one of them. */
  readonly of?: readonly SourceName[];
}

/**
 * One step: the bytes of the step before it, or the password's, become others.
 *
 * @experimental A format is to be written as one object.
 */
export type Step = PasswordStep | Computation;

/** Cheap steps that turn a password into what a hash is over. */
export type PasswordStep =
  /** The digest of `before`, the input and `after`. */
  | {
      readonly kind: "digest";
      readonly digest: DigestName;
      readonly before?: Uint8Array;
      readonly after?: Uint8Array;
    }
  /** HMAC of the input under a key. */
  | { readonly kind: "hmac"; readonly digest: DigestName; readonly key: Uint8Array }
  /** A site-wide secret after the input or before it. */
  | { readonly kind: "pepper"; readonly place: "after" | "before"; readonly pepper: Uint8Array }
  /** The input as text of its bytes; Dahua's has a character for two of them. */
  | { readonly kind: "encode"; readonly as: "hex" | "base64" | "bcrypt-base64" | "aix-base64" | "dahua" }
  /** `before`, the input and `after`. */
  | { readonly kind: "surround"; readonly before: Uint8Array; readonly after: Uint8Array }
  /** The hexadecimal digest of a salt, and then the input. */
  | { readonly kind: "digested-salt"; readonly digest: DigestName; readonly salt: Uint8Array }
  /** PHP's `trim()`. */
  | { readonly kind: "php-trim" }
  /** PHP's `addslashes()`. */
  | { readonly kind: "php-slashes" }
  /** The input as it is, where others are slashed: it may read like another password's slashed form. */
  | { readonly kind: "php-unslashed" }
  /** PrestaShop's `Tools::getValue()`: PHP's `stripslashes()`, without NULs and what stands for one. */
  | { readonly kind: "prestashop-strip" }
  /** phpBB's `type_cast_helper`: line ends, HTML entities, Unicode NFC. */
  | { readonly kind: "phpbb-escape" }
  /** A form of Unicode normalisation; SASLprep (RFC 4013) without what it refuses. */
  | { readonly kind: "unicode"; readonly form: "NFC" | "NFKC" | "SASLprep" }
  /** Two bytes for each character of UTF-8, or for each byte. */
  | { readonly kind: "utf16le"; readonly from: "utf-8" | "bytes" }
  /** The first bytes of the input: what a system's form field or column has room for. */
  | { readonly kind: "cut"; readonly bytes: number }
  /** Letters of ASCII in one case. */
  | { readonly kind: "fold-case"; readonly to: "upper" | "lower" }
  /** SHA-512 in base64, of inputs that bcrypt would not read whole: longer than 72 bytes, or with a NUL. */
  | { readonly kind: "sha512-base64-beyond-bcrypt" };

/** Steps that cost something: each has limits and, where there are any, engines. */
export type Computation =
  | {
      readonly kind: "bcrypt";
      readonly version: BcryptVersion;
      /** log2 of the rounds. */
      readonly cost: number;
      /** 16 bytes. */
      readonly salt: Uint8Array;
    }
  | {
      readonly kind: "argon2";
      readonly variant: "argon2d" | "argon2i" | "argon2id";
      readonly version: 16 | 19;
      /** KiB. */
      readonly memoryCost: number;
      readonly timeCost: number;
      readonly parallelism: number;
      readonly salt: Uint8Array;
      /** Bytes of output. */
      readonly length: number;
    }
  | {
      readonly kind: "scrypt";
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly salt: Uint8Array;
      /** Bytes of output. */
      readonly length: number;
    }
  /** AES-256-CTR with a counter that begins at 0: the input is the key, the signer key is encrypted. */
  | { readonly kind: "encrypt-signer-key"; readonly signerKey: Uint8Array }
  | {
      readonly kind: "pbkdf2";
      readonly digest: DerivingDigest;
      readonly iterations: number;
      readonly salt: Uint8Array;
      /** Bytes of output. */
      readonly length: number;
    }
  /** The digest of salt and input, and then of itself, `rounds` times in all. */
  | {
      readonly kind: "iterated-digest";
      readonly digest: DigestName;
      readonly rounds: number;
      readonly salt: Uint8Array;
    }
  /** The digest of the input, and then of the digits before it and the input, `rounds` times in all. */
  | { readonly kind: "chained-digest"; readonly digest: DigestName; readonly rounds: number }
  /** phpass' portable hash and Drupal's: the output is text in crypt(3)'s base64. */
  | {
      readonly kind: "phpass";
      readonly digest: "md5" | "sha512";
      readonly rounds: number;
      readonly salt: Uint8Array;
      /** Characters of output. */
      readonly length: number;
    }
  /** MD5's two states after the input as HMAC's key, the outer one first: what a server needs for CRAM-MD5. */
  | { readonly kind: "cram-md5" }
  /** SCRAM's stored key and server key of a salted password (RFC 5802), one after the other. */
  | { readonly kind: "scram-keys"; readonly digest: DigestName }
  /** md5-crypt, Apache's apr1 and AIX' form, which hashes no marker: the output is text in crypt(3)'s base64. */
  | { readonly kind: "md5-crypt"; readonly marker: "$1$" | "$apr1$" | ""; readonly salt: Uint8Array }
  /** Drepper's SHA-crypt: the output is text in crypt(3)'s base64. */
  | {
      readonly kind: "sha-crypt";
      readonly digest: "sha256" | "sha512";
      readonly rounds: number;
      readonly salt: Uint8Array;
    }
  /** crypt(3)'s DES: the output is text in crypt(3)'s base64. */
  | {
      readonly kind: "des-crypt";
      readonly rounds: number;
      /** Characters of crypt(3)'s alphabet: 2, or 4 of BSD/OS. */
      readonly salt: string;
      /** BSD/OS reads the whole password, others its first eight characters. */
      readonly readsAll: boolean;
    }
  /** What an expression says, as `parseDigestExpression` reads it; a verification returns its refusal. */
  | {
      readonly kind: "expression";
      readonly expression: Result<DigestExpression>;
      /** The columns that it names. */
      readonly columns: Readonly<Record<string, string>>;
      /** Where the expression names it: what the verification is given, unless the step has one. */
      readonly pepper?: Uint8Array;
    }
  /** A computation of the caller's own: see `createCatalogue`. */
  | {
      readonly kind: "own";
      /** What it costs, in the units of `VerifyLimits`: a step without a true cost escapes the limits. */
      readonly costs: OwnCosts;
      /**
       * What of its input it sees. Without it, it is not known whether a text that matches is the password, and
       * no new hash is made of one.
       */
      readonly sees?: "all" | Sight;
      readonly compute: (input: Uint8Array, signal?: AbortSignal) => Promise<Uint8Array>;
    }
  /** yescrypt in crypt(3)'s own flavour: the output is text in crypt(3)'s base64. */
  | {
      readonly kind: "yescrypt";
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly t: number;
      readonly salt: Uint8Array;
      /** Of gost-yescrypt: what comes before the digest. The output is then put into HMACs over Streebog. */
      readonly gost?: string;
    }
  /** Sun's MD5: all that comes before the digest is hashed with the password; the output is text in crypt(3)'s base64. */
  | { readonly kind: "sun-md5"; readonly rounds: number; readonly setting: string }
  /** NetBSD's HMAC-SHA1, iterated over the salt's text. */
  | { readonly kind: "sha1-crypt"; readonly rounds: number; readonly salt: string };

/** What a computation does not see of its input; the scheme's own rules, as data. */
export interface Sight {
  /** It reads no more bytes: 8 for des-crypt, 14 for an LM hash, 72 for bcrypt. */
  readonly firstBytes?: number;
  /** It takes letters for the same in either case. */
  readonly foldsCase?: boolean;
  /** It does not read the top bit of a byte. */
  readonly sevenBit?: boolean;
  /** It stops at a NUL. */
  readonly upToNul?: boolean;
}

/** At least one of them: the bytes that are held at once, rounds of a digest, iterations of pbkdf2, N·r·p of scrypt. */
export type OwnCosts = Readonly<
  Partial<Record<"memoryBytes" | "digestRounds" | "pbkdf2Iterations" | "scryptWork", number>>
>;

/** One way to compute it. */
export function recipe(steps: readonly Step[], key: Uint8Array): Recipe {
  return { readings: [{ steps, key }] };
}

/** The same with more done to the password first. */
export function after(first: readonly Step[], recipe: Recipe): Recipe {
  return withSteps(recipe, (steps) => [...first, ...steps]);
}

/** The same, but what a format itself puts around the password is nearer to it. */
export function afterOwnText(first: readonly Step[], recipe: Recipe): Recipe {
  return withSteps(recipe, (steps) => {
    const own = steps[0]?.kind === "surround" ? 1 : 0;
    return [...steps.slice(0, own), ...first, ...steps.slice(own)];
  });
}

function withSteps(
  { readings: [head, ...others] }: Recipe,
  change: (steps: readonly Step[]) => readonly Step[],
): Recipe {
  const changed = (reading: Reading): Reading => ({ ...reading, steps: change(reading.steps) });
  return { readings: [changed(head), ...others.map(changed)] };
}
