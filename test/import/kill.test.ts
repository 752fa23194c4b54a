import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RehearsalUser } from "../../src/rehearsal/describe-state.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { byDay } from "../by-day.js";
import { NAMESPACE_FLAGS, NAMESPACES } from "../files/namespaces.js";
import { expectDevices, killAndResume } from "./kill-run.js";
import { makeUsers } from "./user-records.js";

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const USERS = numberFrom("CREDPORT_KILL_USERS", byDay(900));
const KILLS = numberFrom("CREDPORT_KILLS", byDay(18));
const SEED = numberFrom("CREDPORT_KILL_SEED", Math.floor(Math.random() * 2 ** 32));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-kill-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What must be on the service for a user: every login, linked into one user, and nothing else. */
function loginsOf({ passwordHash, phoneNumber, thirdParty }: NormalizedUser): string[] {
  return [
    ...(passwordHash === undefined ? [] : ["emailpassword"]),
    ...thirdParty.map(() => "thirdparty"),
    ...(phoneNumber === undefined ? [] : ["passwordless"]),
  ].sort();
}

test(
  `an import that is killed ${KILLS} times and resumed loses nobody and makes nobody twice`,
  {
    timeout: 600_000,
  },
  () => expectNobodyLost({ count: USERS, kills: KILLS, prefix: [] }),
);

NAMESPACES.test(
  "the same holds in containers, where each process has the number 1",
  () =>
    expectNobodyLost({
      count: Math.ceil(USERS / 4),
      kills: Math.ceil(KILLS / 3),
      prefix: NAMESPACE_FLAGS,
    }),
  600_000,
);

interface Run {
  readonly count: number;
  readonly kills: number;
  readonly prefix: readonly string[];
}

async function expectNobodyLost({ count, kills, prefix }: Run): Promise<void> {
  expect(existsSync(new URL("../../dist/import/index.js", import.meta.url)), "npm run build comes first").toBe(true);
  console.log(`kill test: ${count} users, ${kills} kills, CREDPORT_KILL_SEED=${SEED}`);
  const users = makeUsers(count);
  const result = await killAndResume({ users, kills, concurrency: 8, seed: SEED, folder, prefix });
  const repeated = result.requests - result.plannedRequests;
  console.log(
    `kill test: ${result.kills} kills, ${result.requests} requests for ${result.plannedRequests} planned, ` +
      `${repeated} over, ${result.report.reconciled} users reconciled`,
  );

  expect(result.kills).toBe(kills);
  expect(result.problems).toBeUndefined();
  // The account adds up, and every user counts as imported: none was there before.
  const { records, imported, unfinished } = result.report;
  expect({ records, imported, unfinished }).toEqual({ records: count, imported: count, unfinished: 0 });
  // The journal has one last word on each record.
  expect(new Set(result.outcomes.map(({ record }) => record)).size).toBe(count);
  expect(result.outcomes.every(({ outcome }) => outcome === "imported")).toBe(true);
  // A service that can't be asked shows of a login in flight only that it is there.
  const codes = result.outcomes.flatMap(({ problems = [] }) => problems.map(({ code }) => code));
  expect(codes.filter((code) => code !== "import/login-maybe-taken" && code !== "import/device-exists")).toEqual([]);
  // Nothing went out for anybody whose outcome was written down.
  expect(result.sentAfterOutcome).toBe(0);

  const byId = new Map<string, RehearsalUser>(result.state.users.map((user) => [user.id, user]));
  expect(byId.size).toBe(count);
  const devices = new Map<string, string[]>();
  for (const { userId, deviceName } of result.state.devices) {
    devices.set(userId, [...(devices.get(userId) ?? []), deviceName]);
  }
  for (const { record, serviceUserId = "" } of result.outcomes) {
    const user = users[record] as NormalizedUser;
    const stored = byId.get(serviceUserId);
    expect(stored?.loginMethods.map(({ recipeId }) => recipeId).sort()).toEqual(loginsOf(user));
    expect(stored?.isPrimary).toBe(loginsOf(user).length > 1);
    expectDevices(devices.get(serviceUserId) ?? [], user.totp);
  }
  const { loginMethods } = result.state.counts;
  const all = users.flatMap(loginsOf);
  expect(loginMethods.emailpassword + loginMethods.thirdparty + loginMethods.passwordless).toBe(all.length);
  expect(result.state.counts.links).toBe(all.length - count);
  // At most what was in flight was sent again: 8 users, and one call of each.
  expect(repeated).toBeLessThanOrEqual(kills * 8 * 3);
  // The lock, its owner's socket and what a killed takeover began are gone.
  expect((await readdir(folder)).sort()).toEqual(["journal", "records.ndjson"]);
}
