import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fleetReport, planFleet } from "../../src/fleet/index.js";
import type { OutcomeLine } from "../../src/import/index.js";
import type { RehearsalUser } from "../../src/rehearsal/describe-state.js";
import { formatUser, type NormalizedUser } from "../../src/source/index.js";
import { byDay } from "../by-day.js";
import { PROGRAM } from "../cli/run-built-cli.js";
import { seededRandom } from "../import/kill-run.js";
import { makeUsers } from "../import/user-records.js";
import { WatchedService, WorkerCrew } from "./kill-fleet.js";
import { contentOf } from "./redis-content.js";
import { REDIS, TestRedis } from "./redis-server.js";

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const USERS = numberFrom("CREDPORT_FLEET_USERS", byDay(900));
const KILLS = numberFrom("CREDPORT_FLEET_KILLS", byDay(12));
const SEED = numberFrom("CREDPORT_FLEET_SEED", Math.floor(Math.random() * 2 ** 32));
const WORKERS = 4;
const PROOF_KILLS = 4;
/** What a worker was about to write, or by what it was about to take a lock: with a name of its own, in nobody's way. */
const OF_KILLED = /\.partial$|^\.credport-[0-9a-f-]{36}$|\.journal\.lock\.[0-9a-f-]{36}$/;
const LOST_AFTER_SECONDS = 2;
/** Between the two ends of a Redis that is gone. */
const GONE_MS = numberFrom("CREDPORT_FLEET_GONE_MS", 500);

let folder: string;
let redis: TestRedis;
let service: WatchedService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-fleet-"));
  if (REDIS.isMet) redis = await TestRedis.start(folder);
  service = new WatchedService();
});

afterEach(async () => {
  service.close();
  await redis?.kill();
  await rm(folder, { recursive: true, force: true });
});

const place = (name: string) => join(folder, name);

async function plan(users: readonly NormalizedUser[], isToProve = false): Promise<void> {
  const lines = users.map((user) => `${formatUser(user)}\n`);
  await writeFile(place("users.ndjson"), lines.join(""));
  const planned = await planFleet({
    ...{ input: place("users.ndjson"), from: "credport", redis: redis.url, runFile: place("users.fleet") },
    ...{ chunkBytes: 1 << 16, isToProve },
  });
  if (!planned.ok) throw new Error(planned.problems[0].message);
}

async function crew(...more: string[]): Promise<WorkerCrew> {
  expect(existsSync(PROGRAM), "npm run build comes first").toBe(true);
  return crewFor(await service.listen(), more);
}

function crewFor(to: string, more: readonly string[] = []): WorkerCrew {
  const source = ["--source", "django", "--folder", place("shared"), "--lost-after", String(LOST_AFTER_SECONDS)];
  return new WorkerCrew([
    "fleet",
    "work",
    place("users.fleet"),
    ...source,
    "--to",
    to,
    "--service",
    "default",
    "--existing",
    "overwrite",
    ...more,
  ]);
}

/** What must be on the service for a user: every login, linked into one user, and nothing else. */
function loginsOf({ passwordHash, phoneNumber, thirdParty }: NormalizedUser): string[] {
  return [
    ...(passwordHash === undefined ? [] : ["emailpassword"]),
    ...thirdParty.map(() => "thirdparty"),
    ...(phoneNumber === undefined ? [] : ["passwordless"]),
  ].sort();
}

