import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, type ImportOutcome, importUsers } from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { emailOf, makeUsers, phoneOf, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const USERS = makeUsers(60);
const BINDING: JournalBinding = {
  input: { bytes: 1, sha256: "x" },
  source: "test",
  baseUrl: "http://localhost",
  tenantPath: "",
  profile: "supertokens",
};
const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";

type Fetch = typeof globalThis.fetch;

/** A service with a network in front of it. */
function serviceBehind(
  change: (url: string, real: () => Promise<Response>) => Promise<Response> = (_, real) => real(),
) {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const fetch = (url: string, init: object) => change(url, () => rehearsal.fetch(url, init as RequestInit));
  const options = {
    baseUrl: "http://localhost",
    apiKey: "test",
    service: "supertokens",
    fetch: fetch as Fetch,
    retry: { attempts: 1 },
  } as Parameters<typeof createImportClient>[0];
  const client = createImportClient(options);
  const administration = createAdministrationClient(options);
  const journal = () => ({ path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 });
  const run = (more: Partial<ImportOptions> = {}) =>
    importUsers(recordsOf(USERS), {
      existing: { policy: "overwrite", administration },
      client,
      journal: journal(),
      ...more,
    });
  const post = (path: string, body: object) =>
    rehearsal.fetch(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) });
  return { rehearsal, client, administration, run, post };
}

/** One who is there by address, one by phone number, one by social login. */
async function signUpThree({ post }: ReturnType<typeof serviceBehind>): Promise<void> {
  await post("/recipe/user/passwordhash/import", { email: emailOf(0).toUpperCase(), passwordHash: BCRYPT });
  const created = await post("/recipe/signinup/code", { phoneNumber: phoneOf(4) });
  const { preAuthSessionId, linkCode } = (await created.json()) as Record<string, string>;
  await post("/recipe/signinup/code/consume", { preAuthSessionId, linkCode });
  const email = { id: "elsewhere@example.org", isVerified: true };
  await post("/recipe/signinup", { thirdPartyId: "google", thirdPartyUserId: "g-3", email });
}

