import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { credportImplementation, loadSuite, runConformance } from "../../src/conformance/index.js";
import { OPERATIONS } from "../../src/conformance/internal.js";
import type { ConformanceCase, ConformanceSuite } from "../../src/conformance/suite/conformance-case.js";
import { useTemporaryFolder } from "../temporary-folder.js";

interface VectorFile {
  readonly groups: readonly { readonly tests: readonly { readonly id: string }[] }[];
}

const temporary = useTemporaryFolder();

/** Puts the vectors into the folder, but those with these ids: hundreds of patterns would be tried on thousands of vectors. */
function writeWithout({ folder, cases }: ConformanceSuite, ids: ReadonlySet<string>): void {
  for (const path of new Set(cases.map(({ operation, topic }) => `${operation}/${topic}.json`))) {
    const file = JSON.parse(readFileSync(join(folder, path), "utf8")) as VectorFile;
    const groups = file.groups.map((group) => ({ ...group, tests: group.tests.filter(({ id }) => !ids.has(id)) }));
    mkdirSync(dirname(join(temporary.path(), path)), { recursive: true });
    writeFileSync(join(temporary.path(), path), JSON.stringify({ ...file, groups }));
  }
}

it("credport passes every vector, with the right reason", async () => {
  const suite = await loadSuite();
  if (!suite.ok) throw new Error(suite.problems[0].message);
  const { cases } = suite.value;
  // test/verify computes these as well, on every engine. A case whose twin is not asked shows nothing.
  const costly = new Set(cases.filter(({ cost }) => cost === "costly").map(({ id }) => id));
  const left = new Set(cases.filter(({ id, twin = "" }) => costly.has(id) || costly.has(twin)).map(({ id }) => id));
  writeWithout(suite.value, left);
  // A busy machine is to fail no test.
  const options = { strict: true, parallel: 4, vectors: temporary.path(), timeoutMs: 120_000, costTimeoutMs: 60_000 };
  const report = await runConformance(credportImplementation("test"), options);
  if (!report.ok) throw new Error(report.problems[0].message);
  const { outcome, totals, results, byOperation } = report.value;
  const failing = results
    .filter(({ status }) => !["pass", "accepted-variant"].includes(status))
    .map(({ vector, detail }) => `${vector.id}: ${detail}`);
  expect(failing).toEqual([]);
  // What others may refuse is taken here: the user's device, or hash, is good.
  const isGood = ({ mayRefuse, outputs }: ConformanceCase) => mayRefuse !== undefined && outputs[0]?.matches !== false;
  const refused = results.filter(({ vector, detail }) => isGood(vector) && detail === vector.mayRefuse);
  expect(refused.map(({ vector }) => vector.id)).toEqual([]);
  expect([outcome, results.length]).toEqual(["pass", cases.length - left.size]);
  expect(totals.pass).toBeGreaterThan(7000);
  expect(Object.keys(byOperation).sort()).toEqual([...OPERATIONS].sort());
});
