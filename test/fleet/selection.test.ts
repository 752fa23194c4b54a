import { expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { resumeFleet } from "../../src/fleet/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const ofUsers = (users: readonly NormalizedUser[], ...records: number[]) =>
  new Map(records.map((record) => [record, users[record]?.externalUserId ?? null]));

REDIS.describe("selected records of a run", () => {
  const fleet = useFleet();

  it("are the only ones that are imported, wherever they are in the file", async () => {
    const users = makeUsers(600);
    await fleet.planFor(users, { only: ofUsers(users, 0, 299, 599) });
    const { target, rehearsal } = watchedService();
    const ended = await Promise.all([fleet.work(target), fleet.work(target)]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, true]);
    expect(rehearsal.state().counts.users).toBe(3);
    const report = await fleet.report("shared");
    expect(report.import).toMatchObject({ records: 600, imported: 3, leftOut: 597, unfinished: 0 });
    const records: number[] = [];
    for await (const { record } of report.outcomes()) records.push(record);
    expect(records).toEqual([0, 299, 599]);
    expect(report.check.records).toBe(600);
  });

  it("end the run before anybody is sent where they are another export's", async () => {
    const users = makeUsers(600);
    await fleet.planFor(users, { only: new Map([...ofUsers(users, 0), [299, "somebody else"]]) });
    const { target, requests } = watchedService();
    const ended = await fleet.work(target);
    expect(ended.ok || ended.problems[0]).toMatchObject({
      code: "fleet/of-other-export",
      field: "line 300",
    });
    await fleet.plan({ only: new Map([...ofUsers(users, 0), [600, null]]) });
    const beyond = await fleet.work(target);
    expect(beyond.ok || beyond.problems[0].code).toBe("fleet/of-other-export");
    expect(requests).toEqual([]);
  });

  it("are tried again of a run that is done, and those who were refused before stay in the account", async () => {
    // One without any login in each chunk, whom nobody sends.
    const users = makeUsers(600).map((user, at) =>
      at % 290 === 7 ? { externalUserId: `old-${at}`, emailVerified: false, thirdParty: [], totp: [] } : user,
    );
    await fleet.planFor(users);
    const service = watchedService();
    const { target: plain, rehearsal, administration } = service;
    // One more who is there by another way.
    const { email = "", passwordHash = "" } = users[306] ?? {};
    expect((await plain.client.importPasswordHash({ email, passwordHash })).ok).toBe(true);
    const target = { ...plain, existing: { policy: "refuse", administration } } as const;
    const refusing = (input: string | URL | Request, init?: RequestInit) =>
      String(init?.body).includes("user-300@")
        ? Promise.resolve(Response.json({ status: "EMAIL_IS_STRANGE_ERROR" }))
        : rehearsal.fetch(input, init);
    const client = createImportClient({
      ...{ baseUrl: "http://localhost", apiKey: "test", service: "supertokens", fetch: refusing },
    });
    expect((await fleet.work({ ...target, client })).ok).toBe(true);
    const before = await fleet.report("shared");
    const refusedByUs = before.import?.refusedByUs ?? 0;
    expect(before.import).toMatchObject({ refusedByService: 1, existing: 1, imported: 598 - refusedByUs });
    expect(refusedByUs).toBeGreaterThan(1);

    const options = { runFile: fleet.runFile(), only: ofUsers(users, 300) };
    const reopened = await resumeFleet(options);
    expect(reopened.ok && reopened.value.phase).toBe("check");
    expect(reopened.ok && reopened.value.chunks - reopened.value.imported).toBe(1);
    const early = await resumeFleet(options);
    expect(early.ok || early.problems[0].code).toBe("fleet/not-over");
    expect((await fleet.work(target)).ok).toBe(true);
    const after = await fleet.report("shared");
    expect(after.import).toMatchObject({
      imported: 599 - refusedByUs,
      existing: 1,
      refusedByUs,
      refusedByService: 0,
      leftOut: 0,
    });
    expect(after.status.users).toMatchObject({ imported: 599 - refusedByUs, existing: 1, refusedByUs });
    const refusedIn = async ({ refused }: typeof after) => {
      const records: number[] = [];
      for await (const { record } of refused()) records.push(record);
      return records;
    };
    expect(await refusedIn(after)).toEqual(await refusedIn(before));
    expect(service.sent().filter((email) => email !== "user-300@example.com")).toEqual([email]);
  });

  it("have to be in the export", async () => {
    const users = makeUsers(600);
    await fleet.planFor(users);
    const { target } = watchedService();
    expect((await fleet.work(target)).ok).toBe(true);
    const beyond = await resumeFleet({ runFile: fleet.runFile(), only: new Map([[600, null]]) });
    expect(beyond.ok || beyond.problems[0].code).toBe("fleet/of-other-export");
  });
});

REDIS.describe("the number of expected users", () => {
  const fleet = useFleet();

  it("ends the run before anybody is checked where it is another", async () => {
    await fleet.planFor(makeUsers(600), { expectedRecords: 601 });
    const ended = await fleet.work();
    expect(ended.ok || ended.problems[0]).toMatchObject({
      code: "import/users-missing",
      message: "the export has 600 users, and 601 are expected",
    });
    await fleet.plan({ expectedRecords: 600 });
    expect((await fleet.work()).ok).toBe(true);
  });
});
