import { randomUUID } from "node:crypto";
import { words } from "../../lib/words.js";
import type { Answer, CallContext } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { has, readBoolean, readObject, readOptionalText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { hashOf, type Session } from "./session-store.js";
import type { SigningKey } from "./signing-key.js";

/** The core's defaults: an hour for access tokens, a hundred days for refresh tokens. */
const ACCESS_TOKEN_MS = 3_600_000;
const REFRESH_TOKEN_MS = 100 * 86_400_000;

/** Claims that belong to the service (`AccessToken.java`). */
const PROTECTED = words("sub exp iat tId rsub sessionHandle refreshTokenHash1 parentRefreshTokenHash1 antiCsrfToken");

/** `POST /recipe/session`: a session for any text that an application calls a user (`SessionAPI.java`). */
export async function createSession(context: CallContext): Promise<Answer> {
  const { input, tenantId, accounts, settings } = context;
  const id = readText(input, "userId");
  const enableAntiCsrf = readBoolean(input, "enableAntiCsrf");
  const userDataInJWT = readObject(input, "userDataInJWT");
  const userDataInDatabase = readObject(input, "userDataInDatabase");
  if (PROTECTED.some((name) => Object.hasOwn(userDataInJWT, name))) {
    throw badRequest("The user payload contains protected field");
  }
  const method = accounts.findMethod(id);
  const createdAt = settings.now();
  const session = {
    handle: tenantId === "public" ? randomUUID() : `${randomUUID()}_${tenantId}`,
    userId: method === undefined ? id : accounts.shownId(method.user.id),
    recipeUserId: method === undefined ? id : accounts.shownId(method.recipeUserId),
    tenantId,
    userDataInJWT,
    userDataInDatabase,
    createdAt,
    expiresAt: createdAt + REFRESH_TOKEN_MS,
  };
  return answerWithTokens(context, session, enableAntiCsrf ? randomUUID() : undefined);
}

/** `POST /recipe/session/refresh`; a token works once (`RefreshSessionAPI.java`). */
export async function refreshSession(context: CallContext): Promise<Answer> {
  const { input, sessions, settings } = context;
  const refreshToken = readText(input, "refreshToken");
  readOptionalText(input, "antiCsrfToken");
  const enableAntiCsrf = readBoolean(input, "enableAntiCsrf");
  // Waited for here: of two calls with one token, the second must find it used up.
  await sessions.signingKey();
  const found = sessions.findByRefreshToken(refreshToken);
  if (found === undefined || found.expiresAt < settings.now()) {
    return { status: "UNAUTHORISED", message: "Session does not exist." };
  }
  const session = { ...found, expiresAt: settings.now() + REFRESH_TOKEN_MS };
  return answerWithTokens(context, session, enableAntiCsrf ? randomUUID() : undefined);
}

/** `POST /recipe/session/regenerate`: the same session with another payload (`SessionRegenerateAPI.java`). */
export async function regenerateToken(context: CallContext): Promise<Answer> {
  const { input, sessions } = context;
  const key = await sessions.signingKey();
  const claims = key.read(readText(input, "accessToken"));
  const given = has(input, "userDataInJWT") ? readObject(input, "userDataInJWT") : undefined;
  const found = sessions.find(String(claims?.sessionHandle));
  if (found === undefined) return { status: "UNAUTHORISED", message: "Session does not exist." };
  const session = { ...found, userDataInJWT: given ?? found.userDataInJWT };
  sessions.change(session);
  const antiCsrfToken = typeof claims?.antiCsrfToken === "string" ? claims.antiCsrfToken : undefined;
  return {
    status: "OK",
    session: sessionJson(context, session),
    accessToken: accessToken(context, key, session, antiCsrfToken, Number(claims?.exp) * 1000),
  };
}

async function answerWithTokens(
  context: CallContext,
  session: Omit<Session, "refreshTokenHash">,
  antiCsrfToken: string | undefined,
): Promise<Answer> {
  const { sessions, settings } = context;
  const key = await sessions.signingKey();
  const refreshToken = sessions.keep(session);
  const kept = { ...session, refreshTokenHash: hashOf(refreshToken) };
  return {
    status: "OK",
    session: sessionJson(context, session),
    accessToken: accessToken(context, key, kept, antiCsrfToken),
    refreshToken: { token: refreshToken, expiry: session.expiresAt, createdTime: settings.now() },
    ...(antiCsrfToken === undefined ? {} : { antiCsrfToken }),
  };
}

function sessionJson({ version }: CallContext, session: Omit<Session, "refreshTokenHash">): Answer {
  const { handle, userId, recipeUserId, tenantId, userDataInJWT } = session;
  return {
    handle,
    userId,
    ...(isAtLeast(version, [4, 0]) ? { recipeUserId } : {}),
    userDataInJWT,
    ...(isAtLeast(version, [3, 0]) ? { tenantId } : {}),
  };
}

function accessToken(
  { settings }: CallContext,
  key: SigningKey,
  session: Session,
  antiCsrfToken: string | undefined,
  expiry = settings.now() + ACCESS_TOKEN_MS,
) {
  const createdTime = settings.now();
  const payload = {
    sub: session.userId,
    exp: Math.floor(expiry / 1000),
    iat: Math.floor(createdTime / 1000),
    tId: session.tenantId,
    rsub: session.recipeUserId,
    sessionHandle: session.handle,
    refreshTokenHash1: session.refreshTokenHash,
    parentRefreshTokenHash1: null,
    antiCsrfToken: antiCsrfToken ?? null,
    ...session.userDataInJWT,
  };
  return { token: key.sign({ typ: "JWT", version: "5" }, payload), expiry, createdTime };
}
