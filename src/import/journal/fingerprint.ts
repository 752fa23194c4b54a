import { createHash } from "node:crypto";
import { requireArgument } from "../../lib/require-argument.js";

/** How an export is read, as far as users become others by it. */
export interface ReadingOptions {
  /** Of a table: which column is what. */
  readonly map?: object | undefined;
  /** The service's IDs of providers, by the export's names. */
  readonly providers?: Readonly<Record<string, string>> | undefined;
  /** Country of phone numbers without a country code. */
  readonly phoneRegion?: string | undefined;
  /** How authenticator apps count. */
  readonly totp?: object | undefined;
  /** Parameters by which hashes are put together: what `parseFirebaseHashConfig` gives, or another source's. */
  readonly hashConfig?: object | undefined;
}

/**
 * Digests of the options by which an export's users become what is sent, for a journal's binding. With another map,
 * provider, country or hash parameter the same file gives other users. The signer key is left out: it is not part of a
 * hash.
 *
 * @param options As they were given to `readExport`; their order does not matter.
 *
 * @example
 * ```ts
 * import { fingerprintReading } from "credport/import";
 *
 * const { reading, hashParameters } = fingerprintReading({ phoneRegion: "DE" });
 * hashParameters; // => undefined
 * reading === fingerprintReading({ phoneRegion: "AT" }).reading; // => false
 *
 * const hashConfig = { signerKey: "c2lnbmVy", saltSeparator: "Bw==", rounds: 8, memCost: 14 };
 * const other = { ...hashConfig, signerKey: "another" };
 * fingerprintReading({ hashConfig }).hashParameters === fingerprintReading({ hashConfig: other }).hashParameters;
 * // => true
 * ```
 */
export function fingerprintReading(options: ReadingOptions): {
  readonly reading: string;
  readonly hashParameters?: string;
} {
  requireArgument("options", options, "object");
  const { map, providers, phoneRegion, totp, hashConfig } = options;
  const reading = digestOf([
    map ?? null,
    providers ?? null,
    phoneRegion ?? null,
    ...(totp === undefined ? [] : [totp]),
  ]);
  if (hashConfig === undefined) return { reading };
  return { reading, hashParameters: digestOf(Object.entries(hashConfig).filter(isParameter).sort(byName)) };
}

const isParameter = ([name, value]: readonly [string, unknown]): boolean => name !== "signerKey" && value !== undefined;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, inOneOrder)).digest("hex");
}

/** Fields of objects by name, as a file may be written again in another order. */
export function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(byName));
}
