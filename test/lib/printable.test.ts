import fc from "fast-check";
import { expect, it } from "vitest";
import { isPrintable, printable, printableJson } from "../../src/lib/printable.js";

it.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["Zoë 東京 👩‍💻", "Zoë 東京 👩‍💻"],
  ["host\u001b]0;title\u0007", "host\\u001b]0;title\\u0007"],
  ["one\r\ntwo\u0085three\u2028four", "one\\u000d\\u000atwo\\u0085three\\u2028four"],
  ["\u009b2J\u007f", "\\u009b2J\\u007f"],
  ["user\u202egnp.exe", "user\\u202egnp.exe"],
  ["\ud800", "\\ud800"],
])("shows %j as %j", (text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(isPrintable(text)).toBe(text === shown);
});

it("shows any text in one line, and JSON with the same value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(isPrintable(printable(text))).toBe(true);
      expect(isPrintable(printableJson({ text }))).toBe(true);
      expect(JSON.parse(printableJson({ text }))).toEqual({ text });
    }),
  );
});
