import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TestModule } from "vitest/node";
import SkippedTests, { lacking } from "./skipped-tests.js";
import { useTemporaryFolder } from "./temporary-folder.js";

const folder = useTemporaryFolder();

beforeEach(() => {
  for (const name of ["CREDPORT_MAY_SKIP", "CREDPORT_SKIPPED_FILES"]) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const moduleOf = (relativeModuleId: string, skipped: readonly (readonly [string, string?])[]) => {
  const tests = skipped.map(([fullName, note]) => ({ fullName, result: () => ({ state: "skipped", note }) }));
  const allTests = (state: string) => (state === "skipped" ? tests : state === "passed" ? [{}] : []);
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

it("lists the files that have to run again where it is there", async () => {
  const path = join(folder.path(), "skipped");
  vi.stubEnv("CREDPORT_SKIPPED_FILES", path);
  endOf(MODULES);
  expect(await readFile(path, "utf8")).toBe("test/a.test.ts\ntest/b.test.ts\n");
});
