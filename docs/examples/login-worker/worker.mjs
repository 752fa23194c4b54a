import { createAdministrationClient, createImportClient } from "credport/client";
import { bcrypt, createImportService, createLoginFallback } from "credport/login";
import { openKvStore } from "credport/login/kv";
import { webDoors } from "credport/login/web";

/** An isolate answers many requests: its fallback counts the logins of all of them. */
const handlers = new WeakMap();

/**
 * A Worker in the middle of a migration: `POST /login`. Bindings: `USERS`, a KV namespace with the users of the file
 * that `credport check --fallback` has written, a key for each identifier; `SERVICE_URL` and `SERVICE_KEY`.
 */
export default {
  async fetch(request, env) {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/login") {
      return Response.json({ error: "not found" }, { status: 404 });
    }
    if (!handlers.has(env.USERS)) handlers.set(env.USERS, loginOf(env));
    return handlers.get(env.USERS)(request);
  },
};

function loginOf({ USERS, SERVICE_URL, SERVICE_KEY, COMMON_HASH: commonHash }) {
  const store = openKvStore(USERS);
  // The person at the login form waits: the next login tries again.
  const retry = { attempts: 2 };
  const connection = { baseUrl: SERVICE_URL, apiKey: SERVICE_KEY, service: "supertokens", retry, fetch };
  const client = createImportClient(connection);
  const administration = createAdministrationClient(connection);
  const service = createImportService({ client, administration, store, write: bcrypt() });
  // Like the hashes that most users have: PBKDF2 costs other work than the usual bcrypt.
  const hashes = commonHash === undefined ? {} : { commonHash };
  const onProblems = ([{ code }], user) => console.warn(code, user?.id);
  const doors = webDoors(createLoginFallback({ store, service, hashes }), { onProblems });
  return doors.logIn(() => Response.json({ loggedIn: true }));
}
