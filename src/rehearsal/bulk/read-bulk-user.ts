import { randomUUID } from "node:crypto";
import { defined } from "../../lib/defined.js";
import type { Input } from "../read-input.js";
import { type BulkDevice, type BulkRole, primaryLogin, type QueuedUser } from "./bulk-user.js";
import { fieldReader } from "./read-fields.js";
import { readLogin } from "./read-login.js";
import { type BulkReading, readTenants } from "./read-tenants.js";

/** Checks one user in the order and with the texts of `BulkImportUserUtils.java`. */
export function readBulkUser(user: Input, reading: BulkReading): QueuedUser | undefined {
  const { errors } = reading;
  const { optional } = fieldReader(user, errors, ".");
  const givenId = optional("externalUserId", "string");
  const userMetadata = optional("userMetadata", "object");
  const userRoles = optional("userRoles", "array of object")?.flatMap((role) => readRole(role, reading));
  const totpDevices = readDevices(user, reading);
  const loginMethods = readLogins(user, reading);
  const externalUserId = readExternalId(givenId, reading);
  checkTenants(loginMethods, userRoles ?? [], reading);
  const primary = primaryLogin(loginMethods);
  if (errors.length > 0 || primary === undefined) return undefined;
  return {
    id: primary.superTokensUserId,
    ...defined({ externalUserId, userMetadata, userRoles, totpDevices }),
    loginMethods,
  };
}

const LONGEST_ROLE = 255;

function readRole(role: Input, reading: BulkReading): readonly BulkRole[] {
  const { errors, context } = reading;
  const { required, limited } = fieldReader(role, errors, " for a user role.");
  const name = limited("role", LONGEST_ROLE, required("role", "string"))?.trim();
  const tenantIds = readTenants(required("tenantIds", "array of string"), " for a user role.", reading);
  if (name === undefined) return [];
  if (!context.roles.names.has(name)) errors.push(`Role ${name} does not exist.`);
  return [{ role: name, tenantIds }];
}

const LONGEST_SECRET = 256;
const LONGEST_DEVICE_NAME = 256;

function readDevices(user: Input, { errors, context }: BulkReading): readonly BulkDevice[] | undefined {
  const devices = fieldReader(user, errors, ".").optional("totpDevices", "array of object");
  if (devices === undefined) return undefined;
  if (!context.settings.isLicensed) {
    errors.push("MFA must be enabled to import totp devices.");
    return undefined;
  }
  return devices.flatMap((device) => {
    const { required, optional, limited } = fieldReader(device, errors, " for a totp device.");
    const secretKey = limited("secretKey", LONGEST_SECRET, required("secretKey", "string"), "TOTP secretKey");
    const period = Math.trunc(optional("period", "integer") ?? 30);
    const skew = Math.trunc(optional("skew", "integer") ?? 1);
    const deviceName = limited("deviceName", LONGEST_DEVICE_NAME, optional("deviceName", "string"), "TOTP deviceName");
    if (period < 1) errors.push("period should be > 0 for a totp device.");
    if (skew < 0) errors.push("skew should be >= 0 for a totp device.");
    if (secretKey === undefined) return [];
    return [{ secretKey, period, skew, ...(deviceName === undefined ? {} : { deviceName: deviceName.trim() }) }];
  });
}

function readLogins(user: Input, reading: BulkReading) {
  const { errors, context } = reading;
  const logins = fieldReader(user, errors, ".").required("loginMethods", "array of object");
  if (logins === undefined) return [];
  if (logins.length === 0) errors.push("At least one loginMethod is required.");
  if (logins.length > 1 && !context.settings.isLicensed) {
    errors.push("Account linking must be enabled to import multiple loginMethods.");
  }
  for (const _ of logins.filter(({ isPrimary }) => isPrimary === true).slice(1)) {
    errors.push("No two loginMethods can have isPrimary as true.");
  }
  return logins.flatMap((login) => readLogin(login, randomUUID(), reading) ?? []);
}

const LONGEST_ID = 128;

function readExternalId(given: string | undefined, { errors, externalIds, context }: BulkReading): string | undefined {
  if (given === undefined) return undefined;
  if (given.length > LONGEST_ID) errors.push(`externalUserId ${given} is too long. Max length is ${LONGEST_ID}.`);
  if (externalIds.has(given) && !context.settings.bulk.faults.includes("bulk-doubled-ids")) {
    errors.push(`externalUserId ${given} is not unique. It is already used by another user.`);
  }
  externalIds.add(given);
  return given.trim();
}

function checkTenants(
  logins: QueuedUser["loginMethods"],
  roles: readonly BulkRole[],
  { errors, context }: BulkReading,
): void {
  for (const tenantId of roles.flatMap(({ tenantIds }) => tenantIds)) {
    if (tenantId !== "public" && !logins.some((login) => login.tenantIds.includes(tenantId)))
      errors.push(`TenantId ${tenantId} for a user role does not exist in loginMethods.`);
  }
  if (context.settings.bulk.faults.includes("bulk-empty-tenants")) return;
  // The core names the login by Java's name of the object, which says nothing.
  for (const login of logins)
    if (login.tenantIds.length === 0) errors.push(`LoginMethod '${login.recipeId}' has no tenantId`);
}
