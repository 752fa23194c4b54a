// Packs the vectors for those who have no Node: `node .ci/pack-vectors.mjs <folder> [--archives] [--executables]`. Into the
// folder go the static set (a file of JSON lines for each operation, see docs/conformance-runner.md) and the layouts of
// vectors/copies with that set inside; with --archives also an archive of each by version, with --executables the runner
// as one file with the set inside for each system (Go builds them), and SHA256SUMS. The same tree gives the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { loadSuite } from "../dist/conformance/index.js";
import {
  asciiJson,
  describeEvidence,
  evidenceOf,
  isCostTrap,
  isPolicy,
  namesOf,
  OPERATION_RULES,
} from "../dist/conformance/internal.js";

const VECTORS = resolve(import.meta.dirname, "../vectors");
const COPIES = join(VECTORS, "copies");
/** Where each layout keeps the set. */
const PLACES = {
  static: ".",
  executable: "set",
  go: "data",
  maven: "src/main/resources/credport-vectors",
  python: "src/credport_vectors/data",
  rust: "data",
};
/** Where a layout keeps the runner in its language; the others have all three, in a folder of their own. */
const RUNNERS = {
  executable: ["conform.go", "conform.go"],
  go: ["conform.go", "runners/conform.go"],
  python: ["conform.py", "src/credport_vectors/conform.py"],
  rust: ["conform.rs", "src/bin/credport-conform.rs"],
};

/** What a refusal is worth. */
function onRefusal(vector) {
  const { operation, result, outputs, problem, mayRefuse } = vector;
  if (result === "invalid") return "pass";
  if (result === "acceptable" && (problem ?? mayRefuse) !== undefined) return "accepted-variant";
  const { isDenial = () => false } = OPERATION_RULES[operation];
  if (outputs.every(isDenial)) return "refused";
  return evidenceOf(vector) === "recomputed" ? "unconfirmed" : "fail";
}

/** The fields that count, and null for one that must be absent; what only explains is apart. */
function countedOf({ operation }, output) {
  const { reasons, exclusive } = OPERATION_RULES[operation];
  const fields = Object.entries(output).filter(([name]) => !reasons.includes(name));
  return { ...Object.fromEntries(exclusive.map((name) => [name, null])), ...Object.fromEntries(fields) };
}

function explanationOf({ operation, outputs, problem, mayRefuse }) {
  const { reasons } = OPERATION_RULES[operation];
  const explaining = Object.entries(outputs[0] ?? {}).filter(([name]) => reasons.includes(name));
  return { ...Object.fromEntries(explaining), problem, mayRefuse };
}

/** A case with all that a runner needs, so that it has no rule of its own. */
function lineOf(vector) {
  const { id, operation, comment, input, result, outputs, twin, cost, flags } = vector;
  return {
    id,
    operation,
    names: namesOf(vector),
    comment,
    input,
    outputs: outputs.map((output) => countedOf(vector, output)),
    onMatch: result === "valid" ? "pass" : "accepted-variant",
    onRefusal: onRefusal(vector),
    twin,
    isPolicy: isPolicy(vector),
    limit: isCostTrap(vector) ? "trap" : cost,
    explains: explanationOf(vector),
    confirmed: describeEvidence(vector),
    effect: flags[0] && `${flags[0].bugType}: ${flags[0].effect}`,
  };
}

/** The set as texts by file name; a sound hash is before those that it is the twin of. */
export async function staticSet(folder = VECTORS) {
  const suite = await loadSuite(folder);
  if (!suite.ok) throw new Error(suite.problems[0].message);
  const { version, cases } = suite.value;
  const twins = new Set(cases.map(({ twin }) => twin));
  const ordered = [...cases.filter(({ id }) => twins.has(id)), ...cases.filter(({ id }) => !twins.has(id))];
  const files = Object.keys(OPERATION_RULES).map((operation) => {
    const lines = ordered.filter((one) => one.operation === operation).map((one) => asciiJson(lineOf(one)));
    return [`${operation}.jsonl`, `${lines.join("\n")}\n`];
  });
  return { version: version ?? "0.0.0", files };
}

