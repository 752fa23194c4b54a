// Runs every adapter that can be run here and writes docs/peers.md and docs/peers.html:
// npm run peers [-- <language, folder or library> …]
// With names, only those are run and printed; the pages stay as they are.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { formatReport, runConformance } from "../../dist/conformance/index.js";
import { isCostTrap, parseSkipFile } from "../../dist/conformance/internal.js";
import { listPeers, preparePeer } from "./list-peers.mjs";
import { peersPage } from "./peers-page.mjs";
import { peersTable } from "./peers-table.mjs";

const DOCS = resolve(import.meta.dirname, "../../docs");
const MANIFEST = resolve(import.meta.dirname, "../../vectors/manifest.json");
/** Several peers run at once: one that refuses a cost must not seem to compute it. */
const TOGETHER = { parallel: 2, timeoutMs: 20_000, costTimeoutMs: 10_000 };
const ALONE = { parallel: 1, timeoutMs: 120_000, costTimeoutMs: 10_000 };
const AT_ONCE = 5;

const prepared = new Map();

/** Once for each folder; why it could not be, if so. */
function whyNotPrepared(peer) {
  if (prepared.has(peer.folder)) return prepared.get(peer.folder);
  let reason = null;
  try {
    preparePeer(peer);
  } catch (error) {
    reason = `could not be installed: ${error.message}`;
  }
  prepared.set(peer.folder, reason);
  return reason;
}

async function run(peer, options) {
  const reason = whyNotPrepared(peer);
  if (reason !== null) return { ...peer, reason };
  const result = await runConformance({ command: peer.command }, options);
  if (!result.ok) return { ...peer, reason: result.problems[0].message };
  if (result.value.outcome === "broken") return { ...peer, reason: result.value.brokenReason };
  return { ...peer, report: result.value, skips: skipsOf(peer) };
}

/** For the page to show; the run is without them. */
function skipsOf({ name, skips }) {
  const rules = parseSkipFile(existsSync(skips) ? readFileSync(skips, "utf8") : "");
  if (!rules.ok) throw new Error(`${name}: ${rules.problems[0].message}`);
  return rules.value;
}

const isLate = ({ status, detail = "", vector }) =>
  (status === "timeout" || /^no answer within/.test(detail)) && !isCostTrap(vector);

/** Who had no answer in time is run again when nothing else runs, so that a busy machine changes no verdict. */
async function settled(peer) {
  return peer.report.results.some(isLate) ? await run(peer, ALONE) : peer;
}

const headingOf = ({ tally }) => `${tally.right} right, ${tally.faults} faults, ${tally.policy} policy`;

const wanted = process.argv.slice(2);
const peers = listPeers(wanted);
if (peers.length === 0) throw new Error(`there is no peer ${wanted.join(", ")}`);
const ran = new Map();
const waiting = [...peers];

/** Most of the time goes by waiting for hashes whose cost an implementation does not bound. */
async function work() {
  for (let peer = waiting.shift(); peer !== undefined; peer = waiting.shift()) {
    const done = await run(peer, TOGETHER);
    if (done.report !== undefined) ran.set(peer.name, done);
    const said = done.report === undefined ? `left out: ${done.reason}` : headingOf(done.report);
    process.stderr.write(`${peer.name}: ${said}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
const results = [];
for (const { name } of peers) if (ran.has(name)) results.push(await settled(ran.get(name)));
if (wanted.length > 0) {
  for (const { report } of results) process.stdout.write(formatReport(report, "text"));
} else {
  const manifest = createHash("sha256").update(readFileSync(MANIFEST)).digest("hex").slice(0, 12);
  const day = new Date().toISOString().slice(0, 10);
  // A peer's message may have the path of its adapter.
  const here = `${resolve(DOCS, "..")}/`;
  writeFileSync(resolve(DOCS, "peers.md"), peersPage(results, day, manifest).replaceAll(here, ""));
  writeFileSync(resolve(DOCS, "peers.html"), peersTable(results, day, manifest).replaceAll(here, ""));
}
