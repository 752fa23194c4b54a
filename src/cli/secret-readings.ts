import { type Failure, failure, type Problem, problem, type Result, success } from "../result.js";
import {
  type OtpauthOptions,
  parseOtpauthMigrationBatch,
  parseOtpauthUri,
  possibleSecretEncodings,
  type SecretEncoding,
  type TotpDevice,
  toBase32Secret,
} from "../secret/index.js";
import { makeTotpDevice, USUAL_TOTP_PERIOD, USUAL_TOTP_SKEW } from "../secret/totp-device.js";
import { resolveServiceProfile } from "../service/profile.js";

/** Longest input: what `parseOtpauthMigrationUri` takes at most. */
export const MOST_SECRET_CHARACTERS = 65_536;

export interface SecretReadingOptions extends OtpauthOptions {
  /** How the text is encoded; a URI says it itself. */
  readonly encoding?: SecretEncoding;
  /** Seconds; of a text, since a URI says it itself. */
  readonly period?: number;
}

/** The device that comes out when what was given is read in one way. */
export interface SecretReading {
  /** Absent for a URI. */
  readonly encoding?: SecretEncoding;
  readonly device: Result<TotpDevice>;
}

/** All ways to read what was given. */
export interface SecretReadings {
  /**
   * `one`: a text in a named encoding, or the URI of one device. `several`: the URI of
   * several devices. `undecided`: a text that is good in these encodings, in each with
   * another key, and nothing says which is right.
   */
  readonly kind: "one" | "several" | "undecided";
  readonly readings: readonly SecretReading[];
}

/** Reads a secret or an otpauth URI in every way that is open. */
export function readSecretText(text: string, options: SecretReadingOptions): Result<SecretReadings> {
  const { encoding } = options;
  if (encoding === undefined && isUri(text, "otpauth-migration:")) return readMigrationUri(text, options);
  if (encoding === undefined && isUri(text, "otpauth:")) {
    return success({ kind: "one", readings: [{ device: parseOtpauthUri(text, options) }] });
  }
  if (encoding !== undefined) {
    return success({ kind: "one", readings: [readText(text, encoding, options)] });
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

function readMigrationUri(uri: string, options: SecretReadingOptions): Result<SecretReadings> {
  const batch = parseOtpauthMigrationBatch(uri, options);
  if (!batch.ok) return inWordsOfTheCommand(batch);
  return success(
    {
      kind: "several",
      readings: batch.value.devices.map((device) => ({ device: inWordsOfTheCommand(device) })),
    },
    batch.warnings,
  );
}

/** The code's own remedy names no option of the command. */
function inWordsOfTheCommand<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const [first, ...others] = result.problems.map((found) =>
    found.code === "otpauth/migration-unspecified" ? { ...found, remedy: UNSPECIFIED } : found,
  );
  return { ok: false, problems: [first as Problem, ...others] };
}

const UNSPECIFIED =
  "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, say so with --unspecified usual.";

function readText(text: string, encoding: SecretEncoding, options: SecretReadingOptions): SecretReading {
  if (isUri(text, "otpauth:") || isUri(text, "otpauth-migration:")) {
    return { encoding, device: refuseUri() };
  }
  const { totp } = resolveServiceProfile(options.service);
  const { period = USUAL_TOTP_PERIOD, skew = USUAL_TOTP_SKEW } = options;
  const secret = toBase32Secret(text, encoding, options);
  if (!secret.ok) return { encoding, device: secret };
  const device = makeTotpDevice({ ...totp, secretKey: secret.value, period, skew });
  return { encoding, device: success(device, secret.warnings) };
}

/** With a remedy that names the option of the command. */
function refuseUri(): Failure {
  return failure({
    ...problem("secret/otpauth-uri", "This is an otpauth URI, and not a secret in an encoding."),
    remedy: "Leave out --encoding: the URI says how to read its secret.",
  });
}

function isUri(text: string, scheme: string): boolean {
  return text.trimStart().slice(0, scheme.length).toLowerCase() === scheme;
}

/** What to do when nothing says how a text is encoded. */
export function encodingNotNamed(readings: readonly SecretReading[]): Problem {
  const encodings = readings.flatMap(({ encoding }) => encoding ?? []);
  return problem(
    "cli/encoding-not-named",
    `The text can be read as ${encodings.join(", ")}, each with another key.`,
  );
}
