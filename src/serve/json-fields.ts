/** A JSON object of a request, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text is as JSON; undefined for anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text at a path of an object's own fields; undefined where there is none, or another kind of value. */
export function textAt(object: JsonObject, ...path: readonly string[]): string | undefined {
  let value: unknown = object;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return typeof value === "string" ? value : undefined;
}
