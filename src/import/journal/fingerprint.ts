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

/** How an export is read, as far as users become others by it. */
export interface ReadingOptions {
  /** Of a table: which column is what. */
  readonly map?: object | undefined;
  /** The service's IDs of providers, by the export's names. */
  readonly providers?: Readonly<Record<string, string>> | undefined;
  /** Country of phone numbers without a country code. */
  readonly phoneRegion?: string | undefined;
}

/**
 * A digest of the options by which an export's users become what is sent. With another map, provider or
 * country the same file gives other users.
 *
 * @param options As they were given to `readExport`; their order is of no account.
 *
 * @example
 * ```ts
 * import { fingerprintReading } from "credport/import";
 *
 * fingerprintReading({ phoneRegion: "DE" }) === fingerprintReading({ phoneRegion: "AT" }); // => false
 * fingerprintReading({ providers: { a: "x", b: "y" } }) === fingerprintReading({ providers: { b: "y", a: "x" } });
 * // => true
 * ```
 */
export function fingerprintReading({ map, providers, phoneRegion }: ReadingOptions): string {
  const text = JSON.stringify([map ?? null, providers ?? null, phoneRegion ?? null], inOneOrder);
  return createHash("sha256").update(text).digest("hex");
}

/** Fields of objects by name, as a file may be written again in another order. */
export function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
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