function writeAll(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

const sumOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** In which folder of a layout is what the commands of the page name; in the static set they are beside the page. */
function placeOf(name, place) {
  const [, runner = "those in runners/"] = RUNNERS[name] ?? [];
  return place === "." ? "" : ` In this copy for ${name} the set is in ${place}/ and the runner is ${runner}.`;
}

/** The folders of all layouts, each with the set, a runner, page, licence and its version in place of `@VERSION@`. */
export async function packInto(target) {
  const { version, files } = await staticSet();
  const sums = files.map(([name, text]) => `${sumOf(text)}  ${name}\n`).join("");
  const page = readFileSync(join(COPIES, "static/README.md.in"), "utf8");
  return Object.entries(PLACES).map(([name, place]) => {
    const root = join(target, `credport-vectors-${version}-${name}`);
    cpSync(join(COPIES, name), root, { recursive: true });
    writeFileSync(join(root, "README.md.in"), page.replace("@PLACE@", placeOf(name, place)));
    for (const file of readdirSync(root, { recursive: true })) fill(join(root, file), version);
    writeAll(join(root, place), [...files, ["SHA256SUMS", sums], ["VERSION", `${version}\n`]]);
    const [runner, at] = RUNNERS[name] ?? ["", "runners"];
    cpSync(join(VECTORS, "runners", runner), join(root, at), { recursive: true });
    cpSync(join(VECTORS, "LICENSE"), join(root, "LICENSE"));
    return root;
  });
}

/** Template files end with `.in` where the real name would make a tool of this repository look at them. */
function fill(path, version) {
  if (!existsSync(path) || !path.endsWith(".in")) return;
  writeFileSync(path.slice(0, -3), readFileSync(path, "utf8").replaceAll("@VERSION@", version));
  execFileSync("rm", [path]);
}

/** Maven copies nothing that is not newer than 1970. Owners, times and the order of the files are the same on every machine. */
function archive(folder) {
  const name = `${folder}.tar.gz`;
  const fixed = [
    "--sort=name",
    "--mtime=@315532800",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
  ];
  const tar = ["-C", dirname(folder), "-cf", "-", folder.slice(dirname(folder).length + 1)];
  const bytes = execFileSync("tar", [...fixed, ...tar], { maxBuffer: 1 << 30 });
  writeFileSync(name, execFileSync("gzip", ["-9n"], { input: bytes, maxBuffer: 1 << 30 }));
  return name;
}

/** Operating systems and processors as Go calls them. */
const TARGETS = [
  ["linux", "amd64"],
  ["linux", "arm64"],
  ["darwin", "arm64"],
  ["darwin", "amd64"],
  ["windows", "amd64"],
];

/** The runner with the set inside, built from the layout `executable`, which needs nothing where it runs. */
export function executables(target, targets = TARGETS) {
  const { version } = JSON.parse(readFileSync(join(VECTORS, "package.json"), "utf8"));
  return targets.map(([system, processor]) => {
    const ending = system === "windows" ? ".exe" : "";
    const file = join(target, `credport-conform-${version}-${system}-${processor}${ending}`);
    execFileSync("go", ["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file], {
      cwd: join(target, `credport-vectors-${version}-executable`),
      env: { ...process.env, CGO_ENABLED: "0", GOOS: system, GOARCH: processor, GOFLAGS: "" },
    });
    return file;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values: wanted, positionals } = parseArgs({
    allowPositionals: true,
    options: { archives: { type: "boolean" }, executables: { type: "boolean" } },
  });
  if (positionals.length !== 1) {
    throw new Error("usage: node .ci/pack-vectors.mjs <folder> [--archives] [--executables]");
  }
  const target = resolve(positionals[0]);
  const roots = await packInto(target);
  const files = [...(wanted.archives ? roots.map(archive) : []), ...(wanted.executables ? executables(target) : [])];
  const sums = files.map((file) => `${sumOf(readFileSync(file))}  ${basename(file)}\n`);
  if (files.length > 0) writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
  console.log([...roots, ...files].join("\n"));
}
