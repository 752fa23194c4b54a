#!/usr/bin/env node
/**
 * Keeps the vector files: `npm run vectors` gives new tests their ids, formats, lints
 * and writes the manifest; `npm run vectors -- check` only looks.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";

export const ROOT = fileURLToPath(new URL("../../vectors/", import.meta.url));
const FORMAT_VERSION = 2;
const NOT_OPERATIONS = new Set(["generators", "schema"]);

/** Every vector file with its place, in the order of the manifest. */
export function vectorFiles(root = ROOT) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_OPERATIONS.has(entry.name))
    .map((entry) => entry.name)
    .sort()
    .flatMap((operation) =>
      readdirSync(join(root, operation))
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => ({ operation, path: `${operation}/${name}` })),
    );
}

function read(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  return { text, content: JSON.parse(text) };
}

/** The one way to write a file: two spaces, ASCII only, a line end after. */
export function formatted(content) {
  const escaped = JSON.stringify(content, null, 2).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}

const testsOf = (content) => content.groups.flatMap((group) => group.tests ?? []);
const numberOf = (id) => Number(/-([0-9]+)$/.exec(id ?? "")?.[1] ?? 0);

function retiredIds(root) {
  const path = join(root, "retired.txt");
  return new Set(existsSync(path) ? readFileSync(path, "utf8").split(/\s+/).filter(Boolean) : []);
}

/** Gives a number to each test that has none: the next one that was never used in its file. */
export function withIds(content, retired = new Set()) {
  const prefix = `${content.operation}/${content.topic}-`;
  const used = [...testsOf(content).map(({ id }) => id), ...retired].filter((id) => id?.startsWith(prefix));
  let highest = Math.max(0, ...used.map(numberOf));
  const groups = content.groups.map((group) => ({
    ...group,
    tests: group.tests.map((test) => {
      if (test.id) return test;
      highest++;
      const { id: _, ...rest } = test;
      return { id: `${prefix}${String(highest).padStart(3, "0")}`, ...rest };
    }),
  }));
  return { ...content, groups };
}

export function format(root = ROOT) {
  const retired = retiredIds(root);
  for (const { path } of vectorFiles(root)) {
    const { text, content } = read(root, path);
    const better = formatted(withIds(content, retired));
    if (better !== text) writeFileSync(join(root, path), better);
  }
}

