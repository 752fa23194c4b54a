import { rm } from "node:fs/promises";
import { Redis } from "ioredis";
import { afterEach, expect, it } from "vitest";
import { advance } from "../../src/fleet/advance.js";
import { connectRedis, loadEngine } from "../../src/fleet/engine.js";
import { fleetStatus } from "../../src/fleet/index.js";
import { Ledger, type RunState } from "../../src/fleet/ledger.js";
import { RunQueues } from "../../src/fleet/queues.js";
import { requireRunFile } from "../../src/fleet/run-file.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const AT_ONCE = 6;

REDIS.describe("coordinators at the same time", () => {
  const fleet = useFleet();
  const ending: (() => void)[] = [];
  afterEach(() => {
    for (const end of ending.splice(0)) end();
  });

  /** One of several that bring a run on, with a connection of its own. */
  async function coordinator() {
    const [engine, run] = [await loadEngine(), await requireRunFile(fleet.runFile())];
    if (!engine.ok || !run.ok) throw new Error("no run");
    const redis = await connectRedis(engine.value, fleet.redis().url);
    if (!redis.ok) throw new Error("no Redis");
    const ledger = new Ledger(redis.value, run.value.id);
    const queues = new RunQueues(engine.value, ledger);
    ending.push(() => redis.value.disconnect());
    return { ledger, queues };
  }

  it("add each job once, and move a run by one phase at a time", async () => {
    const chunks = await fleet.planFor(makeUsers(600));
    const all = await Promise.all(Array.from({ length: AT_ONCE }, coordinator));
    const [{ ledger, queues } = await coordinator()] = all;
    const state = async () => (await ledger.state()) as RunState;
    const advanceAll = async (from: RunState) =>
      Promise.all(all.map((one) => advance(one.ledger, one.queues, from, true)));
    const names = async () => (await queues.work.getJobs(["waiting"])).map(({ id }) => id).sort();

    const scanning = await state();
    await advanceAll(scanning);
    expect(new Set(await names()).size).toBe(chunks);
    expect(await queues.work.getWaitingCount()).toBe(chunks);

    for (let at = 0; at < chunks; at++) {
      const value = JSON.stringify({ records: 1, entries: 0 });
      await ledger.commit(scanning, [{ hash: "scanned", field: at, value }]);
    }
    await advanceAll(scanning);
    expect((await state()).phase).toBe("match");
    // Whoever still takes it for the phase before changes nothing.
    await advanceAll(scanning);
    expect((await state()).phase).toBe("match");
    expect(await ledger.commit(scanning, [{ hash: "scanned", field: 0, value: "{}" }])).toBe(false);
  });

  it.each(["for the first time", "again"])("plan a run %s, and one of the plans holds whole", async (how) => {
    const users = makeUsers(600);
    await fleet.planFor(users);
    if (how === "for the first time") {
      await rm(fleet.runFile());
      const redis = new Redis(fleet.redis().url);
      await redis.flushall();
      redis.disconnect();
    }
    const sizes = [1 << 16, 1 << 17, 90_000, 70_000];
    const plans = await Promise.all(sizes.map((chunkBytes) => fleet.plan({ chunkBytes })));
    const refused = plans.flatMap((plan) => (plan.ok ? [] : [plan.problems[0].code]));
    expect(refused.length).toBeLessThan(sizes.length);
    expect(new Set([...refused, "fleet/planned-twice"])).toEqual(new Set(["fleet/planned-twice"]));
    const status = await fleetStatus({ runFile: fleet.runFile() });
    expect(plans.map((plan) => plan.ok && plan.value.chunks)).toContain(status.ok && status.value.chunks);

    const { target, rehearsal } = watchedService();
    expect((await Promise.all([fleet.work(target), fleet.work(target)])).map(({ ok }) => ok)).toEqual([true, true]);
    expect((await fleet.report("shared")).import).toMatchObject({
      records: 600,
      imported: 600,
      unfinished: 0,
    });
    expect(rehearsal.state().counts.users).toBe(600);
    const redis = new Redis(fleet.redis().url);
    const runs = (await redis.keys("*")).map((key) => /\{(.*)\}/.exec(key)?.[1]);
    redis.disconnect();
    expect(new Set(runs).size).toBe(1);
  });

  it("are not needed for a run whose state is lost: nobody takes it for one without chunks", async () => {
    await fleet.planFor(makeUsers(300));
    const redis = new Redis(fleet.redis().url);
    for (const key of await redis.keys("*:state")) await redis.hdel(key, "frame");
    redis.disconnect();
    const { target, requests } = watchedService();
    const ended = await fleet.work(target);
    expect(ended.ok || ended.problems[0].code).toBe("fleet/run-gone");
    expect(requests).toEqual([]);
  });
});
