import { expect, test } from "vitest";
import { importReport } from "../../../src/cli/import/import-report.js";
import { createAdministrationClient, createImportClient } from "../../../src/client/index.js";
import { importUsers } from "../../../src/import/index.js";
import { problem } from "../../../src/problems/user.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import type { UserRecord } from "../../../src/source/index.js";
import { makeUser, recordOf, recordsOf } from "../../import/user-records.js";

async function* inTurn<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

test("the report says how many passwords were overwritten, and what to do about it", async () => {
  const { fetch } = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const run = async () => {
    const { progress } = await importUsers(recordsOf([{ ...makeUser(0), emailVerified: true }]), {
      existing: { policy: "overwrite" },
      client,
    });
    const frame = { title: "users.json", total: 1, isRehearsal: false, journal: "j" };
    const sections = importReport(progress, { ...frame, stopped: undefined, signIns: undefined });
    return JSON.stringify(sections);
  };
  expect(await run()).not.toContain("overwritten");
  const again = await run();
  expect(again).toContain('"number":1,"text":"overwritten passwords');
  expect(again).toContain("import/password-overwritten");
});

test("what to look at of imported users is apart from why others are not imported", async () => {
  const { fetch } = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const warned = problem("user/password-to-choose", "no password");
  const refused = problem("user/disabled", "the user is disabled");
  const [first, second] = [recordOf(makeUser(0), 0), recordOf(makeUser(1), 1)];
  if (!first.result.ok) throw new Error("the first user can be imported");
  const records: UserRecord[] = [
    { ...first, result: { ...first.result, warnings: [warned] } },
    { ...second, result: { ok: false, problems: [refused] } },
  ];
  const { progress } = await importUsers(inTurn(records), { existing: { policy: "overwrite" }, client });
  const frame = { title: "users.json", total: 2, isRehearsal: true, journal: undefined };
  const sections = importReport(progress, { ...frame, stopped: undefined, signIns: undefined });
  const rowsUnder = (heading: string) => sections.find((section) => section.heading === heading)?.rows[0];
  expect(rowsUnder("Problems")).toMatchObject({ number: 1, text: "user/disabled", tone: "bad" });
  expect(rowsUnder("Look at them")).toMatchObject({ number: 1, text: "user/password-to-choose", tone: "warn" });
});

test("users who wait for a licence are told apart from those who failed", async () => {
  const { fetch } = createRehearsalService({ service: "supertokens", licensed: false });
  const options = { baseUrl: "http://localhost", apiKey: "test", service: "supertokens", fetch } as const;
  const linked = { ...makeUser(0), phoneNumber: "+15555550100" };
  const { progress } = await importUsers(recordsOf([linked]), {
    existing: { policy: "overwrite", administration: createAdministrationClient(options) },
    client: createImportClient(options),
    without: { linking: true },
  });
  expect(progress.failed).toBe(1);
  const frame = { title: "users.json", total: 2, isRehearsal: false, journal: "j" };
  const textOf = (failed: number): string =>
    JSON.stringify(importReport({ ...progress, failed }, { ...frame, stopped: undefined, signIns: undefined }));
  expect(textOf(1)).toContain("Users who wait for a licence count as failed");
  expect(textOf(1)).not.toContain("to retry the users who failed");
  expect(textOf(2)).toContain("to retry the users who failed");
});

const NOTHING = { atLogin: 0, refused: 0, leftOut: 0 };

test("what users have is carried only where the users are imported", async () => {
  const rehearsal = createRehearsalService();
  const fetch: typeof globalThis.fetch = async (url, init) =>
    String(init?.body).includes("user-1@")
      ? Response.json({ status: "BAD_PASSWORD_HASH_ERROR", message: "no" })
      : rehearsal.fetch(url, init);
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const { progress } = await importUsers(recordsOf([0, 1, 2, 3].map(makeUser)), {
    existing: { policy: "overwrite" },
    client,
    select: ({ index }) => index !== 3,
  });
  expect([progress.imported, progress.refusedByService, progress.leftOut]).toEqual([2, 1, 1]);
  const { passwords, secondFactors, socialLogins } = progress.users.contents;
  expect(passwords).toEqual({ ...NOTHING, found: 4, carried: 2, refused: 1, leftOut: 1 });
  expect(secondFactors).toEqual({ ...NOTHING, found: 3, carried: 1, refused: 2 });
  expect(socialLogins).toEqual({ ...NOTHING, found: 1, carried: 0, leftOut: 1 });
});

test("a run that was stopped tells users who were sent in part from those who were not sent", async () => {
  const stop = new AbortController();
  const rehearsal = createRehearsalService();
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const reply = await rehearsal.fetch(url, init);
    // The second user's password is acknowledged, and their devices are still to come.
    if (String(init?.body).includes("user-1@")) stop.abort();
    return reply;
  };
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const users = [0, 1, 2, 3].map(makeUser);
  const { progress, ...result } = await importUsers(recordsOf(users), {
    existing: { policy: "overwrite" },
    client,
    concurrency: 1,
    signal: stop.signal,
  });
  const stopped = result.ok ? undefined : result.problems[0];
  expect([stopped?.code, progress.imported, progress.sentInPart]).toEqual(["import/interrupted", 1, 1]);
  const frame = { title: "users.json", total: 4, isRehearsal: false, journal: "j", signIns: undefined };
  const rows = JSON.stringify(importReport(progress, { ...frame, stopped }));
  expect(rows).toContain('"number":1,"text":"sent in part, when the run stopped"');
  const ofMore = JSON.stringify(importReport(progress, { ...frame, total: progress.records + 2445, stopped }));
  expect(ofMore).toContain('"number":2445,"text":"not reached by this run: ');
  expect(JSON.stringify(importReport(progress, { ...frame, total: 3, stopped }))).not.toContain(
    "not reached by this run",
  );
  // Of what these three have, only what belongs to the first one has come to its end.
  const { passwords, secondFactors } = progress.users.contents;
  expect(passwords).toEqual({ found: 3, carried: 1, ...NOTHING, notReached: 2 });
  expect(secondFactors).toEqual({ found: 3, carried: 0, ...NOTHING, notReached: 3 });
  expect(rows).toContain('"number":3,"text":"passwords","rest":": 1 carried, 2 not reached"');
  // The third one was read and waited for room; the heading says that the fourth one was not read any more.
  expect(rows).toContain('"number":1,"text":"not sent"');
  expect(rows).toContain('"number":3,"text":"of 4 records in');
  // Where no record was read, nothing was imported.
  const none = { ...progress, records: 0 };
  const headings = (isRehearsal: boolean) => importReport(none, { ...frame, isRehearsal, stopped })[0]?.heading;
  expect([headings(false), headings(true)]).toEqual([`Not imported: ${frame.title}`, `Not rehearsed: ${frame.title}`]);
  // Stopped before the count: what an earlier run has imported is in none of the numbers.
  const uncounted = JSON.stringify(importReport(progress, { ...frame, total: undefined, stopped }));
  expect(uncounted).toContain("Stopped before the records were counted: the journal knows");
  expect(rows.match(/same command again/g)).toHaveLength(1);
  const inBulk = { batches: 1, compared: 0, differing: 0, unconfirmed: 3 };
  const bulk = { ...progress, imported: 0, unfinished: 4, sentInPart: 0, bulk: inBulk };
  const ofBulk = JSON.stringify(importReport(bulk, { ...frame, stopped }));
  expect(ofBulk).toContain('"number":3,"text":"handed to the service and not yet confirmed"');
  expect(ofBulk).toContain('"number":1,"text":"not sent"');
});
