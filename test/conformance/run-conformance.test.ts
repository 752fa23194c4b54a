import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  formatReport,
  type Implementation,
  type JsonObject,
  loadSuite,
  runConformance,
  type Subject,
} from "../../src/conformance/index.js";
import { copyVectors } from "../../src/conformance/internal.js";
import { misbehaving, reportOf, runManner, SMALL_SUITE, statuses, vectorFolder } from "./doubling.js";

const doubler: Implementation = {
  name: "doubler",
  version: "2.0",
  language: "JavaScript",
  operations: {
    double: ({ number }) =>
      (number as number) % 2 === 1 ? { error: { code: "double/odd" } } : { ok: { number: (number as number) * 2 } },
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
      id: `double/small-00${index}`,
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
      { text: { textUtf16: "d8000041" } },
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
    expect((await run({ only: ["double/small-001", "double/*-002"] })).results).toHaveLength(2);
    expect((await run({ only: ["double"] })).results).toHaveLength(6);
    await expect(run({ only: ["triple"] })).rejects.toThrow("conformance/option-malformed");
  });

  it("is refused where one of several patterns fits nothing", async () => {
    const result = await runConformance(doubler, {
      vectors: vectorFolder(SMALL_SUITE),
      only: ["double", "dobule/*"],
    });
    expect(!result.ok && result.problems[0].message).toBe("no vector matches dobule/*");
    const skip = [{ pattern: "dobule", reason: "x", mustFit: true }];
    await expect(run({ skip })).rejects.toThrow("conformance/option-malformed");
  });

  it("is not what is skipped, and the reason is kept", async () => {
    const report = await run({
      skip: [
        { pattern: "double/small-00[1-5]", reason: "later" },
        { pattern: "*/*-001", reason: "now" },
      ],
    });
    expect([report.outcome, report.totals.skipped, report.results[0]?.detail]).toEqual(["pass", 1, "now"]);
    expect(report.idlePatterns).toEqual(["double/small-00[1-5]"]);
    expect(formatReport(report, "text")).toContain("no vector matches double/small-00[1-5]");
  });

  it("must be something, whoever skips the rest", async () => {
    const report = await run({ skip: [{ pattern: "double", reason: "later" }] });
    expect([report.outcome, report.brokenReason]).toEqual(["broken", "nothing was compared"]);
    const wrong = { ...doubler, operations: { double: () => ({ ok: {} }) } };
    const known = await run({ skip: [{ pattern: "double", reason: "known" }], skipMustFail: true }, wrong);
    expect([known.outcome, known.totals.skipped]).toEqual(["pass", 6]);
  });

  it("names operations that no vector has", async () => {
    const misspelt = { ...doubler, operations: { duoble: () => ({ ok: {} }) } };
    const report = await run({}, misspelt);
    expect(report.brokenReason).toBe(
      "nothing was compared; the program offers operations that the vectors do not have (duoble)",
    );
    const more = await run({}, { ...doubler, operations: { ...doubler.operations, duoble: () => ({ ok: {} }) } });
    expect([more.outcome, more.unknownOperations]).toEqual(["pass", ["duoble"]]);
  });

  it("ends at once when it is interrupted in the middle of a case", async () => {
    const abort = new AbortController();
    // The third case hangs, and would for an hour.
    const onResult = (_: unknown, done: number) => void (done === 2 && abort.abort());
    const options = { signal: abort.signal, timeoutMs: 3_600_000, onResult };
    const report = await run(options, { command: misbehaving("hangs") });
    expect([report.outcome, report.brokenReason]).toEqual(["broken", "the run was interrupted"]);
    expect([report.totals.errored, report.totals.timeout]).toEqual([0, 0]);
    expect(statuses(report)[2]).toBe("not-run");
  });

  it("ends at once when it is interrupted while a second program starts", async () => {
    const abort = new AbortController();
    const options = { signal: abort.signal, parallel: 2, onResult: () => abort.abort() };
    const report = await run(options, { command: misbehaving("slow-hello") });
    expect([report.brokenReason, report.totals.errored]).toEqual(["the run was interrupted", 0]);
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
    expect((await run({ only, strict: true }, vague)).outcome).toBe("fail");
  });

  it("is not failed by another policy, nor by a crash there, but with strict", async () => {
    const tests = SMALL_SUITE.groups[0]!.tests.map((test) => ({ ...test, policy: "Why.", checkedBy: [] }));
    const vectors = vectorFolder({ ...SMALL_SUITE, groups: [{ source: { name: "us" }, tests }] } as never);
    const wrong = () => ({ ok: { number: -1 } });
    const operations = { double: wrong };
    const lenient = await run({ vectors }, { ...doubler, operations });
    // But who is right nowhere has shown nothing.
    expect([lenient.outcome, lenient.tally.policy, lenient.tally.faults]).toEqual(["broken", 6, 0]);
    let asked = 0;
    const once = { double: () => (asked++ === 0 ? { ok: { number: 4 } } : wrong()) };
    const mixed = await run({ vectors, parallel: 1 }, { ...doubler, operations: once });
    expect([mixed.outcome, mixed.tally.policy, mixed.tally.right]).toEqual(["pass", 5, 1]);
    const strict = await run({ vectors, strict: true }, { ...doubler, operations });
    expect([strict.outcome, strict.tally.policy, strict.tally.faults]).toEqual(["fail", 0, 6]);
    const crashing = await run({ vectors, parallel: 1 }, { command: misbehaving("crashes") });
    expect([crashing.outcome, crashing.tally.policy]).toEqual(["pass", 1]);
  });

  it("runs in as many processes as there are cores, where no number is given", async () => {
    const note = join(vectorFolder(), "lines");
    await run({}, { command: misbehaving(`tells-what-it-reads ${note}`) });
    const hellos = readFileSync(note, "utf8").match(/"cmd":"hello"/g);
    expect(hellos).toHaveLength(Math.min(availableParallelism(), 6));
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
    await expect(run({ costTimeoutMs: 0 })).rejects.toThrow(TypeError);
    await expect(run({}, { command: [] })).rejects.toThrow(TypeError);
  });

  it("does not start what can't be started", async () => {
    await expect(run({}, { command: ["/nonexistent/tool"] })).rejects.toThrow("conformance/adapter-unusable");
  });
});

