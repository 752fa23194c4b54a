import { SOURCE_NAMES, type SourceName } from "../hash/source-context.js";
import { counted } from "../lib/plural.js";
import { problem, type Result, refuse } from "../result.js";
import { toBase32Secret } from "../secret/index.js";
import { MAXIMUM_TOTP_PERIOD, MAXIMUM_TOTP_SKEW, TOTP_ALGORITHMS } from "../secret/totp-device.js";
import type { ServiceProfile } from "../service/profile.js";
import { assembleUser } from "./assemble-user.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  optionalFlagField,
  phoneField,
  refuseDisabled,
  textField,
  userIdField,
} from "./field.js";
import { type FieldTable, refuseOtherFields } from "./field-table.js";
import type { ReadUser, ThirdPartyLogin, TotpEnrolment } from "./normalized-user.js";
import { type HashOrigin, type Password, readPassword } from "./read-password.js";

export interface CredportOptions {
  readonly service: ServiceProfile;
  /** Import users that the old system has disabled: they can then log in again. */
  readonly includeDisabled: boolean;
  /** Of hashes whose record does not name it. */
  readonly origin: HashOrigin;
}

const NOTHING: ReadonlySet<string> = new Set();

const USER: FieldTable = {
  read: new Set([
    ...["externalUserId", "email", "emailVerified", "phoneNumber", "disabled"],
    // The algorithm is written for other readers; here it follows from the hash.
    ...["passwordHash", "hashingAlgorithm", "source", "peppered", "thirdParty", "totp"],
  ]),
  notCarried: NOTHING,
};

const LOGIN: FieldTable = {
  list: "thirdParty",
  read: new Set(["thirdPartyId", "thirdPartyUserId", "email", "isVerified"]),
  notCarried: NOTHING,
};

const DEVICE: FieldTable = {
  list: "totp",
  read: new Set(["secretKey", "period", "skew", "deviceName", "digits", "algorithm"]),
  notCarried: NOTHING,
};

export const CREDPORT_TABLES: readonly FieldTable[] = [USER, LOGIN, DEVICE];

/**
 * One user as `credport check --out` writes them. The file may have been edited or
 * made by another tool, and may be for another service, so everything is checked
 * again: a hash or secret that is not sound is refused here as anywhere, and so is a
 * field of another name, since nobody can tell what was meant by it.
 */
export function readCredportUser(
  value: unknown,
  options: CredportOptions,
  findings: Findings,
): Result<ReadUser> {
  if (!isFields(value)) return refuse("user/not-an-object", "the record is not a JSON object");
  const { service, includeDisabled } = options;
  refuseOtherFields(value, USER, findings);
  refuseDisabled(value, includeDisabled, findings);
  const externalUserId = userIdField(value, "externalUserId", findings);
  const email = emailField(value, "email", findings);
  const phoneNumber = phoneField(value, "phoneNumber", findings);
  const password = readUserPassword(value, options, findings);
  const thirdParty = readThirdParty(value, service, findings);
  const totp = readTotp(value, service, findings);
  const emailVerified = flagField(value, "emailVerified", findings);
  const parts = { externalUserId, email, emailVerified, phoneNumber, password, thirdParty, totp };
  return assembleUser(parts, findings);
}

function readUserPassword(
  fields: Fields,
  { origin, service }: CredportOptions,
  findings: Findings,
): Password | undefined {
  textField(fields, "hashingAlgorithm", findings);
  const source = sourceField(fields, findings) ?? origin.source;
  const peppered = optionalFlagField(fields, "peppered", findings) ?? origin.peppered;
  const text = textField(fields, "passwordHash", findings);
  return text === undefined ? undefined : readPassword(text, { source, peppered }, service, findings);
}

function sourceField(fields: Fields, findings: Findings): SourceName | undefined {
  const text = textField(fields, "source", findings);
  const source = SOURCE_NAMES.find((name) => name === text);
  if (text !== undefined && source === undefined) {
    findings.problems.push(
      problem("user/source-unknown", "source is not the name of a system that credport knows", {
        field: "source",
      }),
    );
  }
  return source;
}

