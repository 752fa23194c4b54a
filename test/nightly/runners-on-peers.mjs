// The runners of one file in Go, Python and Rust, on every peer in their language: each must give every case the status
// that credport's runner gives it. node test/nightly/runners-on-peers.mjs [<language, folder or library> …]
// Whatever cannot be run here is named. Exit code 1 where two runners disagree.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packInto } from "../../.ci/pack-vectors.mjs";
import { runConformance } from "../../dist/conformance/index.js";
import { listPeers } from "../peers/list-peers.mjs";

const RUNNERS = resolve(import.meta.dirname, "../../vectors/runners");
const folder = mkdtempSync(join(tmpdir(), "credport-runners-"));

/** How each runner is built and started. */
const LANGUAGES = {
  go: { build: ["go", "build", "-o", join(folder, "go"), "conform.go"], command: [join(folder, "go")] },
  python: { build: ["python3", "--version"], command: ["python3", join(RUNNERS, "conform.py")] },
  rust: {
    build: ["rustc", "-O", "--edition", "2021", "-o", join(folder, "rust"), "conform.rs"],
    command: [join(folder, "rust")],
  },
};

const linesOf = (statuses) => new Map(statuses.map((line) => line.split(" ")));

async function ours(command, only) {
  const report = await runConformance({ command }, { parallel: 1, ...(only.length > 0 && { only }) });
  if (!report.ok) return report.problems[0].message;
  if (report.value.outcome === "broken") return report.value.brokenReason;
  const kept = report.value.results.filter(({ vector }) => vector.operation !== "client-requests");
  return linesOf(kept.map(({ vector, status }) => `${vector.id} ${status}`));
}

function theirs([program, ...args], command, only, set) {
  const options = ["--statuses", ...only.flatMap((one) => ["--only", one]), set, "--", ...command];
  const { status, stdout, stderr } = spawnSync(program, [...args, ...options], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return status === 0 || status === 1 ? linesOf(stdout.trim().split("\n")) : stderr.trim();
}

/** Ids of which the two say different things; again, alone, because a busy machine makes one of them late. */
async function differences(runner, command, set, only = []) {
  const [left, right] = [await ours(command, only), theirs(runner, command, only, set)];
  if (typeof left === "string" && typeof right === "string") return { failed: left };
  if (typeof left === "string" || typeof right === "string") return { differing: [left, right].map(String) };
  const differing = [...new Set([...left.keys(), ...right.keys()])].filter((id) => left.get(id) !== right.get(id));
  if (differing.length > 0 && only.length === 0) return differences(runner, command, set, differing.slice(0, 50));
  return { count: left.size, differing: differing.map((id) => `${id}: ${left.get(id)}, but ${right.get(id)}`) };
}

let isSame = true;
try {
  const set = (await packInto(folder)).find((root) => root.endsWith("-static"));
  const peers = listPeers(process.argv.slice(2));
  for (const [language, { build, command }] of Object.entries(LANGUAGES)) {
    const [program, ...args] = build;
    if (spawnSync(program, [program === "go" ? "version" : "--version"]).status !== 0) {
      console.log(`left out   ${language}: no ${program}`);
      continue;
    }
    execFileSync(program, args, { cwd: RUNNERS, env: { ...process.env, GO111MODULE: "off" }, stdio: "pipe" });
    for (const peer of peers.filter(({ names }) => names[0] === language)) {
      const { failed, count, differing } = await differences(command, peer.command, set);
      isSame &&= failed !== undefined || differing.length === 0;
      const said = differing?.length === 0 ? `the same of ${count}` : differing?.join("\n           ");
      console.log(`${failed === undefined ? "run       " : "left out  "} ${peer.name}: ${failed ?? said}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isSame ? 0 : 1;
