import { afterEach, describe, expect, it, vi } from "vitest";
import { createPlaces, shareWork } from "../../../src/verify/engines/own-requests.js";
import { createGate } from "../../../src/verify/run/gate.js";
import { apartRequests } from "../../apart-requests.js";

const LIMITS = { concurrency: 2, totalMemoryBytes: 100, queueLength: 20 };
const never = () => new Promise<never>(() => {});
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

afterEach(() => vi.unstubAllGlobals());

describe("where requests are apart, the gate", () => {
  it("lets each one in by a timer of its own, in their order", async () => {
    const { run, isInOwn } = apartRequests();
    const gate = createGate();
    const order: number[] = [];
    const places: boolean[] = [];
    const requests = Array.from({ length: 8 }, (_, number) =>
      run(async () => {
        const place = await gate.enter(0, LIMITS);
        if (!place.ok) throw new Error(place.problems[0].code);
        order.push(number);
        places.push(isInOwn());
        expect(gate.running()).toBeLessThanOrEqual(LIMITS.concurrency);
        await soon();
        place.value();
      }),
    );
    await Promise.all(requests.map(({ ended }) => ended));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(places).toEqual(Array(8).fill(true));
    expect([gate.running(), gate.waiting()]).toEqual([0, 0]);
  });

  it("gives away the places of requests that have ended without giving them back, inside and waiting", async () => {
    const { run } = apartRequests();
    const gate = createGate();
    const stuck = Array.from({ length: 3 }, () =>
      run(async () => {
        await gate.enter(60, LIMITS);
        await never();
      }),
    );
    await soon();
    await soon();
    expect([gate.running(), gate.waiting()]).toEqual([1, 2]);
    for (const { leave } of stuck) leave();
    const next = run(async () => (await gate.enter(60, LIMITS)).ok);
    expect(await next.ended).toBe(true);
    expect([gate.running(), gate.waiting()]).toEqual([1, 0]);
  });

  it("keeps the place of a request that takes its time", async () => {
    const { run } = apartRequests();
    const gate = createGate();
    let isHeld = true;
    const slow = run(async () => {
      const place = await gate.enter(60, LIMITS);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      isHeld = false;
      if (place.ok) place.value();
    });
    await soon();
    const next = run(async () => {
      const place = await gate.enter(60, LIMITS);
      if (place.ok) place.value();
      return isHeld;
    });
    expect(await next.ended).toBe(false);
    await slow.ended;
  });

  it("takes no request for gone because a computation has held the thread", async () => {
    const { run } = apartRequests();
    const gate = createGate();
    let isHeld = true;
    const holder = run(async () => {
      const place = await gate.enter(60, LIMITS);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const end = Date.now() + 1_500;
      while (Date.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 200));
      isHeld = false;
      if (place.ok) place.value();
    });
    await soon();
    const next = run(async () => {
      await gate.enter(60, LIMITS);
      return isHeld;
    });
    expect(await next.ended).toBe(false);
    await holder.ended;
  });
});

describe("where requests are apart, shared work", () => {
  it("is waited for by timers of the waiting request", async () => {
    const { run, isInOwn } = apartRequests();
    let shared: ReturnType<typeof shareWork<string>> | undefined;
    const first = run(async () => {
      shared = shareWork(async () => {
        await soon();
        return "done";
      });
      return shared.own;
    });
    await soon();
    const second = run(async () => [await shared?.forOthers(), isInOwn()]);
    expect(await second.ended).toEqual([{ value: "done" }, true]);
    expect(await first.ended).toBe("done");
  });

  it("is nothing to wait for once its request has ended without a word", async () => {
    const { run } = apartRequests();
    let shared: ReturnType<typeof shareWork<never>> | undefined;
    const first = run(async () => {
      shared = shareWork(never);
      return shared.own;
    });
    await soon();
    first.leave();
    const second = run(async () => shared?.forOthers());
    expect(await second.ended).toBeNull();
  });
});

describe("places of calls that run", () => {
  it("are no more than there may be, and free again when given back", () => {
    const places = createPlaces(1);
    const leave = places.take();
    expect([places.take(), places.taken()]).toEqual([null, 1]);
    leave?.();
    leave?.();
    expect(places.taken()).toBe(0);
    expect(places.take()).not.toBeNull();
  });

  it("are free again where a request has left them behind", async () => {
    const { run } = apartRequests();
    const places = createPlaces(1);
    const first = run(async () => {
      places.take();
      await never();
    });
    await soon();
    await soon();
    first.leave();
    expect(places.take()).toBeNull();
    await vi.waitFor(() => expect(places.take()).not.toBeNull(), { timeout: 5_000 });
  });
});
