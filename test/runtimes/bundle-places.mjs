import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSuite } from "../../dist/conformance/index.js";
import { BUN, installed, missingRow, runJson, versionIn } from "./install.mjs";

const PROGRAM = join(import.meta.dirname, "bundle-program.mjs");

/** Each is told of no package that it should leave out, and bundles the program `input` into the folder `out`, as its documentation says for Node. */
const BUNDLERS = [
  {
    name: "esbuild",
    format: "ES module",
    specs: ["esbuild"],
    bundle: ({ build }, input, out) =>
      build({ ...esbuildOptions(input), format: "esm", outdir: out, outExtension: { ".js": ".mjs" } }),
  },
  {
    name: "esbuild",
    format: "CommonJS",
    specs: ["esbuild"],
    bundle: ({ build }, input, out) =>
      build({ ...esbuildOptions(input), format: "cjs", outdir: out, outExtension: { ".js": ".cjs" } }),
  },
  { name: "webpack", format: "CommonJS", specs: ["webpack"], bundle: bundleWithWebpack },
  {
    name: "rollup",
    format: "ES module",
    specs: ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-commonjs", "@rollup/plugin-json"],
    bundle: bundleWithRollup,
  },
  { name: "vite", format: "ES module", specs: ["vite"], bundle: bundleWithVite },
  {
    name: "@vercel/ncc",
    format: "ES module",
    specs: ["@vercel/ncc"],
    bundle: (ncc, input, out) => bundleWithNcc(ncc, input, join(out, "index.mjs")),
  },
  {
    name: "@vercel/ncc",
    format: "CommonJS",
    specs: ["@vercel/ncc"],
    bundle: (ncc, input, out) => bundleWithNcc(ncc, asCommonJs(input), join(out, "index.cjs")),
  },
  { name: "rolldown", format: "ES module", specs: ["rolldown"], bundle: bundleWithRolldown },
  {
    name: "@rspack/core",
    format: "CommonJS",
    specs: ["@rspack/core"],
    bundle: (rspack, input, out) => bundleWithWebpack(rspack, input, out),
  },
  { name: "Bun", format: "ES module", specs: [BUN], bundle: bundleWithBun },
];

async function bundleWithNcc(ncc, input, path) {
  const { code, assets } = await ncc(input, { quiet: true });
  writeFileSync(path, code);
  for (const [name, { source, permissions }] of Object.entries(assets)) {
    const place = join(dirname(path), name);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, source, { mode: permissions });
  }
}

/** The same program in a package that does not say that it is an ES module. */
function asCommonJs(input) {
  const folder = join(dirname(input), "common-js");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "program", "private": true }');
  copyFileSync(input, join(folder, "program.js"));
  return join(folder, "program.js");
}

function bundleWithBun(_, input, out, { place }) {
  const args = ["build", input, "--target", "node", "--outfile", join(out, "index.mjs")];
  execFileSync(join(place, "node_modules", BUN, "bin/bun"), args, { stdio: "pipe" });
}

function esbuildOptions(input) {
  return { entryPoints: [input], bundle: true, platform: "node", logLevel: "silent" };
}

