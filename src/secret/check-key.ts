import { counted } from "../lib/plural.js";
import { problem, refuse } from "../problems/secret.js";
import type { Failure, Problem } from "../result.js";
import { encryptedBy } from "./encrypted-envelope.js";
import { warnOfNestedEncoding, warnOfOtherEncoding } from "./other-encoding.js";
import type { SecretEncoding } from "./secret-encoding.js";

const MAXIMUM_KEY = 512;
/** Longest key that systems make, in bytes: the block of SHA-1 and SHA-256, and the RFC 6238 key for SHA-512. */
export const USUAL_MAXIMUM_KEY = 64;
/** 128 bits, RFC 4226 section 4 R6. */
const RECOMMENDED_MINIMUM_KEY = 16;

/** What is not a secret in any encoding. */
export function refuseForeignText(text: string): Failure | null {
  if (startsLikeOtpauth(text)) {
    return refuse("secret/otpauth-uri", "this is an otpauth URI, which holds a secret among other things");
  }
  const system = encryptedBy(text);
  if (system === null) return null;
  return refuse("secret/encrypted", `this is ciphertext in the form of ${system} and not a secret`);
}

function startsLikeOtpauth(text: string): boolean {
  return /^otpauth(?:-migration)?:/i.test(text.trimStart());
}

/** What can't be a key, as the text of its bytes. */
export function refuseKey(keyText: string): Failure | null {
  if (keyText.length <= MAXIMUM_KEY) return refuseForeignText(keyText);
  return refuse("secret/too-long", `the key is ${counted(keyText.length, "byte")} long; the maximum is ${MAXIMUM_KEY}`);
}

/** What is unusual of a key and of the text that it was read from. */
export function warningsOfKey(text: string, keyText: string, encoding: SecretEncoding): readonly Problem[] {
  const warnings = [
    warnOfOtherEncoding(text, encoding),
    encoding === "utf8" ? null : warnOfNestedEncoding(keyText),
    warnOfLength(keyText.length),
  ];
  return warnings.filter((warning): warning is Problem => warning !== null);
}

function warnOfLength(bytes: number): Problem | null {
  if (bytes < RECOMMENDED_MINIMUM_KEY) {
    return problem(
      "secret/short-key",
      `the key has ${counted(bytes * 8, "bit")}; RFC 4226 asks for at least ${RECOMMENDED_MINIMUM_KEY * 8}`,
    );
  }
  if (bytes <= USUAL_MAXIMUM_KEY) return null;
  return problem(
    "secret/may-be-other-encoding",
    `the key is ${counted(bytes, "byte")} long; usual ones have at most ${USUAL_MAXIMUM_KEY}`,
  );
}
