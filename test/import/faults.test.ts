import { afterEach, describe, expect, test } from "vitest";
import { createImportClient, type FetchLike, type ImportClientOptions } from "../../src/client/index.js";
import { type ImportOptions, importUsers } from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { FAULTS, type Fault, startFaultyService } from "./faulty-service.js";
import { makeUsers, recordsOf } from "./user-records.js";

/** Verified: of others, one who is there already as far as a reply tells is left alone. */
const USERS = makeUsers(24).map((user) => ({ ...user, emailVerified: true }));
const cleanUps: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function importOver(
  faultOf: (request: number, path: string) => Fault | undefined,
  clientOptions: Partial<ImportClientOptions> = {},
  options: Partial<ImportOptions> = {},
) {
  const rehearsal = createRehearsalService();
  const service = await startFaultyService(rehearsal, faultOf);
  cleanUps.push(service.close);
  const pauses: number[] = [];
  const client = createImportClient({
    baseUrl: service.url,
    apiKey: "faults",
    timeoutMs: 2_000,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    ...clientOptions,
  });
  const sleep = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
  };
  const result = await importUsers(recordsOf(USERS), {
    existing: { policy: "overwrite" },
    client,
    concurrency: 4,
    sleep,
    ...options,
  });
  return { result, state: shapeOf(rehearsal), pauses, requests: service.requests() };
}

/** Who is on the service, without the IDs that differ from run to run. */
function shapeOf(rehearsal: RehearsalService) {
  const { users, devices, counts } = rehearsal.state();
  const owners = new Map(
    users.map(({ id, loginMethods }) => [id, loginMethods[0]?.email ?? loginMethods[0]?.phoneNumber]),
  );
  return {
    counts: { ...counts, codes: 0 },
    users: users
      .map(({ isPrimary, loginMethods }) => ({
        isPrimary,
        logins: loginMethods.map(({ recipeId, email, phoneNumber }) => `${recipeId} ${email} ${phoneNumber}`).sort(),
      }))
      .sort((a, b) => String(a.logins).localeCompare(String(b.logins))),
    devices: devices.map(({ userId, deviceName }) => `${owners.get(userId)} ${deviceName}`).sort(),
  };
}

const clean = await importOver(() => undefined);
for (const cleanUp of cleanUps.splice(0)) await cleanUp();

