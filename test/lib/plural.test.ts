import { describe, expect, it } from "vitest";
import { counted, nounFor } from "../../src/lib/plural.js";

describe("a number with its noun", () => {
  it.each([
    [0, "0 records"],
    [1, "1 record"],
    [2, "2 records"],
  ])("%i", (count, text) => {
    expect(counted(count, "record")).toBe(text);
    expect(`${count} ${nounFor(count, "record")}`).toBe(text);
  });
});
