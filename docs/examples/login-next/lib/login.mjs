import { LOGIN_ANSWERS } from "credport/login";

const MOST_BYTES = 10_240;
const REFUSED = LOGIN_ANSWERS["wrong-password"];
const BUSY = LOGIN_ANSWERS.busy;

/**
 * A route handler's `POST`, from `Request` to `Response`.
 *
 * @param {() => Promise<{
 *   fallback: import("credport/login").LoginFallback,
 *   service: { signIn },
 *   store: import("credport/login").FallbackStore,
 * }>} getFallback
 */
export function createLoginRoute(getFallback) {
  return async function POST(request) {
    const { email, password } = (await credentialsIn(request)) ?? {};
    if (typeof email !== "string" || typeof password !== "string") {
      return Response.json({ error: "email and password are needed" }, { status: 400 });
    }
    try {
      return await logIn(await getFallback(), email, password, request.signal);
    } catch {
      // The service or the store is down: nothing is known of the password.
      return Response.json({ error: BUSY.text }, { status: BUSY.status });
    }
  };
}

async function logIn(parts, email, password, signal) {
  if (await isSignedIn(parts, email, password)) return Response.json({ loggedIn: true });
  const outcome = await parts.fallback.attempt(email, password, { signal });
  const { status, next, text } = LOGIN_ANSWERS[outcome.kind];
  const isIn =
    next === "let-in" || (next === "ask-new-service" && (await isSignedIn(parts, email, password)));
  if (isIn) return Response.json({ loggedIn: true });
  const body = { error: text ?? REFUSED.text, reset: next === "reset" };
  return Response.json(body, { status: status ?? REFUSED.status });
}

/** By each address that what was typed may lead to: the service knows no user names. */
async function isSignedIn({ service, store }, identifier, password) {
  for (const email of await store.addressesOf(identifier)) {
    if (await service.signIn(email, password)) return true;
  }
  return false;
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
