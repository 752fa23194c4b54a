import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdministrationClient, createBulkClient, createImportClient } from "../../../src/client/index.js";
import {
  type ImportOptions,
  type ImportOutcome,
  importUsers,
  readOutcomes,
  undoImport,
} from "../../../src/import/index.js";
import type { BulkOptions } from "../../../src/import/internal.js";
import { createRehearsalService, type RehearsalOptions, type RehearsalService } from "../../../src/rehearsal/index.js";
import { type NormalizedUser, type ReadUser, readExport, type UserRecord } from "../../../src/source/index.js";
import { bytesOf } from "../../source/read-users.js";
import { makeUser, makeUsers, recordOf } from "../user-records.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-bulk-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const baseUrl = "http://localhost";
const service = "supertokens";

function serviceWith(options: RehearsalOptions = {}): RehearsalService {
  return createRehearsalService({ service, ...options });
}

type Fetch = typeof globalThis.fetch;

function optionsFor(
  fetch: Fetch,
  bulk: Partial<BulkOptions> = {},
  options: Partial<ImportOptions> = {},
): ImportOptions {
  const connection = { baseUrl, apiKey: "rehearsal", service, fetch, sleep: async () => {} } as const;
  const administration = createAdministrationClient(connection);
  return {
    existing: { policy: "overwrite", administration },
    client: createImportClient(connection),
    bulk: {
      client: createBulkClient(connection),
      administration,
      ...{ pollMs: 1, ...bulk },
    },
    ...options,
  };
}

const binding = {
  input: { bytes: 1, sha256: "test" },
  ...{ source: "test", baseUrl, tenantPath: "", profile: service },
};

const journal = () => ({ path: join(folder, "journal"), binding });

async function* recordsOf(users: readonly (NormalizedUser | ReadUser)[]): AsyncGenerator<UserRecord> {
  for (const [index, user] of users.entries()) {
    const read = "user" in user ? user : { user, changes: [] };
    const record = recordOf(read.user, index);
    yield { ...record, result: { ok: true, value: read, warnings: [] } };
  }
}

async function outcomesIn(path: string) {
  const outcomes = await readOutcomes(path);
  if (!outcomes.ok) throw new Error(outcomes.problems[0].message);
  const rows = [];
  for await (const row of outcomes.value) rows.push(row);
  return rows;
}

const get = async (rehearsal: RehearsalService, path: string) =>
  (await rehearsal.fetch(`${baseUrl}${path}`, { headers: { "api-key": "rehearsal" } })).json() as Promise<
    Record<string, unknown>
  >;

const put = (rehearsal: RehearsalService, path: string, body: object) =>
  rehearsal.fetch(`${baseUrl}${path}`, { method: "PUT", body: JSON.stringify(body) });

