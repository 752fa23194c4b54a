import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectRedis, type Engine, loadEngine } from "../../src/fleet/engine.js";
import { Ledger } from "../../src/fleet/ledger.js";
import { RunPace, turnSize } from "../../src/fleet/run-pace.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { REDIS, TestRedis } from "./redis-server.js";

const folder = useTemporaryFolder();

REDIS.describe("the pace of a run", () => {
  let server: TestRedis;
  let engine: Engine;
  let ledger: Ledger;
  let paces: RunPace[];
  beforeEach(async () => {
    server = await TestRedis.start(folder.path());
    const loaded = await loadEngine();
    if (!loaded.ok) throw new Error("no engine");
    engine = loaded.value;
    const redis = await connectRedis(engine, server.url);
    if (!redis.ok) throw new Error("no Redis");
    ledger = new Ledger(redis.value, "0123456789abcdef");
    paces = [new RunPace(engine, ledger), new RunPace(engine, ledger)];
  });
  afterEach(async () => {
    await Promise.all(paces.map((pace) => pace.close()));
    ledger.redis.disconnect();
    await server.kill();
  });

  /** Calls of all workers in some time, each with several on their way. */
  async function callsIn(milliseconds: number): Promise<number> {
    const ending = new AbortController();
    let calls = 0;
    const sending = paces.flatMap((pace) =>
      Array.from({ length: 8 }, async () => {
        for (;;) {
          await pace.turn(ending.signal);
          if (ending.signal.aborted) return;
          calls++;
        }
      }),
    );
    await sleep(milliseconds);
    ending.abort();
    await Promise.all(sending);
    return calls;
  }

  const rate = async () => Number(await ledger.redis.get(ledger.key("pace:rate")));

  it("is that of all workers together", async () => {
    for (const pace of paces) await pace.open(40);
    const calls = await callsIn(2000);
    // Both have the first turn at once; a slow machine sends fewer.
    expect(calls).toBeGreaterThan(4);
    expect(calls).toBeLessThanOrEqual(2 * 40 + 8);
    expect(await rate()).toBe(40);
  });

  it("is halved when one worker is told that it is too fast, and stands still as long as the service asks", async () => {
    for (const pace of paces) await pace.open(200);
    await callsIn(300);
    paces[0]?.observe({ httpStatus: 429, retryAfterMs: 1500 } as never);
    await sleep(200);
    expect(await rate()).toBeLessThanOrEqual(100);
    // What was handed out before may still be sent.
    await callsIn(100);
    expect(await callsIn(500)).toBe(0);
    await sleep(1000);
    expect(await callsIn(1500)).toBeGreaterThan(0);
  });

  it.each([
    ["500", { httpStatus: 500 }],
    ["502", { httpStatus: 502 }],
    ["silence", {}],
  ])("is halved after %s, and calls go on", async (_, event) => {
    for (const pace of paces) await pace.open(200);
    await callsIn(300);
    paces[0]?.observe(event as never);
    await expect.poll(rate).toBeLessThanOrEqual(100);
    expect(await callsIn(500)).toBeGreaterThan(0);
  });

  it("stays as it is after an answer, whatever the answer says", async () => {
    for (const pace of paces) await pace.open(200);
    for (const httpStatus of [200, 400, 404, 409]) paces[0]?.observe({ httpStatus } as never);
    await callsIn(300);
    expect(await rate()).toBe(200);
  });

  it("grows while all is well", async () => {
    for (const pace of paces) await pace.open();
    expect(await rate()).toBe(100);
    await callsIn(2500);
    expect(await rate()).toBeGreaterThanOrEqual(200);
  });
});

it("spreads calls over turns of at least 50 ms", () => {
  expect([0.5, 1, 20, 1000, 10_000].map(turnSize)).toEqual([
    { everyMs: 2000, calls: 1 },
    { everyMs: 1000, calls: 1 },
    { everyMs: 50, calls: 1 },
    { everyMs: 50, calls: 50 },
    { everyMs: 50, calls: 500 },
  ]);
});
