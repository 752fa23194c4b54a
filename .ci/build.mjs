/**
 * Builds `dist`: what the compiler gives, made small. A room of a program is a file or a few instead of a hundred, which
 * load several times as fast and take a third of the disk; rooms of which a page bundles single functions stay as they
 * are. The command line is whole in its own folder, with all that it needs of other rooms. What nothing public leads to is
 * left out.
 *
 * `--if-changed`: only where something that it is made of is younger than it.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, transformSync } from "esbuild";
import { bringPackages } from "./bring-packages.mjs";
import { divideFormats } from "./divide-formats.mjs";
import { mergeChunks } from "./merge-chunks.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
const { bin, browser, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Rooms that other rooms enter through their faces only, and that load nothing by its address. */
const BUNDLED_ROOMS = ["client", "source", "rehearsal", "import", "serve", "fleet"];
/** Also in the names of its own functions: what a rehearsal answers is a service's, and no one looks for a fault in it. */
const SHORT_NAMED = new Set(["rehearsal"]);
const FACES = ["index.js", "internal.js"];
/** The program of a check's threads, each of which loads it again. */
const THREAD = join(DIST, "check/threads/serve-chunks.js");
/** Of characters, more or less: a fault that nobody catches shows the line where it was thrown. */
const LINE = 200;
const OPTIONS = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2022",
  packages: "external",
  logLevel: "warning",
  // A room's file that only runs before another one: nothing here has side effects.
  logOverride: { "ignored-bare-import": "silent" },
  allowOverwrite: true,
  metafile: true,
};

function filesUnder(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));
}

/** A file for each entry, for what is loaded on demand, and for what these share, in the place of a room's modules. */
async function bundleInto(folder, entryPoints, options) {
  const modules = filesUnder(folder, ".js");
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints,
    outdir: folder,
    // On demand stays on demand. All beside the faces, since the ways to other rooms are written for one folder.
    splitting: true,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    ...options,
  });
  const written = new Set(Object.keys(metafile.outputs).map((path) => resolve(path)));
  for (const path of modules) if (!written.has(path)) rmSync(path);
  return metafile.outputs;
}

/** Puts a room's modules together; what is of other rooms stays there. */
async function bundleRoom(room) {
  const folder = join(DIST, room);
  const faces = FACES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const others = readdirSync(DIST).filter((name) => name !== room && !name.endsWith(".d.ts"));
  const external = others.map((name) => join(DIST, name) + (name.endsWith(".js") ? "" : "/*"));
  await bundleInto(folder, faces, {
    external,
    minify: SHORT_NAMED.has(room),
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: LINE,
  });
}

/**
 * Puts the command line together with all rooms that it uses: a command loads a few files instead of hundreds. The
 * threads of its checks share them, so that those of `credport/check` are sent here. The lines are for reports of faults,
 * which name one.
 */
async function bundlePrograms() {
  const small = { minify: true, lineLimit: LINE };
  const folder = join(DIST, "cli");
  const outputs = await bundleInto(folder, [join(folder, "main.js"), THREAD], {
    ...small,
    packages: "bundle",
    plugins: [bringPackages],
  });
  const filesOf = (beginning) =>
    Object.keys(outputs)
      .map((path) => basename(path))
      .filter((name) => beginning.test(name));
  // Most commands need what reads one hash and says what it is; each loads commander and the help.
  const groups = {
    "begin.js": ["main.js"],
    "start.js": filesOf(/^(?:identify-command|help|esm)-/),
    "export.js": filesOf(/^check-command-/),
  };
  await mergeChunks(folder, outputs, groups, { ...OPTIONS, ...small });
  writeFileSync(THREAD, `export * from "../../cli/${basename(THREAD)}";\n`);
}

function isBundled(path) {
  return ["cli/", "runtime/csv", ...BUNDLED_ROOMS.map((room) => `${room}/`)].some((start) =>
    path.startsWith(join(DIST, start)),
  );
}

/** Puts into the modules for rows of cells the part of the package that they stand for. */
async function bringRows() {
  const entryPoints = ["csv.js", "csv-in-browsers.js"].map((name) => join(DIST, "runtime", name));
  const options = { outdir: join(DIST, "runtime"), packages: "bundle", plugins: [bringPackages] };
  await build({ ...OPTIONS, ...options, entryPoints, minify: true, lineLimit: LINE });
}

/** An import of a name that is not a text, with the words that keep bundlers from it. */
const LEFT_ALONE = /import\((?:\/\*.*?\*\/ )+(\w+)\)/g;

/**
 * But for modules that say which calls a bundler may drop: these words would go with the white space. Those in an
 * import are put back.
 */
function withoutSpace(path) {
  const text = readFileSync(path, "utf8");
  const settings = { format: "esm", charset: "utf8", minifyWhitespace: true, minifySyntax: true, lineLimit: LINE };
  if (text.includes("@__PURE__")) return text;
  const small = transformSync(text, settings).code;
  return [...text.matchAll(LEFT_ALONE)].reduce((code, [whole, name]) => code.replace(`import(${name})`, whole), small);
}

/** What a module names to import, by its text: TypeScript's quick look takes a quote in a regular expression for a text's beginning. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Removes what no entry leads to: modules of types only, declarations of what is not public. */
function leaveOut(ending, entries) {
  const reached = new Set(entries.map((path) => resolve(ROOT, path)));
  for (const path of reached) {
    for (const [, name] of readFileSync(path, "utf8").matchAll(IMPORTED)) {
      reached.add(resolve(path, "..", name.replace(/\.js$/, ending)));
    }
  }
  for (const path of filesUnder(DIST, ending)) if (!reached.has(path)) rmSync(path);
}

/** Written last. */
const MANUAL = join(DIST, "credport.1.gz");
const MADE_OF = [
  "src",
  ".ci",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "node_modules/.package-lock.json",
];

function isNew() {
  if (!existsSync(MANUAL)) return false;
  const built = statSync(MANUAL).mtimeMs;
  const under = (path) => (statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []);
  const paths = MADE_OF.map((name) => join(ROOT, name)).flatMap((path) => [
    path,
    ...under(path).map((name) => join(path, name)),
  ]);
  return paths.every((path) => existsSync(path) && statSync(path).mtimeMs < built);
}

if (process.argv.includes("--if-changed") && isNew()) process.exit(0);

const compiler = join(ROOT, "node_modules/typescript7/bin/tsc");
rmSync(DIST, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: ROOT, stdio: "inherit" });
divideFormats(join(DIST, "hash/catalogue"));
await bundlePrograms();
await bringRows();
for (const room of BUNDLED_ROOMS) await bundleRoom(room);
const entries = Object.values(exports).filter((target) => target.types !== undefined);
// Tools of the repository use these as they are built.
const internals = ["conformance", "rehearsal"].map((room) => join(DIST, room, "internal.js"));
const programs = [...Object.values(bin), ...Object.values(browser), THREAD, ...internals];
leaveOut(".js", [...entries.map((target) => target.default), ...programs]);
leaveOut(
  ".d.ts",
  entries.map((target) => target.types),
);
for (const path of filesUnder(DIST, ".js")) if (!isBundled(path)) writeFileSync(path, withoutSpace(path));
chmodSync(resolve(ROOT, bin.credport), 0o755);

// The manual page is made of the commands' own rows.
const manual = execFileSync(process.execPath, [resolve(ROOT, bin.credport), "completion", "man"]);
writeFileSync(MANUAL, gzipSync(manual));
