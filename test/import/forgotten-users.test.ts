import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { importUsers, readOutcomes } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUsers, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const USERS = makeUsers(40);
const binding = { input: { bytes: 1, sha256: "x" }, source: "test", baseUrl: "http://localhost", tenantPath: "" };
const begun = () => createRehearsalService({ service: "supertokens" });

/** An import with one journal at whatever service there is now; `asked` has who was looked up by ID. */
async function importInto(rehearsal: ReturnType<typeof begun>, answer?: () => Response) {
  const asked: string[] = [];
  const fetch = async (url: string, init: object) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname !== "/user/id") return rehearsal.fetch(url, init);
    asked.push(searchParams.get("userId") ?? "");
    return answer?.() ?? rehearsal.fetch(url, init);
  };
  const service = {
    baseUrl: "http://localhost",
    apiKey: "test",
    service: "supertokens",
    retry: { attempts: 1 },
  } as const;
  const options = { ...service, fetch: fetch as typeof globalThis.fetch };
  const journal = { path: join(temporary.path(), "journal"), binding: { ...binding, profile: "supertokens" } };
  const result = await importUsers(recordsOf(USERS), {
    client: createImportClient(options),
    existing: { policy: "refuse", administration: createAdministrationClient(options) },
    journal: { ...journal, syncIntervalMs: 1 },
  });
  return { result, asked };
}

describe("a journal whose users the service does not know", () => {
  test("sends nothing to a service that was begun again", async () => {
    expect((await importInto(begun())).result.progress.imported).toBe(40);
    const other = begun();
    const { result, asked } = await importInto(other);
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code: "import/target-changed", message: expect.stringContaining("none of 3 users") },
    ]);
    expect([asked.length, result.progress.imported, other.state().users.length]).toEqual([3, 0, 0]);
  });

  test("is resumed where one of those who are looked up is there, or can't be looked up", async () => {
    const service = begun();
    await importInto(service);
    const outcomes = await readOutcomes(join(temporary.path(), "journal"));
    const ids: string[] = [];
    if (outcomes.ok) for await (const { serviceUserId = "" } of outcomes.value) ids.push(serviceUserId);
    const remove = (userId = "") =>
      service.fetch("http://localhost/user/remove", { method: "POST", body: JSON.stringify({ userId }) });
    await remove(ids[0]);
    const resumed = await importInto(service);
    expect([resumed.result.ok, resumed.asked]).toEqual([true, [ids[0], ids[31]]]);
    const unasked = await importInto(begun(), () => new Response("", { status: 500 }));
    expect([unasked.result.ok, unasked.asked.length]).toEqual([true, 1]);
  });
});