interface Manifest {
  suiteVersion: string;
  formatVersion: number;
  files: { path: string; sha256: string; count: number }[];
}

describe("vectors that can't be used", () => {
  it.each<readonly [string, string]>([
    ["no JSON", "{"],
    ["another format version", JSON.stringify({ ...SMALL_SUITE, formatVersion: 9 })],
    ["no groups", JSON.stringify({ ...SMALL_SUITE, groups: undefined })],
    ["a test without id", JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [{}] }] })],
    ["null for a test", JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [null] }] })],
    [
      "a valid test without output",
      JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [{ id: "a", input: {}, result: "valid" }] }] }),
    ],
    ["flags that are not an object", JSON.stringify({ ...SMALL_SUITE, flags: "x" })],
    ["a flag that is none", JSON.stringify({ ...SMALL_SUITE, flags: { F: null } })],
    ["another topic than its name", JSON.stringify({ ...SMALL_SUITE, topic: "large" })],
    ...(
      [
        ["an id of another file", { id: "double/large-001" }],
        ["an id without a number", { id: "double/small-x" }],
        ["a problem that is not text", { problem: 7 }],
        ["a twin that is not text", { twin: ["double/small-002"] }],
        ["witnesses that are not a list", { checkedBy: "fingers" }],
        ["flags of a test that are not a list", { flags: "Odd" }],
        ["a comment that is not text", { comment: {} }],
        ["an output that is not an object", { result: "valid", output: "4" }],
        ["outputs that are not a list", { result: "acceptable", outputs: {} }],
        ["a cost that is none", { cost: 3 }],
        ["a text repeated a negative number of times", { input: { text: { repeat: { text: "a", times: -1 } } } }],
        ["a text repeated too often", { input: { repeat: { text: "a", times: 1e9 } } }],
        ["a text repeated by half", { input: { repeat: { text: "a", times: 1.5 } } }],
        ["UTF-16 that is none", { input: { textUtf16: "d8" } }],
      ] as const
    ).map(([what, change]) => {
      const test = { id: "double/small-001", input: {}, result: "invalid", problem: "x/y", ...change };
      return [what, JSON.stringify({ ...SMALL_SUITE, groups: [{ tests: [test] }] })] as const;
    }),
    ["an id twice", JSON.stringify({ ...SMALL_SUITE, groups: [...SMALL_SUITE.groups, ...SMALL_SUITE.groups] })],
  ])("are refused with their file: %s", async (_, content) => {
    const folder = vectorFolder(SMALL_SUITE);
    writeFileSync(join(folder, "double", "small.json"), content);
    const suite = await loadSuite(folder);
    expect(!suite.ok && suite.problems[0].code).toBe("conformance/vectors-unusable");
    expect(!suite.ok && suite.problems[0].message).toMatch(/^double\/small\.json: /);
  });

  it.each<[string, (manifest: Manifest) => unknown, RegExp]>([
    [
      "a file that is missing",
      ({ files }) => files.push({ ...files[0]!, path: "double/large.json" }),
      /double\/large\.json is missing/,
    ],
    ["a file that is not listed", ({ files }) => files.pop(), /double\/small\.json is not listed/],
    ["another sum", ({ files }) => Object.assign(files[0]!, { sha256: "00" }), /has another sum/],
    ["another number of tests", ({ files }) => Object.assign(files[0]!, { count: 7 }), /has 6 tests instead of 7/],
    ["another format", (manifest) => Object.assign(manifest, { formatVersion: 9 }), /its formatVersion is not 2/],
    ["no version", (manifest) => Object.assign(manifest, { suiteVersion: 1 }), /it is not a manifest/],
    ["files that are none", (manifest) => Object.assign(manifest, { files: [null] }), /it is not a manifest/],
  ])("are refused where the manifest beside them has %s", async (_, change, message) => {
    const folder = vectorFolder(SMALL_SUITE);
    const text = readFileSync(join(folder, "double", "small.json"));
    const sha256 = createHash("sha256").update(text).digest("hex");
    const manifest: Manifest = {
      suiteVersion: "1.2.3",
      formatVersion: 2,
      files: [{ path: "double/small.json", sha256, count: 6 }],
    };
    const path = join(folder, "manifest.json");
    writeFileSync(path, JSON.stringify(manifest));
    const sound = await loadSuite(folder);
    expect(sound.ok && sound.value.version).toBe("1.2.3");
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
    const suite = await loadSuite(folder);
    expect(!suite.ok && suite.problems[0].code).toBe("conformance/vectors-unusable");
    expect(!suite.ok && suite.problems[0].message).toMatch(message);
    writeFileSync(path, "{");
    expect((await loadSuite(folder)).ok).toBe(false);
  });

  it("are refused where there are none", async () => {
    for (const folder of [vectorFolder(), "/nonexistent"]) {
      const suite = await loadSuite(folder);
      expect(!suite.ok && suite.problems[0].code).toBe("conformance/vectors-unusable");
    }
  });
});

