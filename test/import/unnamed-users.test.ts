import { expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOutcome, importUsers } from "../../src/import/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { makeUser, recordsOf } from "./user-records.js";

/** With a password, and nothing else; the service has none of them. */
const USERS: readonly NormalizedUser[] = [0, 6, 12].map((number) => ({ ...makeUser(number), emailVerified: true }));

/** A service that answers each call with the next of these texts, and then with the last one. */
function clientAnswering(service: "default" | "supertokens", ...texts: readonly [string, ...string[]]) {
  let calls = 0;
  const fetch: typeof globalThis.fetch = async (input) =>
    String(input).includes("by-accountinfo")
      ? Response.json({ status: "OK", users: [] })
      : new Response(texts[Math.min(calls++, texts.length - 1)]);
  const options = { baseUrl: "http://localhost", apiKey: "test", service, fetch };
  const client = createImportClient(options);
  const existing = { policy: "overwrite", administration: createAdministrationClient(options) } as const;
  return { client, existing, calls: () => calls };
}

const NAMED = '{"status":"OK","user":{"id":"u-1"}}';
const UNNAMED = '{"status":"OK"}';

test("a service that names each user and has named none is another program: the run stops at the first", async () => {
  const { client, existing, calls } = clientAnswering("supertokens", UNNAMED);
  const result = await importUsers(recordsOf(USERS), { client, existing, concurrency: 1 });
  expect(result).toMatchObject({
    ok: false,
    problems: [{ code: "client/reply-unexpected", field: "user" }],
    progress: { imported: 0, failed: 0, sentInPart: 1 },
  });
  expect(calls()).toBe(1);
});

test("a user who is not named after others were is imported with a warning", async () => {
  const { client, existing } = clientAnswering("supertokens", NAMED, UNNAMED);
  const outcomes: ImportOutcome[] = [];
  const onOutcome = (outcome: ImportOutcome) => void outcomes.push(outcome);
  const { ok } = await importUsers(recordsOf(USERS), { client, existing, concurrency: 1, onOutcome });
  expect(ok).toBe(true);
  expect(outcomes).toMatchObject([
    { kind: "imported", serviceUserId: "u-1", warnings: [] },
    { kind: "imported", serviceUserId: undefined, warnings: [{ code: "import/user-not-named", field: "password" }] },
    { kind: "imported", warnings: [{ code: "import/user-not-named" }] },
  ]);
});

test("at a service that need not name users each such user is imported with a warning", async () => {
  const { client, existing } = clientAnswering("default", UNNAMED);
  const { ok, progress } = await importUsers(recordsOf(USERS), { client, existing });
  expect([ok, progress.imported]).toEqual([true, 3]);
  expect(progress.warnings).toEqual([{ name: "import/user-not-named", records: 3, firstLines: [1, 2, 3] }]);
});

test("an answer about another user ends the run where none has succeeded", async () => {
  const other = '{"status":"OK","user":{"id":"u-1","emails":["someone-else@example.org"]}}';
  const { client, existing } = clientAnswering("supertokens", other);
  const result = await importUsers(recordsOf(USERS), { client, existing, concurrency: 1 });
  expect(result).toMatchObject({
    ok: false,
    problems: [{ code: "client/reply-unexpected" }],
    progress: { imported: 0 },
  });
});
