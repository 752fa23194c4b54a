import { describedAs, redacted } from "../lib/redact.js";
import { type Result, requireText } from "../result.js";
import { decodeSecret } from "./decode-secret.js";

/**
 * The key bytes of a base32 secret, under the rule of `toBase32Secret`: white
 * space and `-` are dropped, either case is read, padding is complete or absent.
 *
 * Problems and warnings: those of `toBase32Secret` for `base32`.
 */
export function decodeBase32Secret(text: string): Result<Uint8Array> {
  requireText(text, "text");
  const key = decodeSecret(text, "base32");
  return key.ok ? describedAs(key, () => ({ ...key, value: redacted(key.value) })) : key;
}
