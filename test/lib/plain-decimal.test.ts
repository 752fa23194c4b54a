import { expect, it } from "vitest";
import { plainDecimal } from "../../src/lib/plain-decimal.js";

it.each([
  ["1", 1],
  ["9", 9],
  ["10", 10],
  ["1234567890", 1234567890],
  ["4294967295", 4294967295],
  ["42949672960", 42949672960],
  ["", 0],
  ["0", -1],
  ["01", -1],
  ["/1", -1],
  ["1/", -1],
  [":1", -1],
  ["1:", -1],
  ["+1", -1],
  ["1 ", -1],
  ["１", -1],
])("%j between other characters is %d", (digits, value) => {
  expect(plainDecimal(`7${digits}7`, 1, 1 + digits.length)).toBe(value);
  expect(plainDecimal(digits, 0, digits.length)).toBe(value);
});

it("an end in front of the start, or after the text, is no number above zero", () => {
  expect(plainDecimal("123", 2, 1)).toBe(0);
  expect(plainDecimal("123", 1, 4)).toBe(-1);
});
