import type { LoginMethod } from "../account-store.js";
import { type Answer, type CallContext, followsInterface } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { has, type Input, normaliseEmail, normalisePhoneNumber, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/**
 * Specification 4.4; `passwordless/UserAPI.java`. Without `rid: passwordless`
 * the path belongs to the e-mail and password login, which registered first.
 */
export function updatePasswordlessUser(context: CallContext): Answer {
  return context.recipe === "passwordless" ? updateContact(context) : updateEmailPasswordUser(context);
}

function updateContact(context: CallContext): Answer {
  const { input, accounts } = context;
  const userId = readText(input, idField(context));
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
  const conflict =
    emailConflict(context, method, next.email) ?? phoneConflict(context, method, next.phoneNumber);
  if (conflict !== undefined) return conflict;
  endLoginsInProgress(context, method, next);
  accounts.changeContact(method, next);
  return { status: "OK" };
}

/** The interface says `userId`; the core asks for `recipeUserId` from version 4.0 on. */
function idField({ settings, version }: CallContext): string {
  if (followsInterface(settings)) return settings.profile.updateUserIdField;
  return isAtLeast(version, [4, 0]) ? "recipeUserId" : "userId";
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

function emailConflict(
  context: CallContext,
  method: LoginMethod,
  email: string | undefined,
): Answer | undefined {
  if (email === undefined || email === method.email) return undefined;
  if (belongsToAnotherPrimary(context, method, { email })) {
    return {
      status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
      reason: "New email is already associated with another primary user ID",
    };
  }
  const taken = context.accounts.findLogin("passwordless", method.tenantId, { email });
  return taken === undefined ? undefined : { status: "EMAIL_ALREADY_EXISTS_ERROR" };
}

function phoneConflict(
  context: CallContext,
  method: LoginMethod,
  phoneNumber: string | undefined,
): Answer | undefined {
  if (phoneNumber === undefined || phoneNumber === method.phoneNumber) return undefined;
  if (belongsToAnotherPrimary(context, method, { phoneNumber })) {
    return {
      status: "PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR",
      reason: "New phone number is already associated with another primary user ID",
    };
  }
  const taken = context.accounts.findLogin("passwordless", method.tenantId, { phoneNumber });
  return taken === undefined ? undefined : { status: "PHONE_NUMBER_ALREADY_EXISTS_ERROR" };
}

/** Asked of primary users only: two of them cannot share an address in one tenant. */
function belongsToAnotherPrimary(
  { accounts }: CallContext,
  { user }: LoginMethod,
  info: { readonly email?: string; readonly phoneNumber?: string },
): boolean {
  if (!user.isPrimary) return false;
  const tenants = new Set(user.methods.map(({ tenantId }) => tenantId));
  return [...accounts.withInfo(info)].some(
    (other) => other.user.isPrimary && other.user !== user && tenants.has(other.tenantId),
  );
}

function endLoginsInProgress(
  { codes }: CallContext,
  { tenantId, ...old }: LoginMethod,
  next: { readonly email: string | undefined; readonly phoneNumber: string | undefined },
): void {
  for (const email of old.email === next.email ? [] : [old.email, next.email]) {
    if (email !== undefined) codes.deleteDevicesOf({ tenantId, email, phoneNumber: undefined });
  }
  for (const phoneNumber of old.phoneNumber === next.phoneNumber ? [] : [old.phoneNumber, next.phoneNumber]) {
    if (phoneNumber !== undefined) codes.deleteDevicesOf({ tenantId, email: undefined, phoneNumber });
  }
}

function updateEmailPasswordUser(context: CallContext): Answer {
  const { input, accounts } = context;
  const method = accounts.findMethod(readText(input, idField(context)));
  if (method === undefined || method.recipeId !== "emailpassword") return { status: "UNKNOWN_USER_ID_ERROR" };
  const email = has(input, "email") ? normaliseEmail(readText(input, "email")) : method.email;
  if (email !== method.email && email !== undefined) {
    if (belongsToAnotherPrimary(context, method, { email })) {
      return {
        status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
        reason: "New email is already associated with another primary user ID",
      };
    }
    if (accounts.findLogin("emailpassword", method.tenantId, { email }))
      return { status: "EMAIL_ALREADY_EXISTS_ERROR" };
  }
  accounts.changeContact(method, { email });
  return { status: "OK" };
}
