import { failure, type Problem, problem, type Result, success } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";
import { checkCanonicalHash } from "./canonical-hash.js";
import { checkCanonicalSecret } from "./canonical-secret.js";
import {
  checkEmail,
  checkInteger,
  checkPhoneNumber,
  checkText,
  checkType,
  type FieldCheck,
} from "./field-checks.js";
import type {
  ConsumePasswordlessCodeRequest,
  CreatePasswordlessCodeRequest,
  ImportPasswordHashRequest,
  ImportThirdPartyUserRequest,
  ImportTotpDeviceRequest,
  LinkAccountsRequest,
  MakePrimaryUserRequest,
  UpdatePasswordlessUserRequest,
} from "./requests.js";

/** The JSON body of a call, its fields in the order of the specification. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The body when nothing is wrong; otherwise all that is wrong at once. */
function bodyUnless(
  checks: readonly FieldCheck[],
  body: RequestBody,
  warnings?: readonly Problem[],
): Result<RequestBody> {
  const [first, ...others] = checks.filter((check): check is Problem => check !== undefined);
  return first === undefined ? success(body, warnings) : failure(first, ...others);
}

/** Drops the fields that were not given, so that they are absent on the wire and never null. */
function present(body: RequestBody): RequestBody {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Specification 4.1. */
export function buildTotpImport(
  request: ImportTotpDeviceRequest,
  service: ServiceProfile,
): Result<RequestBody> {
  const { userId, secretKey, skew, period, deviceName } = request;
  const { limits } = service;
  const wrongType = checkType(secretKey, "secretKey");
  const secret = wrongType === undefined ? checkCanonicalSecret(secretKey, service) : failure(wrongType);
  return bodyUnless(
    [
      checkText(userId, "userId", limits.userId),
      ...(secret.ok ? [] : secret.problems),
      checkInteger(skew, "skew", 0),
      checkInteger(period, "period", 1),
      isGiven(deviceName) ? checkText(deviceName, "deviceName", limits.deviceName) : undefined,
    ],
    present({ userId, secretKey, skew, period, deviceName }),
    secret.ok ? secret.warnings : undefined,
  );
}

/** Specification 4.2. */
export function buildCodeCreation(
  request: CreatePasswordlessCodeRequest,
  { limits }: ServiceProfile,
): Result<RequestBody> {
  const { email, phoneNumber } = request;
  if (isGiven(email) && isGiven(phoneNumber)) {
    return failure(
      problem(
        "request/contact-ambiguous",
        "a code is created for an e-mail address or a phone number, not for both",
        {
          field: "phoneNumber",
        },
      ),
    );
  }
  return bodyUnless(contactChecks(email, phoneNumber, limits.email), present({ email, phoneNumber }));
}

/** Specification 4.3. */
export function buildCodeConsumption(request: ConsumePasswordlessCodeRequest): Result<RequestBody> {
  const { preAuthSessionId, linkCode } = request;
  return bodyUnless([checkText(preAuthSessionId, "preAuthSessionId"), checkText(linkCode, "linkCode")], {
    preAuthSessionId,
    linkCode,
  });
}

/** Specification 4.4; the name of the ID field is the profile's. */
export function buildPasswordlessUpdate(
  request: UpdatePasswordlessUserRequest,
  { limits, updateUserIdField }: ServiceProfile,
): Result<RequestBody> {
  const { userId, email, phoneNumber } = request;
  return bodyUnless(
    [checkText(userId, "userId", limits.userId), ...contactChecks(email, phoneNumber, limits.email)],
    present({ [updateUserIdField]: userId, email, phoneNumber }),
  );
}

/** Specification 4.5. */
export function buildPrimary(
  { recipeUserId }: MakePrimaryUserRequest,
  { limits }: ServiceProfile,
): Result<RequestBody> {
  return bodyUnless([checkText(recipeUserId, "recipeUserId", limits.userId)], { recipeUserId });
}

/** Specification 4.6. */
export function buildLink(request: LinkAccountsRequest, { limits }: ServiceProfile): Result<RequestBody> {
  const { primaryUserId, recipeUserId } = request;
  return bodyUnless(
    [
      checkText(primaryUserId, "primaryUserId", limits.userId),
      checkText(recipeUserId, "recipeUserId", limits.userId),
    ],
    { primaryUserId, recipeUserId },
  );
}

/** Specification 4.7; `hashingAlgorithm` goes along for provider-scrypt only. */
export function buildHashImport(
  request: ImportPasswordHashRequest,
  service: ServiceProfile,
): Result<RequestBody> {
  const { email, passwordHash } = request;
  const wrongEmail = checkEmail(email, "email", service.limits.email);
  const wrongType = checkType(passwordHash, "passwordHash");
  if (wrongType !== undefined) return bodyUnless([wrongEmail, wrongType], {});
  const hash = checkCanonicalHash(passwordHash, service, request.hashingAlgorithm);
  if (!hash.ok) return bodyUnless([wrongEmail, ...hash.problems], {});
  const { hashingAlgorithm } = hash.value;
  return bodyUnless([wrongEmail], present({ email, passwordHash, hashingAlgorithm }), hash.warnings);
}

/** Specification 4.8. */
export function buildThirdPartyImport(
  request: ImportThirdPartyUserRequest,
  { limits }: ServiceProfile,
): Result<RequestBody> {
  const { thirdPartyId, thirdPartyUserId } = request;
  const id: unknown = request.email?.id;
  const isVerified: unknown = request.email?.isVerified;
  return bodyUnless(
    [
      checkText(thirdPartyId, "thirdPartyId", limits.thirdPartyId),
      checkText(thirdPartyUserId, "thirdPartyUserId", limits.thirdPartyUserId),
      checkEmail(id, "email.id", limits.email),
      typeof isVerified === "boolean"
        ? undefined
        : problem("request/field-invalid", "email.isVerified is not true or false", {
            field: "email.isVerified",
          }),
    ],
    { thirdPartyId, thirdPartyUserId, email: { id, isVerified } },
  );
}

function contactChecks(email: unknown, phoneNumber: unknown, emailLimit: number): readonly FieldCheck[] {
  if (!isGiven(email) && !isGiven(phoneNumber)) {
    return [problem("request/contact-missing", "neither email nor phoneNumber is given", { field: "email" })];
  }
  return [
    isGiven(email) ? checkEmail(email, "email", emailLimit) : undefined,
    isGiven(phoneNumber) ? checkPhoneNumber(phoneNumber, "phoneNumber") : undefined,
  ];
}
