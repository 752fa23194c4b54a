import { createLoginFallback, openFallbackStore } from "credport/login";

/**
 * One fallback for the process: its limits count all logins. It is made at the first login, not while Next builds.
 *
 * @param {() => Promise<{ file: string, service: { signIn, importUser, signUp } }>} settings
 */
export function createFallback(settings) {
  let made;
  return () => {
    made ??= make(settings).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function make(settings) {
  const { file, service } = await settings();
  const opened = await openFallbackStore(file, { peppers: process.env });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const store = opened.value;
  const fallback = createLoginFallback({
    findLegacyUser: store.findLegacyUser,
    // A result that is not ok leaves the user where they are; the next login tries again.
    importUser: service.importUser,
    signUp: service.signUp,
    forgetUser: store.forgetUser,
    claimUser: store.claimUser,
  });
  return { fallback, service, store, close: () => store.close() };
}
