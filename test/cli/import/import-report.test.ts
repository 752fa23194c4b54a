import { expect, test } from "vitest";
import { importReport } from "../../../src/cli/import/import-report.js";
import { createImportClient } from "../../../src/client/index.js";
import { importUsers } from "../../../src/import/index.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { makeUser, recordsOf } from "../../import/user-records.js";

test("the report says how many passwords were overwritten, and what to do about it", async () => {
  const { fetch } = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const run = async () => {
    const { progress } = await importUsers(recordsOf([makeUser(0)]), { client });
    const frame = { title: "users.json", total: 1, isRehearsal: false, journal: "j" };
    const sections = importReport(progress, { ...frame, stopped: undefined, signIns: undefined });
    return JSON.stringify(sections);
  };
  expect(await run()).not.toContain("overwritten");
  const again = await run();
  expect(again).toContain('"number":1,"text":"overwritten passwords');
  expect(again).toContain("import/password-overwritten");
});

test("users who wait for a licence are told apart from those who failed", async () => {
  const { fetch } = createRehearsalService({ service: "supertokens", licensed: false });
  const options = { baseUrl: "http://localhost", apiKey: "test", service: "supertokens", fetch } as const;
  const linked = { ...makeUser(0), phoneNumber: "+15555550100" };
  const { progress } = await importUsers(recordsOf([linked]), {
    client: createImportClient(options),
    without: { linking: true },
  });
  expect(progress.failed).toBe(1);
  const frame = { title: "users.json", total: 2, isRehearsal: false, journal: "j" };
  const textOf = (failed: number): string =>
    JSON.stringify(
      importReport({ ...progress, failed }, { ...frame, stopped: undefined, signIns: undefined }),
    );
  expect(textOf(1)).toContain("Users who wait for a licence count as failed");
  expect(textOf(1)).not.toContain("to retry those who failed");
  expect(textOf(2)).toContain("to retry those who failed");
});