describe("users who are sent in bulk", () => {
  test("get no ID that is another user's without its white space; they are named, and the others are sent", async () => {
    const rehearsal = serviceWith();
    const [one, owner, ...others] = makeUsers(30) as [NormalizedUser, NormalizedUser, ...NormalizedUser[]];
    const users = [{ ...one, externalUserId: `${owner.externalUserId} ` }, owner, ...others];
    const { ok, progress } = await importUsers(recordsOf(users), optionsFor(rehearsal.fetch, { batchUsers: 15 }));
    expect([ok, progress.imported, progress.refusedByUs]).toEqual([true, 29, 1]);
    expect(progress.problems).toMatchObject([{ name: "request/field-invalid", firstLines: [1] }]);
    const { user } = await get(rehearsal, `/user/id?userId=${owner.externalUserId}`);
    expect(user).toMatchObject({ emails: [owner.email] });
  });

  test("are on the service with all that belongs to them", async () => {
    const rehearsal = serviceWith();
    await put(rehearsal, "/recipe/role", { role: "admin", permissions: [] });
    const [first, ...others] = makeUsers(60);
    const read: ReadUser = {
      user: { ...(first as NormalizedUser), emailVerified: true },
      changes: [],
      notCarried: ["displayName", "verification of the e-mail address", "user name"],
      metadata: { displayName: "Ada" },
      timeJoined: 1_500_000_000_000,
      roles: ["admin"],
    };
    const outcomes: ImportOutcome[] = [];
    const { ok, progress } = await importUsers(
      recordsOf([read, ...others]),
      optionsFor(
        rehearsal.fetch,
        { batchUsers: 15, batchesInRound: 2 },
        {
          journal: journal(),
          onOutcome: (outcome) => void outcomes.push(outcome),
        },
      ),
    );
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ records: 60, imported: 60, unfinished: 0 });
    expect(progress.problems).toEqual([]);
    expect(progress.bulk?.batches).toBe(4);
    expect(progress.bulk?.compared).toBeGreaterThanOrEqual(15 + 20);
    expect(progress.notCarried.map(({ name }) => name)).toEqual(["user name"]);
    expect(rehearsal.state().counts.users).toBe(60);
    const { user } = await get(rehearsal, "/user/id?userId=old-0");
    expect(user).toMatchObject({
      id: "old-0",
      timeJoined: 1_500_000_000_000,
      loginMethods: [{ recipeId: "emailpassword", verified: true }],
    });
    expect((await get(rehearsal, "/recipe/user/roles?userId=old-0")).roles).toEqual(["admin"]);
    expect((await get(rehearsal, "/recipe/user/metadata?userId=old-0")).metadata).toEqual({
      displayName: "Ada",
    });
    expect((await get(rehearsal, "/user/id?userId=old-6")).user).toMatchObject({
      loginMethods: [{ verified: false }],
    });
    const rows = await outcomesIn(join(folder, "journal"));
    expect(rows.map(({ serviceUserId }) => serviceUserId)).toEqual(Array.from({ length: 60 }, (_, at) => `old-${at}`));
    expect(rows.every(({ print }) => print !== undefined)).toBe(true);
    expect(outcomes).toHaveLength(60);
  });

  test("are not sent again by the same journal, and the queue is empty", async () => {
    const rehearsal = serviceWith();
    const users = makeUsers(30);
    await importUsers(recordsOf(users), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    const paths: string[] = [];
    const fetch: Fetch = (url, init) => {
      paths.push(String(url));
      return rehearsal.fetch(url, init);
    };
    const again = await importUsers(recordsOf(users), optionsFor(fetch, {}, { journal: journal() }));
    expect(again.progress).toMatchObject({ imported: 30, fromEarlierRuns: 30 });
    const lookUp = expect.stringMatching(/^http:\/\/localhost\/user\/id\?userId=old-\d+$/);
    expect(paths).toEqual(paths.map(() => lookUp));
    expect((await get(rehearsal, "/bulk-import/users/count")).count).toBe(0);
  });

  test("a journal of the calls is not continued in bulk, nor the other way round", async () => {
    const rehearsal = serviceWith();
    const { bulk: _, ...byCalls } = optionsFor(rehearsal.fetch, {}, { journal: journal() });
    await importUsers(recordsOf(makeUsers(3)), byCalls);
    const other = await importUsers(recordsOf(makeUsers(6)), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    expect(other.ok || other.problems[0]).toMatchObject({ code: "import/input-changed", field: "via" });
  });
});

