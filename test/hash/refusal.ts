import { expect } from "vitest";
import type { ProblemCode, Result } from "../../src/index.js";

/** The first problem's code with its place, as tables of malformed strings write it. */
export function refusalOf(result: Result<unknown>): readonly [ProblemCode | "ok", number?] {
  if (result.ok) return ["ok"];
  const [{ code, offset }] = result.problems;
  return offset === undefined ? [code] : [code, offset];
}

/** Asserts the exact code and, where it is given, the exact offset. */
export function expectRefusal(result: Result<unknown>, code: ProblemCode, offset?: number): void {
  expect(refusalOf(result)).toEqual(offset === undefined ? [code] : [code, offset]);
}

/** The first problem's code, the part that it names and its place; for tables that give all three. */
export function faultOf(
  result: Result<unknown>,
): readonly [ProblemCode | "ok", string | undefined, number | undefined] {
  if (result.ok) return ["ok", undefined, undefined];
  const [{ code, field, offset }] = result.problems;
  return [code, field, offset];
}
