import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { thirdByDay } from "../../by-day.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(ROOT, path)).href);
// Known answer of crypt_blowfish; what is computed in the place of nobody's hash costs as little.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const USERS = 40;
/** Every fifth user deletes their account. */
const isLeaving = (id: number) => id % 5 === 0;

/** Where the users of the old system are, and how a server of its own process opens them. */
interface Place {
  /** An expression of the program below. */
  readonly open: string;
  readonly close: () => Promise<unknown>;
}

const servers = () => import(pathToFileURL(join(ROOT, "bench/fallback-run/servers.mjs")).href);
const lines = Array.from({ length: USERS }, (_, id) =>
  JSON.stringify({ externalUserId: `${id}`, identifiers: [`u${id}@example.com`], passwordHash: BCRYPT }),
);

const PLACES: Readonly<Record<string, (folder: string) => Promise<Place | null>>> = {
  "a file": async (folder) => {
    const file = join(folder, "users.ndjson");
    await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    return { open: `opened(${JSON.stringify(file)})`, close: async () => undefined };
  },
  PostgreSQL: async () => {
    const server = await (await servers()).startPostgresql();
    if (server === null) return null;
    const pool = server.connect();
    const { openPostgresStore } = await import("../../../src/login/store/postgres.js");
    await (await openPostgresStore(pool)).load("shop", lines);
    await pool.end();
    const open = `openPostgresStore(new pg.Pool(${JSON.stringify(server.connection)}), { claimMs: 5000 })`;
    return { open, close: server.stop };
  },
  Redis: async () => {
    const server = await (await servers()).startRedis();
    if (server === null) return null;
    const redis = server.connect();
    const { openRedisStore } = await import("../../../src/login/store/redis.js");
    await openRedisStore(redis).load("shop", lines);
    redis.disconnect();
    const open = `openRedisStore(new Redis(${JSON.stringify(server.connection)}), { claimMs: 5000 })`;
    return { open, close: server.stop };
  },
};

/**
 * A login server. Its service is a folder with a file for each account: one that another live process writes at the
 * same time, or that is made after a server has said that it is there, is a fault.
 */
const programOf = (open: string, folder: string) => `
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Redis } from "ioredis";
import { createLoginFallback, openFallbackStore } from ${urlOf("dist/login/index.js")};
import { openPostgresStore } from ${urlOf("dist/login/store/postgres.js")};
import { openRedisStore } from ${urlOf("dist/login/store/redis.js")};

async function opened(file) {
  for (;;) {
    const store = await openFallbackStore(file);
    if (store.ok) return store.value;
    await sleep(20);
  }
}
const at = (name) => ${JSON.stringify(folder)} + "/" + name;
const isLive = (pid) => {
  try { return process.kill(pid, 0); } catch { return false; }
};
const isLeaving = ${isLeaving.toString()};
async function imported({ id }) {
  const number = id.split(":").at(-1);
  const writing = at(number + ".writing");
  try {
    writeFileSync(writing, String(process.pid), { flag: "wx" });
  } catch {
    const owner = Number(readFileSync(writing, "utf8"));
    // One that was just killed is still in the list of processes.
    await sleep(200);
    if (isLive(owner)) writeFileSync(at(number + ".fault"), "by two at once");
    writeFileSync(writing, String(process.pid));
  }
  if (existsSync(at(number + ".said"))) writeFileSync(at(number + ".fault"), "after it was said to be there");
  if (existsSync(at(number + ".deleted"))) writeFileSync(at(number + ".fault"), "after it was deleted");
  await sleep(5);
  writeFileSync(at(number + ".account"), "");
  rmSync(writing);
  return true;
}
const store = await (${open});
const { findLegacyUser, forgetUser, claimUser } = store;
const commonHash = ${JSON.stringify(BCRYPT)};
const answers = { findLegacyUser, forgetUser, claimUser, importUser: imported };
const fallback = createLoginFallback({ ...answers, commonHash, timeoutMs: 2000 });
const isFirst = process.argv[1] === "first";
const numbers = Array.from({ length: ${USERS} }, (_, id) => isFirst ? id : ${USERS} - 1 - id);
async function served(number) {
  const address = "u" + number + "@example.com";
  if (isFirst && isLeaving(number)) {
    const { kind } = await fallback.onDelete(address);
    if (kind === "busy") return false;
    if (kind === "migrated-meanwhile") return false;
    writeFileSync(at(number + ".deleted"), "");
    rmSync(at(number + ".account"), { force: true });
    return true;
  }
  const { kind } = await fallback.attempt(address, "U*U");
  if (kind === "migrated") writeFileSync(at(number + ".said"), "");
  return kind !== "busy";
}
let left = numbers;
while (left.length > 0) {
  const again = [];
  for (const number of left) {
    const isDone = await served(number);
    console.log(isDone ? "done" : "busy");
    if (!isDone) again.push(number);
  }
  left = again;
}
process.exit();
`;

function run(program: string, which: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, which], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = createInterface({ input: child.stdout });
  let said = 0;
  output.on("line", () => said++);
  const ended = once(child, "exit");
  const after = async (count: number) => {
    while (said < count && child.exitCode === null) await Promise.race([once(output, "line"), ended]);
  };
  return { child, ended, after };
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

describe.each(Object.entries(PLACES))("two login servers over %s, killed again and again", (name, start) => {
  it("lose no user, import none twice, and bring none back who was deleted", { timeout: 300_000 }, async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), "credport-killed-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const place = await start(folder);
    if (place === null) return skip(`needs ${name}`);
    onTestFinished(async () => void (await place.close()));
    const program = programOf(place.open, folder);
    for (const users of thirdByDay([1, 2, 5], 2)) {
      const [first, second] = [run(program, "first"), run(program, "second")];
      await first.after(users);
      await kill(first.child, first.ended);
      await second.after(users + 1);
      await kill(second.child, second.ended);
    }
    const last = [run(program, "first"), run(program, "second")];
    for (const { ended } of last) expect(await ended).toEqual([0, null]);
    const files = await readdir(folder);
    const numbersOf = (kind: string) =>
      files
        .filter((file) => file.endsWith(kind))
        .map((file) => Number.parseInt(file, 10))
        .sort((one, other) => one - other);
    const faults = files.filter((file) => file.endsWith(".fault"));
    expect(await Promise.all(faults.map(async (file) => [file, await readFile(join(folder, file), "utf8")]))).toEqual(
      [],
    );
    const all = Array.from({ length: USERS }, (_, id) => id);
    expect(numbersOf(".account")).toEqual(all.filter((id) => !isLeaving(id)));
    expect(numbersOf(".deleted")).toEqual(all.filter(isLeaving));
  });
});
