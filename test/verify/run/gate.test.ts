import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGate, type Leave } from "../../../src/verify/run/gate.js";

const LIMITS = { concurrency: 2, totalMemoryBytes: 100, queueLength: 3 };

async function entered(place: ReturnType<ReturnType<typeof createGate>["enter"]>): Promise<Leave> {
  const result = await place;
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value;
}

describe("the gate", () => {
  it("lets as many in as may compute, then the waiting ones in their order", async () => {
    const gate = createGate();
    const order: number[] = [];
    const first = await entered(gate.enter(0, LIMITS));
    await entered(gate.enter(0, LIMITS));
    const arrival = (number: number) => {
      const place = gate.enter(0, LIMITS);
      void place.then(() => order.push(number));
      return place;
    };
    const third = arrival(3);
    const fourth = arrival(4);
    expect([gate.running(), gate.waiting()]).toEqual([2, 2]);
    first();
    (await entered(third))();
    await fourth;
    expect(order).toEqual([3, 4]);
  });

  it("refuses the one that finds the queue full", async () => {
    const gate = createGate();
    const places = Array.from({ length: 6 }, () => gate.enter(0, LIMITS));
    expect(await places[5]).toMatchObject({ ok: false, problems: [{ code: "verify/queue-full" }] });
    expect(gate.waiting()).toBe(3);
  });

  it("holds the sum of the memory, but lets a large one run alone", async () => {
    const gate = createGate();
    const large = await entered(gate.enter(1000, LIMITS));
    const small = gate.enter(1, LIMITS);
    expect(gate.waiting()).toBe(1);
    large();
    await entered(small);
  });

  it("does not let small ones overtake a large one for ever", async () => {
    const gate = createGate();
    const running = await entered(gate.enter(60, LIMITS));
    const large = gate.enter(90, LIMITS);
    const small = gate.enter(10, LIMITS);
    expect(gate.waiting()).toBe(2);
    running();
    await entered(large);
    await entered(small);
    expect(gate.running()).toBe(2);
  });

  it("forgets a waiting one that is aborted, and lets those after it in", async () => {
    const gate = createGate();
    const abort = new AbortController();
    await entered(gate.enter(60, LIMITS));
    const large = gate.enter(90, LIMITS, abort.signal);
    const small = gate.enter(10, LIMITS);
    abort.abort();
    expect(await large).toMatchObject({ ok: false, problems: [{ code: "verify/aborted" }] });
    await entered(small);
    expect(gate.waiting()).toBe(0);
  });

  it("refuses a signal that is aborted already, and takes leaving twice for once", async () => {
    const gate = createGate();
    expect(await gate.enter(0, LIMITS, AbortSignal.abort())).toMatchObject({ ok: false });
    const leave = await entered(gate.enter(0, LIMITS));
    leave();
    leave();
    expect(gate.running()).toBe(0);
  });

  it("never exceeds its bounds and loses no place, whatever comes and goes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ memory: fc.nat(120), abort: fc.boolean(), hold: fc.nat(3) }), { maxLength: 30 }),
        async (requests) => {
          const gate = createGate();
          let memory = 0;
          const visits = requests.map(async (request) => {
            const abort = new AbortController();
            const place = gate.enter(request.memory, { ...LIMITS, queueLength: 30 }, abort.signal);
            if (request.abort) abort.abort();
            const result = await place;
            if (!result.ok) return;
            memory += request.memory;
            expect(gate.running()).toBeLessThanOrEqual(LIMITS.concurrency);
            expect(memory <= LIMITS.totalMemoryBytes || gate.running() === 1).toBe(true);
            for (let turn = 0; turn < request.hold; turn++) await Promise.resolve();
            memory -= request.memory;
            result.value();
          });
          await Promise.all(visits);
          expect([gate.running(), gate.waiting(), memory]).toEqual([0, 0, 0]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** The turns remember it, so it never goes back. */
let clock = 1_000_000;

describe("the event loop", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Runs visits that take so long on a clock of their own; gives back the longest time without a turn for others. */
  async function longestHold(milliseconds: number, visitAll: (visit: () => Promise<void>) => Promise<unknown>) {
    const gate = createGate();
    let others = clock;
    let longest = 0;
    let done = false;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const otherWork = (): void => {
      others = clock;
      if (!done) setImmediate(otherWork);
    };
    setImmediate(otherWork);
    await visitAll(async () => {
      const leave = await entered(gate.enter(0, { ...LIMITS, queueLength: 300 }));
      clock += milliseconds;
      longest = Math.max(longest, clock - others);
      leave();
    });
    done = true;
    return longest;
  }

  it("gets its turn between many short computations that were queued together", async () => {
    const held = await longestHold(0.4, (visit) => Promise.all(Array.from({ length: 258 }, visit)));
    expect(held).toBeLessThan(4);
  });

  it("gets its turn between short computations that follow one another", async () => {
    const held = await longestHold(0.4, async (visit) => {
      for (let count = 0; count < 258; count++) await visit();
    });
    expect(held).toBeLessThan(4);
  });
});