describe("the journal of a bulk import", () => {
  const administrationFor = (fetch: Fetch) =>
    createAdministrationClient({ baseUrl, apiKey: "rehearsal", service, fetch });

  test("undoes it login by login, also of users with several", async () => {
    const rehearsal = serviceWith();
    await importUsers(recordsOf(makeUsers(36)), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    const target = { baseUrl, tenantPath: "", profile: service };
    const undone = await undoImport({
      ...{ journal: join(folder, "journal"), target, administration: administrationFor(rehearsal.fetch) },
    });
    expect(undone.progress).toMatchObject({ users: 36, deleted: 36, extended: 0, failed: 0 });
    expect(rehearsal.state().counts).toMatchObject({ users: 0, devices: 0 });
  });

  test("deletes no account of another import that has the user's ID by now, used or not", async () => {
    const rehearsal = serviceWith();
    const [first, moved] = makeUsers(2) as [NormalizedUser, NormalizedUser];
    await importUsers(recordsOf([first, moved]), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    const administration = administrationFor(rehearsal.fetch);
    await administration.deleteLogin(first.externalUserId);
    const other = { ...makeUser(6), externalUserId: first.externalUserId };
    await importUsers(recordsOf([other]), optionsFor(rehearsal.fetch));
    const target = { baseUrl, tenantPath: "", profile: service };
    for (const usedToo of [false, true]) {
      const { progress } = await undoImport({ journal: join(folder, "journal"), target, administration, usedToo });
      expect(progress).toMatchObject({ deleted: usedToo ? 0 : 1, extended: 1, keptLines: [1] });
    }
    expect(rehearsal.state().users).toMatchObject([{ loginMethods: [{ email: other.email }] }]);
  });

  test("is what a second export is compared with, by the calls", async () => {
    const rehearsal = serviceWith();
    const users = makeUsers(12);
    await importUsers(recordsOf(users), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    const device = { secretKey: "GEZDGNBVGY3TQOJQ", period: 60, skew: 1, deviceName: "second" };
    const second = users.map((user, at) => (at % 3 === 0 ? { ...user, totp: [...user.totp, device] } : user));
    const moved = second.map((user, at) => (at === 2 ? { ...user, phoneNumber: "+15559999999" } : user));
    const { bulk: _, ...byCalls } = optionsFor(rehearsal.fetch);
    const other = { path: join(folder, "second"), binding: { ...binding, input: { bytes: 2, sha256: "2" } } };
    const { ok, progress } = await importUsers(recordsOf(moved), {
      ...byCalls,
      journal: other,
      changedSince: { journal: join(folder, "journal"), users: () => recordsOf(moved) },
    });
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ alreadyThere: 12, since: { changed: 5, unchanged: 7, gone: 0 } });
    expect(rehearsal.state().counts.users).toBe(12);
    const { devices } = await get(rehearsal, "/recipe/totp/device/list?userId=old-0");
    expect(devices).toMatchObject([{ name: "second" }]);
    expect((await get(rehearsal, "/user/id?userId=old-2")).user).toMatchObject({
      phoneNumbers: ["+15559999999"],
    });
  });
});

describe("users whom the service does not take", () => {
  test("are told apart by the call, and the others of the batch are sent", async () => {
    const rehearsal = serviceWith();
    const users = makeUsers(6).map((user) => ({ user, changes: [] }) as ReadUser);
    const now = Date.now() + 1e9;
    const joinedLater = { ...(users[2] as ReadUser), timeJoined: now };
    const { ok, progress } = await importUsers(
      recordsOf(users.with(2, joinedLater)),
      optionsFor(rehearsal.fetch, {}, { journal: journal() }),
    );
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ imported: 5, refusedByService: 1 });
    expect(progress.serviceSaid[0]).toMatchObject({
      users: 1,
      firstLines: [3],
      message: "the service answered HTTP 400: timeJoined cannot be in future for a loginMethod.",
    });
  });

  test("are told by the job, each with its sentence and without what was sent", async () => {
    const rehearsal = serviceWith();
    const users = makeUsers(40);
    // Somebody of another primary user has the address of user 3.
    const social = { thirdPartyId: "github", thirdPartyUserId: "h1", email: "user-3@example.com" };
    const post = (path: string, body: object) =>
      rehearsal.fetch(`${baseUrl}${path}`, { method: "POST", body: JSON.stringify(body) });
    const answer = await post("/recipe/signinup", {
      ...social,
      email: { id: social.email, isVerified: true },
    });
    const made = (await answer.json()) as { user: { id: string } };
    await post("/recipe/accountlinking/user/primary", { recipeUserId: made.user.id });
    const { ok, progress } = await importUsers(
      recordsOf(users),
      optionsFor(rehearsal.fetch, {}, { journal: journal() }),
    );
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ imported: 39, refusedByService: 1 });
    const [said] = progress.serviceSaid;
    expect(said).toMatchObject({ code: "import/bulk-refused", firstLines: [4] });
    expect(said?.message).toContain("E022");
    expect((await get(rehearsal, "/bulk-import/users/count")).count).toBe(0);

    // Once it is resolved, the same user is sent again.
    await post("/user/remove", { userId: made.user.id });
    const again = await importUsers(
      recordsOf(users),
      optionsFor(rehearsal.fetch, {}, { journal: journal(), retryRefused: true }),
    );
    expect(again.progress).toMatchObject({ imported: 40, fromEarlierRuns: 39 });
  });

  test("users who exist are refused, or skipped with their ID, and never overwritten", async () => {
    const rehearsal = serviceWith();
    const administration = createAdministrationClient({
      ...{ baseUrl, apiKey: "rehearsal", service, fetch: rehearsal.fetch },
    });
    const users = makeUsers(8).map((user, at) => (at === 1 ? user : { ...user, emailVerified: true }));
    const { bulk: _, ...byCalls } = optionsFor(rehearsal.fetch);
    await importUsers(recordsOf(users.slice(0, 2)), { ...byCalls, verification: { administration } });
    const refused = await importUsers(recordsOf(users), optionsFor(rehearsal.fetch));
    expect(refused.progress).toMatchObject({ imported: 6, refusedByService: 2 });
    expect(refused.progress.problems.map(({ name }) => name)).toEqual(["import/user-exists"]);
    const existing = { policy: "skip", administration } as const;
    const skipped = await importUsers(
      recordsOf(users),
      optionsFor(rehearsal.fetch, {}, { existing, journal: journal() }),
    );
    expect(skipped.progress).toMatchObject({ alreadyThere: 8, existing: 0 });
    const rows = await outcomesIn(join(folder, "journal"));
    // The second one has an address that no side knows to be verified.
    expect(rows.filter(({ serviceUserId }) => serviceUserId === undefined).map(({ line }) => line)).toEqual([2]);
    expect(rows.find(({ record }) => record === 7)?.serviceUserId).toBe("old-7");
  });

  test("a role that the service does not have is told before anything is sent", async () => {
    const rehearsal = serviceWith();
    const users: ReadUser[] = makeUsers(3).map((user) => ({ user, changes: [], roles: ["admin"] }));
    const refused = await importUsers(recordsOf(users), optionsFor(rehearsal.fetch));
    expect(refused.progress).toMatchObject({ refusedByUs: 3 });
    expect(refused.progress.problems[0]?.name).toBe("import/role-unknown");
    const without = await importUsers(recordsOf(users), optionsFor(rehearsal.fetch, { withoutRoles: true }));
    expect(without.progress).toMatchObject({ imported: 3 });
  });

  test("twenty who are refused alike end the run, and are tried again once it is set right", async () => {
    const users = makeUsers(150).filter(({ totp }) => totp.length > 0);
    const unlicensed = serviceWith({ licensed: false });
    const stopped = await importUsers(recordsOf(users), optionsFor(unlicensed.fetch, {}, { journal: journal() }));
    expect(stopped.ok || stopped.problems[0].code).toBe("import/all-refused");
    expect(stopped.progress).toMatchObject({ refusedByService: 0, imported: 0 });
    const licensed = serviceWith();
    const resumed = await importUsers(recordsOf(users), optionsFor(licensed.fetch, {}, { journal: journal() }));
    expect(resumed.progress).toMatchObject({ imported: users.length, refusedByService: 0 });
  });
});

