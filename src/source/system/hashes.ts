import { type ComposableSource, declareHash, parseDigestExpression } from "../../hash/index.js";
import { firstDefined } from "../../lib/first-defined.js";
import { words } from "../../lib/words.js";
import { composedHash } from "../fields/composed-hash.js";
import { type Fields, idText, ownField, textField } from "../fields/field.js";
import type { Password } from "../fields/read-password.js";
import type { RecordContext } from "../source.js";
import { type From, from, readsOf } from "./place.js";
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

export function hashWhere(test: Test, rules: HashRules): From<Password | undefined> {
  const hash = typeof rules === "string" ? wholeHash(rules) : rules;
  return {
    reads: [...test.reads, ...hash.reads],
    of: (...given) => (test.of(...given) ? hash.of(...given) : undefined),
  };
}

export function hashBy(test: Test, yes: HashRules, no: HashRules): From<Password | undefined> {
  const [one, other] = [hashFrom(yes), hashFrom(no)] as [From<Password | undefined>, From<Password | undefined>];
  return { reads: readsOf(test, one, other), of: (...given) => (test.of(...given) ? one : other).of(...given) };
}

/** A hash whose parts a system keeps in some columns; not asked where the first of them has none. */
export function composedOf(source: ComposableSource, columns: string): From<Password | undefined> {
  const [hash = ""] = words(columns);
  return from(columns, (row, { findings, password }) => {
    if (textField(row, hash, findings) === undefined) return undefined;
    return password(() => composedHash(source, row, findings));
  });
}

/**
 * A hash in one column whose making an expression says, by the number of hexadecimal digits that it has, or by a pattern: its
 * group `hash` is the digest, and other groups are columns of these names. What is of no such form is read as it is: a
 * system that has gone over to bcrypt keeps its old hashes beside the new ones.
 */
export function declared(column: string, expressions: Readonly<Record<string, string>>): From<Password | undefined> {
  const forms = Object.entries(expressions).map(([form, expression]) => {
    const pattern = /^[0-9]+$/.test(form) ? `(?<hash>[0-9A-Fa-f]{${form}})` : form;
    return { pattern: new RegExp(`^${pattern}$`), made: declaredFrom(from("", ownHash), expression) };
  });
  const whole = wholeHash(column);
  const parts = forms.flatMap(({ pattern }) => [...pattern.source.matchAll(/\?<(\w+)>/g)].map(([, name]) => name));
  return {
    reads: [...whole.reads, ...forms.flatMap(({ made }) => made.reads)].filter((name) => !parts.includes(name)),
    of: (row, context, about) => {
      const text = textField(row, column, context.findings) ?? "";
      for (const { pattern, made } of forms) {
        const found = pattern.exec(text)?.groups;
        if (found !== undefined) return made.of({ ...row, ...found, [OWN_HASH]: found.hash }, context, about);
      }
      return whole.of(row, context, about);
    },
  };
}

/** Not a name of any column. */
const OWN_HASH = "\0hash";

function ownHash(row: Fields): string | undefined {
  return row[OWN_HASH] as string | undefined;
}

/** Characters that no encoding of a digest has. */
const NO_DIGEST = /[^A-Za-z0-9+/=_-]/;

/** What an expression makes of a hash and the columns that it names; undefined where the user has no hash. */
export function declaredFrom(hash: From<string | undefined>, expression: string): From<Password | undefined> {
  const parsed = parseDigestExpression(expression);
  if (!parsed.ok) throw new TypeError(`${expression}: ${parsed.problems[0].message}`);
  const { columns } = parsed.value;
  return {
    reads: [...hash.reads, ...columns],
    of: (row, context, about) => {
      const text = hash.of(row, context, about);
      if (text === undefined) return undefined;
      // An empty salt is one, a column that is missing or null is not.
      const values = columns.flatMap((name) => {
        const value = row[name] === "" ? "" : idText(ownField(row, name));
        return value === undefined ? [] : [[name, value] as const];
      });
      return context.password(() => {
        const made = declareHash(parsed.value, text, Object.fromEntries(values));
        if (made.ok) return made.value;
        // Of a system that has changed how it hashes: such a hash names its own kind, and is read as what it is.
        if (NO_DIGEST.test(text.trimEnd())) return text;
        context.findings.problems.push(...made.problems);
        return undefined;
      });
    },
  };
}
