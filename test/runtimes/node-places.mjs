import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUN, DENO, installed, missingRow, runJson } from "./install.mjs";

const SMOKE = join(import.meta.dirname, "smoke.mjs");
const SYSTEM = { linux: "linux", darwin: "darwin" }[process.platform];

/** The runtimes' programs for this system, as their npm packages have them. */
const RUNTIMES = [
  // The oldest that package.json allows, and the newest of each line.
  ...["20.19.0", "22", "24", "26"].map((version) => ({
    name: `Node ${version}`,
    spec: `node-${version}@npm:node-${SYSTEM}-${process.arch}@${version}`,
    program: `node-${version}/bin/node`,
    args: [],
  })),
  {
    name: "Bun",
    spec: BUN,
    program: `${BUN}/bin/bun`,
    args: [],
  },
  { name: "Deno", spec: DENO, program: `${DENO}/deno`, args: ["run", "--allow-all"] },
  {
    name: "Deno, only files and network",
    spec: DENO,
    program: `${DENO}/deno`,
    args: ["run", "--no-prompt", "--allow-read", "--allow-net"],
  },
];

/** How a process can be locked down, and with what of it this Node runs. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";
const SETTINGS = [
  ["--frozen-intrinsics", ["--frozen-intrinsics"]],
  ["--disallow-code-generation-from-strings", ["--disallow-code-generation-from-strings"]],
  [`${PERMISSION} --allow-fs-read=* (nothing may be written or started)`, [PERMISSION, "--allow-fs-read=*"]],
  [`${PERMISSION} --allow-fs-read=* --allow-addons`, [PERMISSION, "--allow-fs-read=*", "--allow-addons"]],
];

/** Runtimes that have Node's modules: this Node, others, Bun and Deno. */
export function nodePlaces({ folder, only, names }) {
  const rows = [rowOf("Node, this one", process.execPath, [], only)];
  for (const { name, spec, program, args } of RUNTIMES) {
    if (names !== undefined && !names.includes(name)) continue;
    const place = installed(folder, `place-${name.replace(/\W+/g, "-")}`, [spec]);
    const path = place === null ? "" : join(place, "node_modules", program);
    if (existsSync(path)) rows.push(rowOf(name, path, args, only));
    else rows.push(missingRow(name, spec));
  }
  return rows;
}

/** This Node under settings that take something away. */
export function settingPlaces({ only }) {
  return SETTINGS.map(([name, args]) => rowOf(name, process.execPath, ["--no-warnings", ...args], only));
}

/** A file system on which nothing can be written, where this user may make one. */
export function readOnlyPlace({ only, root }) {
  const mount = `mount --bind ${root} ${root} && mount -o remount,ro,bind ${root}`;
  const hidden = "mount -t tmpfs -o ro tmpfs /tmp";
  const command = `${mount} && ${hidden} && exec ${process.execPath} ${SMOKE} ${only.join(" ")}`;
  const mayMount = spawnSync("unshare", ["-m", "sh", "-c", `${mount} && ! touch ${root}/written`]).status === 0;
  if (!mayMount) return { name: "a read-only file system", missing: "this user may not mount one" };
  return judged("a read-only file system", process.version, runJson("unshare", ["-m", "sh", "-c", command]));
}

function rowOf(name, program, args, only) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const version = stdout.match(/\d+\.\d+\.\d+/)?.[0] ?? "";
  return judged(name, version, runJson(program, [...args, SMOKE, ...only]));
}

function judged(name, version, answers) {
  if (answers.fault !== undefined) return { name, version, vectors: answers.fault, isGood: false };
  const { vectors, client, engines } = answers;
  const { passed, withoutEngine, failed } = vectors;
  const isGood = failed.length === 0 && passed > 0 && client === "imports";
  const rest = withoutEngine === 0 ? "" : `, ${withoutEngine} without an engine`;
  const verdict = failed.length === 0 ? `${passed} pass${rest}` : `fail: ${failed.slice(0, 5)}`;
  return { name, version, vectors: verdict, client, engines, isGood };
}
