import { anyBase64Bytes } from "../lib/base64.js";
import { isJsonObject, type JsonObject, jsonObject } from "../lib/json-text.js";

/** The object in a part of a token. */
export function objectOfPart(part: string): JsonObject | undefined {
  const bytes = anyBase64Bytes(part);
  return bytes === null ? undefined : jsonObject(new TextDecoder().decode(bytes));
}

/** The text at a path of an object's own fields; undefined where there is none, or another kind of value. */
export function textAt(object: JsonObject, ...path: readonly string[]): string | undefined {
  let value: unknown = object;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return typeof value === "string" ? value : undefined;
}
