import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdministrationClient, createBulkClient, createImportClient } from "../../../src/client/index.js";
import { type ImportOptions, importUsers, readOutcomes, undoImport } from "../../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import type { NormalizedUser, UserRecord } from "../../../src/source/index.js";
import { makeUsers, recordOf } from "../user-records.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-others-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

type Fetch = typeof globalThis.fetch;

const service = "supertokens";
const baseUrl = "http://localhost";
const target = { baseUrl, tenantPath: "", profile: service };
const connectionOf = (fetch: Fetch) =>
  ({ baseUrl, apiKey: "rehearsal", service, fetch, sleep: async () => {} }) as const;

async function* recordsOf(users: readonly NormalizedUser[]): AsyncGenerator<UserRecord> {
  for (const [index, user] of users.entries()) yield recordOf(user, index);
}

/** Imports by a journal of this name, as the command line does. */
function run(name: string, users: readonly NormalizedUser[], fetch: Fetch, options: Partial<ImportOptions> = {}) {
  const connection = connectionOf(fetch);
  const administration = createAdministrationClient(connection);
  const binding = { input: { bytes: 1, sha256: name }, source: "test", ...target };
  return importUsers(recordsOf(users), {
    existing: { policy: "refuse", administration },
    client: createImportClient(connection),
    bulk: { client: createBulkClient(connection), administration, pollMs: 10 },
    journal: { path: join(folder, name), binding },
    ...options,
  });
}

async function idsIn(name: string) {
  const outcomes = await readOutcomes(join(folder, name));
  if (!outcomes.ok) throw new Error(outcomes.problems[0].message);
  const ids = [];
  for await (const { outcome, serviceUserId } of outcomes.value) if (outcome === "imported") ids.push(serviceUserId);
  return ids;
}

const undo = ({ fetch }: RehearsalService, name: string) =>
  undoImport({
    ...{ journal: join(folder, name), target },
    administration: createAdministrationClient(connectionOf(fetch)),
  });

/** Users with a password, with a number and with a social login, whose IDs every site gives. */
const siteOf = (site: number): readonly NormalizedUser[] =>
  makeUsers(12).map((user, at) => ({
    ...user,
    externalUserId: String(at),
    ...(user.email === undefined ? {} : { email: `${at}@${site}.example.com` }),
    ...(user.phoneNumber === undefined ? {} : { phoneNumber: `+1555${site}00${1000 + at}` }),
    thirdParty: user.thirdParty.map((login) => ({ ...login, thirdPartyUserId: `${site}-${at}` })),
    totp: [],
  }));

const isAdding = (url: Parameters<Fetch>[0], init?: RequestInit) =>
  String(url).endsWith("/bulk-import/users") && init?.method === "POST";

/** Does something else in front of the n-th call with users, and may answer in its place. */
function inFrontOf(rehearsal: RehearsalService, call: number, act: () => Promise<Response | undefined>): Fetch {
  let calls = 0;
  return async (url, init) => {
    const reply = isAdding(url, init) && ++calls === call ? await act() : undefined;
    return reply ?? rehearsal.fetch(url, init);
  };
}

const remove = async (rehearsal: RehearsalService, status: string) => {
  const listed = await rehearsal.fetch(`${baseUrl}/bulk-import/users?status=${status}`);
  const { users } = (await listed.json()) as { users: { id: string }[] };
  const body = JSON.stringify({ ids: users.map(({ id }) => id) });
  await rehearsal.fetch(`${baseUrl}/bulk-import/users/remove`, { method: "POST", body });
  return users.length;
};

const emailsOf = async ({ fetch }: RehearsalService, id: string) => {
  const reply = (await (await fetch(`${baseUrl}/user/id?userId=${id}`)).json()) as { user: { emails: string[] } };
  return reply.user.emails;
};

describe("accounts of another import with the same IDs", () => {
  const badGateway = async () => new Response("<html>", { status: 502 });
  const ways = [
    ["of another site, in the same minutes", 2, async () => undefined],
    ["of the same site, in the same minutes", 1, async () => undefined],
    ["of another site, while a call ends without an answer", 2, badGateway],
  ] as const;

  test.each(ways)("are not taken for the users' own: %s", async (_, site, answer) => {
    const rehearsal = createRehearsalService({ service });
    const fetch = inFrontOf(rehearsal, 1, async () => {
      expect((await run("b", siteOf(site), rehearsal.fetch)).progress.imported).toBe(12);
      return answer();
    });
    const { progress } = await run("a", siteOf(1), fetch);
    expect(progress).toMatchObject({ imported: 0, refusedByService: 12 });
    expect(progress.problems).toMatchObject([{ name: "import/user-exists", records: 12 }]);
    expect(await idsIn("a")).toEqual([]);
  });

  test.each([
    ["of another site", siteOf(2)],
    ["of the same site, later", siteOf(1)],
  ])("are not taken for what a killed run may have made, nor undone: %s", async (_, others) => {
    const rehearsal = createRehearsalService({ service, now: () => Date.now() + 3_600_000 });
    const killed = new AbortController();
    const fetch = inFrontOf(rehearsal, 1, async () => {
      killed.abort();
      throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
    });
    const first = await run("a", siteOf(1), fetch, { signal: killed.signal, graceMs: 0 });
    expect(first.progress).toMatchObject({ imported: 0, unfinished: 12 });
    expect((await run("b", others, rehearsal.fetch)).progress.imported).toBe(12);
    const { progress } = await run("a", siteOf(1), rehearsal.fetch);
    expect(progress).toMatchObject({ imported: 0, refusedByService: 12 });
    expect((await undo(rehearsal, "a")).progress).toMatchObject({ users: 0, deleted: 0 });
    expect(rehearsal.state().counts.users).toBe(12);
  });
});

