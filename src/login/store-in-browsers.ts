import { refuse } from "../problems/fallback.js";
import type { Failure } from "../result.js";

/**
 * What bundlers for browsers and workers take for the store, which is over a file: there, users are
 * looked up where the program keeps them.
 */
const noFiles = async (): Promise<Failure> =>
  refuse("fallback/not-readable", "this program has no files: it was bundled for a browser or a worker");

export const openFallbackStore: typeof import("./store/open-fallback-store.js").openFallbackStore = noFiles;
export const fallbackStatus: typeof import("./store/fallback-status.js").fallbackStatus = noFiles;
export const planFallback: typeof import("./store/fallback-status.js").planFallback = noFiles;
export const shredFallback: typeof import("./store/shred-fallback.js").shredFallback = noFiles;
