import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type ConformanceOptions, type ConformanceReport, runConformance } from "../../src/conformance/index.js";
import type { Result } from "../../src/result.js";

/** A small suite of an operation that is easy to see through: a number doubled, odd ones refused. */
export const SMALL_SUITE = {
  formatVersion: 2,
  operation: "double",
  topic: "small",
  header: ["Numbers to double."],
  flags: {
    Even: { bugType: "LOCKOUT", description: "An even number.", effect: "It is not doubled.", links: [] },
    Odd: { bugType: "WRONG_ACCEPTANCE", description: "An odd number.", effect: "It is doubled.", links: [] },
  },
  groups: [
    {
      source: { name: "arithmetic", version: "1" },
      tests: Array.from({ length: 6 }, (_, index) => {
        const number = index + 2;
        const id = `double/small-${String(index + 1).padStart(3, "0")}`;
        const about = {
          id,
          comment: `the number ${number}`,
          input: { number },
          checkedBy: ["fingers"],
          since: "1.0.0",
          cost: "cheap",
        };
        return number % 2 === 1
          ? { ...about, flags: ["Odd"], result: "invalid", problem: "double/odd" }
          : { ...about, flags: ["Even"], result: "valid", output: { number: number * 2 } };
      }),
    },
  ],
};

/** The folder of the small suite, for as long as a test runs; tests may share it at the same time. */
export function smallSuiteFolder(): string {
  small ??= writeVectors([SMALL_SUITE]);
  holders++;
  onTestFinished(() => {
    if (--holders > 0 || small === undefined) return;
    rmSync(small, { recursive: true, force: true });
    small = undefined;
  });
  return small;
}

let small: string | undefined;
let holders = 0;

/** A folder of vectors that goes away with the test. */
export function vectorFolder(...files: readonly { operation: string; topic: string }[]): string {
  const folder = writeVectors(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writeVectors(files: readonly { operation: string; topic: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), "credport-vectors-"));
  for (const file of files) {
    mkdirSync(join(folder, file.operation), { recursive: true });
    writeFileSync(join(folder, file.operation, `${file.topic}.json`), JSON.stringify(file));
  }
  return folder;
}

/** The manner, and, after a blank, what it needs to know. */
export function misbehaving(manner: string): readonly string[] {
  const adapter = fileURLToPath(new URL("misbehaving-adapter.mjs", import.meta.url));
  return [process.execPath, adapter, ...manner.split(" ")];
}

/** Runs the small suite against an adapter with that manner. */
export function runManner(manner: string, options: ConformanceOptions = {}): Promise<Result<ConformanceReport>> {
  return runConformance(
    { command: misbehaving(manner) },
    { vectors: smallSuiteFolder(), timeoutMs: 20_000, parallel: 1, ...options },
  );
}

/** The report, where the run must have come to one. */
export async function reportOf(manner: string, options: ConformanceOptions = {}): Promise<ConformanceReport> {
  const report = await runManner(manner, options);
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

export function statuses({ results }: ConformanceReport): readonly string[] {
  return results.map(({ status }) => status);
}
