// Runs every adapter that can be run here and writes docs/peers.md: npm run peers [-- <name> …]
// With names, only those are run and printed; the page stays as it is.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { formatReport, runConformance } from "../../dist/conformance/index.js";
import { peersPage } from "./peers-page.mjs";

const FOLDER = import.meta.dirname;
const MANIFEST = resolve(FOLDER, "../../vectors/manifest.json");
const PAGE = resolve(FOLDER, "../../docs/peers.md");
const TIMEOUT_MS = 20_000;
/** Several peers run at once: one that refuses a cost must not seem to compute it. */
const COST_TIMEOUT_MS = 10_000;
const AT_ONCE = 5;

/** Packages of npm and compiled programs are brought in on demand, into the peer's own folder. */
function prepare(folder, { build }) {
  if (existsSync(resolve(folder, "package.json"))) {
    const flags = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "ignore" });
  }
  if (build !== undefined) execFileSync(build[0], build.slice(1), { cwd: folder, stdio: "ignore" });
}

async function run(name) {
  const folder = resolve(FOLDER, name);
  const peer = JSON.parse(readFileSync(resolve(folder, "peer.json"), "utf8"));
  try {
    prepare(folder, peer);
  } catch (error) {
    return { name, reason: `could not be installed: ${error.message}` };
  }
  const [program, ...rest] = peer.command;
  const inFolder = rest.map((part) => (/^[./]*[\w/-]+\.\w+$/.test(part) ? resolve(folder, part) : part));
  const command = [program.includes("/") ? resolve(folder, program) : program, ...inFolder];
  const result = await runConformance(
    { command },
    { parallel: 2, timeoutMs: TIMEOUT_MS, costTimeoutMs: COST_TIMEOUT_MS },
  );
  if (!result.ok) return { name, reason: result.problems[0].message };
  if (result.value.outcome === "broken") return { name, reason: result.value.brokenReason };
  return { name, from: peer.from, report: result.value };
}

const wanted = process.argv.slice(2);
const names = readdirSync(FOLDER)
  .filter((name) => existsSync(resolve(FOLDER, name, "peer.json")))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort((a, b) => (a === "credport" ? -1 : b === "credport" ? 1 : a < b ? -1 : 1));
const ran = new Map();
const waiting = [...names];

/** Most of the time goes by waiting for hashes whose cost an implementation does not bound. */
async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const peer = await run(name);
    if (peer.report === undefined) {
      process.stderr.write(`${name} left out: ${peer.reason}\n`);
      continue;
    }
    ran.set(name, peer);
    const { pass, fail } = peer.report.totals;
    process.stderr.write(`${name}: ${pass} pass, ${fail} fail\n`);
    if (wanted.length > 0) process.stdout.write(formatReport(peer.report, "text"));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
if (wanted.length === 0) {
  const manifest = createHash("sha256").update(readFileSync(MANIFEST)).digest("hex").slice(0, 12);
  const day = new Date().toISOString().slice(0, 10);
  const peers = names.flatMap((name) => ran.get(name) ?? []);
  writeFileSync(PAGE, peersPage(peers, day, manifest));
}
