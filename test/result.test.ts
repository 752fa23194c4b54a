import { describe, expect, it } from "vitest";
import { problem } from "../src/problems/hash.js";
import { failure, requireText, success } from "../src/result.js";

describe("Result", () => {
  it("carries warnings beside a value, none by default and never shared to write to", () => {
    expect(success(1)).toEqual({ ok: true, value: 1, warnings: [] });
    expect(() => (success(1).warnings as unknown[]).push(1)).toThrow(TypeError);
  });

  it("carries at least one problem", () => {
    const first = problem("hash/quoted", "there is no hash");
    expect(failure(first)).toEqual({ ok: false, problems: [first] });
  });

  it("calls another kind of argument a caller's bug", () => {
    expect(() => requireText(1, "text")).toThrow(new TypeError("text must be a string"));
    expect(() => requireText("", "text")).not.toThrow();
  });
});