describe("users who are on the service already", () => {
  test("are refused, with nothing sent for them, and the others imported", async () => {
    const service = serviceBehind();
    await signUpThree(service);
    const seen: ImportOutcome[] = [];
    const { administration } = service;
    const { progress } = await service.run({
      existing: { policy: "refuse", administration },
      onOutcome: (outcome) => void seen.push(outcome),
    });
    expect(progress).toMatchObject({ imported: 57, existing: 3, refusedByUs: 0, overwrittenPasswords: 0 });
    expect(progress.problems).toContainEqual(
      expect.objectContaining({ name: "import/user-exists", records: 3, firstLines: [1, 4, 5] }),
    );
    expect(
      seen
        .filter(({ kind }) => kind === "refused-by-us")
        .map(({ record }) => record)
        .sort(),
    ).toEqual([0, 3, 4]);
  });

  test("are skipped with their IDs, which the mapping gets", async () => {
    const service = serviceBehind();
    await signUpThree(service);
    const seen: ImportOutcome[] = [];
    const { administration } = service;
    const { ok, progress } = await service.run({
      existing: { policy: "skip", administration },
      onOutcome: (outcome) => void seen.push(outcome),
    });
    expect([ok, progress.imported, progress.alreadyThere, progress.existing]).toEqual([true, 57, 3, 0]);
    const ids = new Set(service.rehearsal.state().users.map(({ id }) => id));
    const kept = seen.filter(({ kind }) => kind === "already-there");
    const known = kept.flatMap((outcome) => ("serviceUserId" in outcome ? (outcome.serviceUserId ?? []) : []));
    // Nothing shows that those with the same address or number are the same persons.
    expect(known).toHaveLength(1);
    expect(ids).toContain(known[0]);
  });

  test("are overwritten and counted where that is said", async () => {
    const service = serviceBehind();
    await signUpThree(service);
    const { client, administration } = service;
    const { progress } = await importUsers(recordsOf(USERS.map((user) => ({ ...user, emailVerified: true }))), {
      ...{ client, existing: { policy: "overwrite", administration } },
    });
    // A number and a social login that somebody has there are nobody's to take over.
    expect([progress.refusedByUs, progress.overwrittenPasswords]).toEqual([2, 1]);
  });

  test("keep their passwords where the export has none, unless told otherwise", async () => {
    const withoutPassword = USERS.map((user) => ({
      ...{ ...user, emailVerified: true },
      ...(user.passwordHash === undefined ? {} : { needsNewPassword: true as const }),
    }));
    const run = async (existingOf: (service: ReturnType<typeof serviceBehind>) => ImportOptions["existing"]) => {
      const service = serviceBehind();
      await signUpThree(service);
      const { client } = service;
      const { progress } = await importUsers(recordsOf(withoutPassword), {
        client,
        existing: existingOf(service),
      });
      return [progress.refusedByUs, progress.existing, progress.overwrittenPasswords];
    };
    expect(await run(({ administration }) => ({ policy: "refuse", administration }))).toEqual([0, 3, 0]);
    expect(await run(({ administration }) => ({ policy: "overwrite", administration }))).toEqual([2, 0, 1]);
  });

  test("are not those whom this journal has made, also by a call of which it is open whether it was carried out", async () => {
    let isBroken = true;
    const service = serviceBehind(async (url, real) => {
      const reply = await real();
      // Carried out, and the answer lost.
      if (isBroken && url.endsWith("/passwordhash/import"))
        throw Object.assign(new Error("lost"), { code: "ECONNRESET" });
      return reply;
    });
    const { administration, rehearsal } = service;
    const existing = { policy: "refuse", administration } as const;
    let now = 0;
    const first = await service.run({
      existing,
      clock: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      patience: { outageMs: 1 },
    });
    expect(first.ok).toBe(false);
    expect(rehearsal.state().counts.users).toBeGreaterThan(0);
    isBroken = false;
    const second = await service.run({ existing });
    expect(second).toMatchObject({ ok: true, progress: { imported: 60, refusedByUs: 0 } });
    const again = await service.run({ existing });
    expect(again.progress).toMatchObject({ imported: 60, refusedByUs: 0, fromEarlierRuns: 60 });
  });

  test.each<[string, (real: () => Promise<Response>) => Promise<Response>, string]>([
    ["a web page", async () => new Response("<html>"), "client/reply-not-json"],
    ["no users", async () => Response.json({ status: "OK" }), "client/reply-unexpected"],
    ["users without IDs", async () => Response.json({ status: "OK", users: [{ id: "" }] }), "client/reply-unexpected"],
    ["404", async () => new Response("Not found", { status: 404 }), "client/path-not-found"],
    ["401", async () => new Response("Invalid API key", { status: 401 }), "client/api-key-refused"],
  ])("a look-up that answers with %s ends the run before anybody is sent", async (_, answer, code) => {
    const service = serviceBehind((url, real) => (url.includes("by-accountinfo") ? answer(real) : real()));
    const { administration, rehearsal } = service;
    const result = await service.run({ existing: { policy: "refuse", administration } });
    expect(result.ok ? "" : result.problems[0].code).toBe(code);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("a look-up that breaks in the middle loses nobody: those users are tried again", async () => {
    const lookUps = new Set<string>();
    const service = serviceBehind(async (url, real) => {
      const isFirst = url.includes("by-accountinfo") && !lookUps.has(url);
      lookUps.add(url);
      return isFirst && lookUps.size % 3 === 2 ? new Response("oops", { status: 500 }) : real();
    });
    const { administration, rehearsal } = service;
    const { ok, progress } = await service.run({
      existing: { policy: "refuse", administration },
      sleep: async () => {},
    });
    expect([ok, progress.imported, rehearsal.state().counts.users]).toEqual([true, 60, 60]);
  });
});

describe("users who sign up while the import runs", () => {
  const password = [0, 1, 6, 7, 12, 13].map((number) => ({ ...USERS[number]!, totp: [] }));
  const signUp = (service: ReturnType<typeof serviceBehind>, email: string) =>
    service.post("/recipe/signup", { email, password: "their-own-1" });

  test("in the pause after a refused call are found, and keep their password", async () => {
    let refusals = 0;
    const service = serviceBehind(async (url, real) =>
      url.endsWith("/passwordhash/import") && refusals++ === 0 ? new Response("slow down", { status: 429 }) : real(),
    );
    const { administration } = service;
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    const existing = { policy: "refuse", administration } as const;
    const result = await importUsers(recordsOf(password.slice(0, 1)), {
      ...{ client: service.client, journal, existing },
      sleep: async () => void (await signUp(service, emailOf(0))),
    });
    expect(result.progress).toMatchObject({ imported: 0, existing: 1, overwrittenPasswords: 0 });
    // The next run doesn't take them for its own either.
    const again = await importUsers(recordsOf(password.slice(0, 1)), {
      ...{ client: service.client, journal, existing },
    });
    expect(again.progress).toMatchObject({ imported: 0, existing: 1, overwrittenPasswords: 0 });
    const signedIn = await administration.signIn(emailOf(0), "their-own-1");
    expect(signedIn).toMatchObject({ ok: true, value: { isSignedIn: true } });
  });

  test("while calls wait for their turn are found: nothing is waited for between the look-up and the call", async () => {
    const order: string[] = [];
    const service = serviceBehind((url, real) => {
      // At the end a few users are looked up by ID.
      const isEnd = url.includes("/user/id");
      if (!isEnd) order.push(/user\d*-\d+/.exec(url)?.[0] === undefined ? "call" : "look-up");
      return real();
    });
    const { client, administration } = service;
    let now = 0;
    const result = await importUsers(recordsOf(password), {
      ...{ client, existing: { policy: "refuse", administration } },
      ...{ callsPerSecond: 1, concurrency: 1, clock: () => now },
      sleep: async (milliseconds) => {
        order.push("pause");
        now += milliseconds;
      },
    });
    expect(result.progress.imported).toBe(password.length);
    const calls = order.flatMap((step, at) => (step === "call" ? [order[at - 1]] : []));
    expect(new Set(calls)).toEqual(new Set(["look-up", "call"]));
  });
});

test("look-ups take no place of a call: as many users again are on their way", async () => {
  let most = 0;
  let open = 0;
  const service = serviceBehind(async (_, real) => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 2));
    open--;
    return real();
  });
  const { administration } = service;
  await service.run({ concurrency: 4 });
  const alone = most;
  most = 0;
  const path = join(temporary.path(), "second");
  await service.run({
    ...{ concurrency: 4, existing: { policy: "skip", administration } },
    journal: { path, binding: BINDING, syncIntervalMs: 1 },
  });
  expect([alone, most]).toEqual([4, 8]);
});

