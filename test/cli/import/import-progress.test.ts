import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drawImport } from "../../../src/cli/import/import-progress.js";
import type { ImportReport } from "../../../src/import/index.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const report = (decided: number, more: Partial<ImportReport> = {}) =>
  ({ records: decided, unfinished: 0, fromEarlierRuns: 0, ...more }) as ImportReport;

/** The bar's last state, over a clock and a file that the test moves. */
function start() {
  let bytes = 0;
  let drawn: readonly [number, string] = [0, ""];
  const watch = drawImport(
    { update: (done, note) => (drawn = [done, note]), say: () => undefined, end: () => undefined },
    { size: 1000, bytesRead: () => bytes, open: async function* () {} },
    () => Date.now(),
  );
  return {
    watch,
    read: (count: number) => {
      bytes = count;
    },
    after: (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return drawn;
    },
  };
}

it("names each pass, with a bar of its own", () => {
  const { watch, read, after } = start();
  read(400);
  expect(after(200)).toEqual([0.4, "1 of 3: reading the file"]);
  read(1250);
  expect(after(200)).toEqual([0.25, "2 of 3: looking for duplicates"]);
  watch.count(80);
  // A small file is read at one go, long before its users are imported.
  read(3000);
  expect(after(200)).toEqual([0, "3 of 3: 0 of 80 users"]);
  watch.update(report(20));
  expect(after(200)).toEqual([0.25, "3 of 3: 20 of 80 users"]);
});

it("counts speed and time left from the import alone, whatever earlier passes and runs took", () => {
  const { watch, read, after } = start();
  read(1500);
  after(3_600_000);
  watch.count(1000);
  // Earlier runs have decided 500, which takes no time.
  for (let second = 0; second <= 10; second++) {
    watch.update(report(500 + second * 6, { fromEarlierRuns: 500 }));
    after(1000);
  }
  expect(after(200)[1]).toMatch(/^3 of 3: 560 of 1000 users, [56]\/s, 1 min \d\d s left$/);
});

it("follows a service that grows slow within seconds", () => {
  const { watch, after } = start();
  watch.count(10_000);
  let users = 0;
  const run = (perSecond: number, seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      users += perSecond;
      watch.update(report(users));
      after(1000);
    }
    return after(200)[1];
  };
  // Users come once a second here, and the window is 15 s long.
  expect(run(100, 30)).toMatch(/ (?:9\d|10\d)\/s, 1 min 1\d s left/);
  expect(run(10, 30)).toMatch(/ (?:9|10)\/s, 1[12] min \d\d s left/);
});
