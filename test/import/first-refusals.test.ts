import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { type ImportOptions, importUsers, readOutcomes } from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUsers, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const USERS = makeUsers(60);
const SENTENCE = "AppId or tenantId not found => appId: public";
const BINDING: JournalBinding = {
  input: { bytes: 1, sha256: "x" },
  source: "test",
  baseUrl: "http://localhost",
  tenantPath: "wrong",
  profile: "default",
};

/** A service that answers what `refusalOf` says, or as the rehearsal does. */
function serviceWith(refusalOf: (request: number, rehearsal: RehearsalService) => Response | undefined) {
  const rehearsal = createRehearsalService();
  let requests = 0;
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey: "test",
    fetch: async (input: string, init: RequestInit) => refusalOf(++requests, rehearsal) ?? rehearsal.fetch(input, init),
  } as Parameters<typeof createImportClient>[0]);
  const run = (options: Partial<ImportOptions> = {}) =>
    importUsers(recordsOf(USERS), { existing: { policy: "overwrite" }, client, ...options });
  return { run, requests: () => requests, rehearsal };
}

const refused = (text = SENTENCE) => new Response(text, { status: 400 });

describe("a service that refuses everybody alike", () => {
  test.each([1, 16])("ends the run after 20 users, in its own words, with %i in flight", async (concurrency) => {
    const service = serviceWith(() => refused());
    const result = await service.run({ concurrency });
    expect(result).toMatchObject({
      ok: false,
      problems: [
        {
          code: "import/all-refused",
          message: expect.stringContaining(SENTENCE),
          httpStatus: 400,
          remedy: expect.stringContaining("the profile"),
        },
      ],
      progress: { imported: 0, refusedByService: 0 },
    });
    expect(service.requests()).toBeGreaterThanOrEqual(20);
    expect(service.requests()).toBeLessThan(20 + concurrency);
  });

  test("leaves a journal that can be resumed as soon as the service takes users, with nobody refused", async () => {
    let isRefusing = true;
    const service = serviceWith(() => (isRefusing ? refused() : undefined));
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    const first = await service.run({ journal });
    expect(first.progress.unfinished).toBe(first.progress.records);
    isRefusing = false;
    const second = await service.run({ journal });
    expect(second).toMatchObject({ ok: true, progress: { records: 60, imported: 60, fromEarlierRuns: 0 } });
  });

  test("leaves a journal that may be given to the right target", async () => {
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    await serviceWith(() => refused()).run({ journal });
    const right = { ...journal, binding: { ...BINDING, tenantPath: "right" } };
    const { ok, progress } = await serviceWith(() => undefined).run({ journal: right });
    expect([ok, progress.imported]).toEqual([true, 60]);
  });

  test("is told from one that refuses a few: a success before the twentieth lets the run continue", async () => {
    const service = serviceWith((request) => (request <= 19 ? refused() : undefined));
    const { ok, progress } = await service.run({ concurrency: 1 });
    expect([ok, progress.refusedByService, progress.imported]).toEqual([true, 19, 41]);
  });

  test("is told from one that refuses them for different reasons", async () => {
    const service = serviceWith((request) => refused(request === 7 ? "another reason" : SENTENCE));
    const { ok, progress } = await service.run({ concurrency: 1 });
    expect([ok, progress.refusedByService]).toEqual([true, 60]);
  });

  test("has fewer users than that counted as refused, once all were tried", async () => {
    const { run } = serviceWith(() => refused());
    const few = await run({ select: ({ index }) => index < 19 });
    expect(few).toMatchObject({ ok: true, progress: { refusedByService: 19, leftOut: 41, unfinished: 0 } });
  });

  test("does not end a run that continues with a journal in which users were decided", async () => {
    let isRefusing = false;
    const service = serviceWith(() => (isRefusing ? refused() : undefined));
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    await service.run({ journal, select: ({ index }) => index < 10 });
    isRefusing = true;
    const { ok, progress } = await service.run({ journal });
    expect([ok, progress.imported, progress.refusedByService]).toEqual([true, 10, 50]);
  });
});

