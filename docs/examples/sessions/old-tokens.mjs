import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { jwtVerify } from "jose";

/** What a token of the old system says, or null: whose it is, what makes it one of a kind, and how long it counts. */

/**
 * A JWT of the old system, by the key that is still on this side. Everything that could make another token count is
 * fixed: algorithm, issuer, audience, and that it ends.
 */
export async function readOldJwt(token, { key, issuer, audience }) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer,
      audience,
      requiredClaims: ["sub", "exp", "jti"],
      maxTokenAge: "30 days",
    });
    return { oldUserId: payload.sub, tokenId: `jwt ${payload.jti}`, endsAt: payload.exp * 1000 };
  } catch {
    return null;
  }
}

/**
 * A session cookie as express-session writes it, `s:<id>.<signature>`, and the session of that ID in the old store:
 * `findSession(id)` gives `{ userId, endsAt }`.
 */
export async function readOldCookie(cookie, { secret, findSession }) {
  const [, id, signature] = /^s:([\w-]{20,128})\.([A-Za-z0-9+/]{43})$/.exec(cookie) ?? [];
  if (id === undefined) return null;
  const expected = createHmac("sha256", secret).update(id).digest();
  const given = Buffer.from(signature, "base64");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const session = await findSession(id);
  if (session === undefined || session.endsAt <= Date.now()) return null;
  // The ID itself is a secret, and is kept nowhere.
  const digest = createHash("sha256").update(id).digest("base64url");
  return { oldUserId: session.userId, tokenId: `cookie ${digest}`, endsAt: session.endsAt };
}
