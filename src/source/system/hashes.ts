import type { ComposableSource } from "../../hash/index.js";
import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import { composedHash } from "../fields/composed-hash.js";
import { textField } from "../fields/field.js";
import type { Password } from "../fields/read-password.js";
import type { RecordContext } from "../source.js";
import { type From, from } from "./place.js";
import type { Test } from "./tests.js";

/** The column with a whole hash, the first of several that has one, or what makes one of several columns. */
export type HashRules = string | From<Password | undefined>;

export function hashFrom(rules: HashRules | undefined): From<Password | undefined> | undefined {
  return typeof rules === "string" ? wholeHash(rules) : rules;
}

function wholeHash(columns: string): From<Password | undefined> {
  return hashIn(columns, (text, context) => context.password(text));
}

/** What a function makes of the hash in the first of some columns that has one; not asked where the user has none. */
export function hashIn(
  columns: string,
  make: (hash: string, context: RecordContext) => Password | undefined,
): From<Password | undefined> {
  const names = words(columns);
  return from(columns, (row, context) => {
    const hash = firstDefined(names, (name) => textField(row, name, context.findings));
    return hash === undefined ? undefined : make(hash, context);
  });
}

/** The hash of those rows of which a test is true. */
export function hashWhere(test: Test, rules: HashRules): From<Password | undefined> {
  const hash = typeof rules === "string" ? wholeHash(rules) : rules;
  return {
    reads: [...test.reads, ...hash.reads],
    of: (...given) => (test.of(...given) ? hash.of(...given) : undefined),
  };
}

/** A hash whose parts a system keeps in some columns; not asked where the first of them has none. */
export function composedOf(source: ComposableSource, columns: string): From<Password | undefined> {
  const [hash = ""] = words(columns);
  return from(columns, (row, { findings, password }) => {
    if (textField(row, hash, findings) === undefined) return undefined;
    return password(() => composedHash(source, row, findings));
  });
}