describe("a service that is not as it should be", () => {
  test("one that marks all addresses as verified gets the first users only, and their marks are taken back", async () => {
    const rehearsal = serviceWith({ bulk: { faults: ["bulk-verifies-all"] } });
    const { ok, ...result } = await importUsers(
      recordsOf(makeUsers(100)),
      optionsFor(rehearsal.fetch, {}, { journal: journal() }),
    );
    expect(ok).toBe(false);
    expect(!ok && "problems" in result && result.problems[0].code).toBe("import/bulk-verifies-all");
    const { users } = rehearsal.state();
    expect(users).toHaveLength(20);
    const passwords = users.flatMap(({ loginMethods }) =>
      loginMethods.filter(({ recipeId }) => recipeId === "emailpassword"),
    );
    expect(passwords.length).toBeGreaterThan(10);
    expect(passwords.every(({ verified }) => !verified)).toBe(true);

    const accepted = await importUsers(
      recordsOf(makeUsers(100)),
      optionsFor(rehearsal.fetch, { acceptVerified: true }, { journal: journal() }),
    );
    expect(accepted.ok).toBe(true);
    expect(accepted.progress).toMatchObject({ imported: 100 });
    expect(accepted.progress.warnings.map(({ name }) => name)).toEqual(["import/bulk-verifies-all"]);
  });

  test.each([[], ["bulk-verifies-all"] as const])(
    "tells social logins of one address by provider and ID: %s",
    async (...faults) => {
      const rehearsal = serviceWith({ bulk: { faults } });
      const [user] = makeUsers(4).slice(3) as [NormalizedUser];
      const [google] = user.thirdParty as [NormalizedUser["thirdParty"][number]];
      const github = { ...google, thirdPartyId: "github", isVerified: false };
      const other = { ...google, thirdPartyUserId: "other", isVerified: false };
      const one = { ...user, emailVerified: true, thirdParty: [google, github, other] };
      const { ok, progress } = await importUsers(recordsOf([one]), optionsFor(rehearsal.fetch));
      expect([ok, progress.imported]).toEqual([faults.length === 0, 1]);
      const [{ loginMethods } = { loginMethods: [] }] = rehearsal.state().users;
      expect(loginMethods.map(({ thirdParty, verified }) => [thirdParty?.id, thirdParty?.userId, verified])).toEqual([
        [undefined, undefined, true],
        ...one.thirdParty.map(({ thirdPartyId, thirdPartyUserId, isVerified }) => [
          ...[thirdPartyId, thirdPartyUserId, isVerified],
        ]),
      ]);
    },
  );

  test.each([
    ["bulk-stuck", "import/bulk-stuck", /^\d+ users \(lines 1, 2, 3, 4, 5, …\) stay PROCESSING for 20 minutes$/],
  ] as const)("%s is told after the stated time, and the next run waits on", async (fault, code, message) => {
    const faults = [fault] as (typeof fault)[];
    const rehearsal = serviceWith({ bulk: { faults } });
    let now = 0;
    const clock = () => now;
    const sleep = async (milliseconds: number) => {
      now += milliseconds;
    };
    const run = () =>
      importUsers(
        recordsOf(makeUsers(20)),
        optionsFor(rehearsal.fetch, { pollMs: 60_000 }, { journal: journal(), clock, sleep }),
      );
    const stuck = await run();
    expect(stuck.ok || stuck.problems[0]).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(now).toBeGreaterThanOrEqual(20 * 60_000);
    expect(stuck.progress).toMatchObject({ unfinished: 20 });
    const sent = await get(rehearsal, "/bulk-import/users/count");
    const again = await run();
    expect(again.ok || again.problems[0].code).toBe(code);
    // Nobody was sent a second time.
    expect(await get(rehearsal, "/bulk-import/users/count")).toEqual(sent);
  });

  /** Options whose clock moves with what is waited for. */
  const hastyOptions = (fetch: Fetch) => {
    let now = 0;
    const sleep = async (milliseconds: number) => {
      now += milliseconds;
    };
    return optionsFor(fetch, { pollMs: 60_000 }, { clock: () => now, sleep });
  };

  test("a job that never begins is told as such", async () => {
    const rehearsal = serviceWith({ bulk: { delayMs: 1e12 } });
    const result = await importUsers(recordsOf(makeUsers(3)), hastyOptions(rehearsal.fetch));
    expect(result.ok || result.problems[0]).toMatchObject({
      code: "import/bulk-stuck",
      message: "3 users (lines 1, 2, 3) stay NEW for 20 minutes",
    });
  });

  test("an external ID that is taken stays PROCESSING at an older core, and is told with its line", async () => {
    const rehearsal = serviceWith({ bulk: { faults: ["bulk-doubled-ids"] } });
    const [user] = makeUsers(1) as [NormalizedUser];
    await importUsers(recordsOf([user]), optionsFor(rehearsal.fetch));
    const other = { ...user, email: "other@example.com" };
    const result = await importUsers(recordsOf([other]), hastyOptions(rehearsal.fetch));
    expect(result.ok || result.problems[0]).toMatchObject({
      code: "import/bulk-stuck",
      message: "1 user (line 1) stays PROCESSING for 20 minutes",
    });
  });

  test("one without the bulk import says so, and nobody counts as sent", async () => {
    const rehearsal = serviceWith();
    const fetch: Fetch = async (url, init) =>
      String(url).includes("/bulk-import/") && init?.method === "POST"
        ? new Response("This API is not supported in the in-memory database.\n", { status: 400 })
        : rehearsal.fetch(url, init);
    const result = await importUsers(recordsOf(makeUsers(3)), optionsFor(fetch, {}, { journal: journal() }));
    expect(result.ok || result.problems[0]).toMatchObject({
      code: "import/bulk-not-taken",
      message: expect.stringContaining("not supported in the in-memory database"),
    });
    expect(result.progress).toMatchObject({ unfinished: 3, refusedByService: 0 });
  });

  test("entries that somebody takes off the list are noticed, and sent again by the next run", async () => {
    const rehearsal = serviceWith({ bulk: { delayMs: 300 } });
    const users = makeUsers(30);
    let posts = 0;
    const fetch: Fetch = async (url, init) => {
      const reply = await rehearsal.fetch(url, init);
      const isAdding = String(url).endsWith("/bulk-import/users") && init?.method === "POST";
      if (!isAdding || ++posts !== 2) return reply;
      const { users: listed } = (await get(rehearsal, "/bulk-import/users?status=NEW")) as {
        users: { id: string }[];
      };
      const body = JSON.stringify({ ids: listed.map(({ id }) => id) });
      await rehearsal.fetch(`${baseUrl}/bulk-import/users/remove`, { method: "POST", body });
      return reply;
    };
    const lost = await importUsers(recordsOf(users), optionsFor(fetch, { pollMs: 20 }, { journal: journal() }));
    expect(lost.ok || lost.problems[0].code).toBe("import/bulk-lost");
    expect(lost.progress).toMatchObject({ imported: 20, failed: 10 });
    const again = await importUsers(
      recordsOf(users),
      optionsFor(rehearsal.fetch, { pollMs: 20 }, { journal: journal() }),
    );
    expect(again.progress).toMatchObject({ imported: 30, failed: 0 });
    expect(rehearsal.state().counts.users).toBe(30);
  });

  test("users who are not in its list of those taken in are looked up, and not imported", async () => {
    const rehearsal = serviceWith();
    const users = makeUsers(200);
    const fetch: Fetch = (url, init) => {
      if (!String(url).endsWith("/bulk-import/users") || init?.method !== "POST") return rehearsal.fetch(url, init);
      const sent = JSON.parse(String(init.body)) as { users: { externalUserId: string }[] };
      const taken = sent.users.filter(({ externalUserId }) => !["old-57", "old-157"].includes(externalUserId));
      return rehearsal.fetch(url, { ...init, body: JSON.stringify({ users: taken }) });
    };
    const lost = await importUsers(
      recordsOf(users),
      optionsFor(fetch, { readBack: 1, batchUsers: 180 }, { journal: journal() }),
    );
    expect(lost.ok || lost.problems[0].code).toBe("import/bulk-lost");
    expect(lost.progress).toMatchObject({ imported: 198, failed: 2 });
    expect(lost.progress.problems).toMatchObject([{ name: "import/bulk-lost", firstLines: [58, 158] }]);
    const again = await importUsers(recordsOf(users), optionsFor(rehearsal.fetch, {}, { journal: journal() }));
    expect(again.progress).toMatchObject({ imported: 200, failed: 0 });
    expect(rehearsal.state().counts.users).toBe(200);
  });

  test.each(["devices", "roles"])("one that leaves %s out is told by what is read back", async (what) => {
    const rehearsal = serviceWith();
    await put(rehearsal, "/recipe/role", { role: "admin" });
    const fetch: Fetch = async (url, init) => {
      const isAsked = String(url).includes(what === "devices" ? "/totp/device/list" : "/user/roles");
      return isAsked ? Response.json({ status: "OK", [what]: [] }) : rehearsal.fetch(url, init);
    };
    const users: ReadUser[] = makeUsers(40).map((user) => ({ user, changes: [], roles: ["admin"] }));
    const result = await importUsers(recordsOf(users), optionsFor(fetch));
    expect(result.ok || result.problems[0]).toMatchObject({
      code: "import/bulk-differs",
      field: what === "devices" ? "totpDevices" : "userRoles",
    });
    expect(rehearsal.state().counts.users).toBe(20);
  });
});

