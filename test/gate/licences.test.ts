import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { BROUGHT_ALONE } from "../../.ci/bring-packages.mjs";

/**
 * The licences of what is installed with credport, and of what it is built with. `UPDATE_DOCS=1` with this file writes
 * docs/licences.md from package-lock.json.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/licences.md");

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What asks for no more than to be named, so that credport's users owe nobody anything else. */
const FOR_USERS = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"];
/** Tools and their data may ask for more of who changes them; nothing of theirs is in a package. */
const FOR_TOOLS = [...FOR_USERS, "BlueOak-1.0.0", "CC-BY-4.0", "MIT-0", "MPL-2.0", "Zlib"];

/** What builds the site has an icon set and a port of a parser besides. */
const FOR_THE_SITE = [...FOR_TOOLS, "CC0-1.0", "Python-2.0"];

type Lock = Readonly<Record<string, LockEntry>>;

const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), "utf8")) as T;
const readLock = (file: string) => readJson<{ readonly packages: Lock }>(file).packages;
const packages = readLock("package-lock.json");
const manifest = readJson<Manifest>("package.json");

/** The packages of a lock, by name, without the ones of this repository. */
function lockedIn(lock: Lock) {
  return Object.entries(lock)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + 13), path, ...entry }));
}

const LOCKED = lockedIn(packages);

/** Whether an expression of SPDX allows a use under the licences of a list: `AND` asks for both, `OR` for one. */
function isPermitted(expression: string | undefined, permitted: readonly string[]): boolean {
  const parts = (expression ?? "").replace(/^\((.*)\)$/, "$1");
  if (parts.includes(" AND ")) return parts.split(" AND ").every((one) => isPermitted(one, permitted));
  return parts.split(" OR ").some((one) => permitted.includes(one));
}

function entryOf(name: string): LockEntry {
  const entry = packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`${name} is not locked`);
  return entry;
}

function table(names: readonly string[]): string {
  const rows = names.map((name) => {
    const { version, license } = entryOf(name);
    return `| \`${name}\` | ${version} | ${license} |`;
  });
  return ["| Package | Version | Licence |", "|---|---|---|", ...rows].join("\n");
}

/** One row for the binaries of a package for many systems. */
function indirect(): readonly string[] {
  const direct = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  return LOCKED.filter(({ dev }) => dev !== true)
    .map(({ name }) => name)
    .filter((name) => !direct.includes(name) && !direct.some((one) => name.startsWith(`${one}-`)))
    .sort();
}

function page(): string {
  const peers = Object.keys(manifest.peerDependencies).filter((name) => name !== "credport-vectors");
  return `# Licences

credport is under the MIT licence, its vectors under 0BSD. This page is written from package-lock.json, and a test fails
for a package under another licence than those that ask for no more than to be named: ${FOR_USERS.join(", ")}.
A release has a list of all packages by version, with their digests and licences, as CycloneDX (\`npm run release\`).

## Installed with credport

${table(Object.keys(manifest.dependencies))}

## Part of the package

${table(BROUGHT_ALONE)}

Its files also have parts of \`hi-base32\` and \`@noble/hashes\`, with the licence of each.

## Installed where there is a binary for the system

${table(Object.keys(manifest.optionalDependencies))}

Their own: ${indirect()
    .map((name) => `\`${name}\` (${entryOf(name).license})`)
    .join(", ")}.

## Optional peers

${table(peers)}
`;
}

it("asks nothing of credport's users but to be named", () => {
  const peers = Object.keys(manifest.peerDependencies);
  const ofUsers = LOCKED.filter(({ dev, name }) => dev !== true || peers.includes(name));
  expect(ofUsers.length).toBeGreaterThan(30);
  const others = ofUsers.filter(({ license }) => !isPermitted(license, FOR_USERS));
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

it.each([
  ["builds and tests", LOCKED, FOR_TOOLS],
  ["builds its site", lockedIn(readLock("docs/site/package-lock.json")), FOR_THE_SITE],
])("%s with packages whose licences are known", (_, locked, permitted) => {
  expect(locked.length).toBeGreaterThan(100);
  const others = locked.filter(({ license }) => !isPermitted(license, permitted));
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(MIT AND GPL-3.0-only)", false],
  ["GPL-3.0-only", false],
  [undefined, false],
])("reads the licence %s", (expression, permitted) => {
  expect(isPermitted(expression, FOR_USERS)).toBe(permitted);
});

it("has docs/licences.md in sync with package-lock.json", () => {
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, page());
  expect(readFileSync(PAGE, "utf8")).toBe(page());
});
