import { describe, expect, test } from "vitest";
import type { AttemptEvent } from "../../src/client/index.js";
import { completePatience, noFailure, Outage, type UserFailure } from "../../src/import/outage.js";
import { Pace } from "../../src/import/pace.js";

const PATIENCE = completePatience();

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
    observe.observe({ call: "importPasswordHash", attempt: 1, elapsedMs, httpStatus: 200, ...end });
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
    late.observe({ call: "importPasswordHash", attempt: 1, elapsedMs: 5, httpStatus: 429 });
    expect(pace.limit).toBe(16);
    for (let index = 0; index < 17; index++) call(5);
    expect(pace.limit).toBe(17);
  });

  test.for([{ httpStatus: 503 }, { httpStatus: 500 }, {}])("lowers the limit on %j, and never below one", (end) => {
    const { pace } = makePace();
    for (let index = 0; index < 50; index++) {
      const observe = pace.follow();
      observe.observe({ call: "importPasswordHash", attempt: 1, elapsedMs: 5, ...end });
    }
    expect(pace.limit).toBe(1);
  });

  test("holds every call back for as long as the service asked one to wait", async () => {
    const { pace, call, now } = makePace();
    call(5, { httpStatus: 429, delayMs: 7_000 });
    const before = now();
    await pace.turn(signal);
    expect(now() - before).toBe(7_000);
    await pace.turn(signal);
    expect(now() - before).toBe(7_000);
  });

  test("does so also where the client makes no further attempt, because that is too long for it", async () => {
    const { pace, call, now } = makePace();
    call(5, { httpStatus: 429, retryAfterMs: 150_000 });
    const before = now();
    await pace.turn(signal);
    expect(now() - before).toBe(150_000);
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
      PATIENCE,
      () => now,
      () => 0.5,
    );
    const failures = new Map<number, UserFailure>();
    const fail = (record: number, inFlight = 16, isForPace = false) => {
      const failure = failures.get(record) ?? noFailure();
      failures.set(record, failure);
      return outage.after(record, failure, inFlight, isForPace);
    };
    return { outage, fail, pass: (milliseconds: number) => (now += milliseconds) };
  };

  test("a user who fails while others are served is given up after three rounds", () => {
    const { outage, fail } = makeOutage();
    const next = () => {
      outage.succeeded();
      return fail(7);
    };
    expect([next(), next(), next()]).toEqual(["again", "again", "give-up"]);
    // Or while they do not fail, at least.
    expect([fail(8), fail(8), fail(8)]).toEqual(["again", "again", "give-up"]);
  });

  test.for([1, 2, 4, 16])(
    "with %i in flight nobody is given up while nobody is served: 75 seconds are sat out",
    (inFlight) => {
      const { fail, pass } = makeOutage();
      for (let elapsed = 0; elapsed < 75_000; elapsed += 7_500) {
        for (let record = 0; record < inFlight; record++) expect(fail(record, inFlight)).toBe("again");
        pass(7_500);
      }
    },
  );

  test("while everybody fails nobody is given up, until patience ends", () => {
    const { fail, pass } = makeOutage();
    for (let round = 0; round < 9; round++) {
      for (let record = 0; record < 5; record++) expect(fail(record, 5)).toBe("again");
    }
    pass(PATIENCE.outageMs);
    expect(fail(0, 5)).toBe("stop");
  });

  test("with too few in flight to tell, they are given up then, and the next ones decide", () => {
    const { fail, pass } = makeOutage();
    for (let round = 0; round < 3; round++) expect(fail(0, 1)).toBe("again");
    pass(PATIENCE.outageMs);
    expect(fail(0, 1)).toBe("give-up");
    for (let record = 1; record < 4; record++) expect(fail(record, 1)).toBe("again");
    expect(fail(4, 1)).toBe("stop");
  });

  test("one success begins it all again", () => {
    const { outage, fail, pass } = makeOutage();
    for (let record = 0; record < 5; record++) fail(record);
    pass(PATIENCE.outageMs);
    outage.succeeded();
    expect(fail(5)).toBe("again");
  });

  test("a slower pace that is asked for is nobody's failure, and the time asked for no outage", () => {
    const { outage, fail, pass } = makeOutage();
    for (let round = 0; round < 10; round++) {
      for (let record = 0; record < 16; record++) {
        expect(outage.asked(150_000)).toBe(false);
        expect(fail(record, 16, true)).toBe("again");
      }
      pass(150_000);
    }
    // Without a time, patience ends as it does for an outage.
    pass(PATIENCE.outageMs);
    expect(fail(0, 16, true)).toBe("stop");
  });

  test("a pause that is longer than patience is told", () => {
    expect(makeOutage().outage.asked(PATIENCE.longestPauseMs + 1)).toBe(true);
  });

  test("waits longer with every round, up to a limit", () => {
    const { outage } = makeOutage();
    expect([1, 2, 3, 10, 2_000].map((round) => outage.delay(round))).toEqual([500, 1_000, 2_000, 7_500, 7_500]);
  });
});
