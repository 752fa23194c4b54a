import { SOURCE_NAMES, type SourceName } from "../../hash/index.js";
import { counted } from "../../lib/plural.js";
import { OTPAUTH_PROBLEMS } from "../../problems/otpauth.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { USER_PROBLEMS } from "../../problems/user.js";
import { toBase32Secret } from "../../secret/index.js";
import { MAXIMUM_TOTP_PERIOD, MAXIMUM_TOTP_SKEW, TOTP_ALGORITHMS } from "../../secret/internal.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { UserDraft } from "../assemble-user.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  optionalFlagField,
  phoneField,
  textField,
  userIdField,
} from "../field.js";
import { type FieldTable, refuseOtherFields } from "../field-table.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { Password } from "../read-password.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext, Source } from "../source.js";

const { problem } = /* @__PURE__ */ problemMaker(OTPAUTH_PROBLEMS, USER_PROBLEMS);

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

/**
 * Users as `credport check --out` writes them. The file may have been edited or
 * made by another tool, and may be for another service, so everything is checked
 * again: a hash or secret that is not sound is refused here as anywhere, and so is a
 * field of another name, since nobody can tell what was meant by it.
 */
export const CREDPORT = {
  name: "credport",
  title: "what credport check --out wrote",
  origin: "unknown",
  readers: [jsonLines({ firstKey: "externalUserId" })],
  idField: "externalUserId",
  fields: [USER, LOGIN, DEVICE],
  otherFields: "refused",
  detect: ([first]) => (first !== undefined && "externalUserId" in first ? "sure" : "no"),
  toUser: readUser,
} as const satisfies Source;

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, service } = context;
  if (flagField(record, "disabled", findings)) context.holdBack("disabled", "disabled");
  const externalUserId = userIdField(record, "externalUserId", findings);
  const email = emailField(record, "email", findings);
  const phoneNumber = phoneField(record, "phoneNumber", findings);
  const password = readUserPassword(record, context);
  const thirdParty = readThirdParty(record, service, findings);
  const totp = readTotp(record, service, findings);
  const emailVerified = flagField(record, "emailVerified", findings);
  return {
    externalUserId,
    emails: email === undefined ? [] : [{ value: email, isVerified: emailVerified }],
    phoneNumbers: phoneNumber === undefined ? [] : [{ value: phoneNumber, isVerified: false }],
    password,
    thirdParty,
    totp,
  };
}

function readUserPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings, origin } = context;
  textField(record, "hashingAlgorithm", findings);
  const source = sourceField(record, findings) ?? origin.source;
  const peppered = optionalFlagField(record, "peppered", findings) ?? origin.peppered;
  const text = textField(record, "passwordHash", findings);
  return text === undefined ? undefined : context.password(text, { source, peppered });
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
