import { requireText } from "../result.js";
import { decodeSecret } from "./decode-secret.js";
import { SECRET_ENCODINGS, type SecretEncoding } from "./secret-encoding.js";

/**
 * The encodings under which `toBase32Secret` would take the text, from the narrowest alphabet to the widest. The
 * order is not a ranking: each gives another key, and only the source system's documentation, or a code from a real
 * device (`verifyTotp`), can say which one is right. Empty for text that is not a secret in any encoding.
 *
 * @example
 * import { possibleSecretEncodings } from "credport";
 * possibleSecretEncodings("JBSWY3DPEHPK3PXP"); // => ["base32", "base64", "base64url", "utf8"]
 */
export function possibleSecretEncodings(text: string): readonly SecretEncoding[] {
  requireText(text, "text");
  return SECRET_ENCODINGS.filter((encoding) => decodeSecret(text, encoding).ok);
}
