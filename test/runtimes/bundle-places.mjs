import { copyFileSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSuite } from "../../dist/conformance/index.js";
import { installed, runJson, versionIn } from "./install.mjs";

const PROGRAM = join(import.meta.dirname, "bundle-program.mjs");
/** Native code is in no bundle, and packages that are not installed can't be. */
const EXTERNAL = ["@node-rs/bcrypt", "@node-rs/argon2", "argon2", "hash-wasm"];

/** Each bundles the program `input` into the folder `out`, as its documentation says for Node. */
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
    // As the program's own package.json says.
    format: "ES module",
    specs: ["@vercel/ncc"],
    bundle: async (ncc, input, out) => {
      const { code } = await ncc(input, { externals: EXTERNAL, quiet: true });
      writeFileSync(join(out, "index.mjs"), code);
    },
  },
];

function esbuildOptions(input) {
  return { entryPoints: [input], bundle: true, platform: "node", external: EXTERNAL, logLevel: "silent" };
}

function bundleWithWebpack(webpack, input, out) {
  const options = {
    mode: "production",
    target: "node20",
    entry: input,
    output: { path: out, filename: "index.cjs" },
    externals: Object.fromEntries(EXTERNAL.map((name) => [name, `commonjs ${name}`])),
  };
  return new Promise((resolve, reject) => {
    webpack(options, (error, stats) => {
      if (error !== null) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

async function bundleWithRollup({ rollup }, input, out, load) {
  const [{ nodeResolve }, { default: commonjs }, { default: json }] = await Promise.all(
    ["node-resolve", "commonjs", "json"].map((name) => load(`@rollup/plugin-${name}`)),
  );
  const bundle = await rollup({
    input,
    external: [...EXTERNAL, /^node:/],
    plugins: [nodeResolve({ preferBuiltins: true }), commonjs(), json()],
    onwarn: () => undefined,
  });
  await bundle.write({ dir: out, format: "es", entryFileNames: "index.mjs" });
  await bundle.close();
}

function bundleWithVite({ build }, input, out) {
  return build({
    logLevel: "silent",
    configFile: false,
    ssr: { noExternal: true, external: EXTERNAL },
    build: { ssr: input, outDir: out, rollupOptions: { output: { entryFileNames: "index.mjs" } } },
  });
}

/** The program in a folder where `credport` is a package, as at a user's. */
function userProject(folder, root) {
  const project = join(folder, "bundled-program");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/credport"));
  copyFileSync(PROGRAM, join(project, "program.mjs"));
  writeFileSync(join(project, "package.json"), '{ "name": "program", "private": true, "type": "module" }');
  return project;
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
  if (place === null) return { name, format, missing: true };
  const out = join(folder, `out-${name.replace(/\W/g, "-")}-${format.replace(" ", "-")}`);
  mkdirSync(out);
  const { resolve } = createRequire(join(place, "package.json"));
  const load = (spec) => import(pathToFileURL(resolve(spec)).href);
  try {
    const loaded = await load(specs[0]);
    await bundle(
      loaded.build || loaded.rollup ? loaded : loaded.default,
      join(project, "program.mjs"),
      out,
      load,
    );
  } catch (error) {
    return { name, format, result: String(error).slice(0, 300), isGood: false };
  }
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).map((file) => join(out, file));
  const main = files.find((file) => /\/(?:index|program)\.[cm]js$/.test(file));
  const bytes = files.filter((file) => /js$/.test(file)).reduce((sum, file) => sum + statSync(file).size, 0);
  const answers = runJson(process.execPath, [main, cases], { cwd: out });
  return { name, format, version: versionIn(place, name), bytes, ...judged(answers) };
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
