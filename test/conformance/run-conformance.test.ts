import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Implementation,
  type JsonObject,
  loadSuite,
  runConformance,
  type Subject,
} from "../../src/conformance/index.js";
import { misbehaving, reportOf, runManner, SMALL_SUITE, statuses, vectorFolder } from "./doubling.js";

const doubler: Implementation = {
  name: "doubler",
  version: "2.0",
  language: "JavaScript",
  operations: {
    double: ({ number }) =>
      (number as number) % 2 === 1
        ? { error: { code: "double/odd" } }
        : { ok: { number: (number as number) * 2 } },
  },
};

describe("what an adapter is told", () => {
  it("is the input and never the answer", async () => {
    const note = join(vectorFolder(), "lines");
    await reportOf(`tells-what-it-reads ${note}`);
    const lines = readFileSync(note, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines[0]).toEqual({ cmd: "hello", protocol: 1 });
    expect(lines.at(-1)).toEqual({ cmd: "bye" });
    expect(lines.slice(1, -1).map((line) => Object.keys(line))).toEqual(
      Array.from({ length: 6 }, () => ["cmd", "seq", "id", "operation", "input"]),
    );
    expect(lines.slice(1, -1).map(({ input }) => Object.keys(input as object))).toEqual(
      Array.from({ length: 6 }, () => ["number"]),
    );
  });

  it("is in ASCII, with long and ill-formed text written out and bytes in hex", async () => {
    const inputs = [
      { text: { repeat: { text: "ab", times: 3 } } },
      { text: { textUtf16: "d8000041" } },
      { textUtf16: "00e9" },
      { repeat: { text: "a", times: 2 } },
      { text: "gr\u00fc\u00dfe \u{1f600}\u2028", bytes: { hex: "00ff" } },
    ];
    const tests = inputs.map((input, index) => ({
      id: `double/odd-text-00${index}`,
      input,
      result: "invalid",
      problem: "x/y",
    }));
    const folder = vectorFolder({ ...SMALL_SUITE, groups: [{ tests }] } as never);
    const note = join(vectorFolder(), "lines");
    await runManner(`tells-what-it-reads ${note}`, { vectors: folder });
    const raw = readFileSync(note, "utf8");
    expect(raw).toMatch(/^[\n\u0020-\u007e]*$/);
    const seen = raw
      .trim()
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line).input);
    expect(seen).toEqual([
      { text: "ababab" },
      { text: "\ud800A" },
      { text: "\u00e9" },
      { text: "aa" },
      { text: "gr\u00fc\u00dfe \u{1f600}\u2028", bytes: { hex: "00ff" } },
    ]);
  });

  it("goes through no shell", async () => {
    const trap = join(vectorFolder(), "trap");
    const [node = "", adapter = ""] = misbehaving("none");
    const result = await runConformance(
      { command: [node, adapter, `none; touch ${trap}`, `$(touch ${trap})`] },
      { vectors: vectorFolder(SMALL_SUITE) },
    );
    expect([result.ok, existsSync(trap)]).toEqual([true, false]);
  });
});

