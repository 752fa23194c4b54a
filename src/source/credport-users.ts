import { problem, type Result, refuse } from "../result.js";
import { toBase32Secret } from "../secret/index.js";
import { MAXIMUM_TOTP_PERIOD, MAXIMUM_TOTP_SKEW } from "../secret/totp-device.js";
import type { ServiceProfile } from "../service/profile.js";
import { assembleUser, readHash } from "./assemble-user.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  phoneField,
  textField,
  userIdField,
} from "./field.js";
import type { ReadUser, ThirdPartyLogin, TotpEnrolment } from "./normalized-user.js";

/**
 * One user as `credport check --out` writes them. The file may have been edited or
 * made by another tool, and may be for another service, so everything is checked
 * again: a hash or secret that is not sound is refused here as anywhere.
 */
export function readCredportUser(
  value: unknown,
  service: ServiceProfile,
  findings: Findings,
): Result<ReadUser> {
  if (!isFields(value)) return refuse("user/not-an-object", "the record is not a JSON object");
  const externalUserId = userIdField(value, "externalUserId", findings);
  const email = emailField(value, "email", findings);
  const phoneNumber = phoneField(value, "phoneNumber", findings);
  const text = textField(value, "passwordHash", findings);
  const password = text === undefined ? undefined : readHash(text, service, findings);
  const thirdParty = readThirdParty(value, service, findings);
  const totp = readTotp(value, service, findings);
  const emailVerified = flagField(value, "emailVerified", findings);
  const parts = { externalUserId, email, emailVerified, phoneNumber, password, thirdParty, totp };
  return assembleUser(parts, findings);
}

function readThirdParty(
  fields: Fields,
  { limits }: ServiceProfile,
  findings: Findings,
): readonly ThirdPartyLogin[] {
  return listField(fields, "thirdParty", findings).flatMap((entry) => {
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
