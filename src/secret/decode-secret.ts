import { charactersOf } from "../lib/bytes.js";
import { counted } from "../lib/plural.js";
import { problem, refuse } from "../problems/secret.js";
import { type Failure, type Problem, type Result, success } from "../result.js";
import { decodeBase32 } from "./base32.js";
import { decodeBase64Secret } from "./base64.js";
import { refuseForeignText, refuseKey, USUAL_MAXIMUM_KEY, warningsOfKey } from "./check-key.js";
import { decodeHex, hexDigit } from "./hex.js";
import type { SecretEncoding } from "./secret-encoding.js";
import { loneSurrogateAt } from "./utf8.js";

/** Longest text that is read at all, in characters; 512 bytes in hexadecimal. */
const MAXIMUM_TEXT = 1024;

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

function checkKey(key: Uint8Array, text: string, encoding: SecretEncoding, isText: boolean): Result<Uint8Array> {
  const keyText = charactersOf(key);
  const refused = refuseKey(keyText);
  if (refused !== null) return refused;
  if (key.length > USUAL_MAXIMUM_KEY && looksLikeCiphertext(text, encoding, isText)) {
    return refuse(
      "secret/encrypted",
      `${counted(key.length, "byte")} without structure are longer than any usual key (${USUAL_MAXIMUM_KEY} bytes): this looks like ciphertext`,
    );
  }
  const warnings = [
    ...(encoding === "utf8" && isText ? warnOfSurroundingSpace(text) : []),
    ...warningsOfKey(text, keyText, encoding),
  ];
  return success(key, warnings);
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
  return (["base64", "base64url"] as const).some((encoding) => !("problems" in decodeBase64Secret(text, encoding)));
}

function warnOfSurroundingSpace(text: string): readonly Problem[] {
  if (text === text.trim() && !text.endsWith("\0")) return [];
  const message = "white space or NUL at an end of the text is taken for a part of the key";
  return [problem("secret/surrounding-white-space", message)];
}
