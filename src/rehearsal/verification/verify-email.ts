import type { LoginMethod } from "../account-store.js";
import type { Answer, CallContext } from "../call-context.js";
import { normaliseEmail, readQueryText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** The core's default: a day. */
const TOKEN_LIFETIME_MS = 86_400_000;

/** `POST /recipe/user/email/verify/token` (`GenerateEmailVerificationTokenAPI.java`). */
export function createVerificationToken(context: CallContext): Answer {
  const { input, tenantId, verification, settings } = context;
  const userId = readText(input, "userId");
  const email = normaliseEmail(readText(input, "email"));
  if (isVerified(context, userId, email)) return { status: "EMAIL_ALREADY_VERIFIED_ERROR" };
  const expiresAt = settings.now() + TOKEN_LIFETIME_MS;
  return { status: "OK", token: verification.addToken({ userId, email, tenantId, expiresAt }) };
}

/** `POST /recipe/user/email/verify/token/remove` (`RevokeAllTokensForUserAPI.java`). */
export function revokeVerificationTokens({ input, tenantId, verification }: CallContext): Answer {
  const userId = readText(input, "userId");
  const email = normaliseEmail(readText(input, "email"));
  verification.revokeTokens({ userId, email, tenantId });
  return { status: "OK" };
}

/** `POST /recipe/user/email/verify` (`VerifyEmailAPI.java`). */
export function verifyEmail(context: CallContext): Answer {
  const { input, tenantId, verification, settings } = context;
  const method = readText(input, "method");
  const token = verification.findToken(readText(input, "token"));
  if (method !== "token") throw badRequest("Unsupported method for email verification");
  if (token === undefined || token.tenantId !== tenantId) return INVALID_TOKEN;
  verification.revokeTokens(token);
  if (token.expiresAt < settings.now()) return INVALID_TOKEN;
  const { userId, email } = token;
  setVerified(context, userId, email, true);
  return { status: "OK", userId, email };
}

const INVALID_TOKEN: Answer = { status: "EMAIL_VERIFICATION_INVALID_TOKEN_ERROR" };

/** `GET /recipe/user/email/verify`; the address is compared as it is sent (`VerifyEmailAPI.java`). */
export function findVerification(context: CallContext): Answer {
  const userId = readQueryText(context.query, "userId");
  const email = readQueryText(context.query, "email");
  return { status: "OK", isVerified: isVerified(context, userId, email) };
}

/** `POST /recipe/user/email/verify/remove` (`UnverifyEmailAPI.java`). */
export function unverifyEmail(context: CallContext): Answer {
  const userId = readText(context.input, "userId");
  const email = normaliseEmail(readText(context.input, "email"));
  setVerified(context, userId, email, false);
  return { status: "OK" };
}

type Stores = Pick<CallContext, "accounts" | "verification">;

function isVerified(stores: Stores, userId: string, email: string): boolean {
  return findLogin(stores, userId, email)?.verified ?? stores.verification.isVerified(userId, email);
}

function setVerified(stores: Stores, userId: string, email: string, verified: boolean): void {
  const method = findLogin(stores, userId, email);
  if (method === undefined) stores.verification.setVerified(userId, email, verified);
  else method.verified = verified;
}

/** A user with an external ID is known by that one only. */
function findLogin({ accounts }: Stores, userId: string, email: string): LoginMethod | undefined {
  const method = accounts.findMethod(userId);
  if (method === undefined || method.email !== email) return undefined;
  return accounts.shownId(method.recipeUserId) === userId ? method : undefined;
}
