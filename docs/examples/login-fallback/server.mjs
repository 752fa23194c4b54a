import { createLoginFallback } from "credport/login";
import { expressDoors } from "credport/login/express";
import express from "express";

/**
 * A login server in the middle of a migration. The new service is asked first; the fallback is for those whom it does not
 * let in.
 *
 * @param {{
 *   service: import("credport/login").LoginService,
 *   store: import("credport/login").LoginStore,
 *   hashes?: import("credport/login").OldHashes,
 * }} parts The new service, the old system's users, and what is known of their hashes.
 */
export function createLoginServer({ service, store, hashes = {} }) {
  const onError = (_error, step) => process.stderr.write(`${step} failed\n`);
  const fallback = createLoginFallback({ store, service, hashes, onError });
  const doors = expressDoors(fallback, {
    onProblems: ([{ code }], user) => process.stderr.write(`user ${user?.id ?? "unknown"}: ${code}\n`),
  });
  const server = express();
  server.use(express.json({ limit: "10kb" }));
  // The password was right. Whoever opens the session, the service or you, asks for the second factor first.
  server.post(
    "/login",
    doors.logIn(() => ({ loggedIn: true })),
  );
  return server;
}
