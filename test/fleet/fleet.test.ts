import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { createImportClient } from "../../src/client/index.js";
import { fleetReport, workFleet } from "../../src/fleet/index.js";
import type { FleetTarget } from "../../src/fleet/internal.js";
import { importUsers } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { formatUser, type NormalizedUser, type ReadExportOptions, readUniqueUsers } from "../../src/source/index.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const SOURCE: ReadExportOptions = { from: "credport", source: "django" };

/** Lines of credport's own format; some users appear twice, and one line is damaged. */
async function writeExport(path: string, users: readonly NormalizedUser[]): Promise<void> {
  const lines = users.map((user) => formatUser(user));
  const [first = "", second = ""] = lines;
  const all = [...lines, second.replace('"old-1"', '"another-1"'), first.slice(0, 40)];
  await writeFile(path, all.map((line) => `${line}\n`).join(""));
}

REDIS.describe("a fleet", () => {
  const { place, plan: planWith } = useFleet();

  async function plan(users: readonly NormalizedUser[]): Promise<void> {
    await writeExport(place("users.ndjson"), users);
    const planned = await planWith();
    expect(planned.ok ? planned.value.chunks : planned.problems).toBeGreaterThan(1);
  }

  function worker(target?: FleetTarget, name = "shared") {
    return workFleet({
      ...{ runFile: place("users.fleet"), folder: place(name), source: SOURCE, target, stalledMs: 2000 },
    });
  }

  function targetFor({ fetch }: ReturnType<typeof createRehearsalService>): FleetTarget {
    const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
    return {
      client,
      existing: { policy: "overwrite" as const },
      binding: { baseUrl: "http://localhost", tenantPath: "", profile: "default" },
    };
  }

  const report = (...folders: string[]) => fleetReport({ runFile: place("users.fleet"), folders: folders.map(place) });

  it("finds what one machine finds", async () => {
    await plan(makeUsers(600));
    const [first, second] = await Promise.all([worker(), worker()]);
    expect([first.ok, second.ok]).toEqual([true, true]);
    const found = await report("shared");
    const alone = await checkExport(() => createReadStream(place("users.ndjson")), SOURCE);
    if (!found.ok || !alone.ok) throw new Error("no report");
    const { source: _, ...expected } = alone.value;
    expect(found.value.check).toEqual(expected);
    expect(found.value.check.problems.map(({ name }) => name)).toContain("user/duplicate-email");
    expect(found.value.import).toBeUndefined();
  });

  const ofImport = <T extends { readonly binding: unknown }>({ binding: _, ...target }: T) => target;

  it("imports what one machine imports, and accounts for it in the same way", async () => {
    await plan(makeUsers(600));
    const service = createRehearsalService();
    const ended = await Promise.all([worker(targetFor(service)), worker(targetFor(service)), worker()]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, true, true]);
    const found = await report("shared");

    const other = createRehearsalService();
    const alone = await importUsers(
      readUniqueUsers(() => createReadStream(place("users.ndjson")), SOURCE),
      ofImport(targetFor(other)),
    );
    if (!found.ok) throw new Error(found.problems[0].message);
    const { calls: _, elapsedMs: __, verifiedAddresses: ___, ...expected } = alone.progress;
    expect(found.value.import).toMatchObject(expected);
    expect(service.state().counts).toEqual(other.state().counts);

    const records = new Set<number>();
    for await (const { record } of found.value.outcomes()) records.add(record);
    const refused: number[] = [];
    for await (const { record } of found.value.refused()) refused.push(record);
    expect(records.size).toBe(alone.progress.imported);
    expect(refused).toEqual([1, 600, 601]);
  });

  it("marks addresses as verified where one machine does", async () => {
    const users = makeUsers(600).map((user, at) => ({ ...user, emailVerified: at < 3 && "email" in user }));
    await plan(users);
    const { target, administration, requests } = watchedService();
    const other = await worker({ ...target, verification: { administration } });
    expect(other.ok).toBe(true);
    const alone = watchedService();
    await importUsers(
      readUniqueUsers(() => createReadStream(place("users.ndjson")), SOURCE),
      { ...ofImport(alone.target), verification: { administration: alone.administration } },
    );
    const isMark = (request: string) => request === "/recipe/user/email/verify";
    // One of the first three is on two lines, and is not sent; one of the others has two logins with the address.
    expect(requests.filter(isMark)).toHaveLength(3);
    expect(alone.requests.filter(isMark)).toHaveLength(3);
    await plan(users);
    const differing = await Promise.all([worker(target), worker({ ...target, verification: { administration } })]);
    expect(differing.map((ended) => ended.ok || ended.problems[0].code).sort()).toEqual(
      ["fleet/other-options", true].sort(),
    );
  });
});
