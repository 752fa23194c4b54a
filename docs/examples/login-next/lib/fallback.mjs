import { createLoginFallback, openFallbackStore } from "credport/login";
import { webDoors } from "credport/login/web";

/**
 * A route handler over one fallback for the process: its limits count all logins. It is made at the first login, not
 * while Next builds.
 *
 * @param {(store: import("credport/login").FallbackStore) => Promise<import("credport/login").LoginService>} getService
 */
export function createLoginRoute(file, getService) {
  let made;
  return async (request) => {
    made ??= make(file, getService).catch((error) => {
      made = undefined;
      throw error;
    });
    return (await made)(request);
  };
}

async function make(file, getService) {
  const opened = await openFallbackStore(file, { peppers: process.env });
  if (opened.ok === false) throw new Error(opened.problems[0].message);
  for (const { message } of opened.warnings) console.warn(message);
  const store = opened.value;
  const fallback = createLoginFallback({ store, service: await getService(store) });
  const doors = webDoors(fallback, { onProblems: ([{ code }], user) => console.warn(code, user?.id) });
  // The password was right: who opens the session, the service or you, asks for the second factor first.
  return doors.logIn(() => Response.json({ loggedIn: true }));
}
