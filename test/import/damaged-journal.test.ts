import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOutcome, importUsers } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUsers, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const USERS = makeUsers(36);
const binding = { input: { bytes: 1, sha256: "x" }, source: "test", baseUrl: "http://localhost", tenantPath: "" };
const begun = () => createRehearsalService({ service: "supertokens" });
const path = () => join(temporary.path(), "journal");

async function importInto(rehearsal: ReturnType<typeof begun>, breakAt = Number.POSITIVE_INFINITY) {
  const abort = new AbortController();
  let calls = 0;
  const outcomes: ImportOutcome[] = [];
  const fetch = (async (url: string, init: object) => {
    const reply = rehearsal.fetch(url, init);
    if (++calls >= breakAt) abort.abort();
    return reply;
  }) as typeof globalThis.fetch;
  const options = { baseUrl: "http://localhost", apiKey: "test", service: "supertokens", fetch } as const;
  const result = await importUsers(recordsOf(USERS), {
    client: createImportClient(options),
    existing: { policy: "refuse", administration: createAdministrationClient(options) },
    journal: { path: path(), binding: { ...binding, profile: "supertokens" }, syncIntervalMs: 1 },
    signal: abort.signal,
    graceMs: 0,
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  const named = outcomes.filter((one) => ("problems" in one ? one.problems : one.warnings).length > 0);
  return { reason: result.ok ? undefined : result.problems[0], named, progress: result.progress };
}

/** What the service has of each user, in any order. */
function usersAt(rehearsal: ReturnType<typeof begun>): readonly string[] {
  const { users, devices } = rehearsal.state();
  return users
    .map(({ id, loginMethods }) => {
      const logins = loginMethods.map(({ email, phoneNumber, recipeId }) => [recipeId, email, phoneNumber].join(" "));
      const ids = [id, ...loginMethods.map(({ recipeUserId }) => recipeUserId)];
      return [...logins.sort(), devices.filter(({ userId }) => ids.includes(userId)).length].join("; ");
    })
    .sort();
}

test.each(Array.from({ length: 12 }, (_, part) => part / 12))(
  "without its damaged line a journal is resumed: who is not whole then is named, and none is there twice (%d)",
  async (part) => {
    const whole = begun();
    await importInto(whole);
    await writeFile(path(), "");
    const service = begun();
    await importInto(service, 90);
    const lines = (await readFile(path(), "utf8")).split("\n");
    const at = 1 + Math.floor(part * (lines.length - 3));
    await writeFile(path(), lines.with(at, "\0".repeat(8)).join("\n"));
    const { reason, progress } = await importInto(service);
    expect([reason?.code, progress.records]).toEqual(["import/journal-damaged", 0]);
    expect(reason?.remedy).toContain("take the named line out, and no other, and run the same command again");
    const [, named] = /^line (\d+) of the journal/.exec(reason?.message ?? "") ?? [];
    await writeFile(path(), lines.toSpliced(Number(named) - 1, 1).join("\n"));
    const resumed = await importInto(service);
    expect(resumed.reason).toBeUndefined();
    const [expected, found] = [usersAt(whole), usersAt(service)];
    const missing = expected.filter((user) => !found.includes(user));
    expect(missing.length).toBe(resumed.named.length);
    if (missing.length === 0) expect(found).toEqual(expected);
  },
);
