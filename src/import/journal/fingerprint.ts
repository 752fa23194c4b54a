import { createHash } from "node:crypto";
import type { InputFingerprint } from "./journal-line.js";

/**
 * Size and SHA-256 of a whole input, which tell it from every other one. Reads it to its
 * end once; memory holds a chunk.
 *
 * @param input The file's bytes.
 *
 * @example
 * ```ts
 * import { fingerprintInput } from "credport/import";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("abc");
 * }
 * const { bytes, sha256 } = await fingerprintInput(file());
 * [bytes, sha256.slice(0, 8)]; // => [3, "ba7816bf"]
 * ```
 */
export async function fingerprintInput(input: AsyncIterable<Uint8Array>): Promise<InputFingerprint> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of input) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
