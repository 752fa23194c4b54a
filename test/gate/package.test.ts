import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { diskBytes } from "./disk-bytes.js";
import { serveRegistry } from "./packed-registry.js";
import { brokenLinks, missingMentions } from "./page-links.js";

/**
 * Checks on the packed artifact: what a user installs, in an empty project. This is
 * the one place that asks the package registry for something: the dependencies.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  name: string;
  version: string;
  peerDependencies: Record<string, string>;
  exports: Record<string, { types?: string } | string>;
};
const subpaths = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target !== "string" && target.types !== undefined)
  .map(([key]) => `credport${key.slice(1)}`);

function run(command: string, args: readonly string[], cwd: string, input = ""): string {
  return execFileSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "", NO_COLOR: "1" },
  });
}

const OLDEST_TYPESCRIPT = "5.0.4";

function installOldestTypeScript(target: string): void {
  mkdirSync(target);
  writeFileSync(join(target, "package.json"), '{ "name": "oldest", "private": true }');
  const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  run("npm", ["install", ...quietly, `typescript@${OLDEST_TYPESCRIPT}`], target);
}

/** What a browser project has: neither Node's types nor skipLibCheck. */
const CONSUMER_OPTIONS = {
  target: "ES2022",
  lib: ["ES2022", "DOM"],
  module: "NodeNext",
  moduleResolution: "NodeNext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

/** What a compiler says of a program that imports every subpath. */
function faultsOf(compiler: string, folder: string): string {
  const imports = subpaths.map((path, index) => `export * as s${index} from ${JSON.stringify(path)};`);
  writeFileSync(join(folder, "consumer.mts"), imports.join("\n"));
  const config = { compilerOptions: CONSUMER_OPTIONS, files: ["consumer.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  return status === 0 ? "" : stdout || "the compiler did not run";
}

/** Every page that was packed. */
function pagesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".md") && !path.includes("node_modules"),
  );
}

/** What a user gets who installs nothing else. */
const MOST = { packages: 14, megabytes: 13.5, files: 1100, packedBytes: 1.8e6 };

/** Pages that the repository alone has, as it has the examples, although pages for users link to them. */
const IN_REPOSITORY = ["architecture", "conformance-runner", "faults", "peers", "quality", "style", "walkthrough"];

/** Whether a fault, `page: link`, is a link to what the repository alone has. */
function isInRepository(fault: string): boolean {
  return / (?:docs\/)?examples\//.test(fault) || IN_REPOSITORY.some((page) => fault.endsWith(`${page}.md`));
}

/** Packs once for all tests: the tarball, and the files that npm says are in it. */
function packInto(folder: string): readonly [tarball: string, files: readonly string[]] {
  const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(run("npm", packing, ROOT)) as { filename: string; files: { path: string }[] }[];
  return [join(folder, packed?.filename ?? ""), packed?.files.map(({ path }) => path) ?? []];
}