describe("what is run", () => {
  const run = (options: object, subject: Subject = doubler) =>
    runConformance(subject, { vectors: vectorFolder(SMALL_SUITE), ...options }).then((result) => {
      if (!result.ok) throw new Error(result.problems[0].code);
      return result.value;
    });

  it("is what fits a pattern or an operation", async () => {
    expect((await run({ only: ["double/small-00[1]", "double/*-002"] })).results).toHaveLength(1);
    expect((await run({ only: ["double"] })).results).toHaveLength(6);
    await expect(run({ only: ["triple"] })).rejects.toThrow("conformance/no-cases");
  });

  it("is not what is skipped, and the reason is kept", async () => {
    const report = await run({ skip: [{ pattern: "double/small-00?", reason: "later" }] });
    expect([report.outcome, report.totals.skipped, report.results[0]?.detail]).toEqual(["pass", 6, "later"]);
  });

  it("includes what is skipped where that must fail", async () => {
    const skip = [{ pattern: "double/small-003", reason: "known" }];
    const stale = await run({ skip, skipMustFail: true });
    expect([stale.outcome, statuses(stale)[2]]).toEqual(["fail", "unexpected-pass"]);
    const wrong = { command: misbehaving("wrong-answer") };
    const current = await run({ skip, skipMustFail: true }, wrong);
    expect([current.outcome, statuses(current)[2]]).toEqual(["pass", "skipped"]);
  });

  it("can count another reason as a failure", async () => {
    const vague = { ...doubler, operations: { double: () => ({ error: { code: "no" } }) } };
    const only = ["double/small-002"];
    expect((await run({ only }, vague)).outcome).toBe("pass");
    expect((await run({ only, strictCodes: true }, vague)).outcome).toBe("fail");
  });

  it("is told of case by case, and stops when it is interrupted", async () => {
    const abort = new AbortController();
    const told: string[] = [];
    const report = await run({
      signal: abort.signal,
      onResult: (result: { status: string }, done: number, all: number) => {
        told.push(`${result.status} ${done}/${all}`);
        if (done === 2) abort.abort();
      },
    });
    expect(told).toEqual(["pass 1/6", "pass 2/6"]);
    expect([report.outcome, report.brokenReason, report.totals["not-run"]]).toEqual([
      "broken",
      "the run was interrupted",
      4,
    ]);
  });

  it("counts what a function throws, and what takes too long, against it", async () => {
    const operations = {
      double: ({ number }: JsonObject) => {
        if (number === 2) throw new RangeError("no");
        return number === 4 ? new Promise<never>(() => {}) : { ok: { number: (number as number) * 2 } };
      },
    };
    const report = await run({ timeoutMs: 50 }, { ...doubler, operations });
    expect(statuses(report)).toEqual(["errored", "fail", "timeout", "fail", "pass", "fail"]);
    expect(report.results[0]?.detail).toBe("RangeError: no");
  });

  it("throws for what can only be a mistake of the caller", async () => {
    await expect(run({ parallel: 0 })).rejects.toThrow(TypeError);
    await expect(run({ timeoutMs: 0 })).rejects.toThrow(TypeError);
    await expect(run({}, { command: [] })).rejects.toThrow(TypeError);
  });

  it("does not start what can't be started", async () => {
    await expect(run({}, { command: ["/nonexistent/tool"] })).rejects.toThrow("conformance/not-startable");
  });
});

describe("vectors that can't be used", () => {
  it.each([
    ["no JSON", "{"],
    ["another format version", JSON.stringify({ ...SMALL_SUITE, formatVersion: 2 })],
    ["no groups", JSON.stringify({ ...SMALL_SUITE, groups: undefined })],
    ["a test without id", JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [{}] }] })],
    ["null for a test", JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [null] }] })],
    [
      "a valid test without output",
      JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [{ id: "a", input: {}, result: "valid" }] }] }),
    ],
    [
      "an id twice",
      JSON.stringify({ ...SMALL_SUITE, groups: [...SMALL_SUITE.groups, ...SMALL_SUITE.groups] }),
    ],
  ])("are refused with their file: %s", async (_, content) => {
    const folder = vectorFolder(SMALL_SUITE);
    writeFileSync(join(folder, "double", "small.json"), content);
    const suite = await loadSuite(folder);
    expect(!suite.ok && suite.problems[0].code).toBe("conformance/vectors-malformed");
    expect(!suite.ok && suite.problems[0].message).toMatch(/^double\/small\.json: /);
  });

  it("are refused where there are none", async () => {
    for (const folder of [vectorFolder(), "/nonexistent"]) {
      const suite = await loadSuite(folder);
      expect(!suite.ok && suite.problems[0].code).toBe("conformance/vectors-unreadable");
    }
  });
});