describe("an import over a faulty network", () => {
  test.for(Object.entries(FAULTS))("one request in three meets %s: everybody is there, once", async ([name, fault]) => {
    // Scattered: in step with the calls of a user, the same call would be lost each time.
    const { result, state } = await importOver(
      (request) => (Math.imul(request, 0x9e3779b1) >>> 0 < 2 ** 32 / 3 ? fault : undefined),
      // Only what never answers has to be waited for.
      { timeoutMs: name === "a silent reply" || name === "a reply that stops" ? 40 : 2_000 },
    );
    expect(result.ok).toBe(true);
    const { records, imported, alreadyThere, partlyImported, refusedByService, problems } = result.progress;
    expect(records).toBe(24);
    if (fault !== FAULTS["duplicate delivery"]) {
      expect(state).toEqual(clean.state);
      expect(imported).toBe(24);
      return;
    }
    // What the network delivered twice was there already, as far as the answer tells: a number or a social login may be a stranger's.
    const left = problems.find(({ name }) => name === "import/login-taken")?.records;
    expect(refusedByService).toBe(left);
    expect(imported + alreadyThere + refusedByService).toBe(24);
    expect(partlyImported).toBeGreaterThan(0);
    expect(state.counts.loginMethods.emailpassword).toBe(clean.state.counts.loginMethods.emailpassword);
  });

  test.for(["500 after", "502 with a web page", "503 after"] as const)(
    "a burst of 40 times %s is sat out",
    async (name) => {
      const { result, state } = await importOver((request) =>
        request > 20 && request <= 60 ? FAULTS[name] : undefined,
      );
      expect(result.progress.imported).toBe(24);
      expect(state).toEqual(clean.state);
    },
  );

  test("both forms of Retry-After are honoured", async () => {
    const seconds = await importOver((request) => (request === 5 ? FAULTS["429 with seconds"] : undefined));
    expect(Math.max(...seconds.pauses)).toBeGreaterThanOrEqual(2_000);
    const date = await importOver((request) => (request === 5 ? FAULTS["429 with a date"] : undefined));
    // A date has whole seconds only.
    expect(Math.max(...date.pauses)).toBeGreaterThanOrEqual(1_900);
  });

  test("a clock that jumps by a day at every look disturbs nothing", async () => {
    let jumps = 0;
    const now = (): number => Date.now() + (++jumps % 2 === 0 ? 86_400_000 : -86_400_000);
    const { result, state } = await importOver(
      (request) => (request % 5 === 0 ? FAULTS["429 with a date"] : undefined),
      { now, retry: { attempts: 8, maxRetryAfterMs: 200_000_000 } },
    );
    expect(result.progress.imported).toBe(24);
    expect(state).toEqual(clean.state);
  });

  describe("by a clock that passes with the pauses only", () => {
    /** One user at a time, so that no two pauses run side by side. */
    async function importByClock(answer: (now: number) => Response | undefined, options: Partial<ImportOptions> = {}) {
      let now = 0;
      const sentAt: number[] = [];
      const sleep = async (milliseconds: number): Promise<void> => {
        now += milliseconds;
      };
      const rehearsal = createRehearsalService();
      const client = createImportClient({
        baseUrl: "http://localhost",
        apiKey: "faults",
        sleep,
        fetch: async (url, request) => {
          sentAt.push(now);
          return answer(now) ?? rehearsal.fetch(url, request);
        },
      });
      const result = await importUsers(recordsOf(USERS), {
        existing: { policy: "overwrite" },
        client,
        sleep,
        clock: () => now,
        concurrency: 1,
        ...options,
      });
      return { result, sentAt, elapsedMs: now };
    }

    test("a pause that is longer than the client bears is made by the run", async () => {
      const { result, sentAt } = await importByClock((now) =>
        now < 160_000 ? new Response("slow down", { status: 429, headers: { "retry-after": "150" } }) : undefined,
      );
      expect(result.progress).toMatchObject({ imported: 24, failed: 0 });
      const early = sentAt.filter((at) => at < 160_000);
      expect(early.length).toBeLessThanOrEqual(2);
    });

    test("a pause that nobody can sit out ends the run, and says how long it is", async () => {
      const { result, sentAt } = await importByClock(
        () => new Response("come back tomorrow", { status: 429, headers: { "retry-after": "86400" } }),
      );
      expect(result.ok || result.problems[0]).toMatchObject({
        code: "import/service-down",
        message: expect.stringContaining("86400 seconds"),
      });
      expect(result.progress.failed).toBe(0);
      expect(sentAt).toHaveLength(1);
    });

    test("an outage of 75 seconds is sat out, also by one user alone", async () => {
      const { result } = await importByClock((now) =>
        now < 75_000 ? new Response("<html>", { status: 503 }) : undefined,
      );
      expect(result.progress).toMatchObject({ imported: 24, failed: 0 });
    });

    test("the rate holds for the client's own repeats too", async () => {
      const { result, sentAt, elapsedMs } = await importByClock(
        (now) => (now < 60_000 && Math.floor(now / 100) % 3 > 0 ? new Response("", { status: 500 }) : undefined),
        { callsPerSecond: 2 },
      );
      expect(result.progress.imported + result.progress.failed).toBe(24);
      expect(sentAt.length).toBeLessThanOrEqual(2 * (elapsedMs / 1000) + 2);
      for (const [index, at] of sentAt.entries()) {
        const inOneSecond = sentAt.slice(index).filter((other) => other - at < 1_000);
        expect(inOneSecond.length).toBeLessThanOrEqual(3);
      }
    });
  });

  test("a service that was never there stops the run at its first user", async () => {
    const rehearsal = createRehearsalService();
    const service = await startFaultyService(rehearsal, () => undefined);
    await service.close();
    const client = createImportClient({ baseUrl: service.url, apiKey: "faults", sleep: async () => {} });
    const result = await importUsers(recordsOf(USERS), { existing: { policy: "overwrite" }, client, concurrency: 4 });
    expect(result.ok || result.problems[0].code).toBe("client/unreachable");
    expect(result.progress.unfinished).toBe(result.progress.records);
    expect(result.progress.records).toBeLessThan(10);
  });

  test("a service that goes down for good stops the run, and no user is written off for it", async () => {
    const { result } = await importOver(
      (request) => (request > 30 ? FAULTS["500 before"] : undefined),
      {},
      {
        concurrency: 8,
        patience: { outageMs: 50 },
        sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 50)),
      },
    );
    expect(result.ok || result.problems[0].code).toBe("import/service-down");
    const { records, imported, unfinished, failed } = result.progress;
    expect(imported + unfinished + failed).toBe(records);
    expect(failed).toBeLessThan(5);
  });

  test("a user whose request always fails is given up alone, and named with the step", async () => {
    const poisoned = new Set<string>();
    const failures: unknown[] = [];
    const { result } = await importOver(
      (_request, path) => {
        const isFirst = path.endsWith("/passwordhash/import") && poisoned.size === 0;
        if (isFirst) poisoned.add(path);
        return undefined;
      },
      {
        fetch: poison("user-6@example.com"),
      },
      {
        onOutcome: (outcome) => void (outcome.kind === "failed" && failures.push(outcome.record, outcome.step)),
      },
    );
    expect(result.progress).toMatchObject({ imported: 23, failed: 1, unfinished: 0 });
    expect(failures).toEqual([6, "password"]);
  });
});

