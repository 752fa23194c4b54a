/**
 * What works where: `npm run runtimes` installs runtimes and bundlers from npm into a temporary folder, finds the browsers
 * of this machine, runs the vectors and the smoke tests on each, prints the matrix and writes docs/runtimes.md. It fails
 * where anything fails; what can't be had here is a row that says why. Standard error tells what it is at.
 *
 * Arguments are patterns of vectors (`verify/published*`), all without any. `--short` is what CI runs: this Node, one
 * bundle and one other runtime, with few vectors; nothing is written.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundlePlaces } from "./bundle-places.mjs";
import { containerPlace } from "./container-place.mjs";
import { examplePlaces } from "./example-places.mjs";
import { executablePlaces } from "./executable-places.mjs";
import { jsrPlace } from "./jsr-place.mjs";
import { nodePlaces, readOnlyPlace, settingPlaces } from "./node-places.mjs";
import { typescriptPlaces } from "./typescript-places.mjs";
import { webPlaces } from "./web-places.mjs";

const root = resolve(import.meta.dirname, "../..");
const isShort = process.argv.includes("--short");
const patterns = process.argv.slice(2).filter((argument) => argument !== "--short");
const SCHEMES = ["bcrypt", "argon2", "scrypt", "pbkdf2", "digest"];

const folder = mkdtempSync(join(tmpdir(), "credport-runtimes-"));
let tables;
try {
  tables = isShort ? await shortTables() : await allTables();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(formatted(tables));
if (!isShort && patterns.length === 0) writeFileSync(join(root, "docs/runtimes.md"), page(tables));
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
    bundlesTable(await bundlePlaces({ ...place, names: ["esbuild"] })),
  ];
}

async function allTables() {
  const place = { folder, root, only: patterns };
  return [
    runtimesTable([...nodePlaces(place), ...(await webPlaces(place))]),
    {
      title: "Settings",
      said: "This Node, locked down.",
      head: ["Setting", "Vectors", "Client"],
      rows: [...settingPlaces(place), readOnlyPlace(place)],
      cells: ({ name, vectors, client = "" }) => [name, vectors, client],
    },
    bundlesTable(await bundlePlaces(place)),
    resultsTable("Executables", "The command line as one file, run where no package can be found.", [
      ...(await executablePlaces(place)),
      containerPlace(place),
    ]),
    resultsTable(
      "Types",
      "Every subpath in a project without `@types/node` and without `skipLibCheck`; and what JSR asks of TypeScript sources.",
      [...typescriptPlaces(place), jsrPlace(place)],
    ),
    resultsTable(
      "Examples",
      "The login examples where they are meant to run, each with its users brought over.",
      await examplePlaces(place),
    ),
  ];
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

function bundlesTable(rows) {
  return {
    title: "Bundles",
    said: "`credport/verify`, `credport/login` and `credport/client` for Node, run where no package can be found.",
    head: ["Bundler", "Version", "Format", "kB", "Result"],
    rows,
    cells: ({ name, version, format, bytes = 0, result }) => [
      name,
      version,
      format,
      Math.round(bytes / 1000),
      result,
    ],
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

function formatted(all) {
  return all
    .map(({ title, said, head, rows, cells }) => {
      const lines = rows.map((row) =>
        row.missing !== undefined
          ? [row.name, "", `not run: ${row.missing}`, ...Array(head.length - 3).fill("")]
          : cells(row).map((cell) => String(cell ?? "").replaceAll("|", "\\|")),
      );
      const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
      return `## ${title}\n\n${said}\n\n${table.join("\n")}\n`;
    })
    .join("\n");
}

function page(all) {
  return `# Runtimes

Written by \`npm run runtimes\`, which runs the conformance vectors, a login and the client everywhere that it can reach.
How browsers and edge runtimes differ is described in [verify.md](verify.md), which package computes where in
[architecture.md](architecture.md). "Without an engine" are hashes of bytes that are not text, which only native code or
\`hash-wasm\` computes; they are refused, never answered wrongly.

${formatted(all)}`;
}
