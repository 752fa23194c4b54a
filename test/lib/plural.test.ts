import { expect, it } from "vitest";
import { counted } from "../../src/lib/plural.js";

it.each([
  [0, "0 records"],
  [1, "1 record"],
  [2, "2 records"],
])("counts %d", (number, text) => {
  expect(counted(number, "record")).toBe(text);
});

it("takes a plural of its own", () => {
  expect([1, 2].map((number) => counted(number, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});