/** Nobody lost, nobody twice, and an account that says so. */
async function expectEverybodyOnce(users: readonly NormalizedUser[]): Promise<void> {
  const report = await fleetReport({ runFile: place("users.fleet"), folders: [place("shared")] });
  if (!report.ok) throw new Error(report.problems[0].message);
  expect(report.warnings).toEqual([]);
  const { records, imported, unfinished, problems = [] } = report.value.import ?? {};
  // A login that was on its way at a kill is named: a service that can't be asked shows only that it is there.
  const others = problems.filter(({ name }) => name !== "import/login-maybe-taken");
  expect({ records, imported, unfinished, problems: others }).toEqual({
    ...{ records: users.length, imported: users.length, unfinished: 0, problems: [] },
  });
  const rows = new Map<number, OutcomeLine>();
  for await (const row of report.value.outcomes()) {
    expect(rows.has(row.record)).toBe(false);
    rows.set(row.record, row);
  }
  const state = service.state();
  const byId = new Map<string, RehearsalUser>(state.users.map((user) => [user.id, user]));
  expect(byId.size).toBe(users.length);
  const devices = new Map<string, string[]>();
  for (const { userId, deviceName } of state.devices) {
    devices.set(userId, [...(devices.get(userId) ?? []), deviceName]);
  }
  for (const [record, user] of users.entries()) {
    const row = rows.get(record);
    expect([row?.line, row?.userId]).toEqual([record + 1, user.externalUserId]);
    const stored = byId.get(row?.serviceUserId ?? "");
    expect(stored?.loginMethods.map(({ recipeId }) => recipeId).sort()).toEqual(loginsOf(user));
    const names = user.totp.map(({ deviceName = "Imported TOTP device" }) => deviceName).sort();
    expect((devices.get(row?.serviceUserId ?? "") ?? []).sort()).toEqual(names);
  }
  const { loginMethods } = state.counts;
  const all = users.flatMap(loginsOf);
  expect(loginMethods.emailpassword + loginMethods.thirdparty + loginMethods.passwordless).toBe(all.length);
}

async function expectNothingOfUsersInRedis(users: readonly NormalizedUser[]): Promise<void> {
  const content = await contentOf(redis.url);
  const texts = users.flatMap(({ email, phoneNumber, passwordHash, totp, externalUserId }) => [
    ...[email, phoneNumber, passwordHash, externalUserId, ...totp.map(({ secretKey }) => secretKey)],
  ]);
  expect(texts.filter((text) => text !== undefined && content.includes(text))).toEqual([]);
}

/** Jobs of imports that BullMQ has taken from a worker without a sign of life. */
async function stalledJobs(): Promise<number> {
  const client = new Redis(redis.url);
  try {
    const keys = (await client.keys("*:queue:import:*")).filter((key) => /-import-\d+$/.test(key));
    const counts = await Promise.all(keys.map((key) => client.hget(key, "stc")));
    return counts.filter((count) => Number(count) > 0).length;
  } finally {
    client.disconnect();
  }
}

