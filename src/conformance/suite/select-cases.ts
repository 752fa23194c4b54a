import type { Spoken } from "../protocol/messages.js";
import type { ConformanceCase } from "./conformance-case.js";
import { evidenceOf } from "./evidence.js";

/** A pattern of vectors that are not to be run, and why. */
export interface SkipRule {
  readonly pattern: string;
  readonly reason: string;
  /** Refuse the run where the pattern fits no vector, instead of naming it in the report. */
  readonly mustFit?: boolean;
}

/** What a pattern can name besides an id: `flag:NulByte`, `variant:2x`. */
const PROPERTIES: Readonly<Record<string, (vector: ConformanceCase) => readonly string[]>> = {
  flag: ({ flags }) => flags.map(({ name }) => name),
  scheme: schemesOf,
  variant: variantsOf,
  notation: ({ notation = [] }) => [notation].flat(),
  owner: ({ owner = [] }) => [owner].flat(),
  topic: ({ topic }) => [topic],
  evidence: (vector) => [evidenceOf(vector)],
};

/** Where a string shows its variant: `{BLF-CRYPT}$2y$` is of both `BLF-CRYPT` and `2y`. */
const VARIANT = /^(?:\{([^{}]{1,40})\})?(?:\$?([\w.@-]{1,40})[$:])?/;

function schemesOf({ operation, outputs }: ConformanceCase): readonly string[] {
  const [, parsed] = /^(?:parse|build)-(.*)$/.exec(operation) ?? [];
  return [parsed, ...outputs.map(({ scheme }) => scheme)].filter((name) => typeof name === "string");
}

/** Argon2 of version 16, which many libraries do not have; texts without a version are of it too. */
const ARGON2_16 = /(?:^|\$)argon2(?:id|i|d)\$(?:v=16\$)?m=/;

function variantsOf({ input }: ConformanceCase): readonly string[] {
  const given = input.hash ?? input.text;
  const text = typeof given === "string" ? given : "";
  const [, ...names] = [...(VARIANT.exec(text) ?? []), ARGON2_16.test(text) ? "argon2-v16" : undefined];
  return names.filter((name) => name !== undefined);
}

/**
 * Whether a vector fits a pattern, in which `*` stands for any characters and `?` for one: an operation, `operation/topic`
 * or an id; or a property and its value, which `!` turns round.
 */
function fitsPattern(vector: ConformanceCase, pattern: string): boolean {
  const [, property, value] = /^([a-z]+:)!(.*)$/.exec(pattern) ?? [];
  const isProperty = pattern.includes(":");
  const names = namesOf(vector).filter((name) => name.includes(":") === isProperty);
  if (property === undefined) return names.some((name) => matchesGlob(name, pattern));
  const own = names.filter((name) => name.startsWith(property));
  return own.length > 0 && !own.some((name) => matchesGlob(name, property + value));
}

/** `*` stands for any characters, `?` for one. Takes linear time for each `*`. */
function matchesGlob(id: string, wanted: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let retry = 0;
  while (at < id.length) {
    const expected = wanted[place];
    if (expected === "*") {
      star = place++;
      retry = at;
    } else if (expected === "?" || expected === id[at]) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  return [...wanted.slice(place)].every((character) => character === "*");
}

/** The cases that fit one of the patterns; all of them where there is no pattern. */
export function selectCases(
  cases: readonly ConformanceCase[],
  only: readonly string[] = [],
): readonly ConformanceCase[] {
  if (only.length === 0) return cases;
  return cases.filter((vector) => only.some((pattern) => fitsPattern(vector, pattern)));
}

/** Why a case is not to be run, or null. */
export function skipReason(vector: ConformanceCase, skip: readonly SkipRule[]): string | null {
  return skip.find(({ pattern }) => fitsPattern(vector, pattern))?.reason ?? null;
}

/** Whether a case is in a notation that the implementation speaks; only hashes to verify have one. */
export function isSpoken({ notation, owner }: ConformanceCase, { notations, owners }: Spoken): boolean {
  if (notation === undefined || (notations ?? owners) === undefined) return true;
  if (owner !== undefined && owners !== undefined) return owners.some((name) => matchesGlob(owner, name));
  return notations?.some((name) => matchesGlob(notation, name)) ?? true;
}

/** What an implementation speaks, as patterns. */
export function spokenPatterns({ notations = [], owners = [] }: Spoken): readonly string[] {
  return [...notations.map((name) => `notation:${name}`), ...owners.map((name) => `owner:${name}`)];
}

/** Each pattern is held against all cases. */
const NAMES = /* @__PURE__ */ new WeakMap<ConformanceCase, readonly string[]>();

/** All that a pattern can name a case by: its id and what it is of, and `property:value`. */
export function namesOf(vector: ConformanceCase): readonly string[] {
  const names = NAMES.get(vector) ?? computedNames(vector);
  NAMES.set(vector, names);
  return names;
}

function computedNames(vector: ConformanceCase): readonly string[] {
  const { id, operation, topic } = vector;
  const properties = Object.entries(PROPERTIES).flatMap(([name, valuesOf]) =>
    valuesOf(vector).map((value) => `${name}:${value}`),
  );
  return [operation, `${operation}/${topic}`, id, ...properties];
}

/** The patterns that fit no case at all. */
export function idlePatterns(cases: readonly ConformanceCase[], patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => !cases.some((vector) => fitsPattern(vector, pattern)));
}

/** The cases, the twins of others first; with those twins that were not selected and have to be run all the same. */
export function twinsFirst(
  selected: readonly ConformanceCase[],
  all: readonly ConformanceCase[],
): readonly ConformanceCase[] {
  const twins = new Set(selected.flatMap(({ twin }) => twin ?? []));
  return [...all.filter(({ id }) => twins.has(id)), ...selected.filter(({ id }) => !twins.has(id))];
}