/** A core whose job was killed: it says of some users, for some calls, that they exist, and makes nothing of them. */
function deny(rehearsal: RehearsalService, denied: (id: string, call: number) => string | undefined) {
  const calls = new Map<string, number>();
  let failed: readonly object[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(String(url));
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    if (pathname === "/bulk-import/users" && init?.method === "POST") {
      const users = (body.users as { externalUserId: string }[]).filter((user) => {
        const { externalUserId: id } = user;
        const call = (calls.get(id) ?? 0) + 1;
        calls.set(id, call);
        const errorMessage = denied(id, call);
        if (errorMessage === undefined) return true;
        failed = [...failed, { ...user, id: `entry-${id}-${call}`, status: "FAILED", errorMessage }];
        return false;
      });
      return rehearsal.fetch(url, { ...init, body: JSON.stringify({ users }) });
    }
    if (pathname === "/bulk-import/users/remove") {
      failed = failed.filter((entry) => !body.ids.includes((entry as { id: string }).id));
    }
    const reply = await rehearsal.fetch(url, init);
    const isListed = searchParams.get("status") === "FAILED" || searchParams.get("status") === null;
    if (pathname !== "/bulk-import/users" || !isListed) return reply;
    const listed = (await reply.json()) as { users: object[] };
    return Response.json({ ...listed, users: [...failed, ...listed.users] });
  };
  return { fetch, calls, failed: () => failed };
}

