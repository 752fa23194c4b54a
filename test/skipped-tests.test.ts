import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TestModule } from "vitest/node";
import SkippedTests, { lacking, patternsOfSkipped } from "./skipped-tests.js";
import { useTemporaryFolder } from "./temporary-folder.js";

const folder = useTemporaryFolder();

beforeEach(() => {
  for (const name of ["CREDPORT_MAY_SKIP", "CREDPORT_SKIPPED_TO", "CREDPORT_SKIPPED_BEFORE"])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const moduleOf = (relativeModuleId: string, skipped: readonly (readonly [string, string?])[]) => {
  const tests = skipped.map(([fullName, note]) => ({ fullName, result: () => ({ state: "skipped", note }) }));
  const passed = [{ fullName: "counts" }];
  const allTests = (state?: string) =>
    ({ skipped: tests, passed, failed: [] })[state as string] ?? [...passed, ...tests];
  return { relativeModuleId, children: { allTests } } as unknown as TestModule;
};

const MODULES = [
  moduleOf("test/a.test.ts", [[lacking("counts", "Redis")], ["counts again", "needs Redis"]]),
  moduleOf("test/b.test.ts", [[lacking("draws", "Chromium")]]),
  moduleOf("test/c.test.ts", []),
];

function endOf(modules: readonly TestModule[]): { readonly printed: string; readonly exitCode: unknown } {
  const lines: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  const before = process.exitCode;
  new SkippedTests().onTestRunEnd(modules);
  const { exitCode } = process;
  process.exitCode = before;
  return { printed: lines.join("\n"), exitCode };
}

it("says what was skipped for want of what", () => {
  const { printed, exitCode } = endOf(MODULES);
  expect(printed).toBe("1 skipped: needs Chromium\n2 skipped: needs Redis\n3 passed, 0 failed, 3 skipped");
  expect(exitCode).not.toBe(1);
});

it("fails a run that skips for want of what should be there", () => {
  vi.stubEnv("CREDPORT_MAY_SKIP", "Chromium");
  const { printed, exitCode } = endOf(MODULES);
  expect(printed).toContain("not to be skipped here: needs Redis");
  expect(printed).not.toContain("here: needs Chromium");
  expect(exitCode).toBe(1);
  expect(endOf(MODULES.slice(1)).exitCode).not.toBe(1);
});

it("lists what was skipped, by the name that it has where nothing is lacking; only that has to run again", async () => {
  const path = join(folder.path(), "skipped");
  vi.stubEnv("CREDPORT_SKIPPED_TO", path);
  endOf(MODULES);
  const list = await readFile(path, "utf8");
  expect(
    list
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    ["test/a.test.ts", "counts"],
    ["test/a.test.ts", "counts again"],
    ["test/b.test.ts", "draws"],
  ]);

  vi.stubEnv("CREDPORT_SKIPPED_TO", undefined);
  vi.stubEnv("CREDPORT_SKIPPED_BEFORE", path);
  const again = [
    moduleOf("test/a.test.ts", [["counts (in all)"], ["counts again", "needs Redis"]]),
    ...MODULES.slice(1),
  ];
  expect(endOf(again).printed).toBe("1 skipped: needs Chromium\n1 skipped: needs Redis\n3 passed, 0 failed, 2 skipped");
});

it("fails a run that does not find again what was skipped", async () => {
  const path = join(folder.path(), "skipped");
  await writeFile(path, `${JSON.stringify(["test/b.test.ts", "draw"])}\n`);
  vi.stubEnv("CREDPORT_SKIPPED_BEFORE", path);
  const { printed, exitCode } = endOf(MODULES);
  expect(printed).toContain("skipped before, and not found again: draw");
  expect(exitCode).toBe(1);
});

it.each([
  ["a (in part) > b", "a (in part) b", true],
  ["a > b > c", "a b > c", true],
  ["a.c", "abc", false],
  ["a", "a b", false],
])("finds %s again in %s: %s", async (name, found, isSame) => {
  const path = join(folder.path(), "skipped");
  await writeFile(path, `${JSON.stringify(["test/a.test.ts", name])}\n`);
  vi.stubEnv("CREDPORT_SKIPPED_BEFORE", path);
  expect(patternsOfSkipped()[0]?.[1].test(found)).toBe(isSame);
});
