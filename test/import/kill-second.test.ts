import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { importUsers } from "../../src/import/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { byDay } from "../by-day.js";
import { expectDevices, killAndResume } from "./kill-run.js";
import { makeUsers, recordsOf } from "./user-records.js";

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const USERS = numberFrom("CREDPORT_KILL_USERS", 240);
const KILLS = numberFrom("CREDPORT_KILLS", byDay(15));
const SEED = numberFrom("CREDPORT_KILL_SEED", Math.floor(Math.random() * 2 ** 32));

/** Users of the first export, by turns: as they were, with another password, with one more login, device, or gone. */
function secondOf(user: NormalizedUser, at: number): readonly NormalizedUser[] {
  const social = {
    thirdPartyId: "github",
    thirdPartyUserId: `h-${at}`,
    email: user.email ?? `h-${at}@example.org`,
  };
  const device = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 60, skew: 1, deviceName: "second" };
  if (at % 5 === 1 && user.passwordHash !== undefined) return [{ ...user, passwordHash: OTHER }];
  const hasLogin = user.passwordHash !== undefined || user.thirdParty.length > 0;
  // A social login can't be brought to a user who has had codes only.
  if (at % 5 === 2 && hasLogin) return [{ ...user, thirdParty: [...user.thirdParty, { ...social, isVerified: true }] }];
  if (at % 5 === 3) return [{ ...user, totp: [...user.totp, device] }];
  return at % 5 === 4 ? [] : [user];
}

const OTHER = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";

test(`a second export that is killed ${KILLS} times and resumed loses nobody and makes nobody twice`, {
  timeout: 600_000,
}, async () => {
  const isBuilt = existsSync(new URL("../../dist/import/index.js", import.meta.url));
  expect(isBuilt, "npm run build comes first").toBe(true);
  const folder = await mkdtemp(join(tmpdir(), "credport-kill-second-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const everybody = makeUsers(USERS);
  const first = everybody.slice(0, (USERS * 2) / 3);
  const added = everybody.slice(first.length);
  const kept = first.flatMap(secondOf);
  console.log(`second kill test: ${USERS} users, CREDPORT_KILL_SEED=${SEED}`);
  const result = await killAndResume({
    ...{ users: [...kept, ...added], first, folder },
    ...{ kills: KILLS, seed: SEED, concurrency: 8, leastRequests: added.length },
  });
  expect(result.kills).toBe(KILLS);
  expect(result.problems).toBeUndefined();
  expect(result.sentAfterOutcome).toBe(0);
  const { records, imported, alreadyThere, failed, unfinished, since } = result.report;
  expect({ records, imported, alreadyThere, failed, unfinished }).toEqual({
    ...{ records: kept.length + added.length, imported: added.length, alreadyThere: kept.length },
    ...{ failed: 0, unfinished: 0 },
  });
  expect(since?.gone).toBe(first.length - kept.length);
  // Those who are gone from the export are on the service still.
  expect(result.state.users).toHaveLength(everybody.length);
  expectLogins(result.state, kept, added);
  // A third export finds each of them, and sends nothing.
  const gone = first.filter((user, at) => secondOf(user, at).length === 0);
  const third = [...gone, ...added, ...kept];
  const fetch = () => Promise.reject(new TypeError("nothing is to be sent"));
  const { progress } = await importUsers(recordsOf(third), {
    ...{
      existing: { policy: "overwrite" },
      client: createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch }),
    },
    changedSince: { journal: join(folder, "journal"), passwords: "overwrite", users: () => recordsOf(third) },
  });
  expect(progress).toMatchObject({ alreadyThere: everybody.length, since: { unchanged: everybody.length, gone: 0 } });
});

/** Each login and device of an export is there, a device whose call was cut off at worst twice; those who are gone have theirs. */
function expectLogins(
  { users, devices }: Awaited<ReturnType<typeof killAndResume>>["state"],
  kept: readonly NormalizedUser[],
  added: readonly NormalizedUser[],
): void {
  const logins = users.flatMap(({ id, loginMethods }) =>
    loginMethods.map(({ thirdParty, phoneNumber, email, recipeId }) => ({
      id,
      key: thirdParty?.userId ?? phoneNumber ?? `${recipeId} ${email}`,
    })),
  );
  expect(new Set(logins.map(({ key }) => key)).size).toBe(logins.length);
  for (const { passwordHash, email, phoneNumber, thirdParty, totp } of [...kept, ...added]) {
    const keys = [
      ...(passwordHash === undefined ? [] : [`emailpassword ${email}`]),
      ...(phoneNumber === undefined ? [] : [phoneNumber]),
      ...thirdParty.map(({ thirdPartyUserId }) => thirdPartyUserId),
    ];
    const ids = new Set(keys.map((key) => logins.find((login) => login.key === key)?.id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    const names = devices.flatMap(({ userId, deviceName }) => (userId === id ? deviceName : []));
    expectDevices(names, totp);
  }
}