REDIS.describe(`a run over ${WORKERS} workers`, () => {
  test(`of which ${KILLS} are killed, one is suspended, and whose Redis is killed twice, loses nobody and makes nobody twice`, {
    timeout: 1_800_000,
  }, async () => {
    console.log(`fleet kill test: ${USERS} users, ${KILLS} kills, CREDPORT_FLEET_SEED=${SEED}`);
    const random = seededRandom(SEED);
    const users = makeUsers(USERS);
    await plan(users);
    const workers = await crew();
    const kill = () => workers.kill(random);
    // About three requests a user; some kills come before the first of them.
    const early = Math.floor(KILLS / 4);
    const moments = Array.from({ length: KILLS - early }, () => 1 + Math.floor(random() * USERS * 2.4));
    moments.sort((one, other) => one - other);
    const redisDies = [0.3, 0.7].map((share) => Math.floor(USERS * 2.4 * share));
    let isSuspended = false;
    const disturbances: Promise<void>[] = [];
    const restartRedis = async () => {
      await redis.kill();
      await sleep(GONE_MS);
      await redis.start();
    };
    service.onRequest = (request) => {
      if (redisDies[0] !== undefined && request >= redisDies[0]) {
        redisDies.shift();
        disturbances.push(restartRedis());
      }
      if (!isSuspended && request > USERS) {
        isSuspended = true;
        disturbances.push(workers.suspend(random, LOST_AFTER_SECONDS * 2500));
      }
      if (moments[0] === undefined || request < moments[0]) return {};
      moments.shift();
      return random() < 0.5 ? { before: kill } : { after: () => setTimeout(kill, random() * 5) };
    };
    const ended = workers.work(WORKERS);
    for (let at = 0; at < early; at++) {
      await sleep(400 + random() * 800);
      kill();
    }
    await ended;
    await Promise.all(disturbances);
    console.log(`fleet kill test: ${workers.kills} kills, ${service.requests} requests`);
    expect(workers.faults).toEqual([]);
    // Some find no worker that runs.
    expect(workers.kills).toBeGreaterThanOrEqual(Math.ceil(KILLS * 0.75));
    await expectEverybodyOnce(users);
    await expectNothingOfUsersInRedis(users);
    const left = (await readdir(place("shared"))).filter(
      (name) => !/^(store$|chunk-\d+\.(journal|refused\.ndjson|check\.json)$)/.test(name),
    );
    expect(left.filter((name) => !OF_KILLED.test(name))).toEqual([]);
  });

  test("proves a run with known users of which the workers are killed at each of their calls", {
    timeout: 600_000,
  }, async () => {
    service = new WatchedService("supertokens");
    const [email, password] = ["user-6@example.com", "correct horse battery"];
    const passwordHash = bcrypt.hashSync(password, 4);
    const users = makeUsers(120).map((user) => (user.email === email ? { ...user, passwordHash } : user));
    await plan(users, true);
    await writeFile(place("known.csv"), `identifier,password\n${email},${password}\n`, { mode: 0o600 });
    const workers = await crew("--service", "supertokens", "--known", place("known.csv"));
    let calls = 0;
    service.onRequest = () => {
      const { path = "", email: asked } = service.asked.at(-1) ?? {};
      const isOfProof = asked === email || path.startsWith("/recipe/signin");
      if (!isOfProof || ++calls > PROOF_KILLS) return {};
      const killAll = () => {
        workers.kills++;
        workers.killAll();
      };
      return calls % 2 === 0 ? { before: killAll } : { after: killAll };
    };
    await workers.work(2);
    expect(workers.faults).toEqual([]);
    expect(workers.kills).toBe(PROOF_KILLS);
    // An address of the preflight's ends in .invalid, and nobody has it.
    const sent = service.asked.filter((request) => request.email !== "" && !request.email.endsWith(".invalid"));
    const signIn = sent.findIndex(({ path }) => path === "/recipe/signin");
    expect(new Set(sent.slice(0, signIn).map((request) => request.email))).toEqual(new Set([email]));
    await expectEverybodyOnce(users);
    await expectNothingOfUsersInRedis(users);
  });

  test("gives the chunk of a stalled worker to another one, and lets only one of them send", {
    timeout: 600_000,
  }, async () => {
    const users = makeUsers(240);
    await plan(users);
    const stalled = await crew();
    const to = service.address();
    service.onRequest = (request) => (request === 50 ? { before: () => stalled.signalAll("SIGSTOP") } : {});
    const first = stalled.work(1);
    await expect.poll(() => service.requests).toBeGreaterThanOrEqual(50);
    const other = crewFor(to);
    const second = other.work(1);
    await expect.poll(stalledJobs).toBeGreaterThan(0);
    stalled.signalAll("SIGCONT");
    await Promise.all([first, second]);
    expect([stalled.faults, other.faults]).toEqual([[], []]);
    await expectEverybodyOnce(users);
  });

  test("takes a run up again whose Redis has lost everything", { timeout: 600_000 }, async () => {
    const users = makeUsers(240);
    await plan(users);
    const workers = await crew();
    service.onRequest = (request) => (request === 300 ? { before: () => workers.killAll() } : {});
    const first = workers.work(2);
    while (service.requests < 300) await sleep(50);
    await redis.kill();
    workers.killAll();
    await rm(place("appendonlydir"), { recursive: true, force: true });
    await redis.start();
    await first;
    expect(workers.faults.length).toBeGreaterThan(0);
    workers.faults.length = 0;
    await plan(users);
    await workers.work(2);
    expect(workers.faults).toEqual([]);
    await expectEverybodyOnce(users);
  });
});
