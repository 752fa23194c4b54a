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

/**
 * A digest of the parameters by which a source's hashes are put together, the signer key left out: it
 * is not part of them. With other parameters the same file gives other hashes.
 *
 * @param config What `parseFirebaseHashConfig` gives, or another source's parameters.
 *
 * @example
 * ```ts
 * import { fingerprintHashConfig } from "credport/import";
 *
 * const config = { signerKey: "c2lnbmVy", saltSeparator: "Bw==", rounds: 8, memCost: 14 };
 * const other = { ...config, rounds: 7 };
 * fingerprintHashConfig(config) === fingerprintHashConfig(other); // => false
 * fingerprintHashConfig(config) === fingerprintHashConfig({ ...config, signerKey: "another" }); // => true
 * ```
 */
export function fingerprintHashConfig(config: object): string {
  const parameters = Object.entries(config)
    .filter(([name, value]) => name !== "signerKey" && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(parameters)).digest("hex");
}
