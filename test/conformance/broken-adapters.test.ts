import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatReport } from "../../src/conformance/index.js";
import { REPORT_FORMATS } from "../../src/conformance/internal.js";
import { isAlive } from "../is-alive.js";
import { reportOf, runManner, SMALL_SUITE, smallSuiteFolder, statuses, vectorFolder } from "./doubling.js";

/** Each manner in which an adapter can be wrong: what the runner says, and that the other cases still count. */
describe.concurrent("an adapter in order", () => {
  it("passes, whatever it is asked in parallel", async () => {
    const report = await reportOf("none", { parallel: 3 });
    expect([report.outcome, report.totals.pass]).toEqual(["pass", 6]);
    expect(report.implementation).toEqual({ name: "doubler", version: "1.0", language: "JavaScript" });
  });
});

describe.concurrent("an adapter that never gets as far as hello", () => {
  it.each([
    ["exits-at-once", "conformance/adapter-unusable", /ended with exit code 0/],
    ["dies-with-reason", "conformance/adapter-unusable", /exit code 1.*ModuleNotFoundError/],
    ["prints-a-banner", "conformance/adapter-unusable", /not JSON: "Doubler 1.0/],
    ["wrong-protocol", "conformance/adapter-unusable", /version 99/],
  ])("%s: %s", async (manner, code, message) => {
    const result = await runManner(manner);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problems[0].code).toBe(code);
    expect(result.problems[0].message).toMatch(message);
  });

  it("silent: says after how long it gave up", async () => {
    const result = await runManner("silent", { helloTimeoutMs: 300 });
    expect(!result.ok && result.problems[0].message).toMatch(/no answer within 0.3 s/);
  });

  it("says hello after the time limit: is said to be slow, and not to hold anything back", async () => {
    const result = await runManner("slow-hello", { helloTimeoutMs: 300 });
    const { message } = result.ok ? { message: "" } : result.problems[0];
    expect(message).toMatch(/no answer within 0.3 s; it came later: the program is slow to start$/);
  });

  it("never flushes: is told exactly that", async () => {
    const result = await runManner("never-flushes", { helloTimeoutMs: 4000 });
    expect(!result.ok && result.problems[0].message).toMatch(/must flush its output after each line/);
  });
});

