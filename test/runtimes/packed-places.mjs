import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUN, DENO, installed, missingRow, runJson } from "./install.mjs";

/** Few of each kind: the table of runtimes computes them all. */
const VECTORS = ["verify/commands-*", "normalize/*", "secret-to-base32/*", "totp-code/*"];
const COMMAND = "node_modules/credport/dist/cli/main.js";
const BCRYPT = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";

/**
 * Both packages as npm would serve them, in an empty project: what a user has, and nothing of this repository. The smoke
 * test asks for credport by its name there, the command line for its own files and for the vectors.
 */
export function packedPlaces({ folder, root }) {
  const project = installed(folder, "packed", [packed(root, folder), packed(join(root, "vectors"), folder)]);
  if (project === null) return [missingRow("Both packages", "credport", "credport-vectors")];
  const smoke = readFileSync(join(import.meta.dirname, "smoke.mjs"), "utf8");
  writeFileSync(join(project, "smoke.mjs"), smoke.replace(/"[./]*\/dist\/([a-z]+)\/index\.js"/g, '"credport/$1"'));
  return [
    packedRow("Node, this one", process.execPath, [], project),
    packedRowOn("Bun", BUN, "bin/bun", [], project, folder),
    packedRowOn("Deno", DENO, "deno", ["run", "--allow-all"], project, folder),
  ];
}

/** The package's file as `npm publish` would send it. */
function packed(source, target) {
  const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", target];
  const { status, stdout, stderr } = spawnSync("npm", packing, { cwd: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
  return join(target, stdout.trim().split("\n").at(-1));
}

function packedRowOn(name, spec, path, args, project, folder) {
  const place = installed(folder, `place-${name}`, [spec]);
  const program = place === null ? "" : join(place, "node_modules", spec, path);
  return existsSync(program) ? packedRow(name, program, args, project) : missingRow(name, spec);
}

function packedRow(name, program, args, project) {
  const ask = (command, input = "") =>
    spawnSync(program, [...args, ...command], { cwd: project, input, encoding: "utf8" });
  const version = ask(["--version"]).stdout.match(/\d+\.\d+\.\d+/)?.[0] ?? "";
  const answers = runJson(program, [...args, "smoke.mjs", ...VECTORS], { cwd: project });
  if (answers.fault !== undefined) return { name, version, vectors: answers.fault, isGood: false };
  const { vectors, client } = answers;
  const own = JSON.parse(readFileSync(join(project, "node_modules/credport/package.json"), "utf8"));
  const commands = {
    "--version": ask([COMMAND, "--version"]).stdout.trim() === own.version,
    identify: ask([COMMAND, "identify"], BCRYPT).stdout.startsWith("line 1: bcrypt in spring-bcrypt"),
    conform: ask([COMMAND, "conform", "--self", "--only", "totp-code"]).status === 0,
  };
  const failing = Object.keys(commands).filter((command) => !commands[command]);
  const { passed, withoutEngine, failed } = vectors;
  return {
    name,
    version,
    vectors: failed.length === 0 ? `${passed} pass` : `fail: ${failed.slice(0, 5)}`,
    client,
    commands: failing.length === 0 ? Object.keys(commands).join(", ") : `fails: ${failing.join(", ")}`,
    isGood: passed > 0 && withoutEngine + failed.length + failing.length === 0 && client === "imports",
  };
}
