import { describe, expect, it } from "vitest";
import { loneSurrogateAt } from "../../src/secret/utf8.js";

describe("loneSurrogateAt", () => {
  it.each([
    ["nothing", "", -1],
    ["the characters next to the surrogates", "\ud7ff\ue000", -1],
    ["the first pair", "\ud800\udc00", -1],
    ["the last pair", "\udbff\udfff", -1],
    ["two pairs", "\ud83d\ude00\ud83d\ude01", -1],
    ["a first half at the end", "a\ud800", 1],
    ["a first half before a letter", "\udbffa", 0],
    ["a first half before a first half", "\ud800\ud800\udc00", 0],
    ["a first half before the character after the surrogates", "\ud800\ue000", 0],
    ["the first of the second halves alone", "a\udc00", 1],
    ["the last of the second halves alone", "a\udfff", 1],
    ["two second halves", "\udc00\udc00", 0],
    ["a pair and a second half", "\ud800\udc00\udc00", 2],
  ])("finds the half in %s", (_what, text, offset) => {
    expect(loneSurrogateAt(text)).toBe(offset);
  });
});
