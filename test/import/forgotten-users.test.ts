import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, importUsers, readOutcomes } from "../../src/import/index.js";
import { verdictOn } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUser, makeUsers, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const USERS = makeUsers(40);
const binding = { input: { bytes: 1, sha256: "x" }, source: "test", baseUrl: "http://localhost", tenantPath: "" };
const begun = () => createRehearsalService({ service: "supertokens" });
type Service = Pick<ReturnType<typeof begun>, "fetch">;

interface Choices {
  readonly answer?: () => Response | undefined;
  readonly service?: "supertokens" | "default";
  readonly users?: readonly NormalizedUser[];
  readonly more?: Partial<ImportOptions>;
}

/** An import with one journal at whatever service there is now; `asked` has who was looked up by ID. */
async function importInto(rehearsal: Service, { answer, service = "supertokens", users = USERS, more }: Choices = {}) {
  const asked: string[] = [];
  const fetch = async (url: string, init: object) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname !== "/user/id") return rehearsal.fetch(url, init);
    asked.push(searchParams.get("userId") ?? "");
    return answer?.() ?? rehearsal.fetch(url, init);
  };
  const target = { baseUrl: "http://localhost", apiKey: "test", service, retry: { attempts: 1 } } as const;
  const options = { ...target, fetch: fetch as typeof globalThis.fetch };
  const administration = createAdministrationClient(options);
  const journal = { path: join(temporary.path(), "journal"), binding: { ...binding, profile: service } };
  const result = await importUsers(recordsOf(users), {
    client: createImportClient(options),
    existing: service === "default" ? { policy: "overwrite" } : { policy: "refuse", administration },
    journal: { ...journal, syncIntervalMs: 1 },
    concurrency: 1,
    ...more,
  });
  const { progress } = result;
  const stopped = result.ok ? undefined : result.problems[0];
  const run = { stopped, signIns: undefined, isRehearsal: false, total: users.length };
  return { stopped, progress, asked, end: verdictOn(progress, run).end };
}

async function idsInJournal(): Promise<readonly string[]> {
  const outcomes = await readOutcomes(join(temporary.path(), "journal"));
  const ids: string[] = [];
  if (outcomes.ok) for await (const { serviceUserId = "" } of outcomes.value) ids.push(serviceUserId);
  return ids;
}

const remove = (service: Service, userId = "") =>
  service.fetch("http://localhost/user/remove", { method: "POST", body: JSON.stringify({ userId }) });

/** Another service stands in for this one from its call with that number on. */
function replacedAt(call: number, service: Service, other: Service): Service {
  let calls = 0;
  const fetch = ((...request) => (++calls > call ? other : service).fetch(...request)) as Service["fetch"];
  return { fetch };
}

const ofUser = (name: string, line: number) => [expect.objectContaining({ name, records: 1, firstLines: [line] })];

