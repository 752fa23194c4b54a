import { existsSync } from "node:fs";
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { cancelFleet, cleanFleet, fleetStatus, resumeFleet } from "../../src/fleet/index.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const DAY_MS = 24 * 3_600_000;

REDIS.describe("what a run leaves in Redis", () => {
  const fleet = useFleet();
  const options = () => ({ runFile: fleet.runFile() });

  async function withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(fleet.redis().url);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  const keys = () => withRedis((redis) => redis.keys("*"));

  it("is nothing, once it is taken out", async () => {
    const users = makeUsers(300);
    await fleet.planFor(users);
    const { target, requests } = watchedService();
    await Promise.all([fleet.work(target), fleet.work(target)]);
    const sent = requests.length;
    await withRedis((redis) => redis.set("another:program", "stays"));
    const cleaned = await cleanFleet(options());
    expect(cleaned.ok && cleaned.value.keys).toBeGreaterThan(5);
    expect(await keys()).toEqual(["another:program"]);
    const gone = await fleetStatus(options());
    expect(gone.ok || gone.problems[0].code).toBe("fleet/run-gone");
    expect(await keys()).toEqual(["another:program"]);

    // The journals are where they were: the run can be planned again, and sends nobody.
    expect(existsSync(fleet.place("shared/chunk-000000.journal"))).toBe(true);
    await fleet.plan();
    expect((await fleet.work(target)).ok).toBe(true);
    // A few are looked up, whether the service has them still.
    expect(requests.slice(sent).filter((request) => !request.includes("/user/id"))).toEqual([]);
  });

  it("is nothing of a run that was cancelled", async () => {
    await fleet.planFor(makeUsers(300));
    await fleet.work();
    await cancelFleet(options());
    expect((await cleanFleet(options())).ok).toBe(true);
    expect(await keys()).toEqual([]);
  });

  it("is left alone as long as the run is not over, or has workers", async () => {
    await fleet.planFor(makeUsers(300));
    const early = await cleanFleet(options());
    expect(early.ok || early.problems[0].code).toBe("fleet/not-over");
    await cancelFleet(options());
    const [state] = await withRedis((redis) => redis.keys("*:state"));
    await withRedis((redis) => redis.zadd(`${state?.slice(0, -"state".length)}workers`, Date.now(), "one"));
    const working = await cleanFleet(options());
    expect(working.ok || working.problems[0]).toMatchObject({
      code: "fleet/not-over",
      message: "1 worker of the run gives signs of life",
    });
  });

  it("expires after 30 days where nobody takes it out, its state first; not where it is resumed", async () => {
    const users = makeUsers(300);
    await fleet.planFor(users);
    const { target } = watchedService();
    expect((await fleet.work(target)).ok).toBe(true);
    const times = () =>
      withRedis(async (redis) => {
        const all = await redis.keys("*");
        return Promise.all(all.map(async (key) => ({ key, days: (await redis.pttl(key)) / DAY_MS })));
      });
    const over = await times();
    const state = over.find(({ key }) => key.endsWith(":state"))?.days ?? 0;
    expect([state > 29.9, state <= 30]).toEqual([true, true]);
    // BullMQ's own are shorter: a lock, a mark that stalled jobs were looked for.
    const kept = over.filter(({ key, days }) => !key.includes(":queue:") && days <= state && !key.endsWith(":state"));
    expect(kept.map(({ key }) => key)).toEqual([]);
    expect(over.filter(({ days }) => days < 0)).toEqual([]);

    const only = new Map([[0, users[0]?.externalUserId ?? null]]);
    expect((await resumeFleet({ ...options(), only })).ok).toBe(true);
    expect((await times()).filter(({ key, days }) => days >= 0 && !key.includes(":queue:"))).toEqual([]);
    expect((await fleet.work(target)).ok).toBe(true);
    expect((await times()).find(({ key }) => key.endsWith(":state"))?.days).toBeGreaterThan(29.9);
  });
});
