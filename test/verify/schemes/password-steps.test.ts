import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/hash/internal.js";
import { runAtOnce, runnerOf } from "../../../src/verify/schemes/index.js";
import { type Coverage, coversPassword } from "../../../src/verify/steps/coverage.js";
import type { Received } from "../../../src/verify/steps/step-runner.js";

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Each is what the system does to a password, and what of the typed text can still be told. */
describe("what a system makes of a password", () => {
  it.each<[string, Step, string, string, Coverage]>([
    ["PHP's trim", { kind: "php-trim" }, "  a b\t\n\r\0\x0b", "a b", "trimmed"],
    ["the same of nothing around", { kind: "php-trim" }, "a b", "a b", "whole"],
    ["the same of white space alone", { kind: "php-trim" }, "\n \t", "", "trimmed"],
    ["the same of what it leaves", { kind: "php-trim" }, "\x0c a\xa0", "\x0c a\xa0", "whole"],
    ["PHP's addslashes", { kind: "php-slashes" }, "a'b\"c\\d\0e`", "a\\'b\\\"c\\\\d\\0e`", "whole"],
    ["its absence", { kind: "php-unslashed" }, "it's", "it's", "whole"],
    ["the same of slashes", { kind: "php-unslashed" }, "it\\'s\\\\ \\0", "it\\'s\\\\ \\0", "escaped"],
    ["the same of one slash in many", { kind: "php-unslashed" }, "\\'it's", "\\'it's", "whole"],
    ["the same of a slash before a letter", { kind: "php-unslashed" }, "a\\n", "a\\n", "whole"],
    ["the same of a slash at the end", { kind: "php-unslashed" }, "\\\\a\\", "\\\\a\\", "whole"],
    ["the same of a quote after slashes", { kind: "php-unslashed" }, "\\\\'", "\\\\'", "whole"],
    ["the same without slashes", { kind: "php-unslashed" }, "ab", "ab", "whole"],
    ["phpBB's escapes", { kind: "phpbb-escape" }, "<a & 'b'> \"", "&lt;a &amp; 'b'&gt; &quot;", "whole"],
    ["phpBB's line ends", { kind: "phpbb-escape" }, "a\r\nb\rc\nd\0e", "a\nb\nc\nde", "respelled"],
    ["phpBB's accents", { kind: "phpbb-escape" }, "e\xcc\x81", "\xc3\xa9", "respelled"],
    ["one form of accents", { kind: "unicode", form: "NFKC" }, "\xef\xac\x81", "fi", "respelled"],
    ["the other form", { kind: "unicode", form: "NFC" }, "e\xcc\x81", "\xc3\xa9", "respelled"],
    ["SASLprep", { kind: "unicode", form: "SASLprep" }, "\xef\xac\x81\xc2\xad\xc2\xa0x", "fi x", "respelled"],
    ["SASLprep of ASCII", { kind: "unicode", form: "SASLprep" }, "fi x", "fi x", "whole"],
    ["a cut", { kind: "cut", bytes: 3 }, "abcd", "abc", "first-3-bytes"],
    ["a cut at the end", { kind: "cut", bytes: 3 }, "abc", "abc", "first-3-bytes"],
    ["a cut after the end", { kind: "cut", bytes: 3 }, "ab", "ab", "whole"],
    ["capitals", { kind: "fold-case", to: "upper" }, "a@[`z{Z\xe9", "A@[`Z{Z\xe9", "case-folded"],
    ["small letters", { kind: "fold-case", to: "lower" }, "A@[`Z{z\xc9", "a@[`z{z\xc9", "case-folded"],
    ["hexadecimal", { kind: "encode", as: "hex" }, "k\xff", "6bff", "whole"],
    ["base64", { kind: "encode", as: "base64" }, "k\xff", "a/8=", "whole"],
    ["bcrypt's base64", { kind: "encode", as: "bcrypt-base64" }, "k\xff", "Y96", "whole"],
    ["what is around it", { kind: "surround", before: bytesOf("<"), after: bytesOf(">") }, "k", "<k>", "whole"],
    ["a pepper before it", { kind: "pepper", pepper: bytesOf("p"), place: "before" }, "k", "pk", "whole"],
    ["a pepper after it", { kind: "pepper", pepper: bytesOf("p"), place: "after" }, "k", "kp", "whole"],
  ])("%s", (_, step, typed, received, coverage) => {
    const made = runAtOnce([step], bytesOf(typed));
    expect([textOf(made.bytes), made.coverage]).toEqual([received, coverage]);
  });

  it.each([
    ["615c62", "6162"],
    ["615c5c62", "615c62"],
    ["61625c", "6162"],
    ["615c3062", "6162"],
    ["615c303062", "6162"],
    ["610062", "6162"],
    ["61003062", "6162"],
    ["5c5c3078", "78"],
    ["615c0062", "6162"],
    ["69742773", "69742773"],
    ["6125354330622b20", "6125354330622b20"],
    ["5c27715c22", "277122"],
    ["5c5c5c", "5c"],
    ["c3a95cff", "c3a9ff"],
    ["5c0a", "0a"],
    ["615c5c30305c305c78", "615c78"],
    ["305c", "30"],
    ["61005c30", "61"],
  ])("PrestaShop's getValue(), run by PHP: %s", (typed, received) => {
    const made = runAtOnce([{ kind: "prestashop-strip" }], Uint8Array.from(Buffer.from(typed, "hex")));
    expect(Buffer.from(made.bytes).toString("hex")).toBe(received);
    expect(made.coverage).toBe(typed === received ? "whole" : "respelled");
  });

  it("a pepper after the password is known to be one, and before it is a part of it", () => {
    const pepper = bytesOf("p");
    expect(runAtOnce([{ kind: "pepper", pepper, place: "after" }], bytesOf("k")).pepper).toEqual(pepper);
    expect(runAtOnce([{ kind: "pepper", pepper, place: "before" }], bytesOf("k"))).not.toHaveProperty("pepper");
  });

  it.each([
    ["72 bytes as they are", "k".repeat(72), undefined],
    ["73 bytes as a digest", "k".repeat(73), true],
    ["a NUL as a digest", "k\0", true],
  ])("bcrypt's own limits: %s", (_, typed, isDigest) => {
    const made = runAtOnce([{ kind: "sha512-base64-beyond-bcrypt" }], bytesOf(typed));
    const digest = createHash("sha512").update(typed, "latin1").digest("base64");
    expect(made.isDigest).toBe(isDigest);
    expect([textOf(made.bytes), made.coverage]).toEqual([isDigest ? digest : typed, "whole"]);
  });
});

