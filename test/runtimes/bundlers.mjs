/**
 * What is built from a plain install, with no peer and no word to the bundler: every bundler, the command line as one
 * file, Next's node and edge routes with Turbopack and with webpack, and a Worker that checks an upload. Takes some ten
 * minutes; alone: `node test/runtimes/bundlers.mjs`, after `npm run build`.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundlePlaces } from "./bundle-places.mjs";
import { freePort, packedInto, untilReady } from "./example-places.mjs";
import { executablePlaces } from "./executable-places.mjs";
import { installed, missingRow, versionIn } from "./install.mjs";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const EXPECTED = JSON.stringify([true, false, "migrated"]);

const routeFor = (runtime) => `
import { createLoginFallback } from "credport/login";
import { verifyPassword } from "credport/verify";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
const passwordHash = ${JSON.stringify(BCRYPT)};
export async function GET() {
  const verified = [await verifyPassword("U*U", passwordHash), await verifyPassword("U*V", passwordHash)];
  const options = { findLegacyUser: async () => ({ id: "1", passwordHash }), importUser: async () => undefined };
  const { kind } = await createLoginFallback(options).attempt("ann", "U*U");
  return Response.json([...verified.map(({ ok, value }) => ok && value.matches), kind]);
}`;

function nextProject(folder, root) {
  const place = installed(folder, "bundled-next", ["next", "react", "react-dom", packedInto(folder, root)]);
  if (place === null) return null;
  for (const runtime of ["nodejs", "edge"]) {
    mkdirSync(join(place, "app", runtime), { recursive: true });
    writeFileSync(join(place, "app", runtime, "route.js"), routeFor(runtime));
  }
  return place;
}

async function nextRows(place, flags) {
  const names = ["nodejs", "edge"].map((runtime) => [runtime, `Next, ${runtime} ${flags.join(" ")}`.trim()]);
  const version = versionIn(place, "next");
  const next = join(place, "node_modules/next/dist/bin/next");
  const options = { cwd: place, env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } };
  const built = spawnSync(process.execPath, [next, "build", ...flags], { ...options, encoding: "utf8" });
  if (built.status !== 0) {
    return names.map(([, name]) => ({ name, version, isGood: false, result: built.stderr.slice(0, 300) }));
  }
  const port = await freePort();
  const args = [next, "start", "--port", String(port), "--hostname", "127.0.0.1"];
  const server = spawn(process.execPath, args, { ...options, stdio: "ignore" });
  const ended = new Promise((end) => server.once("exit", end));
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(server, url);
    const rows = [];
    for (const [runtime, name] of names) {
      const result = await (await fetch(`${url}/${runtime}`)).text();
      rows.push({ name, version, isGood: result === EXPECTED, result: result.slice(0, 160) });
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
const hashConfig = {
  ...{ memCost: 14, rounds: 8, saltSeparator: "Bw==" },
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
};
export default {
  async fetch(request) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const report = await checkExport(async function* () { yield bytes; }, { from: "firebase", hashConfig });
    return Response.json(report.ok ? [report.value.records, report.value.problems.length > 0] : report.problems);
  },
};`;

/** An upload of the example's 200 users, some of whom have problems. */
async function workerRow(folder, root) {
  const name = "checkExport in workerd";
  const place = installed(folder, "bundled-worker", ["miniflare", packedInto(folder, root)]);
  if (place === null) return missingRow(name, "miniflare");
  const at = createRequire(join(place, "package.json")).resolve("miniflare");
  const { Miniflare } = await import(pathToFileURL(at).href);
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: place },
    ...{ bundle: true, platform: "node", conditions: ["workerd"], format: "esm", target: "es2022" },
    ...{ write: false, logLevel: "silent" },
  });
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }],
    ...{ compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"] },
  });
  try {
    const body = readFileSync(join(root, "docs/examples/firebase/users.json"));
    const result = await (await worker.dispatchFetch("http://localhost/", { method: "POST", body })).text();
    return { name, version: versionIn(place, "workerd"), isGood: result === "[200,true]", result };
  } finally {
    await worker.dispose();
  }
}

async function allRows(place) {
  const next = nextProject(place.folder, place.root);
  return [
    ...(await bundlePlaces(place)),
    ...(await executablePlaces(place)),
    await workerRow(place.folder, place.root),
    ...(next === null ? [missingRow("Next", "next")] : await nextRows(next, [])),
    ...(next === null ? [] : await nextRows(next, ["--webpack"])),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "credport-bundlers-"));
try {
  const rows = await allRows({ folder, root: resolve(import.meta.dirname, "../..") });
  for (const { name, version = "", format = "", result, missing } of rows) {
    process.stdout.write(`${[name, version, format].join(" ").trim()}: ${missing ?? result}\n`);
  }
  if (rows.some(({ isGood }) => isGood === false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
