/**
 * What is built from a plain install, with no peer, by the lines of bundler-lines.mjs and docs/bundling.md: every bundler,
 * the command line as one file, Next's node and edge routes with Turbopack and with webpack, and a Worker that checks an
 * upload. Takes some ten minutes; alone: `node test/runtimes/bundlers.mjs`, after `npm run build`, with names of bundlers
 * for these alone.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundlePlaces, executablePlaces, rowsOf } from "./bundle-places.mjs";
import { freePort, untilReady } from "./example-places.mjs";
import { versionIn } from "./install.mjs";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
/** With how bcrypt and argon2 are computed: the packages are beside the server. */
const EXPECTED = {
  nodejs: JSON.stringify([true, false, "migrated", "native", "native"]),
  edge: JSON.stringify([true, false, "migrated", "portable", "portable"]),
};
const RUNTIMES = Object.keys(EXPECTED);

const routeFor = (runtime) => `
import { createLoginFallback } from "credport/login";
import { enginesAvailable, verifyPassword } from "credport/verify";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
const passwordHash = ${JSON.stringify(BCRYPT)};
export async function GET() {
  const verified = [await verifyPassword("U*U", passwordHash), await verifyPassword("U*V", passwordHash)];
  const options = { findLegacyUser: async () => ({ id: "1", passwordHash }), importUser: async () => undefined };
  const { kind } = await createLoginFallback(options).attempt("ann", "U*U");
  const engines = (await enginesAvailable()).slice(0, 2).map(({ kind }) => kind);
  return Response.json([...verified.map(({ ok, value }) => ok && value.matches), kind, ...engines]);
}`;

const ROUTES = Object.fromEntries(RUNTIMES.map((runtime) => [`app/${runtime}/route.js`, routeFor(runtime)]));

async function nextRows({ name }, place) {
  const version = versionIn(place, "next");
  const port = await freePort();
  const next = join(place, "node_modules/next/dist/bin/next");
  const args = [next, "start", "--port", String(port), "--hostname", "127.0.0.1"];
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const server = spawn(process.execPath, args, { cwd: place, env, stdio: "ignore" });
  const ended = new Promise((end) => server.once("exit", end));
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(server, url);
    const rows = [];
    for (const runtime of RUNTIMES) {
      const result = await (await fetch(`${url}/${runtime}`)).text();
      rows.push({ name, version, format: runtime, isGood: result === EXPECTED[runtime], result: result.slice(0, 160) });
    }
    return rows;
  } finally {
    server.kill();
    await ended;
  }
}

// The key of Firebase's own example (github.com/firebase/scrypt).
const WORKER = `
import { checkExport } from "credport/check";
import { verifyPassword } from "credport/verify";
const hashConfig = {
  ...{ memCost: 14, rounds: 8, saltSeparator: "Bw==" },
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
};
export default {
  async fetch(request) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const report = await checkExport(async function* () { yield bytes; }, { from: "firebase", hashConfig });
    const verified = await verifyPassword("U*U", ${JSON.stringify(BCRYPT)});
    const found = report.ok ? [report.value.records, report.value.problems.length > 0] : report.problems;
    return Response.json([...found, verified.ok && verified.value.matches]);
  },
};`;

/** An upload of the example's 200 users, some of whom have problems, and a password. */
async function workerRow({ name }, place, root) {
  const at = createRequire(join(place, "package.json")).resolve("miniflare");
  const { Miniflare } = await import(pathToFileURL(at).href);
  const contents = readFileSync(join(place, "out/program.js"), "utf8");
  const modules = [{ type: "ESModule", path: "worker.mjs", contents }];
  const worker = new Miniflare({ modules, compatibilityDate: "2026-01-01" });
  try {
    const body = readFileSync(join(root, "docs/examples/firebase/users.json"));
    const result = await (await worker.dispatchFetch("http://localhost/", { method: "POST", body })).text();
    return { name, version: versionIn(place, "wrangler"), isGood: result === "[200,true,true]", result };
  } finally {
    await worker.dispose();
  }
}

/** Jest runs what `login.test.js` says: a login with a hash of WordPress, by the native engines. */
const TESTS = `
import { argon2id, createPasswordHasher } from "credport/login";
import { enginesAvailable } from "credport/verify";
test("a login gets a new hash", async () => {
  const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
  const { value } = await hasher.verify("hashcat", "$P$984478476IagS59wHZvyQMArzfx58u.");
  expect([value.matches, value.newHash.slice(0, 9)]).toEqual([true, "$argon2id"]);
  const engines = (await enginesAvailable()).slice(0, 2);
  expect(engines.map(({ kind }) => kind)).toEqual(["native", "native"]);
});`;

function testsRow({ name, format }, place) {
  return { name, format, version: versionIn(place, "jest"), isGood: true, result: "its tests pass" };
}

async function allRows(place) {
  const { root } = place;
  return [
    ...(await bundlePlaces(place)),
    ...(await executablePlaces(place)),
    ...(await rowsOf("worker", place, {
      ...place,
      program: { "program.mjs": WORKER },
      tried: (row, at) => workerRow(row, at, root),
    })),
    ...(await rowsOf("tests", place, { ...place, program: { "login.test.js": TESTS }, tried: testsRow })),
    ...(await rowsOf("next", place, { ...place, program: ROUTES, tried: nextRows })),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "credport-bundlers-"));
const names = process.argv.length > 2 ? process.argv.slice(2) : undefined;
try {
  const rows = await allRows({ folder, root: resolve(import.meta.dirname, "../.."), names });
  for (const { name, version = "", format = "", result, missing } of rows) {
    process.stdout.write(`${[name, version, format].join(" ").trim()}: ${missing ?? result}\n`);
  }
  if (rows.some(({ isGood }) => isGood === false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
