import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { contend, type Lock, type LockSteps, letGo, type Owner, takeLock } from "../../src/files/lock.js";
import { placeOf } from "../../src/files/sign-of-life.js";
import { needs } from "../needs.js";
import { NAMESPACE_FLAGS, NAMESPACES } from "./namespaces.js";

let folder: string;
let journal: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-lock-"));
  journal = join(folder, "journal");
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** The lock, which the end of the test lets go. */
async function take(path = journal): Promise<Lock | undefined> {
  const taken = await takeLock(path);
  if (!("lock" in taken)) return undefined;
  onTestFinished(() => taken.lock.release());
  return taken.lock;
}

async function holderOf(path = journal): Promise<Owner | undefined> {
  const taken = await takeLock(path);
  if ("holder" in taken) return taken.holder;
  await taken.lock.release();
  return undefined;
}

/** Another process that takes the lock and holds it until it is killed. */
async function startHolder(path: string, prefix: readonly string[] = []): Promise<ChildProcess> {
  const [command = "", ...args] = [...prefix, process.execPath, HOLDER, path];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  return child;
}

const HOLDER = fileURLToPath(new URL("hold-lock.mjs", import.meta.url));

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "close");
}

const hasPlaces = (await placeOf(tmpdir())) !== "";

test("one at a time: a second taker is refused until the first lets go, and nothing is left behind", async () => {
  const first = await takeLock(journal);
  expect(await holderOf()).toMatchObject({ pid: process.pid, host: hostname() });
  if ("lock" in first) await first.lock.release();
  expect(await readdir(folder)).toEqual([]);
  expect(await take()).toBeDefined();
});

test("of twenty at once, one gets it", async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
  expect(taken.filter((lock) => lock !== undefined)).toHaveLength(1);
});

test("a file that is reached by a symbolic link has the same lock, also before it is there", async () => {
  await symlink("journal", join(folder, "link"));
  await symlink(folder, join(folder, "folder"));
  await take();
  for (const path of [join(folder, "link"), join(folder, "folder", "journal"), join(folder, "folder", "link")]) {
    expect(await holderOf(path)).toMatchObject({ pid: process.pid });
  }
  await writeFile(journal, "");
  expect(await holderOf(join(folder, "link"))).toMatchObject({ pid: process.pid });
});

