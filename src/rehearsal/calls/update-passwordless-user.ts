import type { LoginMethod } from "../account-store.js";
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
  const conflict = emailConflict(context, method, next.email) ?? phoneConflict(context, method, next.phoneNumber);
  if (conflict !== undefined) return conflict;
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

function emailConflict(context: CallContext, method: LoginMethod, email: string | undefined): Answer | undefined {
  if (email === undefined || email === method.email) return undefined;
  if (belongsToAnotherPrimary(context.accounts, method, { email })) {
    return {
      status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
      reason: "New email is associated with another primary user ID",
    };
  }
  const isTaken = method.tenantIds.some(
    (id) => context.accounts.findLogin("passwordless", id, { email }) !== undefined,
  );
  return !isTaken ? undefined : { status: "EMAIL_ALREADY_EXISTS_ERROR" };
}

function phoneConflict(context: CallContext, method: LoginMethod, phoneNumber: string | undefined): Answer | undefined {
  if (phoneNumber === undefined || phoneNumber === method.phoneNumber) return undefined;
  if (belongsToAnotherPrimary(context.accounts, method, { phoneNumber })) {
    return {
      status: "PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR",
      reason: "New phone number is associated with another primary user ID",
    };
  }
  const isTaken = method.tenantIds.some(
    (id) => context.accounts.findLogin("passwordless", id, { phoneNumber }) !== undefined,
  );
  return !isTaken ? undefined : { status: "PHONE_NUMBER_ALREADY_EXISTS_ERROR" };
}

function endLoginsInProgress(
  { codes }: CallContext,
  { tenantIds, ...old }: LoginMethod,
  next: { readonly email: string | undefined; readonly phoneNumber: string | undefined },
): void {
  const emails = old.email === next.email ? [] : [old.email, next.email];
  const phoneNumbers = old.phoneNumber === next.phoneNumber ? [] : [old.phoneNumber, next.phoneNumber];
  for (const tenantId of tenantIds) {
    for (const email of emails) {
      if (email !== undefined) codes.deleteDevicesOf({ tenantId, email, phoneNumber: undefined });
    }
    for (const phoneNumber of phoneNumbers) {
      if (phoneNumber !== undefined) codes.deleteDevicesOf({ tenantId, email: undefined, phoneNumber });
    }
  }
}
