import { expect, it } from "vitest";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

REDIS.describe("users of a run of which Redis and the journals are gone", () => {
  const fleet = useFleet();

  it("are there already in the next run's account, and not refused by the service", async () => {
    await fleet.planFor(makeUsers(600));
    const { target: plain, administration, rehearsal } = watchedService();
    const target = { ...plain, existing: { policy: "refuse", administration } } as const;
    expect((await fleet.work(target)).ok).toBe(true);
    const { imported = 0, refusedByUs = 0 } = (await fleet.report("shared")).import ?? {};
    expect(imported).toBeGreaterThan(500);

    await fleet.redis().flush();
    const runFile = fleet.place("again.fleet");
    const planned = await fleet.plan({ runFile });
    expect(planned.ok || planned.problems).toBe(true);
    expect((await fleet.work(target, "elsewhere", runFile)).ok).toBe(true);
    const second = await fleet.reportOf(runFile, "elsewhere");
    expect(second.import).toMatchObject({
      ...{ existing: imported, refusedByUs, refusedByService: 0, imported: 0, failed: 0 },
    });
    expect(rehearsal.state().counts.users).toBe(imported);
  });
});
