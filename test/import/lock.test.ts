import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "../../src/import/journal/lock.js";

let folder: string;
let journal: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-lock-"));
  journal = join(folder, "journal");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function ownLock(): Promise<Record<string, unknown>> {
  const lock = await takeLock(journal);
  const owner = JSON.parse(await readFile(`${journal}.lock`, "utf8"));
  if (lock.ok) await lock.value.release();
  return owner;
}

test("one at a time: a second taker is refused until the first lets go, and nothing is left behind", async () => {
  const first = await takeLock(journal);
  expect(first.ok).toBe(true);
  const second = await takeLock(journal);
  expect(second.ok || second.problems[0].code).toBe("import/journal-locked");
  expect(second.ok || second.problems[0].message).toContain(String(process.pid));
  if (first.ok) await first.value.release();
  expect(await readdir(folder)).toEqual([]);
  expect((await takeLock(journal)).ok).toBe(true);
});

test("of twenty at once, one gets it", async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(journal)));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
});

test("the lock of a process that is gone is taken over, by one of many", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const owner = await ownLock();
  await writeFile(`${journal}.lock`, JSON.stringify({ ...owner, pid: child.pid }));
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(journal)));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a process number that was used again does not keep the lock", async () => {
  const owner = await ownLock();
  if (owner.startedAt === "") return;
  await writeFile(`${journal}.lock`, JSON.stringify({ ...owner, startedAt: "1" }));
  expect((await takeLock(journal)).ok).toBe(true);
});

test("a lock from before the machine was started again is taken over", async () => {
  const owner = await ownLock();
  if (owner.boot === "") return;
  await writeFile(`${journal}.lock`, JSON.stringify({ ...owner, boot: "another" }));
  expect((await takeLock(journal)).ok).toBe(true);
});

test("the lock of another machine is kept, because its process can't be asked", async () => {
  const owner = await ownLock();
  await writeFile(`${journal}.lock`, JSON.stringify({ ...owner, host: `${hostname()}-2`, pid: 1 }));
  const refused = await takeLock(journal);
  expect(refused.ok || refused.problems[0].message).toContain(`${hostname()}-2`);
});

test("releasing twice, or after a takeover, takes nobody else's lock away", async () => {
  const first = await takeLock(journal);
  const owner = JSON.parse(await readFile(`${journal}.lock`, "utf8"));
  await writeFile(`${journal}.lock`, JSON.stringify({ ...owner, token: "another" }));
  if (first.ok) await first.value.release();
  expect(JSON.parse(await readFile(`${journal}.lock`, "utf8")).token).toBe("another");
});
