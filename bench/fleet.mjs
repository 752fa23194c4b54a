// What a run over many machines costs, at two sizes: `node bench/fleet.mjs 10000 40000`, or without the import
// `node bench/fleet.mjs check 100000 400000`. Needs redis-server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { fleetStatus } from "../dist/fleet/index.js";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const TICKS_PER_SECOND = 100;
const { CHUNK_MIB = "2" } = process.env;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function writeUsers(path, count) {
  const out = createWriteStream(path);
  for (let at = 0; at < count; at++) {
    const user = {
      externalUserId: `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, "0")}`,
      email: `user.number-${at}@example.com`,
      emailVerified: false,
      passwordHash: BCRYPT,
      source: "django",
      thirdParty: [],
      totp: [],
    };
    if (!out.write(`${JSON.stringify(user)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

/** Runs a command to its end; its CPU time in seconds and the most memory that it has held, in MiB. */
async function worker(args) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, CREDPORT_API_KEY: "bench" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const seen = { cpuSeconds: 0, mebibytes: 0 };
  const look = () => {
    try {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
      seen.cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      if (peak !== undefined) seen.mebibytes = Math.round(Number(peak) / 1024);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 20);
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (code !== 0) throw new Error(`credport ${args[1]} has ended with ${code}`);
  return seen;
}

async function service() {
  const child = spawn(process.execPath, [PROGRAM, "rehearse", "--service", "default", "--port", "0"], {
    env: { ...process.env, CREDPORT_API_KEY: "bench" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    text += piece;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url !== undefined) return { url, child };
  }
  throw new Error("no rehearsal service");
}

async function factsOf(runFile) {
  const status = await fleetStatus({ runFile });
  if (!status.ok) throw new Error(status.problems[0].message);
  return status.value;
}

async function bytesOf(folder, kind) {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    if (name.endsWith(kind)) bytes += (await stat(join(folder, name))).size;
  }
  return bytes;
}

async function measure(users, isImporting) {
  const folder = await mkdtemp(join(tmpdir(), "credport-bench-"));
  const port = await freePort();
  const server = spawn("redis-server", [
    ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""],
  ]);
  const address = `redis://127.0.0.1:${port}`;
  const redis = new Redis(address, { maxRetriesPerRequest: null });
  const memory = async (name) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(await redis.info("memory"))[1]);
  try {
    const input = join(folder, "users.ndjson");
    await writeUsers(input, users);
    const before = await memory("used_memory");
    const runFile = join(folder, "users.fleet");
    const plan = ["fleet", "plan", input, "--from", "credport", "--redis", address, "--out", runFile];
    const planned = await worker([...plan, "--chunk-size", CHUNK_MIB]);
    const { bytes, chunks } = await factsOf(runFile);
    const run = [
      "fleet",
      "work",
      runFile,
      "--folder",
      join(folder, "shared"),
      "--service",
      "default",
      "--existing",
      "overwrite",
    ];
    const checked = await worker(run);
    const peak = (await memory("used_memory_peak")) - before;
    const after = (await memory("used_memory")) - before;
    const facts = {
      users,
      "file, bytes": bytes,
      chunks,
      "plan, CPU s": planned.cpuSeconds,
      "plan, MiB": planned.mebibytes,
      "scan, match and check, CPU s": checked.cpuSeconds,
      "scan, match and check, MiB": checked.mebibytes,
      "Redis, most bytes": peak,
      "Redis, bytes afterwards": after,
    };
    if (!isImporting) return facts;
    const { url, child } = await service();
    const startedAt = performance.now();
    const imported = await worker([...run, "--to", url, "--no-preflight"]);
    const seconds = (performance.now() - startedAt) / 1000;
    child.kill();
    return {
      ...facts,
      "import, CPU s": imported.cpuSeconds,
      "import, MiB": imported.mebibytes,
      "import, s": seconds,
      "journals, bytes": await bytesOf(join(folder, "shared"), ".journal"),
    };
  } finally {
    redis.disconnect();
    server.kill();
    await once(server, "close");
    await rm(folder, { recursive: true, force: true });
  }
}

const round = (number) => Number(number.toPrecision(4));
const isImporting = process.argv[2] !== "check";
const sizes = process.argv.slice(isImporting ? 2 : 3).map(Number);
const rows = [];
for (const users of sizes.length > 0 ? sizes : [10_000, 40_000]) rows.push(await measure(users, isImporting));
const [small, large] = [rows[0], rows.at(-1)];
// What does not grow with the users is the same at both sizes.
const further = (name) => (large[name] - small[name]) / (large.users - small.users);
console.table(
  Object.fromEntries(
    Object.keys(small).map((name) => [
      name,
      { ...rows.map((row) => round(row[name])), "for each further user": round(further(name)) },
    ]),
  ),
);
