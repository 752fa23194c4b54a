/**
 * Takes fields out of what lists an object's fields: a logger that writes them one by one, a spread, a structured clone.
 * Each is still there where it is named.
 */
export function unlisted<T extends object>(object: T, ...names: readonly string[]): T {
  const values = object as Readonly<Record<string, unknown>>;
  for (const name of names) {
    if ((values[name] ?? null) !== null) Object.defineProperty(object, name, { enumerable: false });
  }
  return object;
}
