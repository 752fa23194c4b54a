import { base64Bytes } from "../lib/base64.js";
import { counted } from "../lib/plural.js";
import { type OtpauthProblemCode, problem, refuse } from "../problems/otpauth.js";
import { type Failure, failure, type Problem, type Result, requireText, success } from "../result.js";
import { type MigrationEntry, type MigrationPayload, readMigrationPayload } from "./migration-payload.js";
import { claimDevice, type OtpauthOptions, requireOtpauth, withFindings } from "./otpauth-device.js";
import { splitOtpauthName } from "./otpauth-label.js";
import { percentDecode, scanOtpauth } from "./otpauth-scan.js";
import { type TotpAlgorithm, type TotpDevice, USUAL_TOTP_PERIOD } from "./totp-device.js";

/** A QR code holds under 4300 characters; exports pasted together from files are longer. */
const MAXIMUM_URI = 65_536;
const MAXIMUM_ENTRIES = 100;

/** By their numbers in the message; 0 is "unspecified". */
const ALGORITHMS: readonly (TotpAlgorithm | null)[] = [null, "SHA1", "SHA256", "SHA512"];
const MD5 = 4;
const DIGITS: readonly (number | null)[] = [null, 6, 8];
const HOTP = 1;
const TOTP = 2;

/** How to read the entries of a migration URI, and for which service. */
export interface OtpauthMigrationOptions extends OtpauthOptions {
  /**
   * What an entry means that leaves algorithm, digits or type unspecified.
   * `refuse`, the default, or `usual`: SHA1, 6 digits, TOTP.
   */
  readonly unspecified?: "refuse" | "usual" | undefined;
}

/** One code of an export: an export of many accounts is spread over several. */
export interface OtpauthMigrationBatch {
  /** One for each entry, in the order of the export. */
  readonly devices: readonly Result<TotpDevice>[];
  readonly version: number;
  /** How many codes the export has; at least 1. */
  readonly batchSize: number;
  /** Which one this is, from 0. */
  readonly batchIndex: number;
  /** The same number in all codes of one export. */
  readonly batchId: number;
}

/**
 * One code of a Google Authenticator export, with each entry's own answer: the way to take what can be taken where
 * `parseOtpauthMigrationUri` takes all or nothing. At most 65536 characters and 100 entries. The period is always
 * 30 seconds, the secret raw bytes.
 *
 * Problems of the whole: `otpauth/not-otpauth`, `otpauth/other-kind`, `otpauth/too-long`,
 * `otpauth/encoding`, `otpauth/html-escaped`, `otpauth/malformed`, `otpauth/unsupported`,
 * `otpauth/migration-malformed`, `otpauth/migration-empty`, `otpauth/migration-too-many`.
 * Of an entry: `otpauth/unsupported`, `otpauth/malformed`, `otpauth/migration-unspecified`, and those of
 * `toBase32Secret`. Warnings: `otpauth/migration-part`; of an entry `otpauth/parameter-ignored`,
 * `otpauth/issuer-mismatch`, `otpauth/device-name-too-long`, and those of `toBase32Secret`.
 *
 * @example
 * import { parseOtpauthMigrationBatch } from "credport";
 * const uri = "otpauth-migration://offline?data=CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA%3D";
 * const result = parseOtpauthMigrationBatch(uri);
 * result.ok && result.value.devices.length; // => 1
 */
export function parseOtpauthMigrationBatch(
  uri: string,
  options: OtpauthMigrationOptions = {},
): Result<OtpauthMigrationBatch> {
  requireText(uri, "uri");
  requireOtpauth("parseOtpauthMigrationBatch", options);
  const { unspecified = "refuse" } = options;
  if (unspecified !== "refuse" && unspecified !== "usual") {
    throw new TypeError('unspecified must be "refuse" or "usual"');
  }
  const message = readMessage(uri);
  if ("problems" in message) return message;
  const payload = readMigrationPayload(message);
  if (payload === null || !hasPart(payload)) {
    return refuse("otpauth/migration-malformed", "the message in the URI is damaged", { field: "data" });
  }
  const { entries, version, batchIndex, batchId } = payload;
  const batchSize = Math.max(payload.batchSize, 1);
  if (entries.length === 0) return refuse("otpauth/migration-empty", "the export holds no account");
  if (entries.length > MAXIMUM_ENTRIES) {
    return refuse(
      "otpauth/migration-too-many",
      `the export holds ${counted(entries.length, "account")}; the maximum is ${MAXIMUM_ENTRIES}`,
    );
  }
  const devices = entries.map((entry, index) => readDevice(entry, index, options));
  return success({ devices, version, batchSize, batchIndex, batchId }, warnOfPart(batchIndex, batchSize));
}

