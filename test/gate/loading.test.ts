import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { preProcessFile } from "typescript";
import { describe, expect, it } from "vitest";

const DIST = resolve(import.meta.dirname, "../../dist");
/** All that is built but the command itself, which is there to be run. */
const MODULES = readdirSync(DIST, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".js") && path !== join("cli", "main.js"))
  .map((path) => pathToFileURL(join(DIST, path)).href);

/** Loads modules in a process of their own and prints what they did on the way, one line each. */
const WATCH = `
import module from "node:module";
const seen = new Set();
const watched = (what) => {
  const frames = new Error().stack.split("\\n").slice(2);
  // Node's own, with each package in CommonJS.
  if (what === "env WATCH_REPORT_DEPENDENCIES") return;
  const place = frames.find((frame) => /file:|data:|node_modules/.test(frame) && !frame.includes("[eval"));
  if (place !== undefined) seen.add(what + " " + place.trim());
};
const trap = (what, result) => () => (watched(what), result);
const env = new Proxy({}, {
  get: (_, name) => watched("env " + String(name)),
  has: trap("env", false),
  ownKeys: trap("env", []),
  getOwnPropertyDescriptor: trap("env"),
});
Object.defineProperty(process, "env", { value: env });
const { createRequire } = module;
module.createRequire = (from) => (watched("createRequire"), createRequire(from));
module.syncBuiltinESMExports();
for (const path of process.argv.slice(1)) await import(path);
module.createRequire = createRequire;
process.stdout.write([...seen].join("\\n"));
`;

function whatLoadingDoes(modules: readonly string[]): readonly string[] {
  const args = ["--input-type=module", "-e", WATCH, ...modules];
  const printed = execFileSync(process.execPath, args, { encoding: "utf8" });
  return printed.split("\n").filter((line) => line !== "");
}

describe("loading a module", () => {
  it("reads no environment and resolves no package, in any module", () => {
    expect(MODULES.length).toBeGreaterThan(100);
    expect(whatLoadingDoes(MODULES)).toEqual([]);
  });

  it("is really watched", () => {
    const code = 'import { createRequire } from "node:module"; createRequire("/x/"); process.env.HOME;';
    const seen = whatLoadingDoes([`data:text/javascript,${encodeURIComponent(code)}`]);
    expect(seen.map((line) => line.split(" at ")[0])).toEqual(["createRequire", "env HOME"]);
  });
});

/** What a module imports before anything is asked of it, and what those import. */
function loadedWith(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  for (const { fileName } of preProcessFile(text, true, true).importedFiles) {
    if (fileName.startsWith(".") && !isOnDemand(text, fileName)) {
      loadedWith(resolve(dirname(path), fileName), seen);
    }
  }
  return seen;
}

function isOnDemand(text: string, fileName: string): boolean {
  return text.includes(`import("${fileName}")`) && !text.includes(`from"${fileName}"`);
}

/** The files that the command line has loaded when a command begins, and their bytes. */
function loadedFor(...onDemand: readonly string[]) {
  const modules = onDemand.map((name) => readdirSync(join(DIST, "cli")).find((file) => file.startsWith(`${name}-`)));
  const entries = ["main.js", ...modules.map((name) => name ?? "missing")].map((name) => join(DIST, "cli", name));
  const files = new Set(entries.flatMap((entry) => [...loadedWith(entry)]));
  const texts = [...files].map((path) => readFileSync(path, "utf8"));
  return { files: [...files].map((path) => relative(DIST, path)), text: texts.join("\n") };
}

/** In the rows of problems, of systems, and in the grammar of hashes. */
const [PROBLEMS, SYSTEMS, HASHES] = ["hash/unrecognised", "wp_users", "$f_scrypt$"] as const;

it("the command line begins without the problems, and without any command", () => {
  const { files, text } = loadedFor();
  expect(files.length).toBeLessThanOrEqual(2);
  expect(files.filter((path) => /-command\b/.test(path))).toEqual([]);
  for (const part of [PROBLEMS, SYSTEMS, HASHES]) expect(text).not.toContain(part);
  expect(text.length).toBeLessThan(12_000);
});

it.each([
  // Files, and kB: what a command loads takes longer than what it does with a hash or a small export.
  [["identify-command", "help"], 5, 315],
  [["check-command", "help", "services"], 12, 926],
])("%j loads few files, of its own folder alone, and no system of another kind", (onDemand, most, kilobytes) => {
  const { files, text } = loadedFor(...onDemand);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(text.length / 1000).toBeLessThan(kilobytes);
  expect(files.filter((path) => !path.startsWith("cli/"))).toEqual([]);
  for (const part of [PROBLEMS, HASHES]) expect(text).toContain(part);
  expect(text).not.toContain(SYSTEMS);
});
