import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { type ImportOutcome, importUsers, readOutcomes } from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUser, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();

const MINE = { ...makeUser(0), emailVerified: true };
const WITH_DEVICE = { ...makeUser(1), emailVerified: true };
const REFUSED = '{"status":"SOME_ERROR"}';

function clientOf(rehearsal: RehearsalService, fetch: typeof globalThis.fetch = rehearsal.fetch) {
  return createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch, sleep: async () => {} });
}

describe("the password of a user who is on the service already", () => {
  test("is overwritten, and the report counts and names it", async () => {
    const client = clientOf(createRehearsalService());
    const first = await importUsers(recordsOf([MINE]), { existing: { policy: "overwrite" }, client });
    expect(first.progress).toMatchObject({ imported: 1, overwrittenPasswords: 0, problems: [] });
    const outcomes: ImportOutcome[] = [];
    const second = await importUsers(recordsOf([MINE, makeUser(6), makeUser(4)]), {
      existing: { policy: "overwrite" },
      client,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    expect(second.progress).toMatchObject({ imported: 2, alreadyThere: 1, overwrittenPasswords: 1 });
    expect(second.progress.warnings).toEqual([{ name: "import/password-overwritten", records: 1, firstLines: [1] }]);
    expect(outcomes.find(({ record }) => record === 0)).toMatchObject({
      warnings: [{ code: "import/password-overwritten" }],
    });
  });

  test("is counted and named by every later run of the same import", async () => {
    const rehearsal = createRehearsalService();
    const client = clientOf(rehearsal);
    await importUsers(recordsOf([MINE]), { existing: { policy: "overwrite" }, client });
    const binding: JournalBinding = {
      ...{ input: { bytes: 1, sha256: "x" }, source: "test", baseUrl: "http://localhost" },
      ...{ tenantPath: "", profile: "default" },
    };
    const journal = { path: join(temporary.path(), "journal"), binding };
    for (let run = 0; run < 3; run++) {
      const options = { existing: { policy: "overwrite" }, client, journal } as const;
      const { progress } = await importUsers(recordsOf([makeUser(6), MINE]), options);
      expect(progress).toMatchObject({ imported: 1, alreadyThere: 1, overwrittenPasswords: 1 });
      expect(progress.warnings).toEqual([{ name: "import/password-overwritten", records: 1, firstLines: [2] }]);
    }
  });

  test("is counted also where the user is given up at a later step", async () => {
    const rehearsal = createRehearsalService();
    await importUsers(recordsOf([{ ...WITH_DEVICE, totp: [] }]), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
    });
    const client = clientOf(rehearsal, async (input, init) =>
      String(input).includes("/totp/") ? new Response(REFUSED) : rehearsal.fetch(input, init),
    );
    const { progress } = await importUsers(recordsOf([WITH_DEVICE]), { existing: { policy: "overwrite" }, client });
    expect(progress).toMatchObject({ refusedByService: 1, partlyImported: 1, overwrittenPasswords: 1 });
    expect(progress.problems.map(({ name }) => name)).toContain("import/password-overwritten");
  });

  test("is said in the outcome of the run that resumes", async () => {
    const rehearsal = createRehearsalService();
    const existing = { policy: "overwrite" } as const;
    await importUsers(recordsOf([{ ...WITH_DEVICE, totp: [] }]), { existing, client: clientOf(rehearsal) });
    const binding = { input: { bytes: 1, sha256: "x" }, source: "test", baseUrl: "http://localhost", tenantPath: "" };
    const journal = { path: join(temporary.path(), "journal"), binding: { ...binding, profile: "default" } };
    const ending = new AbortController();
    const client = clientOf(rehearsal, async (input, init) => {
      if (String(input).includes("/totp/")) ending.abort();
      return rehearsal.fetch(input, init);
    });
    const { signal } = ending;
    await importUsers(recordsOf([WITH_DEVICE]), { existing, client, journal, signal, graceMs: 0 });
    const { progress } = await importUsers(recordsOf([WITH_DEVICE]), {
      ...{ existing, client: clientOf(rehearsal), journal },
    });
    const named = [{ name: "import/password-overwritten", records: 1, firstLines: [1] }];
    expect(progress).toMatchObject({ unfinished: 0, overwrittenPasswords: 1, warnings: named });
    const read = await readOutcomes(journal.path);
    const rows = [];
    if (read.ok) for await (const row of read.value) rows.push(row);
    expect(rows).toMatchObject([{ problems: [{ code: "import/password-overwritten", field: "password" }] }]);
  });

  test("is not taken for overwritten where an attempt without an answer has made the user", async () => {
    const rehearsal = createRehearsalService();
    let calls = 0;
    const client = clientOf(rehearsal, async (input, init) => {
      const answer = await rehearsal.fetch(input, init);
      if (++calls > 1) return answer;
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
      });
    });
    const { progress } = await importUsers(recordsOf([MINE]), {
      existing: { policy: "overwrite" },
      client,
      sleep: async () => {},
    });
    expect(progress).toMatchObject({ imported: 1, overwrittenPasswords: 0, problems: [] });
  });
});
