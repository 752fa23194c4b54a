import type { Answer, CallContext } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { has, readOptionalBoolean, readQueryText, readText, readTexts } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** `GET /.well-known/jwks.json`: the keys that access tokens are signed with (`JWKSPublicAPI.java`). */
export async function listSigningKeys({ sessions }: CallContext): Promise<Answer> {
  return { keys: [(await sessions.signingKey()).jwk] };
}

/** `GET /recipe/session?sessionHandle=` (`SessionAPI.java`). */
export function findSession({ query, sessions, version, settings }: CallContext): Answer {
  const session = sessions.find(readQueryText(query, "sessionHandle"));
  if (session === undefined || session.expiresAt < settings.now()) {
    return { status: "UNAUTHORISED", message: "Session does not exist." };
  }
  const { handle, userId, recipeUserId, tenantId, userDataInJWT, userDataInDatabase } = session;
  return {
    sessionHandle: handle,
    userId,
    ...(isAtLeast(version, [4, 0]) ? { recipeUserId } : {}),
    userDataInDatabase,
    expiry: session.expiresAt,
    userDataInJWT,
    timeCreated: session.createdAt,
    status: "OK",
    ...(isAtLeast(version, [3, 0]) ? { tenantId } : {}),
  };
}

/** `GET /recipe/session/user?userId=`: handles of the sessions that have not ended (`SessionUserAPI.java`). */
export function listSessions({ query, sessions, settings }: CallContext): Answer {
  const open = sessions.of(readQueryText(query, "userId")).filter(({ expiresAt }) => expiresAt >= settings.now());
  return { status: "OK", sessionHandles: open.map(({ handle }) => handle) };
}

/** `POST /recipe/session/remove`: some sessions, or all of a user (`SessionRemoveAPI.java`). */
export function removeSessions({ input, sessions, tenantId }: CallContext): Answer {
  const userId = has(input, "userId") ? readText(input, "userId") : undefined;
  const handles = has(input, "sessionHandles") ? readTexts(input, "sessionHandles") : undefined;
  if ((userId === undefined) === (handles === undefined)) {
    throw badRequest("Invalid JSON input - use one of userId or sessionHandles array");
  }
  const everywhere = readOptionalBoolean(input, "revokeAcrossAllTenants") ?? true;
  const doomed =
    handles ??
    sessions
      .of(userId ?? "")
      .filter((session) => everywhere || session.tenantId === tenantId)
      .map(({ handle }) => handle);
  return { status: "OK", sessionHandlesRevoked: doomed.filter((handle) => sessions.remove(handle)) };
}