describe("packed artifact", () => {
  let folder: string;
  let tarball: string;
  let packedFiles: readonly string[];
  let packedVectors: string;
  let installed: { readonly packages: number; readonly megabytes: number };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-package-"));
    [tarball, packedFiles] = packInto(folder);
    run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], join(ROOT, "vectors"));
    packedVectors = join(folder, `credport-vectors-${manifest.peerDependencies["credport-vectors"]}.tgz`);
    writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true }');
    run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", tarball], folder);
    const modules = join(folder, "node_modules");
    const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
      packages: object;
    };
    installed = {
      packages: Object.keys(lock.packages).length,
      megabytes: diskBytes(modules, true) / 1e6,
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The command as npm has linked it there. */
  const command = (args: readonly string[], input = "") =>
    spawnSync(join(folder, "node_modules/.bin/credport"), args, {
      cwd: folder,
      encoding: "utf8",
      input,
      env: { ...process.env, NO_COLOR: "1" },
    });

  /** The step of .ci/conform/action.yml with a registry, in a home of its own but for what npm has fetched before. */
  async function runAction(registry: string, cache: string) {
    const home = mkdtempSync(join(folder, "action-"));
    mkdirSync(join(home, "npm"));
    mkdirSync(join(cache, "_cacache"), { recursive: true });
    symlinkSync(join(cache, "_cacache"), join(home, "npm/_cacache"));
    const env = {
      ...process.env,
      NODE_ENV: "",
      npm_config_registry: registry,
      npm_config_cache: join(home, "npm"),
      npm_config_prefer_offline: "true",
      npm_config_ignore_scripts: "true",
      RUNNER_TEMP: home,
      GITHUB_OUTPUT: join(home, "output"),
      GITHUB_STEP_SUMMARY: join(home, "summary"),
      CREDPORT_VERSION: "latest",
      CREDPORT_OPTIONS: "--only=totp-code",
      CREDPORT_ADAPTER: [process.execPath, join(ROOT, "dist/cli/main.js"), "conform", "--serve"].join("\n"),
    };
    const script = join(ROOT, ".ci/conform/conform.sh");
    const log = await new Promise((done) => {
      execFile("bash", [script], { cwd: home, env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : error.code, stdout, stderr }),
      );
    });
    return { log, output: readFileSync(join(home, "output"), "utf8") };
  }

  it("passes publint", () => {
    run(join(ROOT, "node_modules/.bin/publint"), ["--strict", tarball], ROOT);
  });

  it("has types that resolve the way Node resolves them", () => {
    // CommonJS callers load ES modules with require, which Node can do since 20.19.
    const schemasAndData = ["./package.json", ...Object.keys(manifest.exports).filter((key) => key.includes("*"))];
    const attw = join(ROOT, "node_modules/.bin/attw");
    run(attw, [tarball, "--profile", "esm-only", "--exclude-entrypoints", ...schemasAndData], ROOT);
  });

  it.each(subpaths)("lets %s be imported and required", (subpath) => {
    const name = JSON.stringify(subpath);
    const counted = `[require(${name}), await import(${name})].map((exports) => Object.keys(exports).length)`;
    const [required, imported] = JSON.parse(
      run("node", ["-e", `(async () => console.log(JSON.stringify(${counted})))()`], folder),
    );
    expect(required).toBeGreaterThan(0);
    expect(imported).toBeGreaterThan(0);
  });

  it("runs the binary", () => {
    expect(run("npx", ["--no-install", "credport", "--version"], folder).trim()).toBe(manifest.version);
    const line = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
    expect(command(["identify"], line).stdout).toBe(
      "line 1: bcrypt in spring-bcrypt, importable (stripped)\n\n1 of 1 hash can be imported\n       1 bcrypt in spring-bcrypt, importable\n",
    );
  });

  it("says what to install for what is left out of the package", () => {
    const users = { users: [{ localId: "a", phoneNumber: "+49015112345678" }] };
    writeFileSync(join(folder, "users.json"), JSON.stringify(users));
    const check = (...options: readonly string[]) => command(["check", "users.json", "--from", "firebase", ...options]);
    const ofService = check("--service", "supertokens");
    expect(ofService.stdout + ofService.stderr).toContain("npm install libphonenumber-js");
    expect(ofService.status).toBe(1);
    expect(command(["doctor"]).stdout).toMatch(/libphonenumber-js.*not installed; users with phone numbers need it/);
    const ofRegion = check("--phone-region", "DE");
    expect(ofRegion.stderr).toContain("npm install libphonenumber-js");
    expect(ofRegion.status).toBe(2);
    const drawn = command(["secret", "--encoding", "base32", "--qr"], "JBSWY3DPEHPK3PXP\n");
    expect(drawn.stderr).toContain("npm install uqr");
    expect(drawn.status).toBe(2);
  });

  it("finds the vectors in a package of their own, of its own version", () => {
    const conform = () => command(["conform", "--self", "--only", "totp-code"]);
    const without = conform();
    expect(without.status).toBe(2);
    expect(without.stderr).toContain("npm install credport-vectors");
    const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    run("npm", ["install", ...quietly, packedVectors], folder);
    const found = conform();
    expect(found.stderr + found.stdout).toMatch(/152 /);
    expect(found.status).toBe(0);
    expect(statSync(packedVectors).size).toBeLessThan(2 << 20);
  });

  it("is what the action for conform runs, with the vectors, once both are in a registry", async () => {
    const others = run("npm", ["config", "get", "registry"], folder).trim();
    const vectors = JSON.parse(readFileSync(join(ROOT, "vectors/package.json"), "utf8")) as typeof manifest;
    const packages = [
      { manifest, tarball },
      { manifest: vectors, tarball: packedVectors },
    ];
    const { origin, close } = await serveRegistry(packages, others);
    onTestFinished(close);
    const action = await runAction(origin, run("npm", ["config", "get", "cache"], folder).trim());
    const stdout = expect.stringMatching(/^Conforms: 0 true faults, .*\n$/);
    expect(action.log).toEqual({ code: 0, stderr: "", stdout });
    expect(action.output).toMatch(/^report=.*\nexit-code=0\n$/);
    const report = JSON.parse(readFileSync(/report=(.*)/.exec(action.output)?.[1] ?? "", "utf8"));
    expect(report.outcome).toBe("pass");
    expect(report.totals.pass).toBeGreaterThan(100);
  });

  it("loads no engine before it is used", () => {
    const script =
      'await import("credport"); await import("credport/verify"); const { createRequire } = await import("node:module"); const loaded = process.report.getReport().sharedObjects.filter((path) => /\\.node$/.test(path)); console.log(loaded.length)';
    expect(run("node", ["--input-type=module", "-e", script], folder).trim()).toBe("0");
  });

  it("carries every page for users, and every file that its pages link to or name", () => {
    const packed = join(folder, "node_modules", "credport");
    const pages = pagesUnder(packed);
    const own = ["docs/", "docs/guides/"].flatMap((place) =>
      readdirSync(join(ROOT, place))
        .filter((name) => name.endsWith(".md"))
        .map((name) => place + name),
    );
    const expected = ["README.md", "SECURITY.md", "CHANGELOG.md", ...own];
    const leftOut = expected.filter((page) => !pages.includes(page)).sort();
    expect(leftOut).toEqual(IN_REPOSITORY.map((name) => `docs/${name}.md`));
    const faultsIn = (place: string) =>
      pages.flatMap((page) => [...brokenLinks(place, page), ...missingMentions(place, page)]);
    expect(faultsIn(ROOT)).toEqual([]);
    expect(faultsIn(packed).filter((fault) => !isInRepository(fault))).toEqual([]);
  });

  it.each(["oldest", "own"])("has declarations that are sound by themselves, for the %s TypeScript", (which) => {
    const compilers = which === "own" ? ROOT : join(folder, "oldest");
    if (which === "oldest") installOldestTypeScript(compilers);
    expect(faultsOf(join(compilers, "node_modules/typescript/lib/tsc.js"), folder)).toBe("");
  });

  it("stays small, and takes the room that docs/architecture.md says", () => {
    const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    const [, megabytes, packages] = /An installation takes ([0-9]+) MB in ([0-9]+) packages/.exec(page) ?? [];
    expect(installed.packages).toBe(Number(packages));
    expect(installed.megabytes).toBeGreaterThan(Number(megabytes) - 2);
    expect(installed.megabytes).toBeLessThanOrEqual(Number(megabytes));
    expect(packedFiles.length).toBeLessThanOrEqual(MOST.files);
    expect(installed.packages).toBeLessThanOrEqual(MOST.packages);
    expect(installed.megabytes).toBeLessThanOrEqual(MOST.megabytes);
    expect(statSync(tarball).size).toBeLessThan(MOST.packedBytes);
  });

  it("carries no test, no source and nothing private", () => {
    const stray = packedFiles.filter(
      (path) =>
        !/^(dist|vectors|schemas\/[a-z-]+\.schema\.json|docs\/(?:guides\/)?[a-z0-9-]+\.md|docs\/openapi\.json|docs\/conformance\/|docs\/examples\/serving\/|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|package\.json)/.test(
          path,
        ),
    );
    expect(stray).toEqual([]);
  });
});
