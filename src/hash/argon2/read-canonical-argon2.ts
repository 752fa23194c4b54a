import { decodeStandardBase64, standardBase64Length } from "../../lib/base64.js";
import { plainDecimal } from "../../lib/plain-decimal.js";
import {
  type Argon2Hash,
  type Argon2Parameters,
  type Argon2Variant,
  ParsedArgon2,
  USUAL_DIGEST_BYTES,
} from "./argon2-hash.js";

/** The head of a string that needs no change and no warning, and where its salt and digest begin. */
interface CanonicalHead extends Argon2Parameters {
  readonly saltStart: number;
  readonly digestStart: number;
}

export const LEAST_SALT_BYTES = 8;
export const LEAST_DIGEST_BYTES = 4;

/**
 * The parts of a string that needs no change and no warning, or null: the way that
 * nearly every string takes. What is wrong with the others is for `scanArgon2` to say.
 */
export function readCanonicalArgon2(text: string): Argon2Hash | null {
  const head = canonicalHead(text);
  if (head === null) return null;
  const { saltStart, digestStart } = head;
  const salt = decodeStandardBase64(text, saltStart, digestStart - 1);
  const digest = decodeStandardBase64(text, digestStart, text.length);
  if (salt === null || digest === null || salt.length < LEAST_SALT_BYTES) return null;
  return USUAL_DIGEST_BYTES.has(digest.length) ? new ParsedArgon2(head, salt, digest) : null;
}

/** Whether a string is one of those; nothing is decoded. */
export function isCanonicalArgon2(text: string): boolean {
  return USUAL_DIGEST_BYTES.has(argon2DigestBytes(text));
}

/** Bytes of the digest of a string that needs no change, 4 or more; below 0 where it needs one, or is not argon2. */
export function argon2DigestBytes(text: string): number {
  const head = canonicalHead(text);
  if (head === null) return -1;
  const { saltStart, digestStart } = head;
  if (standardBase64Length(text, saltStart, digestStart - 1) < LEAST_SALT_BYTES) return -1;
  const bytes = standardBase64Length(text, digestStart, text.length);
  return bytes < LEAST_DIGEST_BYTES ? -1 : bytes;
}

function canonicalHead(text: string): CanonicalHead | null {
  const variant = variantOf(text);
  if (variant === null) return null;
  const start = 1 + variant.length;
  const version = text.startsWith("$v=19$m=", start) ? 19 : text.startsWith("$v=16$m=", start) ? 16 : null;
  if (version === null) return null;
  const mStart = start + "$v=19$m=".length;
  const tStart = text.indexOf(",t=", mStart) + 3;
  const pStart = text.indexOf(",p=", tStart) + 3;
  const saltStart = text.indexOf("$", pStart) + 1;
  const digestStart = text.indexOf("$", saltStart) + 1;
  if (digestStart < saltStart) return null;
  // A part that is not found ends before it begins: it has no digits, and 0 is in no range.
  const m = plainDecimal(text, mStart, tStart - 3);
  const t = plainDecimal(text, tStart, pStart - 3);
  const p = plainDecimal(text, pStart, saltStart - 1);
  const inRange = m >= 8 * p && m <= 0xffffffff && t <= 0xffffffff;
  if (!inRange || t < 1 || p < 1 || p > 0xffffff) return null;
  return { variant, version, m, t, p, saltStart, digestStart };
}

function variantOf(text: string): Argon2Variant | null {
  if (text.startsWith("$argon2id$")) return "argon2id";
  if (text.startsWith("$argon2i$")) return "argon2i";
  return text.startsWith("$argon2d$") ? "argon2d" : null;
}
