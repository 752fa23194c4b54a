import type { AccountInfo, LoginMethod } from "../account-store.js";
import { type Answer, type CallContext, updatedIdField } from "../call-context.js";
import { belongsToAnotherPrimary } from "../linking-rules.js";
import { has, type Input, normaliseEmail, normalisePhoneNumber, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** Specification 4.4; `passwordless/UserAPI.java`. */
export function updatePasswordlessUser(context: CallContext): Answer {
  const { input, accounts } = context;
  const userId = readText(input, updatedIdField(context));
  const email = readUpdate(input, "email", normaliseEmail);
  const phoneNumber = readUpdate(input, "phoneNumber", normalisePhoneNumber);
  const method = accounts.findMethod(userId);
  if (method === undefined || method.recipeId !== "passwordless") return { status: "UNKNOWN_USER_ID_ERROR" };
  const next = {
    email: email === undefined ? method.email : email.value,
    phoneNumber: phoneNumber === undefined ? method.phoneNumber : phoneNumber.value,
  };
  if (next.email === undefined && next.phoneNumber === undefined) {
    throw badRequest("You cannot clear both email and phone number of a user");
  }
  const refusal =
    conflict(context, method, { email: next.email }, "email") ??
    conflict(context, method, { phoneNumber: next.phoneNumber }, "phone number");
  if (refusal !== undefined) return refusal;
  endLoginsInProgress(context, method, next);
  accounts.changeContact(method, next);
  return { status: "OK" };
}

/** Absent keeps the value, null deletes it. */
function readUpdate(
  input: Input,
  name: string,
  normalise: (text: string) => string,
): { readonly value: string | undefined } | undefined {
  if (!has(input, name)) return undefined;
  return { value: input[name] === null ? undefined : normalise(readText(input, name)) };
}

/** The answer where another login has the new address or number; `name` is how the answer calls it. */
function conflict(
  { accounts }: CallContext,
  method: LoginMethod,
  info: Pick<AccountInfo, "email" | "phoneNumber">,
  name: "email" | "phone number",
): Answer | undefined {
  const field = name === "email" ? "email" : "phoneNumber";
  if (info[field] === undefined || info[field] === method[field]) return undefined;
  const code = name.replace(" ", "_").toUpperCase();
  if (belongsToAnotherPrimary(accounts, method, info)) {
    const reason = `New ${name} is associated with another primary user ID`;
    return { status: `${code}_CHANGE_NOT_ALLOWED_ERROR`, reason };
  }
  const isTaken = method.tenantIds.some((id) => accounts.findLogin("passwordless", id, info) !== undefined);
  return isTaken ? { status: `${code}_ALREADY_EXISTS_ERROR` } : undefined;
}

function endLoginsInProgress(
  { codes }: CallContext,
  { tenantIds, ...old }: LoginMethod,
  next: Pick<LoginMethod, "email" | "phoneNumber">,
): void {
  const emails = old.email === next.email ? [] : [old.email, next.email];
  const phoneNumbers = old.phoneNumber === next.phoneNumber ? [] : [old.phoneNumber, next.phoneNumber];
  const contacts = [...emails.map((email) => ({ email })), ...phoneNumbers.map((phoneNumber) => ({ phoneNumber }))];
  for (const tenantId of tenantIds) {
    for (const contact of contacts) {
      if (Object.values(contact)[0] !== undefined) codes.deleteDevicesOf({ tenantId, ...contact });
    }
  }
}
