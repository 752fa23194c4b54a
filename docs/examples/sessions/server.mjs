import express from "express";
import { readOldCookie, readOldJwt } from "./old-tokens.mjs";

/**
 * The application's server with one route more, for as long as old sessions live: `POST /session/exchange` takes the
 * old system's token and opens a session of the new service, once.
 *
 * @param {{
 *   jwt: { key, issuer, audience },
 *   cookie: { name, secret, findSession },
 *   spentTokens: { spend(tokenId): Promise<boolean> },
 *   findUser(oldUserId): Promise<{ userId: string, mayExchange: boolean } | undefined>,
 *   openSession(userId): Promise<{ accessToken: string, refreshToken: string }>,
 *   ownOrigin: string,
 *   until: number,
 * }} parts What the old system's tokens are checked with, where exchanged ones are noted, the new service, and the
 * time after which nothing is exchanged.
 */
export function createExchangeServer(parts) {
  const server = express();
  server.post("/session/exchange", async (request, response) => {
    // A page elsewhere must not have a visitor's session changed.
    if (request.get("origin") !== parts.ownOrigin) return refuse(response);
    const token = await oldTokenOf(request, parts);
    const user = token === null || Date.now() > parts.until ? undefined : await parts.findUser(token.oldUserId);
    if (user === undefined || !user.mayExchange) return refuse(response);
    // First spent, then exchanged: whoever gets nothing in between logs in again, and nobody gets two.
    if (!(await parts.spentTokens.spend(token.tokenId))) return refuse(response);
    const { accessToken, refreshToken } = await parts.openSession(user.userId);
    response.clearCookie(parts.cookie.name, { path: "/" });
    const settings = { httpOnly: true, secure: true, sameSite: "lax", path: "/" };
    response.cookie("sAccessToken", accessToken, settings);
    response.cookie("sRefreshToken", refreshToken, { ...settings, path: "/auth/session/refresh" });
    response.set("cache-control", "no-store").status(204).end();
  });
  // The service is down, or the place of the spent tokens: the page tries again, or the person logs in.
  server.use((_error, _request, response, _next) => {
    response.set("cache-control", "no-store").status(503).json({ error: "please try again" });
  });
  return server;
}

/** One answer for a token that is foreign, old, spent or of a user who is not here: log in. */
function refuse(response) {
  response.set("cache-control", "no-store").status(401).json({ error: "please log in" });
}

async function oldTokenOf(request, { jwt, cookie }) {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.get("authorization") ?? "") ?? [];
  if (token !== undefined) return readOldJwt(token, jwt);
  const value = cookieOf(request.get("cookie") ?? "", cookie.name);
  return value === undefined ? null : readOldCookie(value, cookie);
}

function cookieOf(header, name) {
  const pair = header.split("; ").find((text) => text.startsWith(`${name}=`));
  try {
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}
