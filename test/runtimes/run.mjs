/**
 * What works where: `npm run runtimes` installs other runtimes from npm into a temporary folder, runs the vectors and
 * test/runtimes/smoke.mjs on each, and writes docs/runtimes.md. It fails where anything fails; a runtime that can't be
 * installed is a row that says so. Arguments are patterns of vectors, all without any.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const SMOKE = join(import.meta.dirname, "smoke.mjs");
const only = process.argv.slice(2);
/** The runtimes' programs for this system, as their npm packages have them. */
const SYSTEM = { linux: "linux", darwin: "darwin" }[process.platform];
const DENO = { linux: `linux-${process.arch}-glibc`, darwin: `darwin-${process.arch}` }[process.platform];
const BUN_ARCH = process.arch === "arm64" ? "aarch64" : process.arch;

const RUNTIMES = [
  ...[22, 24].map((version) => ({
    name: `Node ${version}`,
    spec: `node-${version}@npm:node-${SYSTEM}-${process.arch}@${version}`,
    program: `node-${version}/bin/node`,
    args: [],
  })),
  {
    name: "Bun",
    spec: `@oven/bun-${SYSTEM}-${BUN_ARCH}`,
    program: `@oven/bun-${SYSTEM}-${BUN_ARCH}/bin/bun`,
    args: [],
  },
  { name: "Deno", spec: `@deno/${DENO}`, program: `@deno/${DENO}/deno`, args: ["run", "--allow-all"] },
];

const folder = mkdtempSync(join(tmpdir(), "credport-runtimes-"));
const rows = [];
try {
  rows.push(runOn("Node, this one", process.execPath, []));
  for (const runtime of RUNTIMES) rows.push(await installAndRun(runtime));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const page = formatted();
process.stdout.write(page);
if (only.length === 0) writeFileSync(join(ROOT, "docs/runtimes.md"), page);
if (rows.some(({ isGood }) => !isGood)) process.exitCode = 1;

async function installAndRun({ name, spec, program, args }) {
  writeFileSync(join(folder, "package.json"), "{}");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix", folder];
  const installed = spawnSync("npm", ["install", ...options, spec], { cwd: folder, encoding: "utf8" });
  const path = join(folder, "node_modules", program);
  if (installed.status !== 0 || !existsSync(path))
    return row(name, "", "not installed: npm has no such package here");
  const outcome = runOn(name, path, args);
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  return outcome;
}

function runOn(name, program, args) {
  const version =
    spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.match(/\d+\.\d+\.\d+/)?.[0] ?? "";
  const run = spawnSync(program, [...args, SMOKE, ...only], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: 900_000,
  });
  const printed = run.stdout.trim().split("\n").at(-1) ?? "";
  if (run.status !== 0 || !printed.startsWith("{"))
    return row(name, version, `failed with exit code ${run.status}`);
  const { vectors, client, engines } = JSON.parse(printed);
  const isGood = vectors.outcome === "pass" && vectors.passed > 0 && client === "imports";
  const verdict =
    vectors.outcome === "pass" ? `${vectors.passed} pass` : `${vectors.outcome}: ${vectors.failed}`;
  return { ...row(name, version, verdict), client, engines, isGood };
}

function row(name, version, vectors) {
  return { name, version, vectors, client: "", engines: {}, isGood: false };
}

function formatted() {
  const lines = rows.map(({ name, version, vectors, client, engines }) => {
    const cells = ["bcrypt", "argon2", "scrypt", "pbkdf2"].map((scheme) => engines[scheme] ?? "");
    return `| ${[name, version, vectors, client, ...cells].join(" | ")} |`;
  });
  return `# Runtimes

Written by \`npm run runtimes\`: each runtime computes the conformance vectors and sends an import to the rehearsal
service over HTTP. What runs where nothing of Node is: docs/verify.md, "Browsers and edge runtimes".

| Runtime | Version | Vectors | Client | bcrypt | argon2 | scrypt | pbkdf2 |
|---|---|---|---|---|---|---|---|
${lines.join("\n")}
`;
}
