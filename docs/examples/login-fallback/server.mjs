import { createLoginFallback } from "credport/login";
import express from "express";

/**
 * A login server in the middle of a migration. The new service is asked first; the
 * fallback is for those whom it does not let in.
 *
 * @param {{
 *   service: { signIn, importUser, signUp },
 *   store: { findLegacyUser, addressesOf, forgetUser },
 *   settings?: object,
 * }} parts The new service, the old system's users, and what the old system's hashes need: `source`, `signerKey`,
 * `pepper`, `commonHash`.
 */
export function createLoginServer({ service, store, settings = {} }) {
  const fallback = createLoginFallback({
    ...settings,
    findLegacyUser: store.findLegacyUser,
    // A result that is not ok leaves the user where they are; the next login tries again.
    importUser: service.importUser,
    signUp: service.signUp,
    forgetUser: store.forgetUser,
    onError: (_error, step) => process.stderr.write(`${step} failed\n`),
  });

  const server = express();
  server.use(express.json({ limit: "10kb" }));
  server.post("/login", async (request, response) => {
    const { email, password } = request.body ?? {};
    if (typeof email !== "string" || typeof password !== "string") {
      response.status(400).json({ error: "email and password are needed" });
      return;
    }
    const { status, body } = await logIn({ service, store, fallback }, email, password, endOf(response));
    response.status(status).json(body);
  });
  // The service or the store is down: nothing is known of the password.
  server.use((error, _request, response, _next) => {
    if (error.status >= 400 && error.status < 500) {
      response.status(error.status).json({ error: "email and password are needed" });
      return;
    }
    process.stderr.write("a login failed\n");
    response.status(BUSY.status).json(BUSY.body);
  });
  return server;
}

/** The password was right. Whoever opens the session, the service or you, asks for the second factor first. */
const WELCOME = { status: 200, body: { loggedIn: true } };
/** One answer for a wrong password, an unknown user and a hash that can't be verified. */
const REFUSED = { status: 401, body: { error: "e-mail address or password is wrong" } };
const MUST_RESET = { status: 403, body: { error: "please choose a new password", reset: true } };
const HELD = { status: 403, body: { error: "this account is disabled" } };
const BUSY = { status: 503, body: { error: "please try again" } };

async function logIn(parts, email, password, signal) {
  if (await isSignedIn(parts, email, password)) return WELCOME;
  const outcome = await parts.fallback.attempt(email, password, { signal });
  switch (outcome.kind) {
    case "migrated":
      return WELCOME;
    case "already-migrated":
      // Another login brought them over a moment ago; nothing was checked here.
      return (await isSignedIn(parts, email, password)) ? WELCOME : REFUSED;
    case "must-reset":
      // The old system would have let them in: they may know, and prove who they are by e-mail.
      return MUST_RESET;
    case "disabled":
      return HELD;
    case "busy":
      return BUSY;
    case "cannot-verify":
      process.stderr.write(`user ${outcome.user.id}: ${outcome.problems[0].code}\n`);
      return REFUSED;
    default:
      return REFUSED;
  }
}

/** By each address that what was typed may lead to: the service knows no user names. */
async function isSignedIn({ service, store }, identifier, password) {
  for (const email of await store.addressesOf(identifier)) {
    if (await service.signIn(email, password)) return true;
  }
  return false;
}

/** Aborts when whoever is logging in has gone away. */
function endOf(response) {
  const abort = new AbortController();
  response.once("close", () => abort.abort());
  return abort.signal;
}
