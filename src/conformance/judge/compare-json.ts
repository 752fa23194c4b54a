/** Whether two JSON values are the same, whatever the order of their keys. */
export function sameJson(expected: unknown, actual: unknown): boolean {
  return compare(expected, actual, (wanted, given) => wanted.length === given.length);
}

/**
 * Whether everything expected is there: further fields don't count, at
 * any depth; null and an absent field are the same; lists have the same length.
 */
export const coversJson = (expected: unknown, actual: unknown): boolean => compare(expected, actual, () => true);

type KeyRule = (expected: readonly string[], actual: readonly string[]) => boolean;

function compare(expected: unknown, actual: unknown, keysFit: KeyRule): boolean {
  if (expected === null || typeof expected !== "object") return expected === (actual ?? null);
  if (typeof actual !== "object" || actual === null) return false;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((value, index) => compare(value, actual[index], keysFit))
    );
  }
  if (Array.isArray(actual)) return false;
  const keys = Object.keys(expected);
  return (
    keysFit(keys, Object.keys(actual)) &&
    keys.every((key) => compare(fieldOf(expected, key), fieldOf(actual, key), keysFit))
  );
}

/** A field of the object itself, never of its prototype. */
export function fieldOf(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
