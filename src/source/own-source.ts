import type { Source } from "./source.js";

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
