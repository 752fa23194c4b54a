import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type ConformanceOptions, runConformance } from "../../src/conformance/index.js";
import { smallSuiteFolder, statuses } from "./doubling.js";

const TOOL = fileURLToPath(new URL("one-shot-tool.mjs", import.meta.url));

async function runTool(manner: string, options: ConformanceOptions = {}) {
  const result = await runConformance(
    { oneShot: [process.execPath, TOOL, manner] },
    { vectors: smallSuiteFolder(), parallel: 2, ...options },
  );
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

describe.concurrent("a program that is started for each case", () => {
  it("accepts with exit code 0 and its output, and refuses with exit code 1", async () => {
    const report = await runTool("none");
    expect([report.outcome, report.totals.pass]).toEqual(["pass", 6]);
  });

  it("need not say why it refuses", async () => {
    const report = await runTool("says-no-code");
    expect([report.outcome, report.totals.pass]).toEqual(["pass", 6]);
  });

  it.each([
    ["crashes", "errored", "fail", /exit code 2/],
    ["hangs", "timeout", "fail", /no answer within/],
    ["rubbish", "errored", "broken", /not a JSON object/],
    ["floods", "errored", "broken", /far more than an answer/],
  ])("%s: %s", async (manner, status, outcome, detail) => {
    const report = await runTool(manner, { timeoutMs: 4000, limits: { lineBytes: 1000 } });
    expect(statuses(report)).toEqual(["pass", "pass", status, "pass", "pass", "pass"]);
    expect(report.outcome).toBe(outcome);
    expect(report.results[2]?.detail).toMatch(detail);
  });

  it("that does not exist ends the run as broken", async () => {
    const result = await runConformance({ oneShot: ["/nonexistent/tool"] }, { vectors: smallSuiteFolder() });
    expect(result.ok && [result.value.outcome, result.value.brokenReason]).toEqual([
      "broken",
      "the program could not be started",
    ]);
  });
});
