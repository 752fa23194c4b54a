import { expect, it } from "vitest";
import { credportImplementation, loadSuite, runConformance } from "../../src/conformance/index.js";
import { OPERATIONS } from "../../src/conformance/internal.js";

it("credport passes every vector, with the right reason", async () => {
  const suite = await loadSuite();
  if (!suite.ok) throw new Error(suite.problems[0].message);
  // test/verify computes these as well, on every engine. A case whose twin is not asked shows nothing.
  const costly = new Set(suite.value.cases.filter(({ cost }) => cost === "costly").map(({ id }) => id));
  const skip = suite.value.cases
    .filter(({ id, twin = "" }) => costly.has(id) || costly.has(twin))
    .map(({ id }) => ({ pattern: id, reason: "costly" }));
  const report = await runConformance(credportImplementation("test"), {
    strict: true,
    parallel: 4,
    skip,
  });
  if (!report.ok) throw new Error(report.problems[0].message);
  const { outcome, totals, results, byOperation } = report.value;
  const failing = results
    .filter(({ status }) => !["pass", "accepted-variant", "skipped"].includes(status))
    .map(({ vector, detail }) => `${vector.id}: ${detail}`);
  expect(failing).toEqual([]);
  expect([outcome, totals.skipped]).toEqual(["pass", skip.length]);
  expect(totals.pass).toBeGreaterThan(7000);
  expect(Object.keys(byOperation).sort()).toEqual([...OPERATIONS].sort());
});
