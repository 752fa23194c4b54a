/**
 * What works where: `npm run runtimes` installs runtimes and bundlers from npm into a temporary folder, finds the browsers
 * of this machine, runs the vectors and the smoke tests on each, prints the matrix and writes docs/runtimes.md. It fails
 * where anything fails; what can't be had here is a row that says why. Standard error tells what it is at.
 *
 * Arguments are patterns of vectors (`verify/published*`), all without any. `--table Types` makes that table alone, and
 * writes its section of the page. `--short` is what CI runs: this Node, one bundle and one other runtime, with few
 * vectors; nothing is written.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundlePlaces, executablePlaces } from "./bundle-places.mjs";
import { containerPlace } from "./container-place.mjs";
import { examplePlaces } from "./example-places.mjs";
import { jsrPlace } from "./jsr-place.mjs";
import { nodePlaces, readOnlyPlace, settingPlaces } from "./node-places.mjs";
import { packedPlaces } from "./packed-places.mjs";
import { typescriptPlaces } from "./typescript-places.mjs";
import { webPlaces } from "./web-places.mjs";

const root = resolve(import.meta.dirname, "../..");
const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, table: { type: "string" } },
});
const HEAD = `# Runtimes

Written by \`npm run runtimes\`, which runs the conformance vectors, a login and the client everywhere that it can reach.
How browsers and edge runtimes differ is described in [verify.md](verify.md), which package computes where in
[architecture.md](architecture.md) in the repository. "Without an engine" are hashes of bytes that are not text, which only native code or
\`hash-wasm\` computes; they are refused, never answered wrongly.
`;
const SCHEMES = ["bcrypt", "argon2", "scrypt", "pbkdf2", "digest"];

/** The page's tables in its order; each is made when it is asked for. */
const TABLES = {
  Runtimes: async (place) => runtimesTable([...nodePlaces(place), ...(await webPlaces(place))]),
  Packages: (place) => packagesTable(packedPlaces(place)),
  Settings: (place) => settingsTable([...settingPlaces(place), readOnlyPlace(place)]),
  Bundles: async (place) => bundlesTable(await bundlePlaces(place)),
  Executables: async (place) =>
    resultsTable("Executables", "The command line as one file, run where no package can be found.", [
      ...(await executablePlaces(place)),
      containerPlace(place),
    ]),
  Types: (place) =>
    resultsTable(
      "Types",
      "Every subpath in a project without `@types/node` and without `skipLibCheck`; and what JSR asks of TypeScript sources.",
      [...typescriptPlaces(place), jsrPlace(place)],
    ),
  Examples: async (place) =>
    resultsTable(
      "Examples",
      "The login examples where they are meant to run, each with its users migrated.",
      await examplePlaces(place),
    ),
};
if (values.table !== undefined && !Object.hasOwn(TABLES, values.table)) {
  throw new TypeError(`--table must be one of ${Object.keys(TABLES).join(", ")}`);
}

const folder = mkdtempSync(join(tmpdir(), "credport-runtimes-"));
let tables;
try {
  tables = values.short ? await shortTables() : await allTables();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(tables.map(formatted).join("\n"));
if (!values.short && patterns.length === 0) writePage();
const rows = tables.flatMap((table) => table.rows);
if (rows.some(({ isGood }) => isGood === false)) process.exitCode = 1;

async function shortTables() {
  const only = patterns.length > 0 ? patterns : ["verify/commands-*", "totp-code/*"];
  const place = { folder, root, only };
  return [
    runtimesTable([
      ...nodePlaces({ ...place, names: [] }),
      ...(await webPlaces({ ...place, names: ["edge-runtime"] })),
    ]),
    bundlesTable(await bundlePlaces({ ...place, names: ["esbuild"], topics: ["commands"] })),
  ];
}

async function allTables() {
  const place = { folder, root, only: patterns };
  const made = [];
  for (const [title, make] of Object.entries(TABLES)) {
    if (values.table === undefined || values.table === title) made.push(await make(place));
  }
  return made;
}

/** The sections of the tables that were made; those of an earlier run stay. */
function writePage() {
  const path = join(root, "docs/runtimes.md");
  const sections = new Map(
    readFileSync(path, "utf8")
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [section.slice(3, section.indexOf("\n")), `${section.trimEnd()}\n`]),
  );
  for (const table of tables) sections.set(table.title, formatted(table));
  const inOrder = Object.keys(TABLES).flatMap((title) => sections.get(title) ?? []);
  writeFileSync(path, `${HEAD}\n${inOrder.join("\n")}`);
}

function runtimesTable(rows) {
  return {
    title: "Runtimes",
    said: "Vectors of all operations, and what computes each scheme there.",
    head: ["Runtime", "Version", "Vectors", "Client", ...SCHEMES],
    rows,
    cells: ({ name, version, vectors, client = "", engines = {} }) => [
      name,
      version,
      vectors,
      client,
      ...SCHEMES.map((scheme) => engines[scheme] ?? ""),
    ],
  };
}

function packagesTable(rows) {
  return {
    title: "Packages",
    said: "`credport` and `credport-vectors` packed and installed into an empty project: vectors, client and command line.",
    head: ["Runtime", "Version", "Vectors", "Client", "Command line"],
    rows,
    cells: ({ name, version, vectors, client = "", commands = "" }) => [name, version, vectors, client, commands],
  };
}

function settingsTable(rows) {
  return {
    title: "Settings",
    said: "This Node, locked down.",
    head: ["Setting", "Vectors", "Client"],
    rows,
    cells: ({ name, vectors, client = "" }) => [name, vectors, client],
  };
}

function bundlesTable(rows) {
  return {
    title: "Bundles",
    said: "`credport/verify`, `credport/login` and `credport/client` for Node, run where no package can be found.",
    head: ["Bundler", "Version", "Format", "kB", "Result"],
    rows,
    cells: ({ name, version, format, bytes = 0, result }) => [name, version, format, Math.round(bytes / 1000), result],
  };
}

function resultsTable(title, said, rows) {
  return {
    title,
    said,
    head: ["What", "Version", "Result"],
    rows,
    cells: ({ name, version, result }) => [name, version, result],
  };
}

function formatted({ title, said, head, rows, cells }) {
  const lines = rows.map((row) =>
    row.missing !== undefined
      ? [row.name, "", `not run: ${row.missing}`, ...Array(head.length - 3).fill("")]
      : cells(row).map((cell) => String(cell ?? "").replaceAll("|", "\\|")),
  );
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  return `## ${title}\n\n${said}\n\n${table.join("\n")}\n`;
}
