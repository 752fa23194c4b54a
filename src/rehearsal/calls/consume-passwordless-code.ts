import { defined } from "../../lib/defined.js";
import type { LoginMethod } from "../account-store.js";
import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import type { CodeDevice } from "../code-store.js";
import { decodeBase64 } from "../decode-base64.js";
import { isAtLeast } from "../interface-version.js";
import { has, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { methodJson } from "../user-json.js";

/** Specification 4.3; `ConsumeCodeAPI.java` and `Passwordless.java`. */
export function consumePasswordlessCode(context: CallContext): Answer {
  const { input } = context;
  const preAuthSessionId = readText(input, "preAuthSessionId");
  const isLink = has(input, "linkCode");
  const isTyped = has(input, "deviceId") && has(input, "userInputCode");
  if (isLink ? has(input, "deviceId") || has(input, "userInputCode") : !isTyped) {
    throw badRequest("Please provide exactly one of linkCode or deviceId+userInputCode");
  }
  const found = isLink ? byLinkCode(context, preAuthSessionId) : byTypedCode(context, preAuthSessionId);
  return "status" in found ? found : signInOrUp(context, found.device);
}

const RESTART: Answer & { status: string } = { status: "RESTART_FLOW_ERROR" };

type Found = { readonly device: CodeDevice } | (Answer & { readonly status: string });

function byLinkCode(context: CallContext, preAuthSessionId: string): Found {
  const { input, codes, tenantId } = context;
  const linkCode = readText(input, "linkCode");
  requireRecipe(context, "passwordless");
  const code = codes.findByLinkCode(decodeBase64(linkCode, "linkCode"));
  if (code === undefined || code.device.tenantId !== tenantId || isExpired(context, code.createdAt)) return RESTART;
  requireSameSession(code.device, preAuthSessionId);
  return { device: code.device };
}

function byTypedCode(context: CallContext, preAuthSessionId: string): Found {
  const { input, codes, tenantId, settings } = context;
  const deviceId = readText(input, "deviceId");
  const userInputCode = readText(input, "userInputCode");
  requireRecipe(context, "passwordless");
  const device = codes.findDevice(decodeBase64(deviceId, "deviceId"));
  if (device === undefined || device.tenantId !== tenantId) return RESTART;
  requireSameSession(device, preAuthSessionId);
  const code = codes.findByTypedCode(device, userInputCode);
  if (code !== undefined && !isExpired(context, code.createdAt)) return { device };
  device.failedAttempts += 1;
  if (device.failedAttempts >= settings.maxCodeInputAttempts) {
    codes.deleteDevice(device);
    return RESTART;
  }
  return {
    status: code === undefined ? "INCORRECT_USER_INPUT_CODE_ERROR" : "EXPIRED_USER_INPUT_CODE_ERROR",
    failedCodeInputAttemptCount: device.failedAttempts,
    maximumCodeInputAttempts: settings.maxCodeInputAttempts,
  };
}

function isExpired({ settings }: CallContext, createdAt: number): boolean {
  return createdAt < settings.now() - settings.codeLifetimeMs;
}

function requireSameSession(device: CodeDevice, preAuthSessionId: string): void {
  if (device.preAuthSessionId === preAuthSessionId.replaceAll("=", "")) return;
  throw badRequest("preAuthSessionId and deviceId doesn't match");
}

function signInOrUp(context: CallContext, device: CodeDevice): Answer {
  const { accounts, codes, tenantId, version } = context;
  const { email, phoneNumber } = device;
  codes.deleteDevicesOf(device);
  const existing = accounts.findLogin("passwordless", tenantId, { email, phoneNumber });
  const method =
    existing ?? accounts.add({ recipeId: "passwordless", tenantIds: [tenantId], email, phoneNumber, verified: false });
  if (email === undefined || isAtLeast(version, [4, 0])) method.verified = true;
  if (existing !== undefined) endOtherLogins(context, existing, device);
  return {
    status: "OK",
    createdNewUser: existing === undefined,
    ...methodJson(accounts, method, version),
    ...(isAtLeast(version, [5, 0]) ? { consumedDevice: consumedDevice(device) } : {}),
  };
}

/** Logins in progress at the same user's other address end too. */
function endOtherLogins({ codes, tenantId }: CallContext, method: LoginMethod, device: CodeDevice): void {
  const { email, phoneNumber } = method;
  if (email !== undefined && email !== device.email) codes.deleteDevicesOf({ tenantId, email });
  if (phoneNumber !== undefined && phoneNumber !== device.phoneNumber) codes.deleteDevicesOf({ tenantId, phoneNumber });
}

function consumedDevice({ preAuthSessionId, failedAttempts, email, phoneNumber }: CodeDevice) {
  return { preAuthSessionId, failedCodeInputAttemptCount: failedAttempts, ...defined({ email, phoneNumber }) };
}
