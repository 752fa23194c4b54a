// A release: checks the tree, packs both packages, writes their digests and a list of what is in them (CycloneDX), and
// publishes them. Without --publish it only says what would be published: `npm run release`. On a machine that npm can
// vouch for (`--provenance`, with an identity token of the continuous integration) the packages say from which commit
// they are. `--into <folder>` keeps the files; `--offline` asks no registry.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BROUGHT_ALONE } from "./bring-packages.mjs";
import { publishFaults, releaseFaults } from "./release-checks.mjs";

const ROOT = resolve(import.meta.dirname, "..");
/** The vectors first: whoever installs credport finds them. */
const PACKAGES = ["vectors", "."];

const { values: options } = parseArgs({
  options: {
    publish: { type: "boolean", default: false },
    provenance: { type: "boolean", default: false },
    offline: { type: "boolean", default: false },
    into: { type: "string" },
  },
});

const say = (line) => process.stdout.write(`${line}\n`);

function npm(args, folder = ROOT) {
  return execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Packs one package; its `prepack` builds it. */
function pack(folder, into) {
  const printed = npm(["pack", "--silent", "--json", "--pack-destination", into], join(ROOT, folder));
  const [{ filename, files, size }] = JSON.parse(printed.slice(printed.indexOf("[")));
  return { path: join(into, filename), filename, files: files.length, size };
}

function billOf(...options) {
  return JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", ...options]));
}

/** What is installed with credport or is part of it, by name, version and licence. npm calls the project after its folder. */
function writeBill(into, { name, version }) {
  const bill = billOf("--omit", "dev");
  bill.components.push(...billOf().components.filter(({ name }) => BROUGHT_ALONE.includes(name)));
  bill.metadata.component.name = name;
  const filename = `${name}-${version}.cdx.json`;
  writeFileSync(join(into, filename), `${JSON.stringify(bill, null, 2)}\n`);
  return { filename, components: bill.components.length };
}

function writeDigests(into, filenames) {
  const lines = filenames.map((filename) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(into, filename)))
      .digest("hex");
    return `${digest}  ${filename}`;
  });
  writeFileSync(join(into, "SHA256SUMS"), `${lines.join("\n")}\n`);
}

function publish(tarball) {
  const args = ["publish", tarball, "--access", "public"];
  if (options.provenance) args.push("--provenance");
  if (!options.publish) args.push("--dry-run");
  if (options.offline) args.push("--offline");
  npm(args);
}

function run(into) {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const packed = PACKAGES.map((folder) => pack(folder, into));
  for (const { filename, files, size } of packed) say(`packed ${filename}: ${files} files, ${size} bytes`);
  const bill = writeBill(into, manifest);
  say(`wrote ${bill.filename}: ${bill.components} components`);
  writeDigests(into, [...packed.map(({ filename }) => filename), bill.filename]);
  for (const { path, filename } of packed) {
    publish(path);
    say(`${options.publish ? "published" : "would publish"} ${filename}`);
  }
}

const faults = [...releaseFaults(ROOT), ...(options.publish ? publishFaults(ROOT) : [])];
if (faults.length > 0) {
  process.stderr.write(`not released:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exitCode = 1;
} else {
  for (const open of options.publish ? [] : publishFaults(ROOT)) say(`to fill in before a release: ${open}`);
  const into = options.into === undefined ? mkdtempSync(join(tmpdir(), "credport-release-")) : resolve(options.into);
  mkdirSync(into, { recursive: true });
  try {
    run(into);
  } finally {
    if (options.into === undefined) rmSync(into, { recursive: true, force: true });
  }
}