function readMessage(uri: string): Uint8Array | Failure {
  const parts = scanOtpauth(uri, "otpauth-migration", MAXIMUM_URI);
  if ("problems" in parts) return parts;
  if (parts.type !== "offline") {
    return refuse("otpauth/unsupported", "the URI does not begin with otpauth-migration://offline");
  }
  const data = parts.parameters.get("data");
  const place = data === undefined ? {} : { field: "data", offset: data.at };
  // A + that was taken for a space of a form on its way here is a + again.
  const text = data && percentDecode(data.value)?.replaceAll(" ", "+");
  const bytes = text ? base64Bytes(text) : null;
  if (bytes === null) {
    return refuse("otpauth/migration-malformed", "the parameter data is not standard base64", place);
  }
  return bytes;
}

/** Writers leave size and index out where they are 0. */
function hasPart({ batchSize, batchIndex }: MigrationPayload): boolean {
  return batchSize >= 0 && batchIndex >= 0 && batchIndex < Math.max(batchSize, 1);
}

function warnOfPart(batchIndex: number, batchSize: number): readonly Problem[] {
  if (batchSize === 1) return [];
  return [problem("otpauth/migration-part", `this is code ${batchIndex + 1} of ${batchSize} of the export`)];
}

function readDevice(entry: MigrationEntry, index: number, options: OtpauthMigrationOptions): Result<TotpDevice> {
  const place = (name: string) => `otp_parameters[${index}].${name}`;
  const problems: Problem[] = [];
  const report = (code: OtpauthProblemCode, message: string, name: string) =>
    problems.push(problem(code, message, { field: place(name) }));
  const known = specify(entry, options, (name) =>
    report("otpauth/migration-unspecified", `the export leaves ${name} unspecified`, name),
  );
  if (known.type === HOTP) {
    report("otpauth/unsupported", "the device is counter-based (HOTP), and the service verifies TOTP only", "type");
  } else if (known.type !== TOTP) {
    report("otpauth/unsupported", "the type is neither HOTP nor TOTP", "type");
  }
  if (known.algorithm === MD5) {
    report("otpauth/unsupported", "the device uses MD5, and the service verifies SHA1 only", "algorithm");
  } else if (ALGORITHMS[known.algorithm] === undefined) {
    report("otpauth/malformed", "the algorithm has a number without a meaning", "algorithm");
  }
  if (DIGITS[known.digits] === undefined) {
    report("otpauth/unsupported", "the number of digits is neither 6 nor 8", "digits");
  }
  const label = splitOtpauthName(entry.name);
  const issuer = entry.issuer.trim() || undefined;
  const device = claimDevice(
    {
      secret: entry.secret,
      algorithm: ALGORITHMS[known.algorithm] ?? "SHA1",
      digits: DIGITS[known.digits] ?? 6,
      period: USUAL_TOTP_PERIOD,
      issuer: issuer ?? label.issuer,
      account: label.account,
    },
    options,
    { field: place },
  );
  const warnings: Problem[] = [];
  if (entry.counter !== 0n) {
    warnings.push(
      problem("otpauth/parameter-ignored", "a time-based device has a counter", { field: place("counter") }),
    );
  }
  if (issuer !== undefined && label.issuer !== undefined && issuer !== label.issuer) {
    warnings.push(
      problem("otpauth/issuer-mismatch", "the issuer in the name is another one", { field: place("issuer") }),
    );
  }
  return withFindings(device, problems, warnings);
}

type Numbers = Pick<MigrationEntry, "algorithm" | "digits" | "type">;

/** The numbers with 0 replaced by the usual ones; where that is not permitted, it is told. */
function specify(entry: Numbers, options: OtpauthMigrationOptions, tell: (name: string) => void): Numbers {
  const usual: Numbers = { algorithm: 1, digits: 1, type: TOTP };
  const names = ["algorithm", "digits", "type"] as const;
  const absent = names.filter((name) => entry[name] === 0);
  if (options.unspecified !== "usual") for (const name of absent) tell(name);
  return { ...entry, ...Object.fromEntries(absent.map((name) => [name, usual[name]])) };
}

/** All entries, or every reason why one of them is refused. */
export function allDevices(batch: OtpauthMigrationBatch): Result<readonly TotpDevice[]> {
  const devices: TotpDevice[] = [];
  const warnings: Problem[] = [];
  const problems: Problem[] = [];
  for (const device of batch.devices) {
    if (!device.ok) problems.push(...device.problems);
    else {
      devices.push(device.value);
      warnings.push(...device.warnings);
    }
  }
  const [first, ...others] = problems;
  return first === undefined ? success(devices, warnings) : failure(first, ...others);
}