describe("a job that says of users that they exist", () => {
  const messages = [
    "E003: A user with email a already exists in emailpassword loginMethod.",
    "E005: A user with thirdPartyId a and thirdPartyUserId b already exists in thirdparty loginMethod.",
    "E006: A user with email a already exists in passwordless loginMethod.",
    "E007: A user with phoneNumber a already exists in passwordless loginMethod.",
    "E031: A user with externalId a already exists",
  ];

  test.each(messages)("is asked who it is, and users who are nowhere are sent again: %s", async (message) => {
    const rehearsal = serviceWith();
    const { fetch, calls, failed } = deny(rehearsal, (id, call) =>
      id.endsWith("5") && call < 3 ? message : undefined,
    );
    const options = optionsFor(fetch, { batchUsers: 12, batchesInRound: 2 }, { journal: journal() });
    const { ok, progress } = await importUsers(recordsOf(makeUsers(40)), options);
    expect([ok, progress.imported, progress.problems]).toEqual([true, 40, []]);
    expect(rehearsal.state().counts.users).toBe(40);
    expect([calls.get("old-5"), calls.get("old-6"), failed()]).toEqual([3, 1, []]);
  });

  test.each(["refuse", "skip"] as const)(
    "and says so each time: the user failed and waits for the next run, also where users who exist are %s",
    async (policy) => {
      const rehearsal = serviceWith();
      const { fetch, calls } = deny(rehearsal, (id) => (id === "old-30" ? messages[0] : undefined));
      const connection = { baseUrl, apiKey: "rehearsal", service, fetch } as const;
      const existing = { policy, administration: createAdministrationClient(connection) };
      const options = optionsFor(fetch, {}, { journal: journal(), existing });
      const { ok, progress } = await importUsers(recordsOf(makeUsers(40)), options);
      expect(ok).toBe(true);
      expect(progress).toMatchObject({ imported: 39, failed: 1, alreadyThere: 0, refusedByService: 0 });
      expect(progress.problems.map(({ name }) => name)).toEqual(["import/bulk-lost"]);
      expect(calls.get("old-30")).toBe(3);
      const healthy = optionsFor(rehearsal.fetch, {}, { journal: journal(), existing });
      const again = await importUsers(recordsOf(makeUsers(40)), healthy);
      expect(again.progress).toMatchObject({ imported: 40, failed: 0 });
      expect(rehearsal.state().counts.users).toBe(40);
    },
  );

  test.each([
    [6, "kind", messages[0]],
    [3, "provider", messages[1]],
  ] as const)("is not believed of user %i's login of another %s", async (at, _, message) => {
    const rehearsal = serviceWith();
    const body = {
      thirdPartyId: "github",
      thirdPartyUserId: "h1",
      email: { id: `user-${at}@example.com`, isVerified: true },
    };
    await rehearsal.fetch(`${baseUrl}/recipe/signinup`, { method: "POST", body: JSON.stringify(body) });
    const { fetch } = deny(rehearsal, (id, call) => (id === `old-${at}` && call === 1 ? message : undefined));
    const { progress } = await importUsers(recordsOf(makeUsers(8)), optionsFor(fetch));
    expect(progress).toMatchObject({ imported: 8, refusedByService: 0 });
  });

  test("whom it has made itself before it was killed: they count as imported, and are undone", async () => {
    const rehearsal = serviceWith();
    const connection = { baseUrl, apiKey: "rehearsal", service, fetch: rehearsal.fetch } as const;
    const administration = createAdministrationClient(connection);
    const listed: object[] = [];
    const fetch: Fetch = async (url, init) => {
      const reply = await rehearsal.fetch(url, init);
      const { pathname, search } = new URL(String(url));
      if (pathname === "/bulk-import/users/remove") listed.length = 0;
      if (pathname !== "/bulk-import/users") return reply;
      if (init?.method === "POST") {
        const { users } = JSON.parse(String(init.body)) as { users: { externalUserId: string }[] };
        const user = users.find(({ externalUserId }) => externalUserId === "old-6");
        if (user) listed.push({ ...user, id: "entry", status: "FAILED", errorMessage: messages[4] });
        return reply;
      }
      const { users } = (await reply.json()) as { users: object[] };
      return Response.json({
        status: "OK",
        users: search.includes("status=NEW") ? users : [...listed, ...users],
      });
    };
    const existing = { policy: "refuse", administration } as const;
    const options = optionsFor(fetch, {}, { journal: journal(), existing });
    const { progress } = await importUsers(recordsOf(makeUsers(8)), options);
    expect(progress).toMatchObject({ imported: 8, refusedByService: 0 });
    const target = { baseUrl, tenantPath: "", profile: service };
    const undone = await undoImport({ journal: join(folder, "journal"), administration, target });
    expect(undone.progress.deleted).toBe(8);
    expect(rehearsal.state().counts.users).toBe(0);
  });
});