needs("Linux", hasPlaces).describe("on one machine, where the system tells who lives", () => {
  test("the lock of a killed process is taken over at once, by one of many, without its remains", async () => {
    const child = await startHolder(journal);
    expect(await holderOf()).toMatchObject({ pid: child.pid });
    await kill(child);
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(journal)));
    const locks = taken.flatMap((each) => ("lock" in each ? [each.lock] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test("a process that is stopped keeps its lock", async () => {
    const child = await startHolder(journal);
    child.kill("SIGSTOP");
    expect(await holderOf()).toMatchObject({ pid: child.pid });
  });

  test("a takeover that was cut off keeps nobody waiting", async () => {
    const child = await startHolder(journal);
    const gone = JSON.parse(await readFile(`${journal}.lock`, "utf8")) as Owner;
    await kill(child);
    await writeFile(`${journal}.lock.after-${gone.token}`, JSON.stringify(gone));
    expect(await take()).toBeDefined();
  });

  NAMESPACES.describe("across containers", () => {
    test("two processes that share host name and process number do not both get the lock", async () => {
      const child = await startHolder(journal, NAMESPACE_FLAGS);
      const second = execFileSync(NAMESPACE_FLAGS[0] as string, [
        ...NAMESPACE_FLAGS.slice(1),
        process.execPath,
        HOLDER,
        journal,
        "once",
      ]);
      expect(second.toString()).toBe("held by 1\n");
      expect(await holderOf()).toMatchObject({ pid: 1, host: hostname() });
      await kill(child);
      expect(await take()).toBeDefined();
    });
  });
});

describe("where the system can't tell, the heartbeat does", () => {
  const elsewhere: Owner = { pid: 7, host: "elsewhere", place: "", token: "elsewhere" };
  const lockFile = (): string => `${journal}.lock`;

  test("a holder whose heart beats keeps the lock, and the watch is announced", async () => {
    const beating = JSON.stringify(elsewhere);
    await writeFile(lockFile(), beating);
    const watched: Owner[] = [];
    const taken = await takeLock(journal, {
      onWatch: (holder) => {
        watched.push(holder);
        void writeFile(lockFile(), `${beating} `);
      },
    });
    expect(taken).toEqual({ holder: elsewhere });
    expect(watched).toEqual([elsewhere]);
  });

  test("a lock whose heart is silent for 20 seconds is taken over, and one that a crash has emptied", async () => {
    const texts = [JSON.stringify(elsewhere), "", "\0\0\0"];
    const paths = texts.map((_, index) => `${journal}-${index}`);
    await Promise.all(texts.map((text, index) => writeFile(`${paths[index]}.lock`, text)));
    // The clock that counts the silence goes as this test says; the looks at the file take their own time.
    vi.useFakeTimers({ toFake: ["performance"] });
    const looked = new Set<string>();
    const taking = Promise.all(paths.map((path) => takeLock(path, { onWatch: () => void looked.add(path) })));
    await expect.poll(() => looked.size).toBe(texts.length);
    vi.advanceTimersByTime(19_900);
    const first = await Promise.race([taking, wait(2_500, "none")]);
    expect(first).toBe("none");
    vi.advanceTimersByTime(200);
    const taken = await taking;
    for (const one of taken) if ("lock" in one) onTestFinished(() => one.lock.release());
    expect(taken.every((one) => "lock" in one)).toBe(true);
  });

  test("a file that is not a lock of credport is left alone", async () => {
    await writeFile(lockFile(), "GEM\n  specs:\n");
    expect(await holderOf()).toMatchObject({ pid: 0 });
    expect(await readFile(lockFile(), "utf8")).toBe("GEM\n  specs:\n");
  });

  test("the watch ends when the run does", async () => {
    await writeFile(lockFile(), JSON.stringify(elsewhere));
    const abort = new AbortController();
    const taken = await takeLock(journal, { signal: abort.signal, onWatch: () => abort.abort() });
    expect(taken).toEqual({ holder: elsewhere });
  });

  test("a held lock beats", async () => {
    const lock = await take();
    const size = (await readFile(lockFile(), "utf8")).length;
    await expect.poll(async () => (await readFile(lockFile(), "utf8")).length).toBeGreaterThan(size);
    expect(await lock?.confirm()).toBe(true);
  });

  test("an owner who was suspended learns that the lock is another's, and leaves it alone", async () => {
    const lock = await take();
    expect(await lock?.confirm()).toBe(true);
    await writeFile(lockFile(), JSON.stringify(elsewhere));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    expect(await lock?.confirm()).toBe(false);
    await lock?.release();
    expect(await readFile(lockFile(), "utf8")).toBe(JSON.stringify(elsewhere));
  });

  test("an owner whose lock was deleted learns of it", async () => {
    const lock = await take();
    await rm(lockFile());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    expect(await lock?.confirm()).toBe(false);
  });
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
      isAlive: ({ holder }) => step(() => !this.dead.has(holder?.token ?? "")),
    };
  }
}

const owner = (token: string): Owner => ({ pid: 1, host: "h", place: "p", token });

describe("in whatever order the steps of several processes come", () => {
  test("no two of them hold the lock, and it can be taken when all are done", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.option(fc.nat({ max: 40 })), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        async (scheduler, deaths, isLeftOver) => {
          const counts = new Map<string, number>();
          let violations = 0;
          let holder: string | undefined;
          const world = new World(async (token) => {
            await scheduler.schedule(Promise.resolve(), token);
            const done = (counts.get(token) ?? 0) + 1;
            counts.set(token, done);
            const death = deaths[Number(token.split("-")[1])];
            if (death === null || death === undefined || done < death) return;
            world.dead.add(token);
            if (holder === token) holder = undefined;
          });
          if (isLeftOver) {
            world.dead.add("before");
            world.files.set("j.lock", JSON.stringify(owner("before")));
          }
          const compete = async (token: string): Promise<void> => {
            for (let time = 0; time < 3; time++) {
              const steps = world.stepsOf(token);
              if ((await contend("j.lock", owner(token), steps)) !== undefined) continue;
              if (holder !== undefined) violations++;
              holder = token;
              await steps.read("j.lock");
              holder = undefined;
              await letGo("j.lock", owner(token), steps);
            }
          };
          for (let number = 0; number < deaths.length; number++) void compete(`p-${number}`);
          await scheduler.waitIdle();
          expect(violations).toBe(0);
          const last = new World(async () => {});
          for (const [path, text] of world.files) last.files.set(path, text);
          for (const token of world.dead) last.dead.add(token);
          expect(await contend("j.lock", owner("last"), last.stepsOf("last"))).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a lock that is let go and taken again between two looks is left alone", async () => {
    const world = new World(async () => {});
    await contend("j.lock", owner("a"), world.stepsOf("a"));
    const steps = world.stepsOf("b");
    let reads = 0;
    const holder = await contend("j.lock", owner("b"), {
      ...steps,
      read: async (path) => {
        if (path !== "j.lock" || reads++ > 0) return steps.read(path);
        await letGo("j.lock", owner("a"), world.stepsOf("a"));
        const seen = await steps.read(path);
        expect(await contend("j.lock", owner("c"), world.stepsOf("c"))).toBeUndefined();
        return seen;
      },
    });
    expect(holder).toEqual(owner("c"));
    expect(JSON.parse(world.files.get("j.lock") ?? "").token).toBe("c");
  });
});
