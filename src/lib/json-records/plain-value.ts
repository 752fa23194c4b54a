/** The value of a JSON text; undefined where it is an object, a list or damaged. */
export function plainValue(bytes: Uint8Array): unknown {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null ? undefined : value;
  } catch {
    return undefined;
  }
}
