import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { type ConformanceReport, formatReport } from "../../src/conformance/index.js";
import { REPORT_FORMATS } from "../../src/conformance/internal.js";
import { type CaseResult, countBy, countStatuses, tallyOf, withPolicyApart } from "../../src/conformance/results.js";
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
    status: "pass",
    otherReason: "another code",
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
  idlePatterns: [],
  tally: tallyOf(results),
  totals: countStatuses(results),
  byOperation: countBy(results, ({ operation }) => [operation]),
  byFlag: countBy(results, ({ flags }) => flags.map(({ name }) => name)),
  byBugType: countBy(results, ({ flags }) => flags.map(({ bugType }) => bugType)),
  results,
};

const [passed, , , skipped, , unsupported] = results as readonly CaseResult[] as [CaseResult, ...CaseResult[]];
/** Of three cases that it says it has, one was compared. */
const mostlySkipped = [passed, skipped, { ...skipped, status: "not-reached" }, unsupported] as readonly CaseResult[];

describe("reports", () => {
  it("text: says that it conforms only where at least half of what the implementation has was compared", () => {
    const lineOf = (all: readonly CaseResult[]) =>
      formatReport({ ...report, outcome: "pass", results: all, tally: tallyOf(all) }, "text").split("\n")[0];
    const rest = (notReached: number) => `0 true faults, 0 policy differences, ${notReached} not reached`;
    expect(lineOf(mostlySkipped)).toBe(`Conforms in what was compared: ${rest(1)}; 1 of 4 compared`);
    expect(lineOf([passed, ...mostlySkipped])).toBe(`Conforms: ${rest(1)}; 2 of 5 compared`);
  });

  it("matches where none is right is a fault, whoever vouches for the answer, and another answer is not", () => {
    const policy = { source: "x", isPublished: false, checkedBy: [], recomputedBy: [], policy: "ours" };
    const statusOf = (result: "valid" | "acceptable" | "invalid", matches: boolean) => {
      const asked = vector("verify/x-011", { operation: "verify", provenance: policy, result });
      return withPolicyApart({ vector: asked, status: "fail", detail: "x", answer: { ok: { matches } } }).status;
    };
    const results = ["valid", "acceptable", "invalid"] as const;
    expect(results.map((result) => statusOf(result, true))).toEqual(["fail", "fail", "fail"]);
    expect(results.map((result) => statusOf(result, false))).toEqual(["policy", "policy", "policy"]);
  });

  it("text: a refusal of what we alone read so is apart from faults and policy, and a wrong output is not", () => {
    const recomputed = { source: "x", isPublished: false, checkedBy: [], recomputedBy: ["hashlib"] };
    const asked = vector("a/x-009", { provenance: recomputed });
    const judged = [
      { vector: asked, status: "fail", detail: "refused (a)", answer: { error: { code: "a" } } },
      { vector: asked, status: "fail", detail: "wrong base32", answer: { ok: { base32: "MZ" } } },
      { vector: vector("a/x-010"), status: "fail", detail: "refused (a)", answer: { error: { code: "a" } } },
    ] as const;
    const all = judged.map(withPolicyApart);
    expect(all.map(({ status }) => status)).toEqual(["unconfirmed", "fail", "fail"]);
    const text = formatReport({ ...report, results: all, tally: tallyOf(all) }, "text");
    expect(text).toMatch(
      /^Does not conform: 2 true faults, 0 policy differences, 1 unconfirmed refusal, 0 not reached;/,
    );
    expect(text).toContain(
      "Unconfirmed: only our own reading of the system says it must be taken\n      1  refused (a)",
    );
  });

  it.each(REPORT_FORMATS)("%s: is the same for the same results, and ends with a line break", (format) => {
    expect(formatReport(report, format)).toBe(formatReport(structuredClone(report), format));
    expect(formatReport(report, format)).toMatch(/[^\n]\n$/);
  });

  it("badge: says in a few words what came out, and of which suite", () => {
    const badgeOf = (more: object) => JSON.parse(formatReport({ ...report, ...more }, "badge"));
    expect(badgeOf({})).toEqual({
      schemaVersion: 1,
      label: "credport-vectors 1.2.3",
      message: "2 faults",
      color: "red",
      isError: false,
    });
    expect(badgeOf({ outcome: "pass" }).message).toBe("3 right, no fault");
    expect(badgeOf({ outcome: "pass", results: mostlySkipped })).toMatchObject({
      message: "no fault in 1 of 4",
      color: "yellow",
    });
    expect(badgeOf({ outcome: "broken" })).toMatchObject({ message: "broken run", isError: true });
  });

  it("text: the verdict first and last, numbers that add up, what a user suffers", () => {
    const text = formatReport(report, "text");
    const verdict = "Does not conform: 2 true faults, 0 policy differences, 0 not reached; 5 of 7 compared\n";
    expect(text).toMatch(new RegExp(`^${verdict}tool <1> 1\\.0 \\(C\\) against 7 vectors of suite 1\\.2\\.3\n`));
    expect(text.endsWith(`\n\n${verdict}`)).toBe(true);
    expect(text).toMatch(/^ {2}all +3 +2 +0 +2$/m);
    expect(text).toMatch(/Trap, 2 \(LOCKOUT\)\n {2}Users are locked out\./);
    expect(text).toContain("Right, for another reason\n      1  another code (a/x-003)");
  });

  it.each(["text", "junit", "tap", "markdown"] as const)("%s: a failure has all that an issue needs", (format) => {
    const reproduce = { a: "tool({{secret}}, {{secret:bytes}})" };
    const input = { secret: "MZ" };
    const named = results.map((result) => ({ ...result, vector: { ...result.vector, input } }));
    const implementation = { ...report.implementation, reproduce };
    const text = formatReport({ ...report, implementation, results: named }, format).replace(/&quot;|\\?"/g, '"');
    for (const part of ['secret: "MZ"', 'base32: "MY"', 'base32: "MZ"', "passlib 1.7.4", "Users are locked out."])
      expect(text).toContain(part);
    expect(text).toContain('tool("MZ", "MZ")');
  });

  it("text: prose fits into 80 columns, what is pasted is in one piece, and the rest is named", () => {
    const long = "word ".repeat(60).trim();
    const many = Array.from({ length: 30 }, (_, at) => ({
      vector: vector(`a/x-${100 + at}`, { comment: "c", input: { secret: "A".repeat(100) } }),
      status: "fail" as const,
      answer: { error: { code: long } },
    }));
    const lines = formatReport({ ...report, results: many, tally: tallyOf(many) }, "text").split("\n");
    const wide = lines.filter((line) => line.length > 80 && line !== lines[0]);
    expect(wide).toHaveLength(3);
    for (const line of wide) expect(line).toContain(`secret: "${"A".repeat(100)}"`);
    expect(lines.join(" ")).toMatch(/and 27 more \(--json shows all\): a\/x-103,/);
  });

  it("text: shows failures of as many kinds as there are", () => {
    const details = ["wrong base32", "wrong base32", "wrong base32", "refused (a) what must be accepted"];
    const many = details.map((detail, at) => ({
      vector: vector(`a/x-${100 + at}`, { comment: "c" }),
      status: "fail" as const,
      detail,
    }));
    const text = formatReport({ ...report, results: many, tally: tallyOf(many) }, "text");
    expect(text.match(/^ {2}a\/x-\d+/gm)).toEqual(["  a/x-100", "  a/x-103", "  a/x-101"]);
  });

  it("text: names the systems whose own notation fails, which need not be the implementation's", () => {
    const [, failing] = results as [CaseResult, CaseResult];
    const owned = [{ ...failing, vector: { ...failing.vector, owner: "kratos" } }];
    expect(formatReport({ ...report, results: owned, tally: tallyOf(owned) }, "text")).toContain(
      "Warning: 1 failure in a notation that one system alone writes (kratos); let the\nadapter's hello name what it speaks, or --skip 'owner:*'\n",
    );
    expect(formatReport(report, "text")).not.toContain("one system alone");
  });

  it("text: an adapter's own failures and a list of skips out of date are no faults", () => {
    const [passing, failing] = results as [CaseResult, CaseResult];
    const mixed: readonly CaseResult[] = [
      { ...passing, vector: vector("a/x-005"), status: "errored", detail: "NameError" },
      { ...failing, status: "unexpected-pass", detail: "passes, but is skipped: known" },
    ];
    expect(formatReport({ ...report, results: mixed, tally: tallyOf(mixed) }, "text")).toMatch(
      /^Does not conform: 0 true faults, 0 policy differences, 0 not reached, 1 adapter error, 1 stale skip; 2 of 2 compared\n/,
    );
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

  it("text: counts differences by policy apart", () => {
    const [passing, failing, ...rest] = results as [CaseResult, CaseResult, ...CaseResult[]];
    const provenance = { ...failing.vector.provenance, policy: "Why." };
    const mixed = [passing, { ...failing, vector: { ...failing.vector, provenance } }, ...rest].map(withPolicyApart);
    const text = formatReport({ ...report, results: mixed, tally: tallyOf(mixed) }, "text");
    expect(text).toMatch(/^Does not conform: 1 true fault, 1 policy difference, 0 not reached; 5 of 7 compared\n/);
    expect(text).toContain("Policy: no other implementation confirms the suite's answer\n      1  wrong");
  });

  it("text: says first of all when the numbers can't be relied upon", () => {
    const broken = { ...report, outcome: "broken", brokenReason: "the run was interrupted" } as const;
    expect(formatReport(broken, "text")).toMatch(
      /^Broken: 2 true faults, .*\nthe run was interrupted; the numbers can't be relied upon\n/,
    );
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
    expect(page).toContain("**Does not conform: 2 true faults, 0 policy differences, 0 not reached; 5 of 7 compared**");
    expect(page).toContain("| a | 2 | 0 | 1 | 0 | 0 | 0 |");
    expect(page).toContain("## Trap\n\nLOCKOUT. A trap. Users are locked out.");
    expect(page.match(/^- `/gm)).toHaveLength(2);
    expect(page).toContain("\\<b\\>");
  });
});
