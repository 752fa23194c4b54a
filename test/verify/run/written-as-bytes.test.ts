import { describe, expect, it } from "vitest";
import { type Spellings, spellingsOf } from "../../../src/verify/run/spellings.js";
import { normalizedForm } from "../../../src/verify/steps/password-bytes.js";

/** How a text is written down: each spelling as "encoding hex coverage". */
function written(text: string | Uint8Array, spellings: Spellings): readonly string[] {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return spellingsOf(text, bytes, spellings).map(({ encoding, bytes: spelled, coverage, isImpossible }) => {
    const line = `${encoding} ${Buffer.from(spelled).toString("hex")} ${coverage}`;
    return isImpossible === true ? `${line}, never a match` : line;
  });
}

const latin1: Spellings = { encodings: ["latin1"] };
const windows: Spellings = { encodings: ["windows-1252"] };

describe("characters as bytes", () => {
  it.each<[string, Spellings, readonly string[]]>([
    ["é", {}, ["utf-8 c3a9 whole"]],
    ["\u00ff", latin1, ["latin1 ff whole"]],
    ["\u0080\u009f", latin1, ["latin1 809f whole"]],
    ["\u0100", latin1, ["utf-8 c480 whole, never a match"]],
    ["\u007f\u00a0\u00ff", windows, ["windows-1252 7fa0ff whole"]],
    ["€‚ŸŽ", windows, ["windows-1252 80829f8e whole"]],
    ["\u0081\u008d\u008f\u0090\u009d", windows, ["windows-1252 818d8f909d whole"]],
    ["\u0080", windows, ["utf-8 c280 whole, never a match"]],
    ["\u009f", windows, ["utf-8 c29f whole, never a match"]],
    ["\u0100", windows, ["utf-8 c480 whole, never a match"]],
    ["中a", { encodings: ["utf-16le"] }, ["utf-16le 2d4e6100 whole"]],
  ])("%j with %j", (text, spellings, lines) => {
    expect(written(text, spellings)).toEqual(lines);
  });
});

describe("bytes that an earlier encoding of the list reads as another text", () => {
  it.each<[string, string, NonNullable<Spellings["encodings"]>, string]>([
    ["the same text in both", "abc", ["utf-8", "latin1"], "latin1 616263 whole"],
    ["no text in UTF-8", "é", ["utf-8", "latin1"], "latin1 e9 whole"],
    ["another letter in UTF-8", "Ã©", ["utf-8", "latin1"], "latin1 c3a9 re-encoded"],
    ["another letter in UTF-16", "ab", ["utf-16le", "latin1"], "latin1 6162 re-encoded"],
    ["an odd number of bytes in UTF-16", "abc", ["utf-16le", "latin1"], "latin1 616263 whole"],
    ["half a character in UTF-16", "\u0000Ü", ["utf-16le", "latin1"], "latin1 00dc whole"],
    ["signs that Windows has there", "Â\u0080", ["windows-1252", "latin1"], "latin1 c280 re-encoded"],
    ["a control character in Latin-1", "€", ["latin1", "windows-1252"], "windows-1252 80 whole"],
    ["NULs in UTF-8", "a", ["utf-8", "utf-16le"], "utf-16le 6100 whole"],
  ])("%s", (_what, text, encodings, line) => {
    expect(written(text, { encodings })).toContain(line);
  });
});

describe("normal forms", () => {
  it("write a text once for each of them, and the bytes that were given as they are", () => {
    const normalForms = ["as-typed", "NFC", "NFD"] as const;
    expect(written("é", { normalForms })).toEqual(["utf-8 c3a9 whole", "utf-8 c3a9 whole", "utf-8 65cc81 respelled"]);
    expect(written(Uint8Array.of(0xe9), { normalForms, encodings: ["latin1"] })).toEqual(["utf-8 e9 whole"]);
  });

  it("leave out what grows to more than twice its bytes and more than 256", () => {
    const grown = (count: number) => written("\ufdfa".repeat(count), { normalForms: ["NFKC"] });
    // U+FDFA is 3 bytes, and 33 in NFKC.
    expect(grown(7)[0]).toMatch(/^utf-8 (?:[0-9a-f]{2}){231} respelled$/);
    expect(grown(8)[0]).toMatch(/, never a match$/);
  });

  it.each([
    ["a combining accent", "65cc81", "c3a9"],
    ["a byte order mark, which is a character of the password", "efbbbf65cc81", "efbbbfc3a9"],
    ["bytes that are not UTF-8", "65cc81ff", "65cc81ff"],
  ])("compose %s", (_what, typed, composed) => {
    const bytes = Uint8Array.from(Buffer.from(typed, "hex"));
    expect(Buffer.from(normalizedForm(bytes, "NFC")).toString("hex")).toBe(composed);
  });
});
