import { describe, expect, it } from "vitest";
import type { Sight } from "../../../src/hash/internal.js";
import {
  type Coverage,
  coverageOfChange,
  coverageOfHmacKey,
  coversPassword,
  narrower,
  seenOf,
  statedCoverage,
} from "../../../src/verify/steps/coverage.js";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("a verifier of the caller's own states what it saw", () => {
  it.each([
    "whole",
    "trimmed",
    "respelled",
    "up-to-nul",
    "sign-extended",
    "escaped",
    "case-folded",
    "seven-bit",
    "re-encoded",
    "peppered",
    "first-1-bytes",
    "first-10-bytes",
    "first-72-bytes",
    "first-9999-bytes",
  ])("%s", (stated) => {
    expect(statedCoverage(stated)).toBe(stated);
  });

  it.each([
    undefined,
    null,
    72,
    {},
    "",
    "all",
    "unstated",
    "WHOLE",
    "first-0-bytes",
    "first-08-bytes",
    "first-10000-bytes",
    "first--bytes",
    "first-7x-bytes",
    "the first-72-bytes",
    "first-72-bytes or so",
  ])("%j is not a statement", (stated) => {
    expect(statedCoverage(stated)).toBe("unstated");
  });
});

describe("a computation of the caller's own sees", () => {
  it.each<[string, "all" | Sight | undefined, Uint8Array, Coverage]>([
    ["everything", "all", bytes(0, 255), "whole"],
    ["what it does not say", undefined, text("password"), "unstated"],
    ["everything where it names no bound", {}, bytes(0, 255, 0x41), "whole"],
    ["fewer bytes than the password has", { firstBytes: 8 }, text("123456789"), "first-8-bytes"],
    ["as many bytes as the password has, and not that it ends", { firstBytes: 8 }, text("12345678"), "first-8-bytes"],
    ["more bytes than the password has", { firstBytes: 8 }, text("1234567"), "whole"],
    ["a password up to its NUL", { upToNul: true }, bytes(0x41, 0, 0x42), "up-to-nul"],
    ["a password without a NUL", { upToNul: true }, text("A"), "whole"],
    ["a NUL as any other byte", { upToNul: false }, bytes(0), "whole"],
    ["seven bits of one character beyond ASCII", { sevenBit: true }, bytes(0x41, 0x80), "seven-bit"],
    ["seven bits of the last character of ASCII", { sevenBit: true }, bytes(0x7f), "whole"],
    ["all bits where it says so", { sevenBit: false }, bytes(0x80), "whole"],
    ["a letter in one case, a", { foldsCase: true }, text("1a"), "case-folded"],
    ["a letter in one case, z", { foldsCase: true }, text("z1"), "case-folded"],
    ["a letter in one case, A", { foldsCase: true }, text("A1"), "case-folded"],
    ["a letter in one case, Z", { foldsCase: true }, text("1Z"), "case-folded"],
    ["a character beyond ASCII, which may have a case", { foldsCase: true }, bytes(0x80), "case-folded"],
    ["no letter among the characters around them", { foldsCase: true }, text("@[`{\u007f 09"), "whole"],
    ["letters as they are", { foldsCase: false }, text("a"), "whole"],
    ["its first bytes before all else", { firstBytes: 1, upToNul: true, sevenBit: true }, bytes(0), "first-1-bytes"],
    ["a NUL before the top bit", { upToNul: true, sevenBit: true, foldsCase: true }, bytes(0, 0x80), "up-to-nul"],
    ["the top bit before the case", { sevenBit: true, foldsCase: true }, text("é"), "seven-bit"],
  ])("%s", (_what, sees, input, coverage) => {
    expect(seenOf(sees, input)).toBe(coverage);
  });
});

describe("what is left of two coverages", () => {
  it.each<[Coverage, Coverage, Coverage]>([
    ["whole", "whole", "whole"],
    ["whole", "up-to-nul", "up-to-nul"],
    ["trimmed", "whole", "trimmed"],
    ["trimmed", "up-to-nul", "up-to-nul"],
    ["first-72-bytes", "up-to-nul", "first-72-bytes"],
    ["first-72-bytes", "whole", "first-72-bytes"],
    ["unstated", "trimmed", "unstated"],
  ])("%s and then %s: %s", (outer, inner, left) => {
    expect(narrower(outer, inner)).toBe(left);
  });

  it("a new hash may be made after a whole, a trimmed and a respelled password only", () => {
    const all: readonly Coverage[] = ["whole", "trimmed", "respelled", "unstated", "peppered", "first-72-bytes"];
    expect(all.filter(coversPassword)).toEqual(["whole", "trimmed", "respelled"]);
  });
});

describe("a treatment of the password", () => {
  it.each([
    ["that changes nothing", "abc", "abc", "whole"],
    ["of nothing", "", "", "whole"],
    ["that changes one byte", "abc", "abd", "trimmed"],
    ["that takes the end off", "abc", "ab", "trimmed"],
    ["that puts something on", "ab", "abc", "trimmed"],
  ])("%s", (_what, typed, received, coverage) => {
    expect(coverageOfChange(text(typed), text(received), "trimmed")).toBe(coverage);
  });
});

describe("HMAC pads its key with NULs", () => {
  it.each([
    ["an empty password", bytes(), false, "whole"],
    ["a NUL before the end", bytes(0, 1), false, "whole"],
    ["a NUL at the end", bytes(1, 0), false, "up-to-nul"],
    ["the upper half of a character in UTF-16", bytes(0x41, 0), true, "whole"],
    ["a NUL in UTF-16", bytes(0x41, 0, 0, 0), true, "up-to-nul"],
    ["a last character in UTF-16 that ends in a NUL byte", bytes(0, 0, 0x42, 0), true, "whole"],
  ])("%s", (_what, password, isUtf16, coverage) => {
    expect(coverageOfHmacKey(password, isUtf16)).toBe(coverage);
  });

  it("is in UTF-8 unless it is said to be in UTF-16", () => {
    expect(coverageOfHmacKey(bytes(0x41, 0))).toBe("up-to-nul");
  });
});
