import { requireNamesBeside } from "../lib/require-names.js";
import { type Result, requireText, success } from "../result.js";
import { resolveServiceProfile } from "../service/profile.js";
import { type OtpauthMigrationOptions, parseOtpauthMigrationBatch } from "./parse-otpauth-migration-batch.js";
import { parseOtpauthUri } from "./parse-otpauth-uri.js";
import { possibleSecretEncodings } from "./possible-secret-encodings.js";
import type { SecretEncoding } from "./secret-encoding.js";
import { toBase32Secret } from "./to-base32-secret.js";
import { makeTotpDevice, type TotpDevice, USUAL_TOTP_PERIOD, USUAL_TOTP_SKEW } from "./totp-device.js";

/** Longest input, in UTF-16 code units: what `parseOtpauthMigrationUri` takes at most. */
export const MAXIMUM_SECRET_TEXT = 65_536;

/** What the caller knows of a secret or URI. */
export interface SecretReadingOptions extends OtpauthMigrationOptions {
  /** How the text is encoded; a URI carries its own. */
  readonly encoding?: SecretEncoding | undefined;
  /** Seconds for which a code is valid, from 1 to 86400; 30 if absent. A URI carries its own. */
  readonly period?: number | undefined;
}

/** The device that results from reading the input in one way. */
export interface SecretReading {
  /** Absent for a URI. */
  readonly encoding?: SecretEncoding;
  readonly device: Result<TotpDevice>;
}

/** All ways to read an input. */
export interface SecretReadings {
  /**
   * `one`: a text in a named encoding, or the URI of one device. `several`: the URI of
   * several devices. `undecided`: a text that is well-formed in these encodings, gives
   * another key in each, and does not say which is right.
   */
  readonly kind: "one" | "several" | "undecided";
  /** At least one, unless a migration URI holds no device. */
  readonly readings: readonly SecretReading[];
}

/**
 * Reads a secret or an otpauth URI in every way that is possible; never guesses one.
 *
 * @param text A secret in any encoding, an `otpauth:` URI or an `otpauth-migration:` URI.
 * @param options The encoding if it is known, and the service whose limits apply.
 * @returns Every reading, each with its own problems; or the problem for which a migration URI can't be read at all
 * (`otpauth/…`). A reading that can't be a device has a problem of its own (`secret/…`, `otpauth/…`).
 *
 * @example
 * ```ts
 * import { readSecretText } from "credport";
 *
 * const read = readSecretText("JBSWY3DPEHPK3PXP", {});
 * read.ok && read.value.kind; // => "undecided"
 * read.ok && read.value.readings.map(({ encoding }) => encoding); // => ["base32", "base64", "base64url", "utf8"]
 * ```
 */
export function readSecretText(text: string, options: SecretReadingOptions = {}): Result<SecretReadings> {
  requireText(text, "text");
  requireNamesBeside("readSecretText", options, ["encoding", "period", "service", "skew", "unspecified"]);
  const { encoding, period, ...ofUri } = options;
  if (encoding !== undefined) {
    return success({ kind: "one", readings: [readText(text, encoding, options)] });
  }
  if (isUri(text, "otpauth-migration:")) return readMigrationUri(text, ofUri);
  if (isUri(text, "otpauth:")) {
    return success({ kind: "one", readings: [{ device: parseOtpauthUri(text, ofUri) }] });
  }
  const encodings = possibleSecretEncodings(text);
  // The widest alphabet gives the reason that holds for the narrower ones too.
  if (encodings.length === 0) {
    return success({ kind: "one", readings: [{ device: readText(text, "utf8", options).device }] });
  }
  return success({
    kind: "undecided",
    readings: encodings.map((possible) => readText(text, possible, options)),
  });
}

function readMigrationUri(uri: string, options: OtpauthMigrationOptions): Result<SecretReadings> {
  const batch = parseOtpauthMigrationBatch(uri, options);
  if (!batch.ok) return batch;
  const readings = batch.value.devices.map((device) => ({ device }));
  return success({ kind: "several", readings }, batch.warnings);
}

function readText(text: string, encoding: SecretEncoding, options: SecretReadingOptions): SecretReading {
  const { totp } = resolveServiceProfile(options.service);
  const { period = USUAL_TOTP_PERIOD, skew = USUAL_TOTP_SKEW } = options;
  const secret = toBase32Secret(text, encoding, { service: options.service });
  if (!secret.ok) return { encoding, device: secret };
  const device = makeTotpDevice({ ...totp, secretKey: secret.value, period, skew });
  return { encoding, device: success(device, secret.warnings) };
}

function isUri(text: string, scheme: string): boolean {
  return text.trimStart().slice(0, scheme.length).toLowerCase() === scheme;
}
