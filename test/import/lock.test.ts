import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LockSteps, type Owner, takeLock } from "../../src/import/journal/lock.js";

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

test("a takeover that was cut off keeps nobody waiting", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const gone = { ...(await ownLock()), pid: child.pid, token: "gone" };
  await writeFile(`${journal}.lock`, JSON.stringify(gone));
  await writeFile(`${journal}.lock.after-gone`, JSON.stringify({ ...gone, token: "gone-too" }));
  await writeFile(`${journal}.lock.takeover`, "");
  expect((await takeLock(journal)).ok).toBe(true);
});

test("a lock that names nobody, because the machine crashed, is taken over", async () => {
  await writeFile(`${journal}.lock`, "");
  expect((await takeLock(journal)).ok).toBe(true);
});

/** A file system in memory and processes that die, every step in the order that the test says. */
class World {
  readonly files = new Map<string, string>();
  readonly dead = new Set<string>();
  readonly #turn: (token: string) => Promise<void>;

  constructor(turn: (token: string) => Promise<void>) {
    this.#turn = turn;
  }

  stepsOf(token: string): LockSteps {
    const step = async <T>(work: () => T): Promise<T> => {
      await this.#turn(token);
      // The dead do nothing more, and never hear of it.
      if (this.dead.has(token)) return new Promise(() => {});
      return work();
    };
    return {
      write: (path, text) => step(() => void this.files.set(path, text)),
      link: (from, to) =>
        step(() => {
          if (this.files.has(to)) return false;
          this.files.set(to, this.files.get(from) as string);
          return true;
        }),
      read: (path) => step(() => this.files.get(path)),
      remove: (path) => step(() => void this.files.delete(path)),
      isAlive: (holder) => step(() => !this.dead.has(holder.token)),
    };
  }
}

const owner = (token: string): Owner => ({ pid: 1, startedAt: "1", boot: "b", host: "h", token });

describe("in whatever order the steps of several processes come", () => {
  test("no two of them hold the lock, and it can be taken when all are done", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.option(fc.nat({ max: 40 })), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        async (scheduler, deaths, isLeftOver) => {
          const steps = new Map<string, number>();
          let violations = 0;
          let holder: string | undefined;
          const world = new World(async (token) => {
            await scheduler.schedule(Promise.resolve(), token);
            const done = (steps.get(token) ?? 0) + 1;
            steps.set(token, done);
            const death = deaths[Number(token.split("-")[1])];
            if (death === null || death === undefined || done < death) return;
            world.dead.add(token);
            if (holder === token) holder = undefined;
          });
          if (isLeftOver) {
            world.dead.add("before");
            world.files.set("j.lock", JSON.stringify(owner("before")));
          }
          const contend = async (token: string): Promise<void> => {
            for (let time = 0; time < 3; time++) {
              const lock = await takeLock("j", world.stepsOf(token), owner(token));
              if (!lock.ok) continue;
              if (holder !== undefined) violations++;
              holder = token;
              await world.stepsOf(token).isAlive(owner(token), owner(token));
              holder = undefined;
              await lock.value.release();
            }
          };
          for (let number = 0; number < deaths.length; number++) void contend(`p-${number}`);
          await scheduler.waitIdle();
          expect(violations).toBe(0);
          const last = new World(async () => {});
          for (const [path, text] of world.files) last.files.set(path, text);
          for (const token of world.dead) last.dead.add(token);
          expect((await takeLock("j", last.stepsOf("last"), owner("last"))).ok).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a lock that is let go and taken anew between two looks is left alone", async () => {
    const world = new World(async () => {});
    const first = await takeLock("j", world.stepsOf("a"), owner("a"));
    const steps = world.stepsOf("b");
    let reads = 0;
    const second = await takeLock(
      "j",
      {
        ...steps,
        read: async (path) => {
          if (path !== "j.lock" || reads++ > 0) return steps.read(path);
          if (first.ok) await first.value.release();
          const seen = await steps.read(path);
          expect((await takeLock("j", world.stepsOf("c"), owner("c"))).ok).toBe(true);
          return seen;
        },
      },
      owner("b"),
    );
    expect(second.ok).toBe(false);
    expect(JSON.parse(world.files.get("j.lock") ?? "").token).toBe("c");
  });
});
