import { isBytes } from "../lib/bytes.js";
import { secretText } from "../lib/redact.js";
import { requireOptions } from "../lib/require-names.js";
import { refuse } from "../problems/secret.js";
import type { Result } from "../result.js";
import { hashFactsOf, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { decodeSecret } from "./decode-secret.js";
import { encodeBase32 } from "./encode-base32.js";
import { requireSecretEncoding, type SecretEncoding } from "./secret-encoding.js";

/** For which service a secret is converted. */
export interface ToBase32SecretOptions {
  /** Whose limit on the length of a secret applies. `default` has none. */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/**
 * The base32 secret that yields the same codes: upper case, without padding, as the service stores it (interface
 * 4.1, rule 1).
 *
 * The encoding is the one that the source uses. It is never guessed from the look of the text: many texts are good
 * in several encodings, and give another key in each. `possibleSecretEncodings` lists what a text could be.
 *
 * - `base32`: RFC 4648 section 6. White space of ASCII and `-` may appear anywhere, letters may be in either case,
 *   padding may be complete or absent.
 * - `base64`, `base64url`: RFC 4648 sections 4 and 5, each with its own alphabet only; padding may be complete or
 *   absent.
 * - `hex`: two digits for each byte, in either case.
 * - `utf8`: the UTF-8 bytes of the text are the key, white space included.
 *
 * Bytes stand for the UTF-8 form of the text. So in `utf8` they are the key itself, whatever they are, and in the
 * other encodings they are ASCII text.
 *
 * At most 1024 characters, and a key of at most 512 bytes.
 *
 * Problems: `secret/empty`, `secret/too-long`, `secret/illegal-character`, `secret/malformed`,
 * `secret/not-text`, `secret/encrypted`, `secret/otpauth-uri`, `secret/over-service-limit`. Warnings:
 * `secret/short-key`, `secret/may-be-other-encoding`, `secret/surrounding-white-space`.
 *
 * @example
 * import { toBase32Secret } from "credport";
 * const result = toBase32Secret("3132333435363738393031323334353637383930", "hex");
 * result.ok && result.value; // => "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
 */
export function toBase32Secret(
  secret: string | Uint8Array,
  encoding: SecretEncoding,
  options: ToBase32SecretOptions = {},
): Result<string> {
  if (typeof secret !== "string" && !isBytes(secret)) {
    throw new TypeError("secret must be a string or a Uint8Array");
  }
  requireSecretEncoding(encoding);
  requireOptions("toBase32Secret", options, { service: true });
  const limit = hashFactsOf(options.service).limits.totpSecret;
  const key = decodeSecret(secret, encoding);
  if (!key.ok) return key;
  const base32 = encodeBase32(key.value);
  if (base32.length > limit) {
    return refuse(
      "secret/over-service-limit",
      `the secret has ${base32.length} base32 characters, and the service stores ${limit}`,
    );
  }
  return secretText(base32, key.warnings);
}