describe("costs that must be refused", () => {
  const traps = {
    ...SMALL_SUITE,
    groups: [{ source: { name: "x" }, tests: Array.from({ length: 12 }, trap) }],
  };

  function trap(_: unknown, index: number) {
    const id = `double/small-${String(index + 1).padStart(3, "0")}`;
    return { id, input: { number: 1 }, result: "invalid", problem: "double/odd", cost: "costly", flags: [] };
  }

  it("have a time limit of their own, and don't end the run of a program without limits", async () => {
    const operations = { double: () => new Promise<never>(() => {}) };
    const report = await runConformance(
      { ...doubler, operations },
      { vectors: vectorFolder(traps), timeoutMs: 3_600_000 / 60, costTimeoutMs: 10 },
    );
    expect(report.ok && [report.value.outcome, report.value.totals.timeout]).toEqual(["fail", 12]);
    expect(report.ok && report.value.results[0]?.detail).toBe("no answer within 0.01 s");
  });
});

describe("a copy of the vectors", () => {
  it("has the vectors and what belongs to them, and no programs", async () => {
    const [folder, target] = [vectorFolder(SMALL_SUITE), vectorFolder()];
    for (const name of ["generators", "schema"]) mkdirSync(join(folder, name));
    for (const name of ["README.md", "LICENSE", "package.json", "generators/make.py"]) {
      writeFileSync(join(folder, name), "");
    }
    expect((await copyVectors(target, folder)).ok).toBe(true);
    expect(readdirSync(target).sort()).toEqual(["LICENSE", "README.md", "double", "schema"]);
  });
});