describe("a service that refuses all users of one kind alike", () => {
  const isTotp = (input: unknown) => String(input).includes("/totp/device/import");

  /** Every second user has a device, which the service refuses while `isRefusing`. */
  function serviceRefusing(
    isRefused: (url: string, body: string) => boolean,
    answer = () => refused("no such feature"),
  ) {
    const rehearsal = createRehearsalService();
    let isRefusing = true;
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "test",
      fetch: async (url, init) =>
        isRefusing && isRefused(url, init.body ?? "") ? answer() : rehearsal.fetch(url, init as RequestInit),
    });
    const run = (options: Partial<ImportOptions> = {}) =>
      importUsers(recordsOf(makeUsers(120)), { existing: { policy: "overwrite" }, client, concurrency: 4, ...options });
    return { run, heal: () => (isRefusing = false), rehearsal };
  }

  test("ends the run with what it says, while others are imported, and the journal resumes", async () => {
    const { run, heal, rehearsal } = serviceRefusing(isTotp);
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    const first = await run({ journal });
    expect(first).toMatchObject({
      ok: false,
      problems: [
        {
          code: "import/all-refused",
          message: expect.stringMatching(/call importTotpDevice .* no such feature/),
          httpStatus: 400,
        },
      ],
      progress: { refusedByService: 0 },
    });
    expect(first.progress.imported).toBeGreaterThan(5);
    heal();
    const second = await run({ journal });
    expect(second).toMatchObject({ ok: true, progress: { imported: 120, refusedByService: 0 } });
    expect(rehearsal.state().counts.devices).toBe(80);
  });

  test("does so for hashes of one scheme only, where another scheme is taken", async () => {
    const argon2 = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$5X3rDYRFgYSXUFMMPdGCC2D7GDFDPQqM2pZcVfvfxFU";
    const { rehearsal } = serviceRefusing(() => false);
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "test",
      fetch: async (url, init) =>
        (init.body ?? "").includes("$argon2")
          ? new Response("Password hash is in invalid format", { status: 400 })
          : rehearsal.fetch(url, init as RequestInit),
    });
    const users = makeUsers(200).map((user, index) =>
      user.passwordHash !== undefined && index % 2 === 1 ? { ...user, passwordHash: argon2 } : user,
    );
    const result = await importUsers(recordsOf(users), { existing: { policy: "overwrite" }, client });
    expect(result.ok ? "" : result.problems[0].message).toContain("importPasswordHash argon2");
    expect(result.progress.imported).toBeGreaterThan(5);
  });

  test("does not end a run of users whose kind has worked, also in an earlier run", async () => {
    let requests = 0;
    const { run } = serviceRefusing((url) => isTotp(url) && ++requests > 1);
    const journal = { path: join(temporary.path(), "journal"), binding: BINDING, syncIntervalMs: 1 };
    await run({ journal, select: ({ index }) => index < 6 });
    const { ok, progress } = await run({ journal });
    expect(ok).toBe(true);
    expect(progress.refusedByService).toBeGreaterThan(20);
  });

  test("is borne where the caller says so, and each of its sentences is told once with its number", async () => {
    const { run } = serviceRefusing(isTotp);
    const { ok, progress } = await run({ acceptRefusals: true });
    expect([ok, progress.refusedByService]).toEqual([true, 60]);
    expect(progress.serviceSaid).toEqual([
      expect.objectContaining({
        code: "client/bad-request",
        message: expect.stringContaining("no such feature"),
        users: 60,
      }),
    ]);
  });

  test("has its sentence in the journal, for the file of those who were refused", async () => {
    const { run } = serviceRefusing(isTotp);
    const path = join(temporary.path(), "journal");
    await run({ journal: { path, binding: BINDING }, acceptRefusals: true });
    const outcomes = await readOutcomes(path);
    const said: unknown[] = [];
    if (outcomes.ok) {
      for await (const { outcome, problems = [] } of outcomes.value) {
        if (outcome === "refused-by-service") said.push(problems[0]?.message);
      }
    }
    expect(said).toHaveLength(60);
    expect(new Set(said)).toEqual(new Set(["the service answered HTTP 400: no such feature"]));
  });
});
