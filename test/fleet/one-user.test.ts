import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { fleetReport } from "../../src/fleet/index.js";
import { undoImport } from "../../src/import/index.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

REDIS.describe("users on the service", () => {
  const fleet = useFleet();

  it("are told where the service takes records of two chunks for one", async () => {
    await fleet.planFor(makeUsers(600).map((user) => ({ ...user, emailVerified: true })));
    const { target, rehearsal } = watchedService();
    // The service takes one address for the other, and shows each as it was sent.
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const sent = String(init?.body ?? "");
      const body = sent.replace("user-594@", "user-0@");
      const reply = await rehearsal.fetch(input, body === "" ? init : { ...init, body });
      return body === sent ? reply : new Response((await reply.text()).replaceAll("user-0@", "user-594@"));
    };
    const options = { baseUrl: "http://localhost", apiKey: "test", service: "supertokens", fetch } as const;
    expect((await fleet.work({ ...target, client: createImportClient(options) })).ok).toBe(true);
    const found = await fleetReport({ runFile: fleet.runFile(), folders: [fleet.place("shared")] });
    expect(found.ok && found.warnings).toMatchObject([
      {
        code: "import/user-shared",
        message: "2 records have a user of the service in common with another one: lines 1, 595",
      },
    ]);
  });

  it("are taken back by the journals of their chunks, and brought again by another plan", async () => {
    const users = makeUsers(600);
    await fleet.planFor(users);
    const { target, administration, rehearsal } = watchedService();
    expect((await fleet.work(target)).ok).toBe(true);
    expect(rehearsal.state().counts.users).toBe(600);
    const journals = (await readdir(fleet.place("shared"))).filter((name) => name.endsWith(".journal"));
    for (const name of journals) {
      const journal = fleet.place(`shared/${name}`);
      const { binding } = target;
      expect((await undoImport({ journal, administration, target: binding })).ok).toBe(true);
    }
    expect(rehearsal.state().counts.users).toBe(0);
    await fleet.plan();
    expect((await fleet.work(target)).ok).toBe(true);
    expect(rehearsal.state().counts.users).toBe(600);
    expect((await fleet.report("shared")).import).toMatchObject({ imported: 600, unfinished: 0 });
  });
});