describe("what is done to a digest takes nothing of the password away", () => {
  const digest: Received = { bytes: bytesOf("abcdefgh"), coverage: "trimmed", isDigest: true };

  it.each<[string, Step, string]>([
    ["a cut", { kind: "cut", bytes: 3 }, "abc"],
    ["capitals", { kind: "fold-case", to: "upper" }, "ABCDEFGH"],
    ["hexadecimal", { kind: "encode", as: "hex" }, "6162636465666768"],
  ])("%s", async (_, step, bytes) => {
    const made = await runnerOf(step).run(digest, step);
    expect([textOf(made.bytes), made.coverage, made.isDigest]).toEqual([bytes, "trimmed", true]);
  });

  it("and a narrower view of the password stays after a wider one", () => {
    const steps: Step[] = [{ kind: "cut", bytes: 3 }, { kind: "php-trim" }];
    const made = runAtOnce(steps, bytesOf("ab d"));
    expect([textOf(made.bytes), made.coverage]).toEqual(["ab", "first-3-bytes"]);
    expect(coversPassword(made.coverage)).toBe(false);
  });
});

it("a step that takes time is not done at once", () => {
  const scrypt = { kind: "scrypt", n: 16, r: 1, p: 1, length: 16, salt: bytesOf("s") } as const;
  expect(() => runAtOnce([scrypt], bytesOf("k"))).toThrow("scrypt can't be computed at once");
});
