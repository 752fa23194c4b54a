import type { ConformanceCase } from "./conformance-case.js";

/** A pattern of ids that are not to be run, and why. */
export interface SkipRule {
  readonly pattern: string;
  readonly reason: string;
  /** Refuse the run where the pattern fits no vector, instead of naming it in the report. */
  readonly mustFit?: boolean;
}

/**
 * Whether an id fits a pattern: `*` stands for any characters, `?` for one. A
 * pattern without a slash is an operation. Takes linear time for each `*`.
 */
export function matchesPattern(id: string, pattern: string): boolean {
  const wanted = pattern.includes("/") ? pattern : `${pattern}/*`;
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
  return cases.filter(({ id }) => only.some((pattern) => matchesPattern(id, pattern)));
}

/** Why a case is not to be run, or null. */
export function skipReason(id: string, skip: readonly SkipRule[]): string | null {
  return skip.find(({ pattern }) => matchesPattern(id, pattern))?.reason ?? null;
}

/** The patterns that fit no case at all. */
export function idlePatterns(
  cases: readonly ConformanceCase[],
  patterns: readonly string[],
): readonly string[] {
  return patterns.filter((pattern) => !cases.some(({ id }) => matchesPattern(id, pattern)));
}
