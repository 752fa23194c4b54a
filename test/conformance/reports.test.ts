import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { type ConformanceReport, formatReport, REPORT_FORMATS } from "../../src/conformance/index.js";
import { type CaseResult, countBy, countStatuses } from "../../src/conformance/results.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

const NASTY = 'a <b> & "c" | `d` #e\n\u0000\ud800';

function vector(id: string, rest: Partial<ConformanceCase> = {}): ConformanceCase {
  return {
    id,
    operation: id.split("/")[0] as string,
    topic: "x",
    comment: NASTY,
    flags: [
      {
        name: "Trap",
        bugType: "LOCKOUT",
        description: "A trap.",
        effect: "Users are locked out.",
        links: [],
      },
    ],
    input: {},
    result: "valid",
    outputs: [{ base32: "MY" }],
    cost: "cheap",
    provenance: { source: "x", isPublished: false, checkedBy: ["passlib 1.7.4"], recomputedBy: [] },
    ...rest,
  };
}

const results: readonly CaseResult[] = [
  { vector: vector("a/x-001"), status: "pass", answer: { ok: { base32: "MY" } } },
  { vector: vector("a/x-002"), status: "fail", detail: `wrong ${NASTY}`, answer: { ok: { base32: "MZ" } } },
  {
    vector: vector("a/x-003"),
    status: "other-reason",
    detail: "another code",
    answer: { error: { code: "b/c" } },
  },
  { vector: vector("b/x-001"), status: "skipped", detail: "not mine" },
  { vector: vector("b/x-002"), status: "timeout", detail: "no answer within 1 s", fault: "timeout" },
  { vector: vector("b/x-003"), status: "unsupported" },
  {
    vector: vector("b/x-004"),
    status: "accepted-variant",
    detail: "one of the permitted answers",
    answer: { ok: {} },
  },
];

const report: ConformanceReport = {
  implementation: { name: "tool <1>", version: "1.0", language: "C" },
  suiteVersion: "1.2.3",
  outcome: "fail",
  unknownOperations: [],
  idleSkips: [],
  totals: countStatuses(results),
  byOperation: countBy(results, ({ operation }) => [operation]),
  byFlag: countBy(results, ({ flags }) => flags.map(({ name }) => name)),
  byBugType: countBy(results, ({ flags }) => flags.map(({ bugType }) => bugType)),
  results,
};

describe("reports", () => {
  it.each(REPORT_FORMATS)("%s: is the same for the same results, and ends with a line break", (format) => {
    expect(formatReport(report, format)).toBe(formatReport(structuredClone(report), format));
    expect(formatReport(report, format)).toMatch(/[^\n]\n$/);
  });

  it("text: numbers that add up, the failure with what a user suffers, the verdict", () => {
    const text = formatReport(report, "text");
    expect(text).toMatch(/^tool <1> 1\.0 \(C\) against 7 vectors of suite 1\.2\.3\n/);
    expect(text).toMatch(/^ {2}all +1 +1 +1 +1 +1 +1 +1$/m);
    expect(text).toMatch(/Trap \(LOCKOUT\): Users are locked out\./);
    expect(text).toMatch(/2 failed\.\n$/);
  });

  it.each(["text", "junit", "tap", "markdown"] as const)(
    "%s: says of a failure in which file it is and who confirmed the answer, or that it is policy",
    (format) => {
      const plain = (text: string) => text.replace(/\\/g, "");
      expect(plain(formatReport(report, format))).toContain("a/x.json; checked by passlib 1.7.4");
      const provenance = {
        source: "credport",
        isPublished: false,
        checkedBy: [],
        recomputedBy: [],
        policy: "Why.",
      };
      const ours = results.map((result) => ({ ...result, vector: { ...result.vector, provenance } }));
      expect(plain(formatReport({ ...report, results: ours }, format))).toContain("a/x.json; policy");
    },
  );

  it("text: counts failures by policy apart", () => {
    const [passing, failing, ...rest] = results as [CaseResult, CaseResult, ...CaseResult[]];
    const provenance = { ...failing.vector.provenance, policy: "Why." };
    const mixed = [passing, { ...failing, vector: { ...failing.vector, provenance } }, ...rest];
    expect(formatReport({ ...report, results: mixed }, "text")).toMatch(
      /2 failed, 1 of them by policy alone\.\n$/,
    );
  });

  it("text: says first of all when the numbers can't be relied upon", () => {
    const broken = { ...report, outcome: "broken", brokenReason: "the run was interrupted" } as const;
    expect(formatReport(broken, "text")).toMatch(/Broken: the run was interrupted\. The numbers can't/);
  });

  it("json: says what was expected and what was answered", () => {
    const json = JSON.parse(formatReport(report, "json"));
    expect(json.results[0]).toEqual({ id: "a/x-001", status: "pass" });
    expect(json.results[1]).toMatchObject({
      expected: { ok: { base32: "MY" } },
      answer: { ok: { base32: "MZ" } },
      flags: ["Trap"],
    });
    const counts = { type: "object", additionalProperties: { type: "integer", minimum: 0 } };
    const schema = {
      type: "object",
      required: [
        "implementation",
        "suiteVersion",
        "outcome",
        "totals",
        "byOperation",
        "byFlag",
        "byBugType",
        "results",
      ],
      properties: { totals: counts, byOperation: { type: "object", additionalProperties: counts } },
    };
    expect(new Ajv().validate(schema, json)).toBe(true);
  });

  it("junit: is XML whose counts are those of its cases", () => {
    const xml = formatReport(report, "junit");
    expect(xml).toContain('<testsuite name="a" tests="3" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<testsuite name="b" tests="4" failures="0" errors="1" skipped="2">');
    expect(xml.match(/<testcase /g)).toHaveLength(7);
    expect(xml.match(/<failure /g)).toHaveLength(1);
    // What XML can't hold is gone, and every tag is closed.
    expect(xml).not.toMatch(/[\u0000-\u0008\ud800-\udfff]/);
    const stack: string[] = [];
    for (const [, slash, name, , self] of xml.matchAll(/<(\/?)([a-z-]+)((?:\s[a-z]+="[^"<]*")*)(\/?)>/g)) {
      if (slash === "/") expect(stack.pop()).toBe(name);
      else if (self !== "/") stack.push(name as string);
    }
    expect(stack).toEqual([]);
    expect(xml.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
  });

  it("tap: plans as many as it has, and escapes what would be a directive", () => {
    const lines = formatReport(report, "tap").split("\n");
    expect(lines.slice(0, 2)).toEqual(["TAP version 14", "1..7"]);
    const points = lines.filter((line) => /^(not )?ok /.test(line));
    expect(points).toHaveLength(7);
    expect(points.filter((line) => line.startsWith("not ok"))).toHaveLength(2);
    expect(points.filter((line) => / # SKIP /.test(line))).toHaveLength(2);
    expect(points.every((line) => line.includes("\\#e"))).toBe(true);
  });

  it("markdown: a row for each operation, and the failures under their flags", () => {
    const page = formatReport(report, "markdown");
    expect(page).toContain("| a | 1 | 0 | 1 | 1 | 0 | 0 | 0 |");
    expect(page).toContain("## Trap\n\nLOCKOUT. A trap. Users are locked out.");
    expect(page.match(/^- `/gm)).toHaveLength(2);
    expect(page).toContain("\\<b\\>");
  });
});