describe("at the begin of a resumed run", () => {
  test("nothing is sent to a service that was begun again", async () => {
    const first = await importInto(begun());
    expect([first.end, first.progress.imported, first.asked.length]).toEqual(["fine", 40, 8]);
    const other = begun();
    const { stopped, asked, progress, end } = await importInto(other);
    const all = expect.stringContaining("of 22 whom it had acknowledged it does not know 22");
    expect([end, stopped]).toMatchObject(["stopped", { code: "import/target-changed", message: all }]);
    expect([new Set(asked).size, progress.imported, other.state().users.length]).toEqual([22, 0, 0]);
  });

  test("nor to one that knows some of them, where neighbours are missing at one place after another", async () => {
    const service = begun();
    await importInto(service);
    const ids = await idsInJournal();
    for (const id of ids.slice(12)) await remove(service, id);
    const { stopped, progress } = await importInto(service);
    expect(stopped?.message).toMatch(/of \d+ whom it had acknowledged it does not know [3-9]|1\d /);
    expect(stopped?.message).toMatch(/\(line \d+, \d+/);
    expect(progress.records).toBe(0);
  });

  test.each([2, 3])("but to one on which the last %d users have deleted themselves, who are named", async (gone) => {
    const service = begun();
    await importInto(service);
    const ids = await idsInJournal();
    for (const id of ids.slice(-gone)) await remove(service, id);
    const { stopped, progress, end } = await importInto(service);
    expect([stopped, progress.imported, end]).toEqual([undefined, 40, "problems"]);
    expect(progress.problems).toMatchObject([{ name: "import/user-gone", records: gone }]);
  });

  test("but to one on which the first and the last users have deleted themselves, who are named", async () => {
    const service = begun();
    await importInto(service);
    const ids = await idsInJournal();
    for (const id of [...ids.slice(0, 5), ...ids.slice(-5)]) await remove(service, id);
    const { stopped, progress, end } = await importInto(service);
    expect([stopped, progress.imported, end]).toEqual([undefined, 40, "problems"]);
    expect(progress.problems).toMatchObject([{ name: "import/user-gone", records: 7 }]);
  });

  test("a user who is missing alone ends no run, and is named in its report", async () => {
    const service = begun();
    await importInto(service);
    const [first] = await idsInJournal();
    await remove(service, first);
    const { stopped, progress, end } = await importInto(service);
    expect([stopped, progress.imported, end]).toEqual([undefined, 40, "problems"]);
    expect(progress.problems).toEqual(ofUser("import/user-gone", 1));
  });
});

describe("at the end of a run", () => {
  test("a service that was emptied while it ran has not all users, and neither has it for the next run", async () => {
    const other = begun();
    const service = replacedAt(90, begun(), other);
    const { stopped, end, progress } = await importInto(service);
    expect([end, stopped?.code, progress.unfinished]).toEqual(["stopped", "import/target-changed", 0]);
    expect(stopped?.message).toMatch(/\(line 1, \d+, /);
    expect(other.state().users.length).toBeGreaterThan(5);
    const again = await importInto(service);
    expect([again.end, again.stopped?.code, again.progress.records]).toEqual(["stopped", "import/target-changed", 0]);
  });

  test("the latest users are missed, where the service was restored to an earlier state", async () => {
    const service = begun();
    const whole = await importInto(service);
    expect(whole.end).toBe("fine");
    const ids = await idsInJournal();
    for (const id of ids.slice(11)) await remove(service, id);
    expect((await importInto(service)).stopped?.code).toBe("import/target-changed");
  });

  test("it is said where the service can't be asked", async () => {
    const down = await importInto(begun(), { answer: () => new Response("", { status: 500 }) });
    expect([down.end, down.stopped]).toMatchObject(["stopped", { code: "import/service-down" }]);
    expect(down.stopped?.message).toContain("does not say whether it still has them: client/service-error");
    expect([down.progress.imported, down.progress.unfinished]).toEqual([40, 0]);
    const back = await importInto(begun(), { answer: () => new Response("no", { status: 403 }) });
    expect([back.end, back.progress.problems]).toEqual(["fine", ofUser("import/not-confirmed", 1)]);
  });

  test("nobody is asked for where the profile has no call for it, or the run ended early", async () => {
    const plain = createRehearsalService({ service: "default" });
    const { end, asked } = await importInto(plain, { service: "default" });
    expect([end, asked]).toEqual(["fine", []]);
  });

  test("Ctrl-C ends it as the run, and the rate holds", async () => {
    const abort = new AbortController();
    const answer = () => {
      abort.abort();
      throw new TypeError("fetch failed");
    };
    const { stopped, end } = await importInto(begun(), { answer, more: { signal: abort.signal } });
    expect([end, stopped?.code]).toEqual(["stopped", "import/interrupted"]);
    const pauses: number[] = [];
    const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
    const slow = await importInto(begun(), { more: { callsPerSecond: 50, sleep, journal: undefined } });
    expect([slow.end, pauses.filter((pause) => pause === 20)].flat().slice(0, 9)).toEqual([
      "fine",
      ...Array(8).fill(20),
    ]);
  });
});

/** With a device, whose import a service says OK to for any ID. */
const WITH_DEVICE = { ...makeUser(1), totp: makeUser(1).totp.slice(0, 1), emailVerified: true };

function withoutDevices(service: Service): Service {
  const fetch = (async (...[input, init]: Parameters<Service["fetch"]>) => {
    if (String(input).endsWith("/totp/device/import")) throw new TypeError("fetch failed");
    return service.fetch(input, init);
  }) as Service["fetch"];
  return { fetch };
}

test("a user whom an earlier run has begun, and whose account is gone, begins anew: their device is given to nobody", async () => {
  const service = begun();
  const more = { sleep: async () => {} };
  const users = [WITH_DEVICE, ...USERS.filter(({ totp }) => totp.length === 0)];
  await importInto(withoutDevices(service), { users, more });
  const [made] = service.state().users.filter(({ loginMethods }) => loginMethods[0]?.email === WITH_DEVICE.email);
  await remove(service, made?.id);
  const { progress, end } = await importInto(service, { users, more });
  expect([progress.failed, end]).toEqual([0, "fine"]);
  const { devices, users: there } = service.state();
  const [again] = there.filter(({ loginMethods }) => loginMethods[0]?.email === WITH_DEVICE.email);
  expect(devices).toMatchObject([{ userId: again?.id }]);
});