function schemas(root) {
  const folder = join(root, "schema");
  const ajv = new Ajv2020({
    allErrors: false,
    allowUnionTypes: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  for (const name of readdirSync(folder)) {
    ajv.addSchema(JSON.parse(readFileSync(join(folder, name), "utf8")), name);
  }
  return (operation, content) => {
    const validate = ajv.getSchema(`${operation}.schema.json`);
    if (validate === undefined) return ["there is no schema of this operation"];
    if (validate(content)) return [];
    return validate.errors.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  };
}

/** Same order of keys whatever the file has. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** Faults of all files, each with the file or test that it is in. */
export function lint(root = ROOT) {
  const faults = [];
  const validate = schemas(root);
  const retired = retiredIds(root);
  const witnesses = witnessesOf(root);
  const ids = new Map();
  const inputs = new Map();
  for (const { operation, path } of vectorFiles(root)) {
    let content;
    try {
      content = read(root, path).content;
    } catch (error) {
      faults.push(`${path}: ${error.message}`);
      continue;
    }
    const broken = validate(operation, content);
    faults.push(...broken.map((fault) => `${path}: ${fault}`));
    if (broken.length > 0) continue;
    if (content.operation !== operation) faults.push(`${path}: its operation is ${content.operation}`);
    if (content.topic !== basename(path, ".json")) faults.push(`${path}: its topic is ${content.topic}`);
    faults.push(...flagFaults(path, content));
    faults.push(...content.groups.flatMap((group) => standingFaults(operation, group, witnesses)));
    for (const test of testsOf(content)) {
      faults.push(...testFaults(content, test, { ids, inputs, retired }));
    }
  }
  for (const test of ids.values()) faults.push(...twinFaults(test, ids));
  return faults;
}

function flagFaults(path, content) {
  const used = new Set(testsOf(content).flatMap(({ flags }) => flags));
  const documented = Object.keys(content.flags);
  return [
    ...[...used]
      .filter((flag) => !documented.includes(flag))
      .map((flag) => `${path}: the flag ${flag} is not documented`),
    ...documented.filter((flag) => !used.has(flag)).map((flag) => `${path}: the flag ${flag} is not used`),
  ];
}

/**
 * Who vouches for the answer of a test. `recomputed` means that primitives confirm the arithmetic, and that
 * nobody but us says how the text is read: the name of a source proves nothing.
 */
export function evidenceOf({ checkedBy, recomputedBy, policy }, { source }) {
  if (policy !== undefined) return "policy";
  if (checkedBy !== undefined) return "checked";
  if (source.published === true) return "published";
  return recomputedBy === undefined ? null : "recomputed";
}

/** Implementations that read inputs as they are, and of which operations. */
function witnessesOf(root) {
  const path = join(root, "witnesses.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).witnesses : {};
}

/** The name of a witness without its version: `passlib 1.7.4`, `Python 3.11.2 (base64.b32decode)`. */
const nameOf = (witness) => witness.replace(/ [0-9][0-9A-Za-z.]*(?= \(|$)/, "");

/** Each test is published, confirmed by others, or says why it is neither; and it says what it follows from. */
function standingFaults(operation, group, witnesses) {
  return group.tests.flatMap((test) => {
    const { id, checkedBy = [], policy, spec = group.spec } = test;
    const primitives = checkedBy.filter((one) => !(witnesses[nameOf(one)] ?? []).includes(operation));
    return [
      ...(evidenceOf(test, group) === null ? [`${id}: is vouched for by nothing but our own code`] : []),
      ...primitives.map((one) => `${id}: ${one} is not known to read what ${operation} asks as it is`),
      ...(policy !== undefined && group.source.published === true ? [`${id}: is policy and published`] : []),
      ...(spec === undefined ? [`${id}: does not say what it follows from`] : []),
    ];
  });
}

/** A twin is the sound form of what is asked, and is itself not run after another. */
function twinFaults({ id, twin }, tests) {
  if (twin === undefined) return [];
  const sound = tests.get(twin);
  if (sound === undefined) return [`${id}: its twin ${twin} does not exist`];
  if (sound.twin !== undefined) return [`${id}: its twin ${twin} has a twin`];
  const [answer] = sound.outputs ?? [sound.output];
  return answer?.matches === true ? [] : [`${id}: its twin ${twin} is not a sound hash with its right password`];
}

function testFaults({ operation, topic }, test, { ids, inputs, retired }) {
  const { id, input } = test;
  const faults = [];
  if (!id.startsWith(`${operation}/${topic}-`)) faults.push(`${id}: does not name its file`);
  if (ids.has(id)) faults.push(`${id}: appears twice`);
  if (retired.has(id)) faults.push(`${id}: is retired and never comes back`);
  ids.set(id, test);
  const key = `${operation} ${JSON.stringify(sorted(input))}`;
  const earlier = inputs.get(key);
  if (earlier !== undefined) faults.push(`${id}: asks what ${earlier} asks`);
  inputs.set(key, id);
  return faults;
}

/** What manifest.json must hold. */
export function manifest(root = ROOT) {
  const path = join(root, "manifest.json");
  const { suiteVersion } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { suiteVersion: "2.0.0" };
  const files = vectorFiles(root).map(({ path: file }) => {
    const { text, content } = read(root, file);
    return {
      path: file,
      sha256: createHash("sha256").update(text).digest("hex"),
      count: testsOf(content).length,
    };
  });
  return {
    suiteVersion,
    formatVersion: FORMAT_VERSION,
    count: files.reduce((sum, { count }) => sum + count, 0),
    files,
  };
}

/** Every fault that keeps the suite from being released. */
export function check(root = ROOT) {
  const faults = lint(root);
  if (faults.length > 0) return faults;
  const retired = retiredIds(root);
  for (const { path } of vectorFiles(root)) {
    const { text, content } = read(root, path);
    if (formatted(withIds(content, retired)) !== text) faults.push(`${path}: is not formatted`);
  }
  const path = join(root, "manifest.json");
  const current = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (current !== formatted(manifest(root))) faults.push("manifest.json: is not that of these files");
  return faults;
}

/** How many tests there are, by operation, by the name of the source, and by who vouches for the answers. */
export function counts(root = ROOT) {
  const operations = {};
  const sources = {};
  const evidence = { checked: 0, published: 0, recomputed: 0, policy: 0 };
  for (const { operation, path } of vectorFiles(root)) {
    for (const group of read(root, path).content.groups) {
      const { source, tests } = group;
      operations[operation] = (operations[operation] ?? 0) + tests.length;
      sources[source.name] = (sources[source.name] ?? 0) + tests.length;
      for (const test of tests) evidence[evidenceOf(test, group)]++;
    }
  }
  return { operations, sources, evidence };
}

function standingText() {
  const { checked, published, recomputed, policy } = counts().evidence;
  const all = checked + published + recomputed + policy;
  const share = (100 * (checked + published)) / all;
  return `${checked} checked by others, ${published} published, ${recomputed} recomputed in our own reading, ${policy} policy (${share.toFixed(1)} % by others)`;
}

const writeManifest = () => writeFileSync(join(ROOT, "manifest.json"), formatted(manifest()));

/** Each gives the faults that it found. */
const COMMANDS = {
  fmt() {
    format();
    return [];
  },
  lint: () => lint(),
  manifest() {
    writeManifest();
    return [];
  },
  check: () => check(),
  counts() {
    console.log(JSON.stringify(counts(), null, 2));
    return [];
  },
  all() {
    format();
    const faults = lint();
    if (faults.length === 0) writeManifest();
    return faults;
  },
};

function main([name = "all"]) {
  const command = COMMANDS[name];
  if (command === undefined) {
    console.error(`npm run vectors -- <${Object.keys(COMMANDS).join(" | ")}>`);
    return 2;
  }
  const faults = command();
  for (const fault of faults) console.error(fault);
  if (faults.length === 0 && name !== "counts") console.log(`${manifest().count} vectors, no fault: ${standingText()}`);
  return faults.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
