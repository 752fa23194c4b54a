import { join } from "node:path";
import { expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOutcome, importUsers, readMadeUsers } from "../../src/import/index.js";
import { verdictOn } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUser, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();

/** By password and number, by number alone, by social login alone, and by password. */
const BASE = { emailVerified: false, thirdParty: [], totp: [] };
const SOCIAL = { thirdPartyId: "google", thirdPartyUserId: "g-9", email: "nia@example.com", isVerified: true };
const DEVICE = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 };
const USERS: readonly NormalizedUser[] = [
  { ...makeUser(0), phoneNumber: "+14155550101" },
  { ...BASE, externalUserId: "ned", phoneNumber: "+14155550102", totp: [DEVICE] },
  { ...BASE, externalUserId: "nia", email: SOCIAL.email, thirdParty: [SOCIAL] },
  makeUser(6),
];

/** At a service whose answers have the status and the user alone, as the interface shows them. */
async function run(service: "default" | "supertokens", marks: readonly string[] = ["createdNewUser"]) {
  const rehearsal = createRehearsalService({ service });
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const body = (await (await rehearsal.fetch(url, init)).json()) as Record<string, unknown>;
    const shown = Object.entries(body).filter(([name]) => !marks.includes(name));
    return Response.json(Object.fromEntries(shown));
  };
  const options = { baseUrl: "http://localhost", apiKey: "rehearsal", service, fetch };
  const path = join(temporary.path(), service);
  const binding = { input: { bytes: 1, sha256: "test" }, source: "test", baseUrl: options.baseUrl, tenantPath: "" };
  const outcomes: ImportOutcome[] = [];
  const { progress } = await importUsers(recordsOf(USERS), {
    client: createImportClient(options),
    existing: { policy: "overwrite", administration: createAdministrationClient(options) },
    journal: { path, binding: { ...binding, profile: service } },
    onOutcome: (outcome) => void outcomes.push(outcome),
    sleep: async () => {},
  });
  const { end } = verdictOn(progress, { stopped: undefined, signIns: undefined, isRehearsal: false, total: 4 });
  const made = await readMadeUsers(path);
  const listed = [];
  if (made.ok) for await (const { line = 0, logins } of made.value) listed.push([line, logins.length]);
  return { progress, outcomes, end, listed: listed.sort() };
}

test("a number or social login of which the service does not say whether it was there is named, and never undone", async () => {
  const { progress, outcomes, end, listed } = await run("default");
  expect([progress.imported, end]).toEqual([4, "problems"]);
  expect(progress.problems).toEqual([{ name: "import/login-maybe-taken", records: 3, firstLines: [1, 2, 3] }]);
  expect(outcomes.find(({ userId }) => userId === "ned")).toMatchObject({
    kind: "imported",
    warnings: [{ code: "import/login-maybe-taken", field: "one-time-code" }],
  });
  // Of the first one the password's login; of the second one the device.
  expect(listed).toEqual([
    [1, 1],
    [2, 0],
    [4, 1],
  ]);
});

test("where the service says it, or can be asked before, no user is named, and all are undone", async () => {
  const all = [1, 2, 3, 4].map((line) => [line, line === 1 ? 2 : 1]);
  for (const { progress, end, listed } of [await run("default", []), await run("supertokens")]) {
    expect([progress.imported, progress.problems, end]).toEqual([4, [], "fine"]);
    expect(listed).toEqual(all);
  }
});
