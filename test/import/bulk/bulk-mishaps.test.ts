import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdministrationClient, createBulkClient, createImportClient } from "../../../src/client/index.js";
import { importUsers } from "../../../src/import/index.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { makeUsers, recordsOf } from "../user-records.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-mishaps-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const USERS = makeUsers(60);
const baseUrl = "http://localhost";

interface Mishap {
  /** Whether the service has carried the request out before. */
  readonly isCarriedOut: boolean;
  readonly answer: () => Promise<Response>;
}

const broken = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const page = "<html><title>maintenance</title></html>";

/** A service that lies, breaks off, is another product or a web page; and one that answers with what was sent. */
const MISHAPS: readonly Mishap[] = [
  { isCarriedOut: false, answer: broken("ECONNRESET") },
  { isCarriedOut: true, answer: broken("ECONNRESET") },
  { isCarriedOut: true, answer: async () => new Response("java.lang.NullPointerException", { status: 500 }) },
  { isCarriedOut: false, answer: async () => new Response(page, { status: 502 }) },
  { isCarriedOut: true, answer: async () => new Response(page) },
  { isCarriedOut: false, answer: async () => new Response("slow down", { status: 429 }) },
  { isCarriedOut: false, answer: async () => Response.json({ greeting: "hello" }) },
  { isCarriedOut: true, answer: async () => Response.json({ status: "OK" }) },
  { isCarriedOut: false, answer: async () => Response.json([]) },
  { isCarriedOut: true, answer: async () => new Response('{"status":"OK","users":[{"id":7}],"count":"x"') },
];

test("a service that goes wrong at random loses and doubles nobody of a bulk import", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(29)), async (dice) => {
      const throws = dice[Symbol.iterator]();
      const rehearsal = createRehearsalService({ service: "supertokens" });
      let left = 60;
      const fetch: typeof globalThis.fetch = async (url, init) => {
        const isLying = String(url).includes("/user/id") || String(init?.method) === "GET";
        const thrown = left > 0 ? (throws.next().value as number) : 29;
        const mishap = MISHAPS[thrown];
        if (mishap === undefined) return rehearsal.fetch(url, init);
        left--;
        const real = mishap.isCarriedOut ? await rehearsal.fetch(url, init) : undefined;
        // A read that says OK to everything is a lie that nobody could find out.
        return isLying && thrown === 7 && real !== undefined ? real : mishap.answer();
      };
      const connection = { baseUrl, apiKey: "rehearsal", service: "supertokens", fetch } as const;
      const quick = { ...connection, sleep: async () => {} };
      const binding = { input: { bytes: 1, sha256: "test" }, source: "test", baseUrl, tenantPath: "" };
      const journal = {
        path: join(folder, `journal-${runs++}`),
        binding: { ...binding, profile: "supertokens" },
        syncIntervalMs: 0,
      };
      const run = () =>
        importUsers(recordsOf(USERS), {
          existing: { policy: "overwrite" },
          client: createImportClient(quick),
          bulk: {
            client: createBulkClient(quick),
            administration: createAdministrationClient(quick),
            ...{ batchUsers: 12, batchesInRound: 2, pollMs: 1, readBack: 3 },
          },
          journal,
          sleep: async () => {},
        });
      let result = await run();
      for (let again = 0; again < 60 && !(result.ok && result.progress.imported === 60); again++) {
        result = await run();
      }
      expect(result.progress).toMatchObject({ imported: 60, failed: 0, refusedByService: 0, unfinished: 0 });
      const { counts, devices } = rehearsal.state();
      expect([counts.users, devices.length]).toEqual([60, 40]);
    }),
    { numRuns: 12 },
  );
});
