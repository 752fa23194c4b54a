import { describe, expect, it } from "vitest";
import {
  base64Of,
  caseless,
  characters,
  decimal,
  either,
  hexNumber,
  hexOf,
  layout,
  literal,
  optional,
  type Part,
  run,
  sequence,
  textWithout,
  word,
} from "../../src/lib/grammar.js";

/** What a text gives: the fields, with bytes in hexadecimal, or the place that does not fit. */
type Answer = Readonly<Record<string, unknown>> | number;

function answerOf(part: Part, text: string): Answer {
  const read = layout`${part}`.read(text);
  if ("brokenAt" in read) return read.brokenAt;
  const plain = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || !("bytes" in value)) return value;
    const { bytes } = value as { bytes(): Uint8Array };
    return Buffer.from(bytes.call(value)).toString("hex");
  };
  return Object.fromEntries(Object.entries(read.fields).map(([name, value]) => [name, plain(value)]));
}

const ABC = characters("abc");
const DIGITS = { digits: 3 };
const BOTH = sequence`${decimal("n")}-${run("text", ABC, 1, 3)}`;
const EITHER = either(sequence`a${decimal("n")}`, sequence`abcd`);
const WORDS = word("word", { redder: 1, red: 2 });

const TEXTS: Readonly<Record<string, readonly (readonly [Part, string, Answer])[]>> = {
  "a literal": [
    [literal("ab"), "ab", {}],
    [literal("ab"), "", 0],
    [literal("ab"), "a", 1],
    [literal("ab"), "ax", 1],
    [literal("ab"), "xb", 0],
    [literal("ab"), "abc", 2],
  ],
  "a word in any case": [
    [caseless("{Ab}"), "{aB}", {}],
    [caseless("{Ab}"), "{ac}", 0],
    [caseless("{Ab}"), "{ab", 0],
    [caseless("{Ab}"), "{ab}}", 4],
  ],
  "a word of a list": [
    [WORDS, "redder", { word: 1 }],
    [WORDS, "red", { word: 2 }],
    [WORDS, "redde", 3],
    [WORDS, "re", 0],
    [WORDS, "", 0],
  ],
  "a decimal number": [
    [decimal("n", DIGITS), "1", { n: 1 }],
    [decimal("n", DIGITS), "999", { n: 999 }],
    [decimal("n", DIGITS), "1000", 0],
    [decimal("n", DIGITS), "10000", 0],
    [decimal("n", DIGITS), "12/", 2],
    [decimal("n", DIGITS), "12:", 2],
    [decimal("n", DIGITS), "0", 0],
    [decimal("n", DIGITS), "01", 0],
    [decimal("n", DIGITS), "", 0],
    [decimal("n", { least: 0 }), "0", { n: 0 }],
    [decimal("n", { least: 0 }), "00", 0],
    [decimal("n", { least: 5 }), "5", { n: 5 }],
    [decimal("n", { least: 5 }), "4", 0],
    [decimal("n"), "9999999999", { n: 9_999_999_999 }],
    [decimal("n"), "10000000000", 0],
  ],
  "a hexadecimal number": [
    [hexNumber("n", 2), "f", { n: 15 }],
    [hexNumber("n", 2), "Ff", { n: 255 }],
    [hexNumber("n", 2), "fff", 2],
    [hexNumber("n", 2), "0", 0],
    [hexNumber("n", 2), "0f", 0],
    [hexNumber("n", 2), "", 0],
    [hexNumber("n", 2), "g", 0],
  ],
  "a run of characters": [
    [run("text", ABC, 2), "ab", { text: "ab" }],
    [run("text", ABC, 2), "a", 1],
    [run("text", ABC, 2), "abc", 2],
    [run("text", ABC, 0, 2), "", { text: "" }],
    [run("text", ABC, 1, 3), "abc", { text: "abc" }],
    [run("text", ABC, 1, 3), "abca", 3],
    [run("text", ABC, 1, 3), "ad", 1],
    [run("text", ABC, 1, 3), "a\u007f", 1],
    [run("text", ABC, 1, 3), "a\u0080", 1],
    [run("text", ABC, 1, 3), "aá", 1],
  ],
  "text up to a stop": [
    [textWithout("text", "$:", 1, 3), "é!a", { text: "é!a" }],
    [textWithout("text", "$:", 1, 3), "abcd", 3],
    [textWithout("text", "$:", 1, 3), "a:b", 1],
    [textWithout("text", "$:", 1, 3), "$", 0],
    [textWithout("text", "$:", 1, 3), "", 0],
    [textWithout("text", "$:", 2, 3), "a", 1],
    [textWithout("text", "$:", 0, 3), "", { text: "" }],
  ],
  "hexadecimal digits": [
    [hexOf("key", 1, 2), "0f", { key: "0f" }],
    [hexOf("key", 1, 2), "0fa9", { key: "0fa9" }],
    [hexOf("key", 1, 2), "0fa9b", 4],
    [hexOf("key", 1, 2), "0fa", 3],
    [hexOf("key", 1, 2), "0", 1],
    [hexOf("key", 2), "0f", 2],
    [hexOf("key", 0, 2), "", { key: "" }],
    [hexOf("key", 1), "0F", 1],
    [hexOf("key", 1, 1, "any"), "aF", { key: "af" }],
    [hexOf("key", 1, 1, "upper"), "0F", { key: "0f" }],
    [hexOf("key", 1, 1, "upper"), "0f", 1],
    [hexOf("key", 2, 2, "upper"), "0F", 2],
  ],
  "base64 with padding or without": [
    [base64Of("key"), "QQ==", { key: "41" }],
    [base64Of("key"), "QQ", { key: "41" }],
    [base64Of("key"), "QQ=", 2],
    [base64Of("key"), "QUI=", { key: "4142" }],
    [base64Of("key"), "QUI", { key: "4142" }],
    [base64Of("key"), "QUJD", { key: "414243" }],
    [base64Of("key"), "QUJD=", 4],
    [base64Of("key"), "+/+/", { key: "fbffbf" }],
    [base64Of("key"), "-_-_", 0],
    [base64Of("key"), "Q", 1],
    [base64Of("key"), "QUJDQ", 5],
    [base64Of("key"), "", 0],
    [base64Of("key"), "QR", 2],
    [base64Of("key"), "QUE", { key: "4141" }],
    [base64Of("key"), "QUF", 3],
    [base64Of("key"), "QU\u0080D", 2],
    [base64Of("key", { least: 0 }), "", { key: "" }],
    [base64Of("key", { least: 2 }), "QQ==", 2],
  ],
  "base64 that is padded whole": [
    [base64Of("key", { padding: "whole" }), "QQ==", { key: "41" }],
    [base64Of("key", { padding: "whole" }), "QUI=", { key: "4142" }],
    [base64Of("key", { padding: "whole" }), "QUJD", { key: "414243" }],
    [base64Of("key", { padding: "whole" }), "QQ", 2],
    [base64Of("key", { padding: "whole" }), "QUI", 3],
  ],
  "base64 that is not padded": [
    [base64Of("key", { padding: "none" }), "QQ", { key: "41" }],
    [base64Of("key", { padding: "none" }), "QQ==", 2],
  ],
  "base64 of other alphabets and sizes": [
    [base64Of("key", { alphabet: "url-safe" }), "-_-_", { key: "fbffbf" }],
    [base64Of("key", { alphabet: "url-safe" }), "+/+/", 0],
    [base64Of("key", { alphabet: "passlib" }), "./", 2],
    [base64Of("key", { alphabet: "passlib" }), "./.A", { key: "fbff80" }],
    [base64Of("key", { most: 2 }), "QUI=", { key: "4142" }],
    [base64Of("key", { most: 2 }), "QUJD", 3],
    [base64Of("key"), "A".repeat(1366), { key: "00".repeat(1024) }],
    [base64Of("key"), "A".repeat(1368), 1366],
  ],
  "parts in order, missing ones and alternatives": [
    [BOTH, "12-abc", { n: 12, text: "abc" }],
    [BOTH, "12abc", 2],
    [BOTH, "x-abc", 0],
    [optional(BOTH), "", {}],
    [optional(BOTH), "12-", 0],
    [sequence`${optional(BOTH)}12-x`, "12-x", {}],
    [EITHER, "a7", { n: 7 }],
    [EITHER, "abcd", {}],
    [EITHER, "abcx", 3],
    [EITHER, "ax", 1],
    [EITHER, "", 0],
  ],
};

describe.each(Object.entries(TEXTS))("%s", (_name, texts) => {
  it.each(texts.map(([part, text, answer]) => [text.slice(0, 20), answer, part, text] as const))(
    "%j gives %j",
    (_start, answer, part, text) => {
      expect(answerOf(part, text)).toEqual(answer);
    },
  );
});
