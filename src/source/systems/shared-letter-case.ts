import type { Fields } from "../fields/field.js";

/** `emailVerified` as `email_verified`. */
function snakeCased(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names in both cases in which adapters of one library write its columns. */
export function inBothCases(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, snakeCased(name)]));
}

/** A set of columns in both cases. */
export function columnsInBothCases(...names: readonly string[]): readonly (readonly string[])[] {
  return [names, names.map(snakeCased)];
}

/** A record with its columns named as the library itself does, whatever its adapter writes. */
export function inCamelCase(record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(
        /([a-z0-9])_([a-z])/g,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      ),
      value,
    ]),
  );
}
