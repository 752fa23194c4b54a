import { LOGIN_ANSWERS } from "credport/login";

const MOST_BYTES = 10_240;
const REFUSED = LOGIN_ANSWERS["wrong-password"];

/**
 * A route handler's `POST`, from `Request` to `Response`.
 *
 * @param {() => Promise<{ fallback: import("credport/login").LoginFallback, service: { signIn } }>} getFallback
 */
export function createLoginRoute(getFallback) {
  return async function POST(request) {
    const { email, password } = (await credentialsIn(request)) ?? {};
    if (typeof email !== "string" || typeof password !== "string") {
      return Response.json({ error: "email and password are needed" }, { status: 400 });
    }
    const { fallback, service } = await getFallback();
    if (await service.signIn(email, password)) return Response.json({ loggedIn: true });
    const outcome = await fallback.attempt(email, password, { signal: request.signal });
    const { status, next, text } = LOGIN_ANSWERS[outcome.kind];
    const isIn = next === "let-in" || (next === "ask-new-service" && (await service.signIn(email, password)));
    if (isIn) return Response.json({ loggedIn: true });
    const body = { error: text ?? REFUSED.text, reset: next === "reset" };
    return Response.json(body, { status: status ?? REFUSED.status });
  };
}

/** Next does not bound the body of a route handler. */
async function credentialsIn(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    return undefined;
  }
}