describe("two records that the service takes for one user", () => {
  /** As the public core does with a trunk zero. */
  const unifying = () =>
    serviceBehind(async (url, real) => {
      const reply = await real();
      if (!url.endsWith("/signinup/code/consume")) return reply;
      const body = (await reply.json()) as { user: { id: string; phoneNumbers: string[] } };
      return Response.json({ ...body, recipeUserId: "u-1", user: { ...body.user, id: "u-1" } });
    });

  test("end with the second one named, before it gets the first one's devices", async () => {
    const { client, administration } = unifying();
    const users = [4, 10, 16].map((number) => USERS[number]!);
    const { progress } = await importUsers(recordsOf(users), {
      existing: { policy: "overwrite", administration },
      client,
      concurrency: 1,
    });
    expect(progress).toMatchObject({ imported: 1, refusedByService: 2 });
    expect(progress.problems).toContainEqual(
      expect.objectContaining({ name: "import/user-shared", firstLines: [2, 3] }),
    );
  });

  test("a phone number that the service shows in another form ends that user before it is linked", async () => {
    const { client, administration, rehearsal } = serviceBehind(async (url, real) => {
      const reply = await real();
      if (!url.endsWith("/signinup/code/consume")) return reply;
      const body = (await reply.json()) as { user: object };
      return Response.json({ ...body, user: { ...body.user, phoneNumbers: ["+15550009999"] } });
    });
    const { progress } = await importUsers(recordsOf([USERS[2]!]), {
      existing: { policy: "overwrite", administration },
      client,
    });
    expect(progress).toMatchObject({ imported: 0, refusedByService: 1, partlyImported: 1 });
    expect(progress.problems[0]?.name).toBe("import/phone-changed");
    expect(rehearsal.state().counts.links ?? 0).toBe(0);
  });
});

