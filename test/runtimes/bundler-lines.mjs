import { BUN } from "./install.mjs";

/** Where a command line's modules begin in an installation. */
const COMMAND = "node_modules/credport/dist/cli/main.js";

/** webpack's and Rspack's settings are the same. */
const WEBPACK_OPTIONS = `  mode: "production",
  target: "node20",
  entry: "./program.mjs",
  output: { path: import.meta.dirname + "/out", filename: "index.cjs" },
`;

/**
 * How each bundler is called in a project with `credport` and the bundler, and nothing else: what a user writes, beside
 * `program.mjs`. docs/bundling.md has these lines, and test/gate/bundling.test.ts holds it to them. `makes` is what runs
 * afterwards, where no package can be found: a `program`, the `command` line, a `worker`, the routes of `next`, or `tests`
 * that pass.
 */
export const BUNDLER_LINES = [
  {
    name: "esbuild",
    format: "ES module",
    packages: ["esbuild"],
    makes: "program",
    line: "npx esbuild program.mjs --bundle --platform=node --format=esm --outfile=out/index.mjs",
  },
  {
    name: "esbuild",
    format: "CommonJS",
    packages: ["esbuild"],
    makes: "program",
    line: "npx esbuild program.mjs --bundle --platform=node --format=cjs --outfile=out/index.cjs",
  },
  {
    name: "webpack",
    format: "CommonJS",
    packages: ["webpack", "webpack-cli"],
    makes: "program",
    files: { "webpack.config.mjs": `export default {\n${WEBPACK_OPTIONS}};\n` },
    line: "npx webpack",
    note: "It warns of each optional peer that is not installed, and builds.",
  },
  {
    name: "rollup",
    format: "ES module",
    packages: ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-commonjs", "@rollup/plugin-json"],
    makes: "program",
    line: "npx rollup program.mjs --dir out --entryFileNames index.mjs -p 'node-resolve={preferBuiltins:true}' -p commonjs -p json",
  },
  {
    name: "vite",
    format: "ES module",
    packages: ["vite"],
    makes: "program",
    files: { "vite.config.mjs": "export default { ssr: { noExternal: true } };\n" },
    line: "npx vite build --ssr program.mjs --outDir out",
  },
  {
    name: "rolldown",
    format: "ES module",
    packages: ["rolldown"],
    makes: "program",
    line: "npx rolldown program.mjs --platform node --dir out --entry-file-names index.mjs",
  },
  {
    name: "Rspack",
    format: "CommonJS",
    packages: ["@rspack/core", "@rspack/cli"],
    makes: "program",
    files: { "rspack.config.mjs": `export default {\n${WEBPACK_OPTIONS}};\n` },
    line: "npx rspack build",
    note: "It warns as webpack does.",
  },
  {
    name: "ncc",
    format: "ES module",
    packages: ["@vercel/ncc"],
    makes: "program",
    line: "npx ncc build program.mjs --out out",
  },
  {
    name: "ncc",
    format: "CommonJS",
    packages: ["@vercel/ncc"],
    makes: "program",
    line: "cp program.mjs program.js && npx ncc build program.js --out out",
    note: 'In a package without `"type": "module"`.',
  },
  {
    name: "Parcel",
    format: "CommonJS",
    packages: ["parcel"],
    makes: "program",
    manifest: {
      alias: { "hash-wasm": false },
      "@parcel/resolver-default": { packageExports: true },
      targets: { default: { context: "node", includeNodeModules: true, distDir: "out" } },
    },
    line: "npx parcel build program.mjs",
    note:
      "Parcel reads no `exports` unless it is told so, and stops at an optional peer that is not installed: name those in " +
      "`alias`. `credport/check` has `libphonenumber-js/min`, `uqr`, `bullmq` and `ioredis` as well, and `credport/fleet` the last two.",
  },
  {
    name: "Bun",
    format: "ES module",
    packages: [BUN],
    makes: "program",
    line: "bun build program.mjs --target node --outfile out/index.mjs",
  },
  {
    name: "Next, Turbopack",
    packages: ["next", "react", "react-dom"],
    makes: "next",
    line: "npx next build",
    note:
      'For routes of both runtimes: `export const runtime = "nodejs"` and `"edge"`. With `serverExternalPackages: ["credport"]` ' +
      "in `next.config.mjs` the first of them loads the package as it is installed: the same engines at the same speed. " +
      '`output: "standalone"` copies only what Next finds by itself, and the native engines are not among that: without them a login ' +
      "takes ten times as long, and nothing says so. Name them in `outputFileTracingIncludes`: " +
      '`{ "/api/**": ["./node_modules/@node-rs/**/*", "./node_modules/argon2/**/*", "./node_modules/node-gyp-build/**/*", ' +
      '"./node_modules/@phc/**/*"] }`. An edge route of `next start` takes some seconds for argon2id; the edge itself a third of one.',
  },
  {
    name: "Next, webpack",
    packages: ["next", "react", "react-dom"],
    makes: "next",
    line: "npx next build --webpack",
  },
  {
    name: "Wrangler",
    packages: ["wrangler"],
    makes: "worker",
    files: {
      "wrangler.toml": 'name = "login"\nmain = "program.mjs"\ncompatibility_date = "2026-01-01"\n',
    },
    line: "npx wrangler deploy --dry-run --outdir out",
    note: "Without `--dry-run` it is deployed. No `nodejs_compat` is needed.",
  },
  {
    name: "Node's single executable",
    packages: ["postject", "esbuild"],
    makes: "command",
    files: {
      "sea.json": '{ "main": "cli.cjs", "output": "cli.blob", "disableExperimentalSEAWarning": true }\n',
    },
    line: [
      `npx esbuild ${COMMAND} --bundle --platform=node --outfile=cli.cjs`,
      "node --experimental-sea-config sea.json",
      'mkdir -p out && cp "$(node -p process.execPath)" out/credport',
      "npx postject out/credport NODE_SEA_BLOB cli.blob --sentinel-fuse NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
    ].join("\n"),
  },
  {
    name: "bun build --compile",
    packages: [BUN],
    makes: "command",
    line: `bun build --compile ${COMMAND} --outfile out/credport`,
  },
  {
    name: "Jest",
    format: "ES module",
    packages: ["jest"],
    makes: "tests",
    manifest: { type: "module", jest: { transform: {} } },
    line: "NODE_OPTIONS=--experimental-vm-modules npx jest",
    note: "Jest bundles nothing; below Node 24.9 it loads ES modules with this option alone.",
  },
  {
    name: "Jest",
    format: "CommonJS",
    packages: ["jest", "babel-jest", "@babel/core@7", "@babel/preset-env@7", "babel-plugin-transform-import-meta@2"],
    makes: "tests",
    manifest: {
      type: "commonjs",
      jest: {
        transform: {
          "\\.[cm]?js$": [
            "babel-jest",
            {
              presets: [["@babel/preset-env", { targets: { node: "current" } }]],
              plugins: ["babel-plugin-transform-import-meta"],
            },
          ],
        },
        transformIgnorePatterns: ["/node_modules/(?!(credport|@noble|hi-base32)/)"],
      },
    },
    line: "npx jest",
    note: "For tests that `require`, or that are turned into it. With Babel 7 the plugin is `babel-plugin-transform-import-meta@2`, with 8 it is 3. The first run takes longer.",
  },
];
