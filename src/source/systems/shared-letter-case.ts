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

/** Names in the spellings that databases and their mappers make of them: as given, in lower case, with underscores. */
export function spellings(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, name.toLowerCase(), underscored(name)]);
}

/** A row with its columns as `names` spells them, whichever of the spellings it has. */
export function asSpelt(row: Fields, names: readonly string[]): Fields {
  const own = names.flatMap((name) => {
    const found = spellings([name]).find((spelling) => Object.hasOwn(row, spelling));
    return found === undefined ? [] : [[name, row[found]] as const];
  });
  return Object.fromEntries(own);
}

/** `MFASecret` as `mfasecret`, unlike `snakeCased`. */
function underscored(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
