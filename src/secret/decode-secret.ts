import { charactersOf } from "../lib/bytes.js";
import { counted } from "../lib/plural.js";
import { problem, refuse } from "../problems/secret.js";
import { type Failure, type Problem, type Result, success } from "../result.js";
import { decodeBase32 } from "./base32.js";
import { decodeBase64Secret } from "./base64.js";
import { encryptedBy } from "./encrypted-envelope.js";
import { decodeHex, hexDigit } from "./hex.js";
import { warnOfNestedEncoding, warnOfOtherEncoding } from "./other-encoding.js";
import type { SecretEncoding } from "./secret-encoding.js";
import { loneSurrogateAt } from "./utf8.js";

/** Longest text that is read at all, in characters; 512 bytes in hexadecimal. */
const MAXIMUM_TEXT = 1024;
const MAXIMUM_KEY = 512;
/** Longest key that systems make, in bytes: the block of SHA-1 and SHA-256, and the RFC 6238 key for SHA-512. */
const USUAL_MAXIMUM_KEY = 64;
/** 128 bits, RFC 4226 section 4 R6. */
const RECOMMENDED_MINIMUM_KEY = 16;

/**
 * The key of a shared secret in the encoding that its source uses, or the reason why there is none. Bytes stand for
 * the UTF-8 form of the text, so in `utf8` they are the key itself.
 */
export function decodeSecret(secret: string | Uint8Array, encoding: SecretEncoding): Result<Uint8Array> {
  if (secret.length > MAXIMUM_TEXT) {
    return refuse(
      "secret/too-long",
      `the secret has ${counted(secret.length, "character")}; the maximum is ${MAXIMUM_TEXT}`,
    );
  }
  if (secret.length === 0) return refuse("secret/empty", "the secret is empty");
  const text = typeof secret === "string" ? secret : charactersOf(secret);
  const foreign = refuseForeignText(text);
  if (foreign !== null) return foreign;
  const key = encoding === "utf8" ? decodeText(secret) : decodeAs(text, encoding);
  if ("problems" in key) return key;
  return checkKey(key, text, encoding, typeof secret === "string");
}

function decodeAs(text: string, encoding: Exclude<SecretEncoding, "utf8">): Uint8Array | Failure {
  if (encoding === "base32") return decodeBase32(text);
  if (encoding === "hex") return decodeHex(text);
  return decodeBase64Secret(text, encoding);
}

function decodeText(secret: string | Uint8Array): Uint8Array | Failure {
  if (typeof secret !== "string") return Uint8Array.from(secret);
  const lone = loneSurrogateAt(secret);
  if (lone !== -1) {
    return refuse("secret/not-text", "half a surrogate pair appears alone: the text has no UTF-8 form", {
      offset: lone,
    });
  }
  if (secret.trim() === "") return refuse("secret/empty", "the secret is white space only");
  return new TextEncoder().encode(secret);
}

/** What is not a secret in any encoding. */
function refuseForeignText(text: string): Failure | null {
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

function checkKey(
  key: Uint8Array,
  text: string,
  encoding: SecretEncoding,
  isText: boolean,
): Result<Uint8Array> {
  if (key.length > MAXIMUM_KEY) {
    return refuse(
      "secret/too-long",
      `the key is ${counted(key.length, "byte")} long; the maximum is ${MAXIMUM_KEY}`,
    );
  }
  const keyText = charactersOf(key);
  const foreign = refuseForeignText(keyText);
  if (foreign !== null) return foreign;
  if (key.length > USUAL_MAXIMUM_KEY && looksLikeCiphertext(text, encoding, isText)) {
    return refuse(
      "secret/encrypted",
      `${counted(key.length, "byte")} without structure are longer than any usual key (${USUAL_MAXIMUM_KEY} bytes): this looks like ciphertext`,
    );
  }
  const warnings = [
    warnOfOtherEncoding(text, encoding),
    encoding === "utf8" ? null : warnOfNestedEncoding(keyText),
    encoding === "utf8" && isText ? warnOfSurroundingSpace(text) : null,
    warnOfLength(key.length),
  ];
  return success(
    key,
    warnings.filter((warning): warning is Problem => warning !== null),
  );
}

/**
 * Ciphertext is kept in base64 or hexadecimal. A long base32 text or a long
 * passphrase is only unusual, and bytes that were given as the key are believed.
 */
function looksLikeCiphertext(text: string, encoding: SecretEncoding, isText: boolean): boolean {
  if (encoding === "base32") return false;
  if (encoding !== "utf8") return true;
  return isText && (isHexText(text) || decodesAsBase64(text));
}

function isHexText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (hexDigit(text.charCodeAt(at)) === -1) return false;
  }
  return true;
}

function decodesAsBase64(text: string): boolean {
  return (["base64", "base64url"] as const).some(
    (encoding) => !("problems" in decodeBase64Secret(text, encoding)),
  );
}

function warnOfSurroundingSpace(text: string): Problem | null {
  if (text === text.trim() && !text.endsWith("\0")) return null;
  return problem(
    "secret/surrounding-white-space",
    "white space or NUL at an end of the text is taken for a part of the key",
  );
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