function bundleWithWebpack(webpack, input, out) {
  const options = {
    mode: "production",
    target: "node20",
    entry: input,
    output: { path: out, filename: "index.cjs" },
  };
  return new Promise((resolve, reject) => {
    webpack(options, (error, stats) => {
      if (error !== null) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

async function bundleWithRollup({ rollup }, input, out, { load }) {
  const [{ nodeResolve }, { default: commonjs }, { default: json }] = await Promise.all(
    ["node-resolve", "commonjs", "json"].map((name) => load(`@rollup/plugin-${name}`)),
  );
  const bundle = await rollup({
    input,
    external: /^node:/,
    plugins: [nodeResolve({ preferBuiltins: true }), commonjs(), json()],
    onwarn: () => undefined,
  });
  await bundle.write({ dir: out, format: "es", entryFileNames: "index.mjs" });
  await bundle.close();
}

async function bundleWithRolldown({ rolldown }, input, out) {
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: out, format: "es", entryFileNames: "index.mjs" });
  await bundle.close();
}

function bundleWithVite({ build }, input, out) {
  return build({
    logLevel: "silent",
    configFile: false,
    ssr: { noExternal: true },
    build: { ssr: input, outDir: out, rollupOptions: { output: { entryFileNames: "index.mjs" } } },
  });
}

/**
 * The program in a folder where `credport` was installed and no peer beside it. A copy: some bundlers write
 * down where a module was, and the folder is away when the bundle runs.
 */
function userProject(folder, root) {
  const project = join(folder, "bundled-program");
  const packages = join(project, "node_modules");
  for (const file of ["dist", "package.json"]) {
    cpSync(join(root, file), join(packages, "credport", file), { recursive: true });
  }
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  }
  copyFileSync(PROGRAM, join(project, "program.mjs"));
  writeFileSync(join(project, "package.json"), '{ "name": "program", "private": true, "type": "module" }');
  return project;
}

/** What the bundle answers where neither the program nor a package is. */
function runAlone(main, cases, project) {
  renameSync(project, `${project}-away`);
  try {
    return runJson(process.execPath, [main, cases], { cwd: dirname(main) });
  } finally {
    renameSync(`${project}-away`, project);
  }
}

/** The vectors that the program verifies: of every scheme, and none that takes long. */
async function writeCases(path) {
  const suite = await loadSuite();
  const topics = ["published", "commands", "passlib-published", "crypt"];
  const cases = suite.value.cases.filter(
    ({ operation, topic, cost }) => operation === "verify" && cost === "cheap" && topics.includes(topic),
  );
  writeFileSync(
    path,
    JSON.stringify(cases.map(({ id, input, outputs, problem }) => ({ id, input, outputs, problem }))),
  );
}

async function bundleRow({ name, format, specs, bundle }, { folder, project, cases }) {
  const place = installed(folder, `place-${name.replace(/\W/g, "-")}`, specs);
  if (place === null) return missingRow(name, ...specs);
  const out = join(folder, `out-${name.replace(/\W/g, "-")}-${format.replace(" ", "-")}`);
  mkdirSync(out);
  const { resolve } = createRequire(join(place, "package.json"));
  const load = (spec) => import(pathToFileURL(resolve(spec)).href);
  try {
    const loaded = name === "Bun" ? {} : await load(specs[0]);
    const bundler = loaded.build || loaded.rollup || loaded.rolldown ? loaded : loaded.default;
    await bundle(bundler, join(project, "program.mjs"), out, { load, place });
  } catch (error) {
    return { name, format, result: String(error).slice(0, 300), isGood: false };
  }
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).map((file) => join(out, file));
  const main = files.find((file) => /\/(?:index|program)\.[cm]js$/.test(file));
  const bytes = files.filter((file) => /js$/.test(file)).reduce((sum, file) => sum + statSync(file).size, 0);
  const answers = runAlone(main, cases, project);
  return { name, format, version: versionIn(place, name === "Bun" ? BUN : name), bytes, ...judged(answers) };
}

function judged({ fault, vectors, login, client }) {
  if (fault !== undefined) return { result: fault, isGood: false };
  const isGood = vectors.failed.length === 0 && login === "migrated" && client === "imports";
  const rest = vectors.withoutEngine === 0 ? "" : ` (${vectors.withoutEngine} without an engine)`;
  const result = isGood
    ? `${vectors.passed} vectors${rest}, login, client`
    : `${vectors.failed.slice(0, 5)} ${login} ${client}`;
  return { result, isGood };
}

/** Verification, login and client after each bundler, run where no package can be found. */
export async function bundlePlaces({ folder, root, names }) {
  const project = userProject(folder, root);
  const cases = join(folder, "cases.json");
  await writeCases(cases);
  const rows = [];
  for (const bundler of BUNDLERS) {
    if (names === undefined || names.includes(bundler.name)) {
      rows.push(await bundleRow(bundler, { folder, project, cases }));
    }
  }
  return rows;
}
