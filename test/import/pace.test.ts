import { describe, expect, test } from "vitest";
import type { AttemptEvent } from "../../src/client/index.js";
import { DEFAULT_PATIENCE, Outage } from "../../src/import/outage.js";
import { Pace } from "../../src/import/pace.js";

/** A clock that only the test moves, and a sleep that moves it. */
function makePace(options: { concurrency?: number; callsPerSecond?: number } = {}) {
  let now = 0;
  const pauses: number[] = [];
  const pace = new Pace({
    concurrency: 32,
    ...options,
    clock: () => now,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
  });
  const call = (elapsedMs: number, end: Partial<AttemptEvent> = {}): void => {
    const observe = pace.follow();
    now += elapsedMs;
    observe({ call: "importPasswordHash", attempt: 1, elapsedMs, httpStatus: 200, ...end });
  };
  return { pace, call, pauses, now: () => now };
}

const signal = new AbortController().signal;

describe("the pace of an import", () => {
  test("begins low and doubles with each round of good answers, up to the concurrency asked for", () => {
    const { pace, call } = makePace();
    const limits = Array.from({ length: 60 }, () => {
      call(5);
      return pace.limit;
    });
    expect(limits[0]).toBe(5);
    expect(limits[27]).toBe(32);
    expect(limits.at(-1)).toBe(32);
  });

  test("halves on 429, once for all calls that were under way, and then grows by one a round", () => {
    const { pace, call } = makePace();
    for (let index = 0; index < 40; index++) call(5);
    const late = pace.follow();
    call(5, { httpStatus: 429, delayMs: 0 });
    expect(pace.limit).toBe(16);
    late({ call: "importPasswordHash", attempt: 1, elapsedMs: 5, httpStatus: 429 });
    expect(pace.limit).toBe(16);
    for (let index = 0; index < 17; index++) call(5);
    expect(pace.limit).toBe(17);
  });

  test.for([{ httpStatus: 503 }, { httpStatus: 500 }, {}])(
    "lowers the limit on %j, and never below one",
    (end) => {
      const { pace } = makePace();
      for (let index = 0; index < 50; index++) {
        const observe = pace.follow();
        observe({ call: "importPasswordHash", attempt: 1, elapsedMs: 5, ...end });
      }
      expect(pace.limit).toBe(1);
    },
  );

  test("holds every call back for as long as the service asked one to wait", async () => {
    const { pace, call, now } = makePace();
    call(5, { httpStatus: 429, delayMs: 7_000 });
    const before = now();
    await pace.turn(signal);
    expect(now() - before).toBe(7_000);
    await pace.turn(signal);
    expect(now() - before).toBe(7_000);
  });

  test("lowers the limit when answers become slow, but not for being slower than very fast", () => {
    const { pace, call } = makePace();
    for (let index = 0; index < 100; index++) call(2);
    for (let index = 0; index < 100; index++) call(200);
    expect(pace.limit).toBe(32);
    for (let index = 0; index < 60; index++) call(8_000);
    expect(pace.limit).toBeLessThan(4);
  });

  test("keeps to the rate, whatever the answers take", async () => {
    const { pace, now } = makePace({ callsPerSecond: 50 });
    const before = now();
    for (let index = 0; index < 500; index++) await pace.turn(signal);
    expect(now() - before).toBeGreaterThan(9_900);
    expect(now() - before).toBeLessThan(10_100);
  });
});

describe("failures that may pass", () => {
  const makeOutage = () => {
    let now = 0;
    const outage = new Outage(
      DEFAULT_PATIENCE,
      () => now,
      () => 0.5,
    );
    return { outage, pass: (milliseconds: number) => (now += milliseconds) };
  };

  test("a user who fails alone is given up after three rounds", () => {
    const { outage } = makeOutage();
    expect([1, 2, 3].map((round) => outage.after(7, round, 0))).toEqual(["again", "again", "give-up"]);
  });

  test("while everybody fails nobody is given up, until patience ends", () => {
    const { outage, pass } = makeOutage();
    for (let record = 0; record < 5; record++) outage.after(record, 1, 0);
    expect(outage.after(0, 9, 0)).toBe("again");
    pass(DEFAULT_PATIENCE.outageMs);
    expect(outage.after(0, 10, 0)).toBe("stop");
  });

  test("one success begins it all anew", () => {
    const { outage, pass } = makeOutage();
    for (let record = 0; record < 5; record++) outage.after(record, 1, 0);
    pass(DEFAULT_PATIENCE.outageMs);
    outage.succeeded();
    expect(outage.after(0, 2, 0)).toBe("again");
    expect(outage.after(0, 3, 0)).toBe("give-up");
  });

  test("waits longer with every round, up to a limit", () => {
    const { outage } = makeOutage();
    expect([1, 2, 3, 10].map((round) => outage.delay(round))).toEqual([500, 1_000, 2_000, 7_500]);
  });
});