function readThirdParty(
  fields: Fields,
  { limits }: ServiceProfile,
  findings: Findings,
): readonly ThirdPartyLogin[] {
  return listField(fields, "thirdParty", findings).flatMap((entry) => {
    if (isFields(entry)) refuseOtherFields(entry, LOGIN, findings);
    const thirdPartyId = isFields(entry) ? textField(entry, "thirdPartyId", findings) : undefined;
    const thirdPartyUserId = isFields(entry) ? textField(entry, "thirdPartyUserId", findings) : undefined;
    const email = isFields(entry) ? emailField(entry, "email", findings) : undefined;
    if (
      !isFields(entry) ||
      thirdPartyId === undefined ||
      thirdPartyUserId === undefined ||
      email === undefined
    ) {
      findings.problems.push(
        problem("user/third-party-incomplete", "a social login lacks an ID or its e-mail address", {
          field: "thirdParty",
        }),
      );
      return [];
    }
    if (thirdPartyId.length > limits.thirdPartyId || thirdPartyUserId.length > limits.thirdPartyUserId) {
      findings.problems.push(
        problem("user/third-party-too-long", "the service does not keep an ID this long of a social login", {
          field: "thirdParty",
        }),
      );
      return [];
    }
    findings.identify("third-party", `${thirdPartyId}\n${thirdPartyUserId}`);
    return [{ thirdPartyId, thirdPartyUserId, email, isVerified: flagField(entry, "isVerified", findings) }];
  });
}

function readTotp(fields: Fields, service: ServiceProfile, findings: Findings): readonly TotpEnrolment[] {
  return listField(fields, "totp", findings).flatMap((entry) => {
    const text = isFields(entry) ? textField(entry, "secretKey", findings) : undefined;
    if (!isFields(entry) || text === undefined) {
      findings.problems.push(
        problem("user/field-wrong-type", "a second factor has no secret", { field: "totp" }),
      );
      return [];
    }
    refuseOtherFields(entry, DEVICE, findings);
    requireUsualCodes(entry, service, findings);
    const secret = toBase32Secret(text, "base32", { service });
    if (!secret.ok) {
      findings.problems.push(...secret.problems.map((fault) => ({ ...fault, field: "totp" })));
      return [];
    }
    findings.warnings.push(...secret.warnings);
    const period = wholeNumber(entry, "period", 1, MAXIMUM_TOTP_PERIOD, findings);
    const skew = wholeNumber(entry, "skew", 0, MAXIMUM_TOTP_SKEW, findings);
    const deviceName = textField(entry, "deviceName", findings);
    if (period === undefined || skew === undefined) return [];
    const enrolment = { secretKey: secret.value, period, skew };
    return [deviceName === undefined ? enrolment : { ...enrolment, deviceName }];
  });
}

/** The call has no place for digits and algorithm: a device with others never verifies. */
function requireUsualCodes(
  { digits, algorithm }: Fields,
  { totp }: ServiceProfile,
  findings: Findings,
): void {
  if (digits !== undefined && digits !== null && digits !== totp.digits) {
    const message = `the service verifies codes of ${counted(totp.digits, "digit")} only`;
    findings.problems.push(problem("otpauth/digits-unsupported", message, { field: "totp.digits" }));
  }
  if (algorithm === undefined || algorithm === null || algorithm === "") return;
  const name = String(algorithm)
    .toUpperCase()
    .replace(/^HMAC-?/, "")
    .replace("-", "");
  if (name === totp.algorithm) return;
  const isKnown = TOTP_ALGORITHMS.some((known) => known === name);
  findings.problems.push(
    isKnown
      ? problem("otpauth/algorithm-unsupported", `the service verifies ${totp.algorithm} only`, {
          field: "totp.algorithm",
        })
      : problem("otpauth/algorithm-unknown", "the algorithm is not SHA1, SHA256 or SHA512", {
          field: "totp.algorithm",
        }),
  );
}

function wholeNumber(
  fields: Fields,
  name: string,
  least: number,
  most: number,
  findings: Findings,
): number | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) {
    return value as number;
  }
  findings.problems.push(
    problem("user/field-wrong-type", `${name} is not a whole number from ${least} to ${most}`, {
      field: name,
    }),
  );
  return undefined;
}
