import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type FleetPlanOptions, type FleetReport, fleetReport, planFleet, workFleet } from "../../src/fleet/index.js";
import type { FleetTarget } from "../../src/fleet/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { formatUser, type NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { TestRedis } from "./redis-server.js";

const BASE_URL = "http://localhost";

/**
 * A service that writes down what it was asked, in order.
 *
 * @param before Waited for before each answer, with the number of the request.
 */
export function watchedService(before: (request: number) => Promise<void> | void = () => undefined) {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const requests: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    const { email = "" } = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    requests.push(`${pathname} ${email}`.trim());
    await before(requests.length);
    return rehearsal.fetch(input, init);
  };
  const options = { baseUrl: BASE_URL, apiKey: "test", service: "supertokens", fetch } as const;
  const administration = createAdministrationClient(options);
  return {
    rehearsal,
    requests,
    /** Of those who came with a password, in the order of their calls. */
    sent: () =>
      requests
        .filter((request) => request.startsWith("/recipe/user/passwordhash/import"))
        .map((request) => request.split(" ")[1] ?? ""),
    administration,
    target: {
      client: createImportClient(options),
      existing: { policy: "overwrite", administration },
      binding: { baseUrl: BASE_URL, tenantPath: "", profile: "supertokens" },
    } satisfies FleetTarget,
  };
}

/** A run of its own for each test, with its Redis, in chunks of 64 KiB. */
export function useFleet() {
  const folder = useTemporaryFolder();
  let redis: TestRedis;
  beforeEach(async () => {
    redis = await TestRedis.start(folder.path());
  });
  afterEach(() => redis.kill());
  const place = (name: string) => join(folder.path(), name);
  const runFile = () => place("users.fleet");

  async function plan(more: Partial<FleetPlanOptions> = {}) {
    return planFleet({
      ...{ input: place("users.ndjson"), from: "credport", redis: redis.url, runFile: runFile() },
      ...{ chunkBytes: 1 << 16, ...more },
    });
  }

  async function reportOf(ofRun: string, ...folders: string[]): Promise<FleetReport> {
    const found = await fleetReport({ runFile: ofRun, folders: folders.map(place) });
    if (!found.ok) throw new Error(found.problems[0].message);
    expect(found.warnings).toEqual([]);
    return found.value;
  }

  return {
    place,
    runFile,
    redis: () => redis,
    plan,
    async planFor(users: readonly NormalizedUser[], more: Partial<FleetPlanOptions> = {}): Promise<number> {
      await writeFile(place("users.ndjson"), users.map((user) => `${formatUser(user)}\n`).join(""));
      const planned = await plan(more);
      if (!planned.ok) throw new Error(planned.problems[0].message);
      expect(planned.value.chunks).toBeGreaterThan(1);
      return planned.value.chunks;
    },
    work: (target?: FleetTarget, name = "shared", ofRun = runFile()) =>
      workFleet({
        ...{ runFile: ofRun, folder: place(name), target, stalledMs: 2000 },
        source: { from: "credport", source: "django" },
      }),
    report: (...folders: string[]) => reportOf(runFile(), ...folders),
    reportOf,
  };
}