describe("a user whose entry has failed and is taken off the service's list", () => {
  const stranger = async (rehearsal: RehearsalService, email: string) => {
    const body = JSON.stringify({ email, password: "stranger-1" });
    await rehearsal.fetch(`${baseUrl}/recipe/signup`, { method: "POST", body });
  };
  const users = makeUsers(220).map((user) => ({ ...user, totp: [] }));
  const { email = "", externalUserId } = users[153] as NormalizedUser;

  test("is found missing by the look-up of the round", async () => {
    const rehearsal = createRehearsalService({ service });
    let removed = 0;
    const adding = inFrontOf(rehearsal, 2, async () => void (await stranger(rehearsal, email)));
    const fetch: Fetch = async (url, init) => {
      const reply = await adding(url, init);
      if (!String(url).includes("/users/count") || removed > 0) return reply;
      removed = await remove(rehearsal, "FAILED");
      return reply;
    };
    const { ok, progress, ...result } = await run("b", users, fetch);
    expect([ok, removed]).toEqual([false, 1]);
    expect(result).toMatchObject({ problems: [{ code: "import/bulk-lost" }] });
    expect(progress).toMatchObject({ imported: 219, failed: 1 });
  });

  test("is not left to another import with the same ID, which takes off what is its own", async () => {
    const rehearsal = createRehearsalService({ service });
    const other = { ...(makeUsers(1)[0] as NormalizedUser), externalUserId, email: "other@example.com" };
    const adding = inFrontOf(rehearsal, 2, async () => void (await stranger(rehearsal, email)));
    let hasRun = false;
    const fetch: Fetch = async (url, init) => {
      if (!hasRun && String(url).includes("/users/count?status=PROCESSING")) {
        const { users: failed } = (await (
          await rehearsal.fetch(`${baseUrl}/bulk-import/users?status=FAILED`)
        ).json()) as { users: object[] };
        hasRun = failed.length > 0;
        if (hasRun) expect((await run("a", [other], rehearsal.fetch)).progress.imported).toBe(1);
      }
      return adding(url, init);
    };
    const { ok, progress } = await run("b", users, fetch);
    expect([ok, hasRun]).toEqual([true, true]);
    expect(progress).toMatchObject({ imported: 219, refusedByService: 1 });
    expect(progress.problems).toMatchObject([{ name: "import/user-exists", firstLines: [154] }]);
    expect(await emailsOf(rehearsal, externalUserId)).toEqual(["other@example.com"]);
  });
});

test("entries of another import with the same IDs hold nobody up", async () => {
  const rehearsal = createRehearsalService({ service });
  const waiting = siteOf(2).map(({ externalUserId }) => ({ id: `b-${externalUserId}`, externalUserId, status: "NEW" }));
  const fetch: Fetch = async (url, init) =>
    String(url).includes("/users?") && String(url).includes("status=NEW")
      ? Response.json({ status: "OK", users: waiting })
      : String(url).includes("/users/count?status=NEW")
        ? Response.json({ status: "OK", count: waiting.length })
        : rehearsal.fetch(url, init);
  expect((await run("a", siteOf(1), fetch)).progress.imported).toBe(12);
});

describe("an undo", () => {
  test("keeps users whose number or social login is their own by now", async () => {
    const rehearsal = createRehearsalService({ service });
    const connection = connectionOf(rehearsal.fetch);
    const client = createImportClient(connection);
    const administration = createAdministrationClient(connection);
    await run("a", siteOf(1), rehearsal.fetch);
    const loginOf = async (id: string, recipeId: string): Promise<string> => {
      const found = await administration.findUser(id);
      const logins = found.ok ? (found.value?.logins ?? []) : [];
      return logins.find((login) => login.recipeId === recipeId)?.loginId ?? "";
    };
    const number = { userId: await loginOf("2", "passwordless"), phoneNumber: "+15550001111" };
    const changed = await client.updatePasswordlessUser(number);
    const only = await client.updatePasswordlessUser({ userId: "4", phoneNumber: "+15550002222" });
    await administration.deleteLogin(await loginOf("3", "thirdparty"));
    const social = {
      thirdPartyId: "google",
      thirdPartyUserId: "own",
      email: { id: "3@1.example.com", isVerified: true },
    };
    await client.importThirdPartyUser(social);
    const found = await administration.findUsers({ thirdPartyId: "google", thirdPartyUserId: "own" });
    const recipeUserId = found.ok ? (found.value[0]?.userId ?? "") : "";
    const linked = await client.linkAccounts({ recipeUserId, primaryUserId: "3" });
    expect([changed.ok, only.ok, linked.ok]).toEqual([true, true, true]);
    expect((await undo(rehearsal, "a")).progress).toMatchObject({ deleted: 9, extended: 3, keptLines: [3, 4, 5] });
  });

  test("keeps an account that has the ID of a deleted one", async () => {
    const rehearsal = createRehearsalService({ service });
    await run("a", siteOf(1), rehearsal.fetch);
    const { users } = rehearsal.state();
    const administration = createAdministrationClient(connectionOf(rehearsal.fetch));
    for (const { loginMethods } of users) {
      for (const { recipeUserId } of loginMethods.toReversed()) await administration.deleteLogin(recipeUserId);
    }
    expect((await run("b", siteOf(2), rehearsal.fetch)).progress.imported).toBe(12);
    expect((await undo(rehearsal, "a")).progress).toMatchObject({ deleted: 0, extended: 12 });
    expect((await undo(rehearsal, "b")).progress).toMatchObject({ deleted: 12, extended: 0 });
    expect(rehearsal.state().counts.users).toBe(0);
  });
});
