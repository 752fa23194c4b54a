import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import {
  type ImportOptions,
  type ImportOutcome,
  type ImportReport,
  importUsers,
  previewImport,
  readOutcomes,
} from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { refuse } from "../../src/problems/user.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser, SourceRecord } from "../../src/source/index.js";
import { MemoryFile } from "./memory-file.js";
import { emailOf, makeUser, makeUsers, recordOf, recordsOf } from "./user-records.js";

const BINDING: JournalBinding = {
  input: { bytes: 1, sha256: "x" },
  source: "test",
  baseUrl: "http://localhost",
  tenantPath: "",
  profile: "default",
};

let folder: string;
let files = 0;
const freshJournal = () => ({
  path: join(folder, `journal-${files++}`),
  binding: BINDING,
  syncIntervalMs: 1,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function clientOf(rehearsal: RehearsalService, fetch: typeof globalThis.fetch = rehearsal.fetch) {
  return createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
}

function sumOf(report: ImportReport): number {
  const { imported, alreadyThere, refusedByUs, refusedByService, failed, leftOut, unfinished } = report;
  return imported + alreadyThere + refusedByUs + refusedByService + failed + leftOut + unfinished;
}

/** How a run can end while a call is on its way. */
const CUTS = ["broken off", "killed"] as const;

/**
 * Imports the users until a call to `part` has been carried out, and cuts the run off before its answer.
 *
 * @returns The journal with which to continue.
 */
async function cutOffAt(
  part: string,
  how: (typeof CUTS)[number],
  users: readonly NormalizedUser[],
  rehearsal: RehearsalService,
) {
  const abort = new AbortController();
  const file = new MemoryFile();
  let atTheCut = new MemoryFile();
  const client = clientOf(rehearsal, async (input, init) => {
    const reply = await rehearsal.fetch(input, init);
    if (!`${String(input)} ${String(init?.body)}`.includes(part)) return reply;
    atTheCut = new MemoryFile(file.bytes);
    abort.abort();
    return new Promise(() => {});
  });
  const journal = { ...freshJournal(), openFile: async () => file };
  await importUsers(recordsOf(users), {
    existing: { policy: "overwrite" },
    client,
    journal,
    signal: abort.signal,
    graceMs: 0,
  });
  return how === "killed" ? { ...journal, openFile: async () => atTheCut } : journal;
}

async function* mixed(): AsyncGenerator<SourceRecord> {
  for (let index = 0; index < 12; index++) {
    const record = recordOf(makeUser(index), index);
    yield index % 4 === 3 ? { ...record, result: refuse("user/disabled", "disabled") } : record;
  }
}

describe("an import", () => {
  test("accounts for every record, reports each once, and the numbers add up", async () => {
    const rehearsal = createRehearsalService();
    const outcomes: ImportOutcome[] = [];
    const { ok, progress } = await importUsers(mixed(), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal: freshJournal(),
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ records: 12, imported: 9, refusedByUs: 3, unfinished: 0 });
    expect(sumOf(progress)).toBe(12);
    expect(outcomes.map(({ record }) => record).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(progress.problems).toEqual([{ name: "user/disabled", records: 3, firstLines: [4, 8, 12] }]);
  });

  test("says who was there before, apart from those whom it made", async () => {
    const rehearsal = createRehearsalService();
    const client = clientOf(rehearsal);
    const users = makeUsers(8).map((user) => ({ ...user, emailVerified: true }));
    await importUsers(recordsOf(users.slice(0, 4)), { existing: { policy: "overwrite" }, client });
    const before = rehearsal.state().counts;
    const { progress } = await importUsers(recordsOf(users), {
      existing: { policy: "overwrite" },
      client,
      journal: freshJournal(),
    });
    // The two users with devices, whose secrets can't be compared, get them under other names.
    expect(progress).toMatchObject({ imported: 6, alreadyThere: 2, reconciled: 0 });
    expect(rehearsal.state().counts.users).toBe(before.users + 4);
    expect(progress.warnings).toContainEqual(expect.objectContaining({ name: "import/device-exists", records: 2 }));
  });

  test("continues without sending anything for those who are done, in the journal of any number of runs", async () => {
    const rehearsal = createRehearsalService();
    const journal = freshJournal();
    await importUsers(recordsOf(makeUsers(6)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
    });
    const { requests } = rehearsal.state();
    const { ok, progress } = await importUsers(recordsOf(makeUsers(6)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
    });
    expect(rehearsal.state().requests).toEqual(requests);
    expect(ok).toBe(true);
    expect(progress).toMatchObject({ records: 6, imported: 6, fromEarlierRuns: 6, calls: {} });
  });

  test("keeps users who share an e-mail address, phone number or social login apart in time", async () => {
    const social = {
      thirdPartyId: "google",
      thirdPartyUserId: "1",
      email: "B@example.com",
      isVerified: true,
    };
    const base: NormalizedUser = { externalUserId: "x", emailVerified: false, thirdParty: [], totp: [] };
    const sharing: NormalizedUser[] = [
      { ...base, email: "a@example.com", thirdParty: [{ ...social, email: "a@example.com" }] },
      { ...base, thirdParty: [social] },
      { ...base, email: "b@example.com", phoneNumber: "+15555550100" },
      { ...base, phoneNumber: "+15555550100" },
    ];
    const rehearsal = createRehearsalService();
    let inFlight = 0;
    let most = 0;
    const client = clientOf(rehearsal, async (input, init) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return rehearsal.fetch(input, init).finally(() => inFlight--);
    });
    const { progress } = await importUsers(recordsOf(sharing), {
      existing: { policy: "overwrite" },
      client,
      concurrency: 4,
    });
    expect(most).toBe(1);
    // The second has the social login of the first, and the fourth the number of the third.
    expect(progress.problems).toEqual([{ name: "import/user-shared", records: 2, firstLines: [2, 4] }]);
    most = 0;
    await importUsers(recordsOf(makeUsers(12)), { existing: { policy: "overwrite" }, client, concurrency: 4 });
    expect(most).toBe(4);
  });

  test("ends in order when it is told to: what is on its way ends, the rest is left for the next run", async () => {
    const rehearsal = createRehearsalService();
    const journal = freshJournal();
    const abort = new AbortController();
    let decided = 0;
    const slow = clientOf(rehearsal, async (input, init) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return rehearsal.fetch(input, init);
    });
    const stopped = await importUsers(recordsOf(makeUsers(60)), {
      existing: { policy: "overwrite" },
      client: slow,
      journal,
      concurrency: 4,
      signal: abort.signal,
      onOutcome: () => {
        if (++decided === 10) abort.abort();
      },
    });
    expect(stopped.ok || stopped.problems[0].code).toBe("import/interrupted");
    expect(sumOf(stopped.progress)).toBe(stopped.progress.records);
    expect(stopped.progress.records).toBeLessThan(60);
    const next = await importUsers(recordsOf(makeUsers(60)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
    });
    expect(next.progress).toMatchObject({ records: 60, imported: 60 });
    expect(rehearsal.state().counts.users).toBe(60);
  });

  test("breaks calls off that do not end within the grace, and the input that hangs is not waited for", async () => {
    const rehearsal = createRehearsalService();
    const abort = new AbortController();
    const client = clientOf(rehearsal, () => {
      setTimeout(() => abort.abort(), 1);
      return new Promise(() => {});
    });
    async function* hanging(): AsyncGenerator<SourceRecord> {
      yield recordOf(makeUser(0), 0);
      await new Promise(() => {});
    }
    const stopped = await importUsers(hanging(), {
      existing: { policy: "overwrite" },
      client,
      signal: abort.signal,
      graceMs: 10,
    });
    expect(stopped.progress).toMatchObject({ records: 1, unfinished: 1 });
  });

  test("ends before it begins when its signal has fired already", async () => {
    const rehearsal = createRehearsalService();
    const stopped = await importUsers(recordsOf(makeUsers(3)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      signal: AbortSignal.abort(),
    });
    expect(stopped.ok).toBe(false);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("a full disk under the journal stops it; with room the next run completes it, everybody once", async () => {
    const rehearsal = createRehearsalService();
    const file = new MemoryFile();
    file.capacity = 3_000;
    const journal = { ...freshJournal(), openFile: async () => file };
    const reported: number[] = [];
    const stopped = await importUsers(recordsOf(makeUsers(60)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
      onOutcome: ({ record }) => void reported.push(record),
    });
    expect(stopped.ok || stopped.problems[0].code).toBe("import/journal-not-written");
    expect(stopped.progress.imported).toBe(reported.length);
    // What was reported is on the disk.
    const written = file.bytes.toString();
    for (const record of reported) expect(written).toContain(`{"record":${record},"line"`);
    file.capacity = Number.POSITIVE_INFINITY;
    const next = await importUsers(recordsOf(makeUsers(60)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
    });
    expect(next.progress).toMatchObject({ imported: 60, alreadyThere: 0 });
    const { users, devices } = rehearsal.state().counts;
    const planned = makeUsers(60).flatMap(({ totp }) => totp).length;
    expect({ users, devices }).toEqual({ users: 60, devices: planned });
  });

  test("what the service refuses is kept, and tried again only when asked to", async () => {
    const rehearsal = createRehearsalService();
    const journal = freshJournal();
    let isRefusing = true;
    const client = clientOf(rehearsal, async (input, init) =>
      isRefusing && String(init?.body).includes(emailOf(0))
        ? new Response('{"status":"EMAIL_CHANGE_NOT_ALLOWED_ERROR"}')
        : rehearsal.fetch(input, init),
    );
    const run = (options: Partial<ImportOptions> = {}) =>
      importUsers(recordsOf(makeUsers(6)), { existing: { policy: "overwrite" }, client, journal, ...options });
    expect((await run()).progress).toMatchObject({ imported: 5, refusedByService: 1 });
    isRefusing = false;
    expect((await run()).progress).toMatchObject({ imported: 5, refusedByService: 1, fromEarlierRuns: 6 });
    const again = await run({ retryRefused: true, select: ({ index }) => index === 0 });
    expect(again.progress).toMatchObject({ imported: 6, refusedByService: 0, fromEarlierRuns: 5 });
  });

  describe("a device that somebody else made", () => {
    const SECRET = { secretKey: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", period: 30, skew: 1 };
    const users = () => [{ ...makeUser(1), emailVerified: true }];

    /** A service on which the user has a password and a device of one of the names that we would give. */
    async function enrolled() {
      const rehearsal = createRehearsalService();
      const client = clientOf(rehearsal);
      const { email = "", passwordHash = "" } = makeUser(1);
      const user = await client.importPasswordHash({ email, passwordHash });
      const userId = (user.ok && user.value.userId) || "";
      await client.importTotpDevice({ ...SECRET, userId, deviceName: "phone" });
      return rehearsal;
    }

    const isWarned = ({ problems, warnings }: ImportReport) =>
      [...problems, ...warnings].some(({ name }) => name === "import/device-exists");

    test("keeps its name and its secret, and ours gets the next name", async () => {
      const rehearsal = await enrolled();
      const client = clientOf(rehearsal);
      const journal = freshJournal();
      const namesOf = () => rehearsal.state().devices.map(({ deviceName }) => deviceName);
      const { progress } = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client,
        journal,
      });
      expect([progress.imported, isWarned(progress)]).toEqual([1, true]);
      expect(namesOf()).toEqual(["phone", "Imported TOTP device", "phone 2"]);
      await importUsers(recordsOf(users()), { existing: { policy: "overwrite" }, client, journal });
      expect(namesOf()).toHaveLength(3);
    });

    test("ends the user where the service says so of every name, and says no more than that", async () => {
      const rehearsal = await enrolled();
      let asked = 0;
      const client = clientOf(rehearsal, async (input, init) => {
        if (!String(input).endsWith("/totp/device/import")) return rehearsal.fetch(input, init);
        asked++;
        return Response.json({ status: "DEVICE_ALREADY_EXISTS_ERROR" });
      });
      const { progress } = await importUsers(recordsOf(users()), {
        ...{ existing: { policy: "overwrite" }, client, journal: freshJournal() },
      });
      expect([progress.refusedByService, asked]).toEqual([1, 50]);
      expect(rehearsal.state().counts.devices).toBe(1);
    });

    test.for(CUTS)(
      "stays, and ours is there, at worst twice, where its call under the next name was %s",
      async (how) => {
        const rehearsal = await enrolled();
        const journal = await cutOffAt('"phone 2"', how, users(), rehearsal);
        expect(rehearsal.state().counts.devices).toBe(3);
        const client = clientOf(rehearsal);
        const { progress } = await importUsers(recordsOf(users()), {
          existing: { policy: "overwrite" },
          client,
          journal,
        });
        expect(progress.imported).toBe(1);
        expect(rehearsal.state().devices.map(({ deviceName }) => deviceName)).toEqual([
          ...["phone", "Imported TOTP device", "phone 2", "phone 3"],
        ]);
      },
    );

    test.for(CUTS)("is not taken for ours where our call was %s and never came to the service", async (how) => {
      const rehearsal = await enrolled();
      const abort = new AbortController();
      const file = new MemoryFile();
      let atTheCut = file;
      const client = clientOf(rehearsal, async (input, init) => {
        if (!String(input).endsWith("/totp/device/import")) return rehearsal.fetch(input, init);
        atTheCut = new MemoryFile(file.bytes);
        abort.abort();
        return new Promise(() => {});
      });
      const journal = { ...freshJournal(), openFile: async () => file };
      const options = { existing: { policy: "overwrite" }, client, journal, graceMs: 0 } as const;
      await importUsers(recordsOf(users()), { ...options, signal: abort.signal });
      const left = how === "killed" ? { ...journal, openFile: async () => atTheCut } : journal;
      const { progress } = await importUsers(recordsOf(users()), {
        ...{ ...options, client: clientOf(rehearsal), journal: left },
      });
      expect(progress.imported).toBe(1);
      expect(rehearsal.state().devices.map(({ deviceName }) => deviceName)).toContain("phone 2");
    });

    test.for([
      ["a wrong API key", () => new Response("Invalid API key", { status: 401 }), "client/api-key-refused"],
      ["no licence", () => new Response("not enabled", { status: 402 }), "client/feature-not-licensed"],
      ["a tenant without passwords", () => new Response("off", { status: 403 }), "client/forbidden"],
    ] as const)("is told after a run that %s had stopped", async ([, answer, code]) => {
      const rehearsal = await enrolled();
      const journal = freshJournal();
      const stopped = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client: clientOf(rehearsal, async () => answer()),
        journal,
      });
      expect(stopped.ok || stopped.problems[0].code).toBe(code);
      const { progress } = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client: clientOf(rehearsal),
        journal,
      });
      expect(isWarned(progress)).toBe(true);
      expect(progress.reconciled).toBe(0);
    });

    test("is told after a run that was ended in order, and after one that left the user out", async () => {
      const rehearsal = await enrolled();
      const journal = freshJournal();
      const client = clientOf(rehearsal);
      await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client,
        journal,
        signal: AbortSignal.abort(),
      });
      await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client,
        journal,
        select: () => false,
      });
      const { progress } = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client,
        journal,
      });
      expect(isWarned(progress)).toBe(true);
    });

    test.for(CUTS)("is told although another step of theirs was %s", async (how) => {
      const rehearsal = await enrolled();
      const journal = await cutOffAt("passwordhash", how, users(), rehearsal);
      const { progress } = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client: clientOf(rehearsal),
        journal,
      });
      expect(progress.imported).toBe(1);
      expect(isWarned(progress)).toBe(true);
    });

    test.for(CUTS)("is told of users whom a run that was %s had not begun", async (how) => {
      const rehearsal = await enrolled();
      const many = [makeUser(2), ...users()];
      const before = await cutOffAt("passwordhash", how, many.slice(0, 1), rehearsal);
      const { progress } = await importUsers(recordsOf(many), {
        existing: { policy: "overwrite" },
        client: clientOf(rehearsal),
        journal: before,
      });
      expect(isWarned(progress)).toBe(true);
    });

    test.for(CUTS)("is no other one's where our own call was %s: it counts as ours", async (how) => {
      const rehearsal = createRehearsalService();
      const journal = await cutOffAt("totp", how, users(), rehearsal);
      expect(rehearsal.state().counts.devices).toBe(1);
      const { progress } = await importUsers(recordsOf(users()), {
        existing: { policy: "overwrite" },
        client: clientOf(rehearsal),
        journal,
      });
      expect(progress).toMatchObject({ imported: 1, reconciled: 1, problems: [] });
      expect(rehearsal.state().counts.devices).toBe(2);
    });
  });

  describe("a user who is refused after their login was imported", () => {
    const phoneUser = { ...makeUser(2), totp: [] };
    const REFUSED = '{"status":"ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR"}';

    async function refusedAtTheLink() {
      const rehearsal = createRehearsalService();
      const journal = freshJournal();
      let isRefusing = true;
      const client = clientOf(rehearsal, async (input, init) =>
        isRefusing && String(input).endsWith("/user/link") ? new Response(REFUSED) : rehearsal.fetch(input, init),
      );
      const outcomes: ImportOutcome[] = [];
      const run = (options: Partial<ImportOptions> = {}) =>
        importUsers(recordsOf([phoneUser]), {
          existing: { policy: "overwrite" },
          client,
          journal,
          onOutcome: (outcome) => void outcomes.push(outcome),
          ...options,
        });
      const first = await run();
      isRefusing = false;
      return { rehearsal, journal, run, first, outcomes };
    }

    test("is counted as one who can sign in, and named with their IDs", async () => {
      const { rehearsal, journal, run, first, outcomes } = await refusedAtTheLink();
      expect(first.progress).toMatchObject({ refusedByService: 1, partlyImported: 1 });
      const [byPassword, byCode] = rehearsal.state().users;
      expect(outcomes).toMatchObject([{ canSignIn: true, serviceUserId: byPassword?.id }]);
      const rows = await readOutcomes(journal.path);
      if (!rows.ok) throw new Error("not read");
      for await (const row of rows.value) {
        expect(row).toMatchObject({
          outcome: "refused-by-service",
          serviceUserId: byPassword?.id,
          acknowledged: { password: byPassword?.id, "one-time-code": byCode?.id },
        });
      }
      expect((await run()).progress).toMatchObject({ fromEarlierRuns: 1, partlyImported: 1 });
    });

    test("continues after what was acknowledged: their password is not imported a second time", async () => {
      const { rehearsal, run } = await refusedAtTheLink();
      const again = await run({ retryRefused: true });
      expect(again.progress).toMatchObject({ imported: 1, partlyImported: 0 });
      expect(rehearsal.state().requests).toMatchObject({
        "/recipe/user/passwordhash/import": 1,
        "/recipe/signinup/code/consume": 1,
      });
    });

    test("begins again where the service does not know them any more", async () => {
      const { journal, run } = await refusedAtTheLink();
      const other = createRehearsalService();
      const again = await run({ retryRefused: true, client: clientOf(other) });
      expect(again.progress).toMatchObject({ imported: 1 });
      expect(other.state().counts).toMatchObject({ users: 1, links: 1 });
      const rows = await readOutcomes(journal.path);
      if (!rows.ok) throw new Error("not read");
      for await (const row of rows.value) expect(row.serviceUserId).toBe(other.state().users[0]?.id);
    });
  });

  test("strange HTTP statuses pass, but for those that are about the request itself", async () => {
    const answers = new Map([
      [emailOf(0), [408, 425, 418, 451]],
      [emailOf(1), [413]],
      [emailOf(6), [422]],
    ]);
    const rehearsal = createRehearsalService();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { email } = JSON.parse(String(init?.body));
      const status = answers.get(email)?.shift();
      return status === undefined ? rehearsal.fetch(input, init) : new Response("", { status });
    };
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "test",
      fetch,
      sleep: async () => {},
    });
    const outcomes = new Map<number, string>();
    await importUsers(recordsOf(makeUsers(12)), {
      existing: { policy: "overwrite" },
      client,
      sleep: async () => {},
      onOutcome: ({ record, kind }) => void outcomes.set(record, kind),
    });
    expect([0, 1, 6].map((record) => outcomes.get(record))).toEqual([
      "imported",
      "refused-by-service",
      "refused-by-service",
    ]);
  });

  test("a user with an e-mail address only, of a program's own records, gets their one-time code", async () => {
    const rehearsal = createRehearsalService();
    const user = {
      externalUserId: "x",
      email: "x@example.com",
      emailVerified: true,
      thirdParty: [],
      totp: [],
    };
    const { progress } = await importUsers(recordsOf([user]), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
    });
    expect(progress.imported).toBe(1);
    expect(rehearsal.state().users).toMatchObject([{ loginMethods: [{ recipeId: "passwordless" }] }]);
  });

  test("records that are left out are counted and not sent", async () => {
    const rehearsal = createRehearsalService();
    const { progress } = await importUsers(recordsOf(makeUsers(6)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      select: ({ index }) => index < 2,
    });
    expect(progress).toMatchObject({ imported: 2, leftOut: 4 });
    expect(rehearsal.state().counts.users).toBe(2);
  });

  test("an input that breaks off is a problem, and those before it are imported", async () => {
    async function* brokenOff(): AsyncGenerator<SourceRecord> {
      yield recordOf(makeUser(0), 0);
      yield { kind: "unreadable", line: 9, problem: { code: "source/cut-off", message: "cut off" } };
    }
    const result = await importUsers(brokenOff(), {
      existing: { policy: "overwrite" },
      client: clientOf(createRehearsalService()),
    });
    expect(result.ok || result.problems[0]).toMatchObject({ code: "source/cut-off", field: "line 9" });
    expect(result.progress.imported).toBe(1);
  });

  test("what a callback or the input throws comes out, after everything in flight has ended", async () => {
    const rehearsal = createRehearsalService();
    const journal = freshJournal();
    const thrown = importUsers(recordsOf(makeUsers(30)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
      onOutcome: () => {
        throw new Error("mine");
      },
    });
    await expect(thrown).rejects.toThrow("mine");
    async function* failing(): AsyncGenerator<SourceRecord> {
      yield recordOf(makeUser(0), 0);
      throw new Error("input");
    }
    await expect(
      importUsers(failing(), { existing: { policy: "overwrite" }, client: clientOf(rehearsal), journal }),
    ).rejects.toThrow("input");
    // The lock is free, and nothing is lost.
    const next = await importUsers(recordsOf(makeUsers(30)), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      journal,
    });
    expect(next.progress.imported).toBe(30);
    expect(rehearsal.state().counts.users).toBe(30);
  });

  test("no hash, secret, e-mail address or phone number appears in the journal", async () => {
    const journal = freshJournal();
    await importUsers(recordsOf(makeUsers(12)), {
      existing: { policy: "overwrite" },
      client: clientOf(createRehearsalService()),
      journal,
    });
    const text = await readFile(journal.path, "utf8");
    for (const secret of ["$2b$", "N9qo8uLO", "GEZDGNBV", "@example.com", "+1555"]) expect(text).not.toContain(secret);
    for (const line of text.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });

  test("a second import with the same journal is refused at once", async () => {
    const journal = freshJournal();
    const client = clientOf(createRehearsalService());
    let letGo = () => {};
    const otherIsAnswered = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Whichever has the journal first still has it when the other asks.
    async function* waiting() {
      await otherIsAnswered;
      yield* recordsOf(makeUsers(6));
    }
    const first = importUsers(waiting(), { existing: { policy: "overwrite" }, client, journal });
    const second = importUsers(waiting(), { existing: { policy: "overwrite" }, client, journal });
    const refused = await Promise.race([first, second]);
    letGo();
    expect(refused.ok).toBe(false);
    expect([(await first).ok, (await second).ok].sort()).toEqual([false, true]);
  });

  test("options that can't be meant are a TypeError", async () => {
    const client = clientOf(createRehearsalService());
    for (const wrong of [{ concurrency: 0 }, { concurrency: 1.5 }, { callsPerSecond: 0 }, { graceMs: -1 }]) {
      await expect(importUsers(recordsOf([]), { existing: { policy: "overwrite" }, client, ...wrong })).rejects.toThrow(
        TypeError,
      );
    }
  });

  test("memory does not grow with the input: records are read as they are needed", async () => {
    const rehearsal = createRehearsalService();
    let read = 0;
    let done = 0;
    let most = 0;
    async function* counted(): AsyncGenerator<SourceRecord> {
      for (const user of makeUsers(300)) {
        most = Math.max(most, read - done);
        yield recordOf(user, read++);
      }
    }
    await importUsers(counted(), {
      existing: { policy: "overwrite" },
      client: clientOf(rehearsal),
      concurrency: 8,
      onOutcome: () => void done++,
    });
    expect(most).toBeLessThan(40);
  });
});

test("a preview sends nothing and counts what the import then sends", async () => {
  const preview = await previewImport(mixed());
  const { progress } = await importUsers(mixed(), {
    existing: { policy: "overwrite" },
    client: clientOf(createRehearsalService()),
  });
  if (!preview.ok) throw new Error("not previewed");
  expect(preview.value).toMatchObject({ records: 12, users: 9, refusedByUs: 3, leftOut: 0 });
  expect(preview.value.calls).toEqual(progress.calls);
  expect(preview.value.plans.reduce((sum, { users }) => sum + users, 0)).toBe(9);
});