describe("without a licence", () => {
  test("users with several logins come with their first one, those with devices without them, and both are named", async () => {
    const service = serviceBehind();
    const first = await service.run({ without: { linking: true, totp: true } });
    expect(first.ok).toBe(true);
    expect(first.progress).toMatchObject({ imported: 20, failed: 40, partlyImported: 40 });
    expect(Object.keys(first.progress.calls).sort()).toEqual([
      "consumePasswordlessCode",
      "createPasswordlessCode",
      "importPasswordHash",
      "importThirdPartyUser",
    ]);
    const names = first.progress.problems.map(({ name, records }) => [name, records]);
    expect(names).toEqual(
      expect.arrayContaining([
        ["import/linking-withheld", 30],
        ["import/totp-withheld", 30],
      ]),
    );
    // With the licence, the same journal.
    const second = await service.run();
    expect(second).toMatchObject({ ok: true, progress: { imported: 60, failed: 0, fromEarlierRuns: 20 } });
    const { counts } = service.rehearsal.state();
    expect([counts.users, counts.devices]).toEqual([60, 40]);
    expect(second.progress.calls.importPasswordHash).toBeUndefined();
    expect(second.progress.problems).toEqual([]);
  });

  test("only what is asked for is left out", async () => {
    const { run, rehearsal } = serviceBehind();
    const { progress } = await run({ without: { linking: true } });
    expect(progress).toMatchObject({ imported: 30, failed: 30 });
    expect(rehearsal.state().counts.devices).toBe(40);
    const again = await run();
    expect(again.progress).toMatchObject({
      imported: 60,
      calls: expect.not.objectContaining({ importTotpDevice: 10 }),
    });
    expect(rehearsal.state().counts.devices).toBe(40);
  });
});

/** What may happen to a request: whether it is carried out, and what is answered in its place. */
const MISHAPS: readonly { readonly isCarriedOut: boolean; readonly answer: () => Promise<Response> }[] = [
  {
    isCarriedOut: false,
    answer: () => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })),
  },
  {
    isCarriedOut: true,
    answer: () => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })),
  },
  { isCarriedOut: true, answer: async () => new Response("java.lang.NullPointerException", { status: 500 }) },
  { isCarriedOut: true, answer: async () => new Response("<html>maintenance</html>") },
  { isCarriedOut: false, answer: async () => new Response("slow down", { status: 429 }) },
  { isCarriedOut: true, answer: async () => Response.json({ status: 200 }) },
];

test("a service that goes wrong at random loses and doubles nobody, and those who were there stay as they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(23)), async (dice) => {
      const throws = dice[Symbol.iterator]();
      let isWell = true;
      const service = serviceBehind(async (_, real) => {
        const mishap = isWell ? undefined : MISHAPS[throws.next().value as number];
        if (mishap === undefined) return real();
        if (mishap.isCarriedOut) await real();
        return mishap.answer();
      });
      await signUpThree(service);
      isWell = false;
      const { administration, rehearsal } = service;
      const path = join(temporary.path(), `journal-${Math.random()}`);
      const options: Partial<ImportOptions> = {
        existing: { policy: "refuse", administration },
        journal: { path, binding: BINDING, syncIntervalMs: 0 },
        sleep: async () => {},
      };
      let result = await service.run(options);
      for (let run = 0; run < 300 && !(result.ok && result.progress.failed === 0); run++) {
        result = await service.run(options);
      }
      expect(result.progress).toMatchObject({
        imported: 57,
        existing: 3,
        refusedByUs: 0,
        failed: 0,
        refusedByService: 0,
      });
      const { users, counts } = rehearsal.state();
      // Those of records 0, 3 and 4, and one for each of the others.
      expect([users.length, counts.devices]).toEqual([60, 40]);
    }),
    { numRuns: 15 },
  );
});

