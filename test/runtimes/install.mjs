import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What npm serves is installed without its scripts: a package that would fetch its program is as good as missing. */
const QUIETLY = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];

/** The package with Bun's program for this system. */
export const BUN = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;

const SYSTEM = { linux: `linux-${process.arch}-glibc`, darwin: `darwin-${process.arch}` }[process.platform];

/** The package with Deno's program for this system. */
export const DENO = `@deno/${SYSTEM}`;

/**
 * A folder of its own with these packages from npm.
 *
 * @returns The folder, or null where one of them can't be had here.
 */
export function installed(parent, name, specs) {
  process.stderr.write(`${name.replace(/^place-/, "")}\n`);
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true }));
  const { status } = spawnSync("npm", ["install", ...QUIETLY, ...specs], { cwd: folder, stdio: "ignore" });
  return status === 0 ? folder : null;
}

/** By its folder, the package that is packed there. */
const packages = new Map();

/** The package as npm would serve it, packed once for a folder. */
export function packedInto(folder, root) {
  if (!packages.has(folder)) packages.set(folder, pack(folder, root));
  return packages.get(folder);
}

function pack(folder, root) {
  const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const packed = spawnSync("npm", packing, { cwd: root, encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`);
  return join(folder, packed.stdout.trim().split("\n").at(-1));
}

/** The row of a place that can't be had, with the reason. */
export function missingRow(name, ...specs) {
  return { name, missing: `npm can't install ${specs.join(", ")} here` };
}

/** The version of a package in such a folder. */
export function versionIn(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** The first of these programs that is on this machine. */
export function programOf(...paths) {
  return paths.find((path) => existsSync(path));
}

/** The last line of what a program prints, as JSON; or why there is none. */
export function runJson(program, args, options = {}) {
  const run = spawnSync(program, args, { encoding: "utf8", timeout: 1_800_000, ...options });
  const printed = (run.stdout ?? "").trim().split("\n").at(-1) ?? "";
  if (run.status === 0 && printed.startsWith("{")) return JSON.parse(printed);
  const reason = (run.stderr ?? "").split("\n").find((line) => /Error|error/.test(line)) ?? "";
  return { fault: `exit code ${run.status} ${reason}`.slice(0, 160) };
}
