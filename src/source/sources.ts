import type { Source } from "./source.js";
import { CREDPORT } from "./systems/credport.js";
import { FIREBASE } from "./systems/firebase.js";

/** Every system whose exports are read, by name: one row each. */
const SOURCES = {
  firebase: FIREBASE,
  credport: CREDPORT,
} as const satisfies Readonly<Record<string, Source>>;

/** The rows of the table. */
export const ALL_SOURCES: readonly Source[] = Object.freeze(Object.values<Source>(SOURCES));

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = keyof typeof SOURCES;

/** The systems whose exports `readExport` reads. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze(
  Object.keys(SOURCES) as ReadableSource[],
);

/** The row of a name, or the caller's own. */
export function sourceOf(from: ReadableSource | Source): Source {
  if (typeof from !== "string") return requireOwnSource(from);
  if (Object.hasOwn(SOURCES, from)) return SOURCES[from];
  throw new TypeError(`from must be auto, one of ${READABLE_SOURCES.join(", ")}, or a source of your own`);
}

/** Throws for a source that can't be read with: a caller's bug. */
export function requireOwnSource(source: Source): Source {
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
