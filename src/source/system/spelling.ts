import type { Fields } from "../fields/field.js";

/** How the columns of a system are spelt: what its files may have, and a row as its rules name the columns. */
export interface Spelling {
  /** All that one may be called. */
  readonly written: (names: readonly string[]) => readonly string[];
  /** Sets of columns, each in one spelling. */
  readonly sets: (names: readonly string[]) => readonly (readonly string[])[];
  readonly read: (row: Fields, names: readonly string[]) => Fields;
}

/** The columns have one name each. */
export const AS_NAMED: Spelling = { written: (names) => names, sets: (names) => [names], read: (row) => row };

/** Libraries whose adapters write `emailVerified` or `email_verified`. */
export const IN_BOTH_CASES: Spelling = {
  written: (names) => names.flatMap((name) => [...new Set([name, snakeCased(name)])]),
  sets: (names) => [names, names.map(snakeCased)],
  read: inCamelCase,
};

/** What databases and their mappers make of a name: as given, in lower case, with underscores. */
export const ANY_SPELLING: Spelling = {
  written: (names) => [...new Set(names.flatMap(spellings))],
  sets: (names) => [names, names.map((name) => name.toLowerCase()), names.map(underscored)],
  read: (row, names) => {
    const own = names.flatMap((name) => {
      const found = spellings(name).find((spelling) => Object.hasOwn(row, spelling));
      return found === undefined ? [] : [[name, row[found]] as const];
    });
    return Object.fromEntries(own);
  },
};

/** `emailVerified` as `email_verified`. */
function snakeCased(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A record with its columns named as the library itself does, whatever its adapter writes. */
export function inCamelCase(record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/([a-z0-9])_([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase()),
      value,
    ]),
  );
}

function spellings(name: string): readonly string[] {
  return [name, name.toLowerCase(), underscored(name)];
}

/** `MFASecret` as `mfasecret`, unlike `snakeCased`. */
function underscored(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
