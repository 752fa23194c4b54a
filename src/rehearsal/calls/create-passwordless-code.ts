import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import type { CodeDevice } from "../code-store.js";
import { decodeBase64 } from "../decode-base64.js";
import { has, normaliseEmail, normalisePhoneNumber, readOptionalText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** Specification 4.2; `CreateCodeAPI.java`. */
export function createPasswordlessCode(context: CallContext): Answer {
  const { input, codes, settings } = context;
  const given = ["email", "phoneNumber", "deviceId"].filter((name) => readOptionalText(input, name) !== undefined);
  if (given.length !== 1) throw badRequest("Please provide exactly one of email, phoneNumber or deviceId");
  const findDevice = deviceFinder(context);
  const userInputCode = readOptionalText(input, "userInputCode");
  if (userInputCode === "") throw badRequest("userInputCode cannot be an empty string.");
  requireRecipe(context, "passwordless");
  const device = findDevice();
  if (device === undefined) return { status: "RESTART_FLOW_ERROR" };
  const created = codes.addCode(device, userInputCode, settings.now());
  if (created === undefined) return { status: "USER_INPUT_CODE_ALREADY_USED_ERROR" };
  return {
    status: "OK",
    preAuthSessionId: device.preAuthSessionId,
    codeId: created.code.codeId,
    deviceId: device.deviceId,
    userInputCode: created.userInputCode,
    linkCode: created.linkCode,
    timeCreated: created.code.createdAt,
    codeLifetime: settings.codeLifetimeMs,
  };
}

/** Reads the field that says for whom, and finds or makes the device once the other fields were read too. */
function deviceFinder({ input, codes, tenantId }: CallContext): () => CodeDevice | undefined {
  if (has(input, "email")) {
    const email = normaliseEmail(readText(input, "email"));
    return () => codes.createDevice({ tenantId, email });
  }
  if (has(input, "phoneNumber")) {
    const phoneNumber = normalisePhoneNumber(readText(input, "phoneNumber"));
    return () => codes.createDevice({ tenantId, phoneNumber });
  }
  const deviceId = readText(input, "deviceId");
  return () => {
    const device = codes.findDevice(decodeBase64(deviceId, "deviceId"));
    return device?.tenantId === tenantId ? device : undefined;
  };
}
