import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { BUN, installed, missingRow } from "./install.mjs";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const LINE = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";

function run(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${args[0] ?? program}: ${stderr || status}`);
  return stdout;
}

/** The command line in one file says its version and reads a hash, far from its package. */
function tried(name, version, makeExecutable, root) {
  const { version: expected } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  try {
    const executable = makeExecutable();
    const said = run(executable, ["--version"], { cwd: "/" }).trim();
    const identified = run(executable, ["identify"], { cwd: "/", input: LINE });
    const isGood = said === expected && identified.includes("bcrypt in spring-bcrypt, importable");
    return { name, version, result: isGood ? "--version, identify" : `${said} ${identified}`, isGood };
  } catch (error) {
    return { name, version, result: String(error).slice(0, 160), isGood: false };
  }
}

/** Node's single executable: a CommonJS bundle in a copy of this Node. */
async function nodeExecutable(folder, root) {
  const name = "Node's single executable";
  const place = installed(folder, "place-postject", ["postject"]);
  if (place === null) return missingRow(name, "postject");
  const [bundle, config, blob, executable] = ["cli.cjs", "sea.json", "sea.blob", "credport"].map((file) =>
    join(place, file),
  );
  const entryPoints = [join(root, "dist/cli/main.js")];
  await build({
    entryPoints,
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: bundle,
    logLevel: "silent",
  });
  writeFileSync(config, JSON.stringify({ main: bundle, output: blob, disableExperimentalSEAWarning: true }));
  const make = () => {
    run(process.execPath, ["--experimental-sea-config", config]);
    copyFileSync(process.execPath, executable);
    chmodSync(executable, 0o755);
    const args = [executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE];
    run(process.execPath, [join(place, "node_modules/postject/dist/cli.js"), ...args]);
    return executable;
  };
  return tried(name, process.version, make, root);
}

/** `bun build --compile`. */
function bunExecutable(folder, root) {
  const name = "bun build --compile";
  const place = installed(folder, "place-Bun", [BUN]);
  const program = place === null ? "" : join(place, "node_modules", BUN, "bin/bun");
  if (!existsSync(program)) return missingRow(name, BUN);
  const executable = join(place, "credport");
  const make = () => {
    const entry = join(root, "dist/cli/main.js");
    run(program, ["build", "--compile", entry, "--outfile", executable]);
    return executable;
  };
  return tried(name, run(program, ["--version"]).trim(), make, root);
}

/** The command line as one file that needs no package. */
export async function executablePlaces({ folder, root }) {
  return [await nodeExecutable(folder, root), bunExecutable(folder, root)];
}
