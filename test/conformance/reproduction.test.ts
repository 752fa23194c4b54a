import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { reproductionOf } from "../../src/conformance/report/reproduction.js";
import type { ConformanceCase, JsonObject } from "../../src/conformance/suite/conformance-case.js";
import { needsProgram } from "../needs.js";

const TEXT = '$2y$10$a@b #{c} "d" \\e\n\u0000\u00fc\u20ac\u{1f600}1';
const BYTES = { hex: "00ff2431" };

function lineIn(language: string, template: string, input: JsonObject): string | undefined {
  const vector: ConformanceCase = {
    id: "verify/x-001",
    operation: "verify",
    topic: "x",
    comment: "",
    flags: [],
    input,
    result: "valid",
    outputs: [],
    cost: "cheap",
    provenance: { source: "x", isPublished: false, checkedBy: [], recomputedBy: [] },
  };
  return reproductionOf(vector, { name: "x", version: "1", language, reproduce: { verify: template } });
}

/** A program that prints, in hexadecimal, the text in UTF-8, the same as bytes, and what was bytes before. */
const PROGRAMS = [
  ["Python", "python3", "-c", "print({{text}}.encode().hex(), {{text:bytes}}.hex(), {{bytes}}.hex(), {{number}})"],
  [
    "JavaScript",
    "node",
    "-e",
    "console.log(Buffer.from({{text}}).toString('hex'), {{text:bytes}}.toString('hex'), {{bytes}}.toString('hex'), {{number}})",
  ],
  [
    "Perl",
    "perl",
    "-e",
    "my $t = {{text}}; utf8::encode($t); print unpack('H*', $t), ' ', unpack('H*', {{text:bytes}}), ' ', unpack('H*', {{bytes}}), ' ', {{number}}",
  ],
  [
    "PHP",
    "php",
    "-r",
    "echo bin2hex({{text}}), ' ', bin2hex({{text:bytes}}), ' ', bin2hex({{bytes}}), ' ', {{number}};",
  ],
] as const;

describe("the line that reproduces a case", () => {
  for (const [language, program, flag, template] of PROGRAMS) {
    needsProgram(program).test(`${language}: means the same text and the same bytes`, () => {
      const line = lineIn(language, template, { text: TEXT, bytes: BYTES, number: 7 }) ?? "";
      const { stdout } = spawnSync(program, [flag, line], { encoding: "utf8" });
      const text = Buffer.from(TEXT).toString("hex");
      expect(stdout.trim()).toBe(`${text} ${text} ${BYTES.hex} 7`);
    });
  }

  it.each([
    ["Go", '"\\u00fc\\U0001f600$\\u000a"', '"\\x00\\xff$1"'],
    ["Rust", '"\\u{fc}\\u{1f600}$\\u{a}"', 'b"\\x00\\xff$1"'],
    ["Java", '"\\374\\ud83d\\ude00$\\012"', 'java.util.HexFormat.of().parseHex("00ff2431")'],
    ["C#", '"\\u00fc\\ud83d\\ude00$\\u000a"', 'Convert.FromHexString("00ff2431")'],
    ["Ruby", '"\\u{fc}\\u{1f600}$\\u{a}"', '"\\x00\\xff$1".b'],
    ["C", '"\\303\\274\\360\\237\\230\\200$\\012"', '"\\000\\377$1"'],
    ["Elvish", '"\\u00fc\\ud83d\\ude00$\\u000a"', '"\\x00\\xff$1"'],
  ])("%s: is in its notation", (language, text, bytes) => {
    const input = { text: "\u00fc\u{1f600}$\n", bytes: BYTES };
    expect(lineIn(language, "{{text}} {{bytes}}", input)).toBe(`${text} ${bytes}`);
  });

  it("is absent where the input lacks a field, where it is too long, and without a template", () => {
    expect(lineIn("Go", "f({{hash}}, {{signerKey}})", { hash: "x" })).toBeUndefined();
    expect(lineIn("Go", "f({{hash}})", { hash: "x".repeat(3000) })).toBeUndefined();
    expect(lineIn("Go", "f({{user}})", { user: { a: 1 } })).toBeUndefined();
    const { id, ...rest } = { id: "x" } as ConformanceCase;
    expect(reproductionOf({ ...rest, id, operation: "toString" }, { name: "x", version: "1", language: "Go" })).toBe(
      undefined,
    );
  });

  it("leaves other braces alone, and takes half a surrogate pair", () => {
    expect(lineIn("Rust", 'println!("{}", f({{hash}}))', { hash: "x" })).toBe('println!("{}", f("x"))');
    expect(lineIn("JavaScript", "f({{hash}})", { hash: { textUtf16: "d800" } })).toBe('f("\\u{d800}")');
  });
});
