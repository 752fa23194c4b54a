/** A JSON object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Not where it is a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a text is as JSON; undefined where it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a text is as JSON; undefined for anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isJsonObject(value) ? value : undefined;
}
