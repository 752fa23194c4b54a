import { createLoginFallback } from "credport/login";
import { fastifyDoors } from "credport/login/fastify";
import fastify from "fastify";

/**
 * A Fastify server in the middle of a migration: `POST /login` asks the new service first, and the fallback for those
 * whom it does not let in. The old system's users are in the file that `credport check --fallback` has written.
 *
 * @param {{
 *   service: import("credport/login").LoginService,
 *   store: import("credport/login").FallbackStore,
 * }} parts
 */
export function createLoginServer({ service, store }) {
  const server = fastify({ bodyLimit: 10_240, logger: { level: "error", stream: process.stderr } });
  const onError = (_error, step) => server.log.error({ step }, "the fallback failed");
  const fallback = createLoginFallback({ store, service, onError });
  const doors = fastifyDoors(fallback, {
    onProblems: ([{ code }], user) => server.log.error({ userId: user?.id, code }, "a login was not decided"),
  });
  // The password was right. Whoever opens the session, the service or you, asks for the second factor first.
  server.post(
    "/login",
    doors.logIn(() => ({ loggedIn: true })),
  );
  return server;
}
