/**
 * What bundles for browsers, workers and edge runtimes take for the modules of the store, by `browser` in package.json:
 * it is a file, and those have none. All else of `credport/login` works there.
 */

async function refuseFile(): Promise<never> {
  throw new Error(
    "the fallback's store is a file, and this runtime has no files: look users up in findLegacyUser",
  );
}

export const openFallbackStore = refuseFile;
export const fallbackStatus = refuseFile;
export const planFallback = refuseFile;
export const shredFallback = refuseFile;