describe.concurrent("an adapter that fails at one case", () => {
  it.each([
    ["crashes", "errored", /exit code 3/],
    ["crashes-by-signal", "errored", /ended by SIGKILL/],
  ])("%s: counts against the implementation, which is started again", async (manner, status, detail) => {
    const report = await reportOf(manner);
    expect(report.outcome).toBe("fail");
    expect(statuses(report)).toEqual(["pass", "pass", status, "pass", "pass", "pass"]);
    expect(report.results[2]?.detail).toMatch(detail);
  });

  it("hangs: is ended after the time limit", async () => {
    const report = await reportOf("hangs", { timeoutMs: 3000 });
    expect(statuses(report)).toEqual(["pass", "pass", "timeout", "pass", "pass", "pass"]);
    expect([report.outcome, report.results[2]?.detail]).toEqual(["fail", "no answer within 3 s"]);
  });

  it("slow, after answers in time: is not said to hold them back", async () => {
    const report = await reportOf("slow", { timeoutMs: 3000 });
    expect([statuses(report)[2], report.results[2]?.detail]).toEqual(["timeout", "no answer within 3 s"]);
  });

  it.each([
    ["wrong-sequence-number", "wrong-sequence-number", /sequence number 4 instead of 3/],
    ["no-sequence-number", "wrong-sequence-number", /sequence number none instead of 3/],
    ["rubbish", "rubbish", /not JSON: "warning: something happened"/],
    ["rubbish-before", "rubbish", /not JSON: "debug"/],
    ["two-kinds", "rubbish", /not exactly one of ok, error, skipped and errored/],
    ["no-kind", "rubbish", /not exactly one of/],
    ["skips-without-reason", "rubbish", /without a reason/],
    ["not-utf-8", "rubbish", /not JSON/],
  ])("%s: breaks the protocol, so that the run is broken", async (manner, fault, detail) => {
    const report = await reportOf(manner);
    expect(statuses(report)).toEqual(["pass", "pass", "errored", "pass", "pass", "pass"]);
    expect([report.outcome, report.results[2]?.fault]).toEqual(["broken", fault]);
    expect(report.results[2]?.detail).toMatch(detail);
    expect(report.brokenReason).toMatch(/broke the protocol in 1 case$/);
  });

  it.each([
    ["says-the-last-twice", /after its last answer.*was not asked for: "\{\\"seq\\":6/],
    ["talks-after-bye", /was not asked for: "goodbye"/],
    ["talks-after-bye-without-end", /was not asked for: "good/],
  ])("%s: is noticed when the program ends", async (manner, reason) => {
    const report = await reportOf(manner);
    expect([report.outcome, report.totals.pass]).toEqual(["broken", 6]);
    expect(report.brokenReason).toMatch(reason);
  });

  it("answers 200,000 lists deep: is told so, and nothing of the runner's breaks", async () => {
    const report = await reportOf("answers-deep");
    expect([report.outcome, statuses(report)[2]]).toEqual(["broken", "errored"]);
    expect(report.results[2]?.detail).toMatch(/more than 64 lists and objects inside each other/);
    for (const format of REPORT_FORMATS) expect(formatReport(report, format)).toContain("broke");
  });

  it("answers with null for what is absent: that is an answer", async () => {
    expect((await reportOf("writes-nulls")).outcome).toBe("pass");
  });

  it("answers far more than an answer: only its size is kept", async () => {
    const report = await reportOf("answers-large");
    expect(statuses(report)[2]).toBe("fail");
    expect(report.results[2]?.answer).toEqual({ ok: { cut: "1000020 characters of JSON" } });
  });

  it("writes escapes and line ends: none reaches a report for people", async () => {
    const report = await reportOf("forges");
    const text = formatReport(report, "text");
    expect(text).toMatch(/\\u001b\[2J Conforms: no failure\.\s+\\u009b1A/);
    expect(text.replace(/\n/g, "")).not.toMatch(/\p{Cc}/u);
    expect(text).not.toMatch(/^Conforms/m);
    expect(report.results[2]?.detail?.length).toBeLessThan(2100);
  });

  it("writes escapes to standard error: its end is shown without them", async () => {
    const report = await reportOf("dies-forging");
    expect(report.results[2]?.detail).toMatch(/standard error: \\u001b\[31mno failure Conforms$/);
  });

  it("says it twice: the surplus line is noticed with the next case at the latest", async () => {
    const report = await reportOf("says-it-twice");
    expect(report.outcome).toBe("broken");
    expect(statuses(report).filter((status) => status === "errored")).toHaveLength(1);
  });

  it.each([
    ["endless-line", "line-too-long", { lineBytes: 1 << 16 }],
    ["endless-lines", "too-much-output", { totalBytes: 1 << 18 }],
  ])("%s: is cut off", async (manner, fault, limits) => {
    const report = await reportOf(manner, { limits });
    expect(report.outcome).toBe("broken");
    const faults = report.results.map((result) => result.fault).filter((found) => found !== undefined);
    // Lines that was not asked for may be read as the answer before their number is known.
    expect([fault, "wrong-sequence-number"]).toContain(faults[0]);
    expect(faults).toHaveLength(1);
  });
});

describe.concurrent("an adapter that can't be helped", () => {
  it("exits after hello: the run ends and says so", async () => {
    const report = await reportOf("exits-after-hello");
    expect(report.outcome).toBe("fail");
    expect(statuses(report)).toEqual(Array.from({ length: 6 }, () => "errored"));
  });

  it("has none of the operations: nothing was compared, which is not a pass", async () => {
    const report = await reportOf("has-nothing");
    expect([report.outcome, report.brokenReason]).toEqual(["broken", expect.stringMatching(/^nothing was compared/)]);
    expect(report.totals.unsupported).toBe(6);
  });
});

describe.concurrent("an adapter that is only noisy or slow to leave", () => {
  it("floods stderr: keeps the end of it and continues", async () => {
    const report = await reportOf("floods-stderr");
    expect([report.outcome, report.totals.pass]).toEqual(["pass", 6]);
  });

  it("ignores bye: is ended", async () => {
    expect((await reportOf("ignores-bye")).outcome).toBe("pass");
  });

  it.each([
    "leaves-a-child",
    "leaves-a-silent-child",
    // Only Linux shows which process of another group is one of the run's.
    ...(process.platform === "linux" ? ["leaves-a-detached-child"] : []),
  ])("%s: it is ended too, and holds up nobody", async (manner) => {
    const note = join(smallSuiteFolder(), manner);
    expect((await reportOf(`${manner} ${note}`)).outcome).toBe("pass");
    const pid = Number(readFileSync(note, "utf8"));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe.concurrent("an implementation that is wrong", () => {
  it("gives a wrong answer", async () => {
    const report = await reportOf("wrong-answer");
    expect([report.outcome, report.results[2]?.status, report.results[2]?.detail]).toEqual([
      "fail",
      "fail",
      "wrong number",
    ]);
    expect(report.byFlag.Even).toMatchObject({ pass: 2, fail: 1 });
    expect(report.byBugType.LOCKOUT).toMatchObject({ fail: 1 });
  });

  it("refuses what must be accepted, with whatever code", async () => {
    const report = await reportOf("wrong-code");
    expect(report.results[2]?.detail).toBe("refused (double/whatever) what must be accepted");
  });

  it("may skip with a reason and a link, or say that it failed", async () => {
    const skipping = await reportOf("skips");
    expect([skipping.outcome, skipping.results[2]?.status, skipping.results[2]?.issueUrl]).toEqual([
      "pass",
      "skipped",
      "https://example.com/1",
    ]);
    const failing = await reportOf("says-errored");
    expect([failing.outcome, failing.results[2]?.detail]).toEqual(["fail", "no luck"]);
  });
});

describe("an adapter that crashes at every case", () => {
  it("is not started for ever", async () => {
    const [even] = SMALL_SUITE.groups[0]!.tests;
    const tests = Array.from({ length: 30 }, (_, index) => ({ ...even, id: `double/small-${100 + index}` }));
    const vectors = vectorFolder({ ...SMALL_SUITE, groups: [{ source: { name: "many" }, tests }] } as never);
    const report = await reportOf("always-crashes", { vectors });
    expect(report.outcome).toBe("broken");
    expect(report.brokenReason).toMatch(/10 cases in a row/);
    expect([report.totals.errored, report.totals["not-run"]]).toEqual([10, 20]);
  });
});
