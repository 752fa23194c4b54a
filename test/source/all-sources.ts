import type { ReadableSource, Source } from "../../src/source/index.js";
import { allSources } from "../../src/source/sources.js";

/** How the exports of all systems are read, loaded before a test asks. */
export const ALL_SOURCES: readonly Source[] = await allSources();

export function loadedSource(from: ReadableSource | Source): Source {
  if (typeof from !== "string") return from;
  return ALL_SOURCES.find(({ name }) => name === from) as Source;
}
