import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiJson } from "../../src/conformance/protocol/ascii-json.js";
import type { Spoken } from "../../src/conformance/protocol/messages.js";
import { LineReader } from "../../src/conformance/session/line-reader.js";
import { DEFAULT_OUTPUT_LIMITS } from "../../src/conformance/session/session.js";
import { Tail } from "../../src/conformance/session/tail.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { parseSkipFile } from "../../src/conformance/suite/parse-skip-file.js";
import { isSpoken } from "../../src/conformance/suite/select-cases.js";

describe("lines", () => {
  it("come out the same however the bytes are cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }).filter((line) => !line.includes("\n"))),
        fc.integer({ min: 1, max: 7 }),
        (lines, size) => {
          const seen: string[] = [];
          const reader = new LineReader(DEFAULT_OUTPUT_LIMITS, (line) => seen.push(line), expect.unreachable);
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
          for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
          expect(seen).toEqual(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
    );
  });

  it("end at the limit, once", () => {
    const excess: string[] = [];
    const lines: string[] = [];
    const limits = { lineBytes: 4, totalBytes: 100, stderrBytes: 0 };
    const reader = new LineReader(
      limits,
      (line) => lines.push(line),
      (kind) => excess.push(kind),
    );
    reader.push(Buffer.from("1234\n123"));
    reader.push(Buffer.from("45\nab\n"));
    reader.push(Buffer.from("abcdef"));
    expect([lines, excess]).toEqual([["1234"], ["line-too-long"]]);
  });
});

it("keeps the end of what is written, and says that the beginning is missing", () => {
  const tail = new Tail(4);
  expect(tail.text()).toBe("");
  tail.push(Buffer.from("ab"));
  expect(tail.text()).toBe("ab");
  tail.push(Buffer.from("cdef"));
  expect(tail.text()).toBe("…cdef");
});

it("writes JSON in ASCII that reads back the same, ill-formed text included", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const text = String.fromCharCode(...units);
      const json = asciiJson({ text });
      expect(json).toMatch(/^[\u0020-\u007e]*$/);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});

describe("patterns", () => {
  const matches = (id: string, pattern: string) =>
    isSpoken({ notation: id } as ConformanceCase, { notations: [pattern] } as Spoken);

  it("fit what a regular expression of the same meaning fits", () => {
    const character = fc.constantFrom("a", "b", "/", "-", "*", "?");
    const word = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(word, word, (id, pattern) => {
        const expression = pattern.replace(/[*?]|[^*?]/g, (one) =>
          one === "*" ? ".*" : one === "?" ? "." : `\\${one}`.replace(/\\([ab])/, "$1"),
        );
        expect(matches(id, pattern)).toBe(new RegExp(`^${expression}$`, "s").test(id));
      }),
    );
  });

  it("take no exponential time", () => {
    const pattern = `a/${"*a".repeat(50)}b`;
    expect(matches(`a/${"a".repeat(5000)}`, pattern)).toBe(false);
  });
});

describe("a skip file", () => {
  it("gives patterns with reasons, whatever the line ends", () => {
    const rules = parseSkipFile("\ufeff# known\r\n\r\nverify/php-*\tpeppered there\r\n  otpauth   no URIs # at all\n");
    expect(rules.ok && rules.value).toEqual([
      { pattern: "verify/php-*", reason: "peppered there" },
      { pattern: "otpauth", reason: "no URIs # at all" },
    ]);
  });

  it("must give a reason on each line", () => {
    const rules = parseSkipFile("a/* because\nverify/php-001  \n");
    expect(!rules.ok && [rules.problems[0].code, rules.problems[0].field]).toEqual([
      "conformance/option-malformed",
      "line 2",
    ]);
  });
});