describe("users who are on the service before a bulk import", () => {
  test("are not sent, so that they hold up nobody at a core that never finishes them", async () => {
    const rehearsal = serviceWith({ bulk: { faults: ["bulk-doubled-ids"] } });
    const users = makeUsers(30);
    await importUsers(recordsOf(users.slice(0, 3)), optionsFor(rehearsal.fetch));
    const connection = { baseUrl, apiKey: "rehearsal", service, fetch: rehearsal.fetch } as const;
    const administration = createAdministrationClient(connection);
    const refusing = { existing: { policy: "refuse", administration }, journal: journal() } as const;
    const moved = users.map((user, at) => (at === 1 ? { ...user, email: "elsewhere@example.com" } : user));
    const { ok, progress } = await importUsers(recordsOf(moved), optionsFor(rehearsal.fetch, {}, refusing));
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ imported: 27, existing: 3, refusedByUs: 0 });
    expect(progress.problems).toMatchObject([{ name: "import/user-exists", records: 3 }]);
  });
});

test("a user who is put back between two counts of the queue is waited for", async () => {
  const rehearsal = serviceWith({ bulk: { delayMs: 30 } });
  let lies = 2;
  const fetch: Fetch = async (url, init) => {
    const isCount = String(url).includes("/bulk-import/users/count");
    if (isCount && lies-- > 0) return Response.json({ status: "OK", count: 0 });
    return rehearsal.fetch(url, init);
  };
  const { ok, progress } = await importUsers(
    recordsOf(makeUsers(5)),
    optionsFor(fetch, { pollMs: 10 }, { sleep: (ms) => new Promise((done) => setTimeout(done, ms)) }),
  );
  expect([ok, progress.imported, progress.failed]).toEqual([true, 5, 0]);
});

test.for(["by calls", "in bulk"])(
  "an address that its owner never proved opens no phone user's account: %s",
  async (how) => {
    const phone = { phoneNumber: "+15555550100", localId: "a" };
    const proven = { localId: "b", phoneNumber: "+15555550101", email: "proven@example.com", emailVerified: true };
    const users = [{ ...phone, email: "typed@example.com", emailVerified: false }, proven];
    const rehearsal = serviceWith();
    const { bulk, ...options } = optionsFor(rehearsal.fetch);
    const records = readExport(bytesOf(JSON.stringify({ users })), { from: "firebase" });
    const ways = how === "in bulk" ? { bulk } : {};
    const { progress } = await importUsers(records, { ...options, ...ways, journal: journal() } as ImportOptions);
    expect(progress.imported).toBe(2);
    const of = (address: string) => get(rehearsal, `/users/by-accountinfo?doUnionOfAccountInfo=false&email=${address}`);
    expect(await of("typed@example.com")).toMatchObject({ users: [] });
    expect(await of("proven@example.com")).toMatchObject({ users: [{ phoneNumbers: ["+15555550101"] }] });
  },
);