describe("two records that have come to the same address, number or social login", () => {
  const [alice, , , bob, , carol] = USERS;
  const SAME: readonly [string, (user: NormalizedUser) => NormalizedUser][] = [
    ["address, in another spelling", (user) => ({ ...user, email: emailOf(0).toUpperCase() })],
    ["phone number", (user) => ({ ...user, phoneNumber: phoneOf(0) })],
    ["social login", (user) => ({ ...user, thirdParty: [{ ...carol!.thirdParty[0]!, email: user.email! }] })],
  ];
  const first = (): NormalizedUser => ({ ...alice!, phoneNumber: phoneOf(0), thirdParty: carol!.thirdParty });

  test.each(SAME)("are never one user: the second is refused before anything is sent (%s)", async (_, change) => {
    const service = serviceBehind();
    const { client, administration, rehearsal } = service;
    const outcomes: ImportOutcome[] = [];
    const { progress } = await importUsers(recordsOf([first(), change({ ...bob!, thirdParty: [] })]), {
      ...{ client, existing: { policy: "overwrite", administration } },
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    expect(progress).toMatchObject({ imported: 1, refusedByUs: 1, overwrittenPasswords: 0 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["imported", "refused-by-us"]);
    expect(outcomes[1]).toMatchObject({ problems: [{ code: "import/user-shared" }] });
    expect(progress.calls.importPasswordHash).toBe(1);
    expect(rehearsal.state().counts.users).toBe(1);
  });

  test("are not one user either where the first one was sent by an earlier run of the journal", async () => {
    const service = serviceBehind();
    const { client, administration } = service;
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    const users = [alice!, { ...bob!, thirdParty: [], email: emailOf(0) }];
    const common = { client, journal, existing: { policy: "overwrite", administration } } as const;
    await importUsers(recordsOf(users), { ...common, select: ({ index }) => index === 0 });
    const { progress } = await importUsers(recordsOf(users), common);
    expect(progress).toMatchObject({ imported: 1, fromEarlierRuns: 1, refusedByUs: 1, overwrittenPasswords: 0 });
  });

  test("are imported where the first one was refused by the service: nobody has the address", async () => {
    const service = serviceBehind(async (url, real) => {
      const isFirst = !service.rehearsal.state().users.length && url.endsWith("/passwordhash/import") && !refused;
      if (!isFirst) return real();
      refused = true;
      return Response.json({ status: "SOME_ERROR" });
    });
    let refused = false;
    const { client, administration } = service;
    const users = [alice!, { ...bob!, thirdParty: [], email: emailOf(0) }, USERS[6]!];
    const existing = { policy: "overwrite", administration } as const;
    const { progress } = await importUsers(recordsOf(users), { client, existing });
    expect(progress).toMatchObject({ imported: 2, refusedByService: 1, refusedByUs: 0 });
  });

  test("are not taken for one existing user where existing users are skipped", async () => {
    const service = serviceBehind();
    const { client, administration } = service;
    const first = { ...alice!, emailVerified: true };
    const existing = { policy: "overwrite", administration } as const;
    await importUsers(recordsOf([first]), { client, existing, verification: { administration } });
    const users = [first, { ...bob!, thirdParty: [], email: emailOf(0) }];
    const { progress } = await importUsers(recordsOf(users), { client, existing: { policy: "skip", administration } });
    expect(progress).toMatchObject({ alreadyThere: 1, refusedByUs: 1 });
  });
});

test("what becomes of existing users has to be said, also by a program without types", async () => {
  const { client } = serviceBehind();
  const untyped = { client } as unknown as ImportOptions;
  await expect(importUsers(recordsOf(USERS), untyped)).rejects.toThrow(/existing must be given/);
});

test("users can't be asked for at a service without such a call: the run ends before the first is sent", async () => {
  const rehearsal = createRehearsalService();
  const options = { baseUrl: "http://localhost", apiKey: "test", fetch: rehearsal.fetch };
  const existing = { policy: "refuse", administration: createAdministrationClient(options) } as const;
  const result = await importUsers(recordsOf(USERS), { client: createImportClient(options), existing });
  expect(result).toMatchObject({ ok: false, problems: [{ code: "client/call-not-offered" }] });
  expect(rehearsal.state().counts.users).toBe(0);
});
