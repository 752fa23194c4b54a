/**
 * The login examples where they are meant to run: the Worker in workerd, the route in Next. Part of `npm run runtimes`;
 * alone: `node test/runtimes/example-places.mjs`. Each is made of what a project would have, from npm.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createRehearsalService } from "../../dist/rehearsal/index.js";
import { installed, packedInto, versionIn } from "./install.mjs";

// Known answers: crypt_blowfish, hashcat's examples.
const USERS = [
  ["1", "ann@example.com", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", {}],
  [
    "2",
    "bob@example.com",
    "$P$984478476IagS59wHZvyQMArzfx58u.",
    {
      phoneNumber: "+15555550100",
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
    },
  ],
].map(([externalUserId, email, passwordHash, more]) => ({
  externalUserId,
  identifiers: [email],
  email,
  emailVerified: true,
  passwordHash,
  ...more,
}));
/** What is typed, and the status that has to come. */
const LOGINS = [
  ["ann@example.com", "a wrong one", 401],
  ["ann@example.com", "U*U", 200],
  ["ann@example.com", "U*U", 200],
  ["ann@example.com", "a wrong one", 401],
  ["bob@example.com", "hashcat", 200],
  ["bob@example.com", "hashcat", 200],
  ["nobody@example.com", "hashcat", 401],
];

/** Logs everybody in by way of a function from a body to a status. */
async function logins(name, version, post) {
  const faults = [];
  for (const [email, password, expected] of LOGINS) {
    const status = await post(JSON.stringify({ email, password }));
    if (status !== expected) faults.push(`${email}: ${status} instead of ${expected}`);
  }
  const isGood = faults.length === 0;
  return { name, version, isGood, result: isGood ? `${LOGINS.length} logins` : faults.join("; ") };
}

async function workerRow(folder, root) {
  const name = "login-worker in workerd";
  const place = installed(folder, "example-workerd", ["miniflare"]);
  if (place === null) return { name, version: "", missing: true };
  const { Miniflare } = await import(
    pathToFileURL(createRequire(join(place, "package.json")).resolve("miniflare")).href
  );
  const { outputFiles } = await build({
    entryPoints: [workerIn(place, root)],
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  const apiKey = "an-invented-key-0123456789";
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [apiKey] });
  const service = await rehearsal.listen();
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }],
    compatibilityDate: "2026-01-01",
    kvNamespaces: ["USERS"],
    bindings: { SERVICE_URL: service.url, SERVICE_KEY: apiKey },
  });
  try {
    const users = await worker.getKVNamespace("USERS");
    for (const user of USERS) await users.put(user.email, JSON.stringify(user));
    const row = await logins(name, versionIn(place, "workerd"), async (body) => {
      const reply = await worker.dispatchFetch("http://localhost/login", { method: "POST", body });
      return reply.status;
    });
    return withAccounts(row, rehearsal.state(), (await users.list()).keys.length);
  } finally {
    await worker.dispose();
    await service.close();
  }
}

/** A copy of the example with what its package.json names beside it. */
function workerIn(place, root) {
  const copy = join(place, "login-worker");
  cpSync(join(root, "docs/examples/login-worker"), copy, { recursive: true });
  mkdirSync(join(copy, "node_modules"));
  symlinkSync(root, join(copy, "node_modules/credport"));
  return join(copy, "worker.mjs");
}

/** Both users with all that they had, and nobody left on the old side. */
function withAccounts(row, { counts }, left) {
  const found = `${counts.users} users, ${counts.devices} device, ${left} left`;
  const isGood = row.isGood && found === "2 users, 1 device, 0 left";
  return { ...row, isGood, result: `${row.result}, ${found}` };
}

async function nextRow(folder, root) {
  const name = "login-next in Next";
  const project = nextProject(folder, root);
  if (project === null) return { name, version: "", missing: true };
  const { place, cwd, env } = project;
  const next = join(place, "node_modules/next/dist/bin/next");
  const version = versionIn(place, "next");
  const built = spawnSync(process.execPath, [next, "build"], { cwd, env, encoding: "utf8" });
  if (built.status !== 0) return { name, version, isGood: false, result: built.stderr.slice(-160) };
  const port = await freePort();
  const args = [next, "start", "--port", String(port), "--hostname", "127.0.0.1"];
  const server = spawn(process.execPath, args, { cwd, env, stdio: "ignore" });
  const ended = new Promise((end) => server.once("exit", end));
  try {
    const url = `http://127.0.0.1:${port}/api/login`;
    await untilReady(server, url);
    return await logins(name, version, async (body) => {
      const reply = await fetch(url, { method: "POST", body });
      await reply.arrayBuffer();
      return reply.status;
    });
  } finally {
    server.kill();
    await ended;
  }
}

/** The example in a project of its own, with the package as npm would serve it. */
function nextProject(folder, root) {
  const place = installed(folder, "example-next", ["next", "react", "react-dom", packedInto(folder, root)]);
  if (place === null) return null;
  const cwd = join(place, "examples/login-next");
  cpSync(join(root, "docs/examples/login-next"), cwd, { recursive: true });
  const file = join(place, "users.ndjson");
  writeFileSync(file, USERS.map((user) => `${JSON.stringify(user)}\n`).join(""), { mode: 0o600 });
  return { place, cwd, env: { ...process.env, FALLBACK_FILE: file, NEXT_TELEMETRY_DISABLED: "1" } };
}

export async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

const READY_WITHIN_MILLISECONDS = 120_000;

export async function untilReady(server, url) {
  const end = Date.now() + READY_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      return await (await fetch(url)).arrayBuffer();
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw error;
      await new Promise((retry) => setTimeout(retry, 200));
    }
  }
}

export async function examplePlaces({ folder, root }) {
  const rows = [];
  for (const row of [workerRow, nextRow]) rows.push(await row(folder, root));
  return rows;
}

if (import.meta.filename === process.argv[1]) {
  const folder = mkdtempSync(join(tmpdir(), "credport-examples-"));
  try {
    const rows = await examplePlaces({ folder, root: resolve(import.meta.dirname, "../..") });
    for (const { name, version, result, missing } of rows) {
      process.stdout.write(`${name} ${version}: ${missing === true ? "not here" : result}\n`);
    }
    if (rows.some(({ isGood }) => isGood === false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
