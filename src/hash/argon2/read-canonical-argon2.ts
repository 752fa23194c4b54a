import { decodeStandardBase64 } from "../../lib/base64.js";
import { type Argon2Hash, type Argon2Variant, ParsedArgon2, USUAL_DIGEST_BYTES } from "./argon2-hash.js";

/**
 * The parts of a string that needs no change and no warning, or null: the way that
 * nearly every string takes. What is wrong with the others is for `scanArgon2` to say.
 */
export function readCanonicalArgon2(text: string): Argon2Hash | null {
  const variant = variantOf(text);
  if (variant === null) return null;
  const start = 1 + variant.length;
  const version = text.startsWith("$v=19$m=", start) ? 19 : text.startsWith("$v=16$m=", start) ? 16 : null;
  if (version === null) return null;
  const m = start + "$v=19$m=".length;
  const t = text.indexOf(",t=", m) + 3;
  const p = text.indexOf(",p=", t) + 3;
  const salt = text.indexOf("$", p) + 1;
  const digest = text.indexOf("$", salt) + 1;
  if (t < m || p < t || salt < p || digest < salt) return null;
  const memoryCost = decimal(text, m, t - 3);
  const timeCost = decimal(text, t, p - 3);
  const parallelism = decimal(text, p, salt - 1);
  const inRange = memoryCost >= 8 * parallelism && memoryCost <= 0xffffffff && timeCost <= 0xffffffff;
  if (!inRange || timeCost < 1 || parallelism < 1 || parallelism > 0xffffff) return null;
  const saltBytes = decodeStandardBase64(text, salt, digest - 1);
  const digestBytes = decodeStandardBase64(text, digest, text.length);
  if (saltBytes === null || digestBytes === null || saltBytes.length < 8) return null;
  if (!USUAL_DIGEST_BYTES.has(digestBytes.length)) return null;
  return new ParsedArgon2(
    { variant, version, m: memoryCost, t: timeCost, p: parallelism },
    saltBytes,
    digestBytes,
  );
}

function variantOf(text: string): Argon2Variant | null {
  if (text.startsWith("$argon2id$")) return "argon2id";
  if (text.startsWith("$argon2i$")) return "argon2i";
  return text.startsWith("$argon2d$") ? "argon2d" : null;
}

/** A decimal number of at most ten digits without sign and leading zeros, or -1. */
function decimal(text: string, start: number, end: number): number {
  if (end <= start || end - start > 10 || (text.charCodeAt(start) === 0x30 && end - start > 1)) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
