import { SOURCE_NAMES, type SourceName } from "../hash/index.js";
import type { Source } from "./source.js";

import * as SYSTEMS from "./systems/all.js";

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = SourceName | "credport";

const BY_NAME: ReadonlyMap<string, Source> = new Map(
  Object.values<Source>(SYSTEMS).map((source) => [source.name, source]),
);

/** The systems whose exports `readExport` reads. A name without its row in `systems/all.ts` does not compile. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze([
  ...new Set<(typeof SYSTEMS)[keyof typeof SYSTEMS]["name"]>(["firebase", ...SOURCE_NAMES, "credport"]),
]);

/** How their exports are read, in the same order. */
export const ALL_SOURCES: readonly Source[] = Object.freeze(
  READABLE_SOURCES.map((name) => BY_NAME.get(name) as Source),
);

export function sourceOf(from: ReadableSource | Source): Source {
  if (typeof from !== "string") return requireOwnSource(from);
  const source = BY_NAME.get(from);
  if (source !== undefined) return source;
  throw new TypeError(`from must be auto, one of ${READABLE_SOURCES.join(", ")}, or a source of your own`);
}

/** The name of a source of the table; undefined for the caller's own. */
export function nameOfBuiltIn(source: Source): ReadableSource | undefined {
  return READABLE_SOURCES.find((name) => BY_NAME.get(name) === source);
}

/** Throws for a source that can't be read with: a caller's bug. */
function requireOwnSource(source: Source): Source {
  const fault = sourceFault(source);
  if (fault === undefined) return source;
  throw new TypeError(`from is not a source: ${fault}`);
}

/** What keeps a value from being a source; undefined where it is one. */
export function sourceFault(source: unknown): string | undefined {
  if (typeof source !== "object" || source === null) return "it is not an object";
  const { name, title, origin, readers, idField, fields, otherFields, toUser } = source as Partial<Source>;
  for (const [key, text] of Object.entries({ name, title, origin, idField })) {
    if (typeof text !== "string" || text === "") return `its ${key} is not a text`;
  }
  if (!Array.isArray(readers) || readers.length === 0) return "it has no readers";
  if (!Array.isArray(fields) || fields.length === 0) return "it has no table of fields";
  if (otherFields !== "counted" && otherFields !== "refused") {
    return "its otherFields is not counted or refused";
  }
  return typeof toUser === "function" ? undefined : "its toUser is not a function";
}
