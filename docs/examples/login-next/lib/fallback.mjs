import { createLoginFallback, openFallbackStore } from "credport/login";

/**
 * One fallback for the process: its limits count all logins. It is made at the first login, not while Next builds.
 *
 * @param {() => Promise<{ file: string, service: { signIn, importPasswordHash, signUp } }>} settings
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
    importUser: async (user, { passwordHash, hashingAlgorithm }) => {
      const request = { email: user.email, passwordHash, ...(hashingAlgorithm && { hashingAlgorithm }) };
      const imported = await service.importPasswordHash(request);
      // A result that is not ok leaves the user where they are; the next login tries again.
      if (imported.ok) await store.forget(user);
      return imported;
    },
    signUp: async (user, password) => {
      await service.signUp(user.email, password);
      await store.forget(user);
    },
  });
  return { fallback, service, close: () => store.close() };
}
