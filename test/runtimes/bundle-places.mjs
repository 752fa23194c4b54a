import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { loadSuite } from "../../dist/conformance/index.js";
import { BUNDLER_LINES } from "./bundler-lines.mjs";
import { BUN, installed, missingRow, packedInto, runJson, versionIn } from "./install.mjs";

const PROGRAM = join(import.meta.dirname, "bundle-program.mjs");
const TEXT = { encoding: "utf8" };

const TOPICS = ["published", "commands", "passlib-published", "crypt"];

/** The vectors that the program verifies: of every scheme, and none that takes long. */
async function writeCases(path, topics) {
  const suite = await loadSuite();
  const cases = suite.value.cases.filter(
    ({ operation, topic, cost }) => operation === "verify" && cost === "cheap" && topics.includes(topic),
  );
  writeFileSync(
    path,
    JSON.stringify(cases.map(({ id, input, outputs, problem }) => ({ id, input, outputs, problem }))),
  );
}

/** A project with the package as npm would serve it, the bundler, its settings and these files; null without a bundler. */
export function bundledProject({ name, format = "", packages, files, manifest }, { folder, root }, program) {
  const path = `place-${name}-${format}`.replace(/\W+/g, "-");
  const place = installed(folder, path, [...packages, packedInto(folder, root)]);
  if (place === null) return null;
  for (const [file, text] of Object.entries({ ...files, ...program })) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  const own = join(place, "package.json");
  writeFileSync(own, JSON.stringify({ ...JSON.parse(readFileSync(own, "utf8")), ...manifest }));
  return place;
}

/** What its line says to a shell; the reason where it does not build. */
export function bundled({ line }, place) {
  const paths = [join(place, "node_modules", BUN, "bin"), dirname(process.execPath), process.env.PATH];
  const quiet = { NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false", PARCEL_WORKERS: "1" };
  const env = { ...process.env, ...quiet, PATH: paths.join(delimiter) };
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", line], { cwd: place, env, ...TEXT });
  return status === 0 ? undefined : `${stderr}${stdout}`.trim().slice(-300);
}

/** The folder of what was made, where neither the program nor a package is. */
function takenAway(place) {
  const out = `${place}-out`;
  renameSync(join(place, "out"), out);
  renameSync(place, `${place}-away`);
  return out;
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, ...TEXT }).map((file) => join(folder, file));
}

function programIn(folder) {
  return filesIn(folder).find((file) => /\/(?:index|program)\.[cm]?js$/.test(file));
}

function programRow(row, place, cases) {
  const version = versionIn(place, row.packages[0]);
  const beside = runJson(process.execPath, [programIn(join(place, "out"))], { cwd: "/" });
  const out = takenAway(place);
  const bytes = filesIn(out)
    .filter((file) => /js$/.test(file))
    .reduce((sum, file) => sum + statSync(file).size, 0);
  const answers = runJson(process.execPath, [programIn(out), cases], { cwd: out });
  return { name: row.name, format: row.format, version, bytes, ...judged({ ...beside, ...answers }) };
}

/** With the packages beside it both are native; where none is found it does all the same. */
function judged({ fault, engines, vectors, login, client }) {
  if (fault !== undefined) return { result: fault, isGood: false };
  if (engines.some((kind) => kind !== "native")) return { result: `beside packages: ${engines}`, isGood: false };
  const isGood = vectors.failed.length === 0 && login === "migrated" && client === "imports";
  const rest = vectors.withoutEngine === 0 ? "" : ` (${vectors.withoutEngine} without an engine)`;
  const result = isGood
    ? `${vectors.passed} vectors${rest}, login, client`
    : `${vectors.failed.slice(0, 5)} ${login} ${client}`;
  return { result, isGood };
}

const LINE = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";

/** The command line in one file says its version and reads a hash, far from its package. */
function commandRow({ name, packages }, place, root) {
  const { version: expected } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version = packages[0] === BUN ? versionIn(place, BUN) : process.version;
  const executable = join(takenAway(place), "credport");
  const said = spawnSync(executable, ["--version"], { cwd: "/", ...TEXT });
  const identified = spawnSync(executable, ["identify"], { cwd: "/", input: LINE, ...TEXT });
  const isRead = identified.stdout?.includes("bcrypt in spring-bcrypt, importable");
  const isGood = said.stdout?.trim() === expected && isRead;
  const result = isGood ? "--version, identify" : `${said.stdout}${said.stderr}${identified.stderr}`.slice(0, 160);
  return { name, version, isGood, result };
}

/** Every line that makes this, with the row that `tried` gives where it builds. */
export async function rowsOf(makes, place, { names, program, tried }) {
  const rows = [];
  for (const row of BUNDLER_LINES) {
    if (row.makes !== makes || (names !== undefined && !names.includes(row.name))) continue;
    const project = bundledProject(row, place, program);
    const fault = project === null ? undefined : bundled(row, project);
    const { name, format } = row;
    if (project === null) rows.push(missingRow(name, ...row.packages));
    else if (fault !== undefined) rows.push({ name, format, result: fault, isGood: false });
    else rows.push(...[await tried(row, project)].flat());
  }
  return rows;
}

/** Verification, login and client after each bundler, run where no package can be found. */
export async function bundlePlaces({ folder, root, names, topics = TOPICS }) {
  const cases = join(folder, "cases.json");
  await writeCases(cases, topics);
  const program = { "program.mjs": readFileSync(PROGRAM) };
  return rowsOf("program", { folder, root }, { names, program, tried: (row, at) => programRow(row, at, cases) });
}

/** The command line as one file that needs no package. */
export function executablePlaces({ folder, root, names }) {
  return rowsOf("command", { folder, root }, { names, tried: (row, at) => commandRow(row, at, root) });
}
