import { requireArgument } from "../../lib/require-argument.js";
import { type Failure, failure, type Problem } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import { checkRequest } from "../calls/calls.js";
import type { ImportTotpDeviceRequest } from "../calls/import-totp-device.js";
import { checkNames, checkText } from "../fields/field-checks.js";
import type { FirstFactor } from "./first-factor.js";

/**
 * What is wrong with the requests of a sequence, asked before its first call: a fault that came out at
 * a later step would leave a user who can log in without their second factor.
 */

export function checkFirstFactor(factor: FirstFactor, service: ServiceProfile): readonly Problem[] {
  requireArgument("firstFactor", factor, "object");
  return within("firstFactor", problemMaker(factor, service));
}

function problemMaker(factor: FirstFactor, service: ServiceProfile): readonly Problem[] {
  switch (factor.kind) {
    case "existing":
      return [
        ...present([checkText(factor.userId, "userId", service.limits.userId)]),
        ...checkNames("firstFactor", factor, ["kind", "userId"]),
      ];
    case "password-hash":
      return checkRequest("importPasswordHash", factor, service);
    case "third-party":
      return checkRequest("importThirdPartyUser", factor, service);
    case "passwordless":
      return checkRequest("createPasswordlessCode", factor, service);
    default:
      throw new TypeError("firstFactor.kind must be existing, password-hash, third-party or passwordless");
  }
}

export function checkDevices(
  devices: readonly Omit<ImportTotpDeviceRequest, "userId">[],
  service: ServiceProfile,
): readonly Problem[] {
  return devices.flatMap((device, index) =>
    within(`devices[${index}]`, checkRequest("importTotpDevice", { ...device, userId: "x" }, service)),
  );
}

/** An ID that takes the place of the service's own; it need not be there. */
export function checkExternalId(id: unknown, field: string, service: ServiceProfile): readonly Problem[] {
  return present(id === undefined || id === null ? [] : [checkText(id, field, service.limits.userId)]);
}

export function failureOf(problems: readonly Problem[]): Failure | undefined {
  const [first, ...others] = problems;
  return first === undefined ? undefined : failure(first, ...others);
}

function present(checks: readonly (Problem | undefined)[]): readonly Problem[] {
  return checks.filter((check) => check !== undefined);
}

function within(place: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map((found) => ({
    ...found,
    field: found.field === undefined ? place : `${place}.${found.field}`,
  }));
}
