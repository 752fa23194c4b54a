import { createLoginFallback, LOGIN_ANSWERS } from "credport/login";
import fastify from "fastify";

/**
 * A Fastify server in the middle of a migration: `POST /login` asks the new service first, and the fallback for those
 * whom it does not let in. The old system's users are in the file that `credport check --fallback` has written.
 *
 * @param {{ service: { signIn, importUser, signUp }, store: import("credport/login").FallbackStore }} parts
 */
export function createLoginServer({ service, store }) {
  const fallback = createLoginFallback({
    findLegacyUser: store.findLegacyUser,
    // A result that is not ok leaves the user where they are; the next login tries again.
    importUser: service.importUser,
    signUp: service.signUp,
    forgetUser: store.forgetUser,
    claimUser: store.claimUser,
    onError: (_error, step) => server.log.error({ step }, "the fallback failed"),
  });
  const server = fastify({
    bodyLimit: 10_240,
    logger: { level: "error", stream: process.stderr },
    // Fastify makes texts of what are none, unless it is told not to: a password is what was typed.
    ajv: { customOptions: { coerceTypes: false } },
  });
  server.post("/login", { schema: { body: CREDENTIALS } }, async (request, reply) => {
    const { email, password } = request.body;
    if (await isSignedIn({ service, store }, email, password)) return { loggedIn: true };
    // Nobody waits for the answer any more once the connection is gone.
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const outcome = await fallback.attempt(email, password, { signal: gone.signal });
    const { status, next, text } = LOGIN_ANSWERS[outcome.kind];
    if (next === "let-in") return { loggedIn: true };
    if (next === "ask-new-service" && (await isSignedIn({ service, store }, email, password))) {
      return { loggedIn: true };
    }
    if (outcome.kind === "cannot-verify") {
      server.log.error(
        { userId: outcome.user.id, code: outcome.problems[0].code },
        "a hash can't be verified",
      );
    }
    const refused = LOGIN_ANSWERS["wrong-password"];
    return reply
      .code(status ?? refused.status)
      .send({ error: text ?? refused.text, reset: next === "reset" });
  });
  // The service or the store is down: nothing is known of the password.
  server.setErrorHandler((error, _request, reply) => {
    if (error.statusCode >= 400 && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ error: "email and password are needed" });
    }
    server.log.error("a login failed");
    const { status, text } = LOGIN_ANSWERS.busy;
    return reply.code(status).send({ error: text });
  });
  return server;
}

/** By each address that what was typed may lead to: the service knows no user names. */
async function isSignedIn({ service, store }, identifier, password) {
  for (const email of await store.addressesOf(identifier)) {
    if (await service.signIn(email, password)) return true;
  }
  return false;
}

const CREDENTIALS = {
  type: "object",
  required: ["email", "password"],
  properties: {
    email: { type: "string", maxLength: 320 },
    password: { type: "string", maxLength: 1024 },
  },
};
