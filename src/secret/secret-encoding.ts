/** How a system writes the bytes of a shared secret into a column. */
export type SecretEncoding = "base32" | "base64" | "base64url" | "hex" | "utf8";

/** All encodings, from the narrowest alphabet to the widest. */
export const SECRET_ENCODINGS: readonly SecretEncoding[] = Object.freeze([
  "hex",
  "base32",
  "base64",
  "base64url",
  "utf8",
]);

/** For a caller's bug: the encoding is missing or unknown. */
export function requireSecretEncoding(encoding: unknown): asserts encoding is SecretEncoding {
  if (!SECRET_ENCODINGS.includes(encoding as SecretEncoding)) {
    throw new TypeError(`encoding must be one of ${SECRET_ENCODINGS.join(", ")}: it is never guessed`);
  }
}