/** A network on which everything about one user gets lost. */
function poison(email: string): FetchLike {
  return (url, request) =>
    request.body?.includes(`"${email}"`)
      ? Promise.reject(Object.assign(new Error("lost"), { code: "ECONNRESET" }))
      : fetch(url, request);
}

describe("settings that are wrong for everybody", () => {
  const answer = (status: number, body: string): Fault => ({
    carriedOut: 0,
    instead: (response) => {
      response.writeHead(status);
      response.end(body);
    },
  });

  test.for([
    [401, "Invalid API key", "client/api-key-refused"],
    [402, "MFA feature is not enabled.", "client/feature-not-licensed"],
    [403, "Email password login not enabled for tenant", "client/forbidden"],
    [404, "Not found", "client/path-not-found"],
    [405, "Method not supported", "client/path-not-found"],
    [
      500,
      "java.lang.IllegalStateException: 'provider_password_hashing_signer_key' cannot be null",
      "client/signer-key-missing",
    ],
  ] as const)("HTTP %i stops the run before anybody is written off", async ([status, body, code]) => {
    const { result, requests } = await importOver(() => answer(status, body));
    expect(result.ok || result.problems[0].code).toBe(code);
    expect(result.ok || result.problems[0].remedy).toBeTruthy();
    const { records, unfinished } = result.progress;
    expect(unfinished).toBe(records);
    expect(requests).toBeLessThanOrEqual(4);
  });

  test("a feature that is found missing late stops the run then", async () => {
    const { result } = await importOver((_request, path) =>
      path.includes("/accountlinking/")
        ? answer(402, "Account linking feature is not enabled for this app.")
        : undefined,
    );
    expect(result.ok || result.problems[0].code).toBe("client/feature-not-licensed");
    expect(result.progress.failed + result.progress.refusedByService).toBe(0);
  });

  test("403 for one request among many that worked is that user's failure", async () => {
    let calls = 0;
    const { result } = await importOver((_request, path) =>
      path.endsWith("/passwordhash/import") && ++calls >= 6 && calls <= 8 ? answer(403, "blocked") : undefined,
    );
    expect(result.ok).toBe(true);
    expect(result.progress.imported).toBeGreaterThanOrEqual(23);
  });
});
