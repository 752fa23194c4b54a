import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
const { suiteVersion } = JSON.parse(readFileSync(join(ROOT, "vectors/manifest.json"), "utf8")) as {
  suiteVersion: string;
};

interface Checks {
  releaseFaults(root: string): readonly string[];
  publishFaults(root: string): readonly string[];
}
interface Publisher {
  manifestsOf(root: string): readonly (readonly [file: string, content: string])[];
}

/** The files of this tree in a repository of their own, where a release can be tried. */
function makeRepository(folder: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file !== "");
  for (const file of files) cpSync(join(ROOT, file), join(folder, file), { force: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, [".ci/write-version.mjs"], { cwd: folder });
  git(folder, "init", "--quiet");
  writeFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", `Release ${version}`);
  git(folder, "tag", `v${version}`);
}

function git(folder: string, ...args: readonly string[]): void {
  const name = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...name, ...args], { cwd: folder, stdio: "pipe" });
}

describe("a release", () => {
  let folder: string;
  let checks: Checks;
  beforeAll(async () => {
    checks = (await import(new URL("../../.ci/release-checks.mjs", import.meta.url).href)) as Checks;
    folder = mkdtempSync(join(tmpdir(), "credport-release-test-"));
    makeRepository(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const edit = (file: string, change: (text: string) => string) => {
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    return () => writeFileSync(path, before);
  };

  it("is possible from a tagged commit whose manifests and changelog agree", () => {
    expect(checks.releaseFaults(folder)).toEqual([]);
  });

  it.each<[string, string, (text: string) => string, string]>([
    [
      "another version of the vectors",
      "vectors/package.json",
      (text) => text.replace(`"version": "${suiteVersion}"`, '"version": "9.9.9"'),
      `vectors/package.json has version 9.9.9, the suite ${suiteVersion}`,
    ],
    [
      "another version on JSR",
      "jsr.json",
      (text) => text.replace(`"version": "${version}"`, '"version": "9.9.9"'),
      `jsr.json has version 9.9.9, package.json ${version}`,
    ],
    [
      "another version in the command line",
      "src/cli/own-version.ts",
      (text) => text.replace(version, "9.9.9"),
      `src/cli/own-version.ts has version 9.9.9, package.json ${version}`,
    ],
    [
      "no heading",
      "CHANGELOG.md",
      (text) => text.replace(`## ${version} `, "## 9.9.9 "),
      `CHANGELOG.md has no heading for ${version}`,
    ],
    [
      "a heading without a date",
      "CHANGELOG.md",
      (text) => text.replace(new RegExp(`## ${version} - .*`), `## ${version}`),
      `CHANGELOG.md gives no date for ${version}`,
    ],
    [
      "a newer release above it",
      "CHANGELOG.md",
      (text) => text.replace(`## ${version} `, `## 9.9.9 - 2030-01-01\n\n- Later.\n\n## ${version} `),
      `${version} is not the newest release of CHANGELOG.md`,
    ],
    [
      "changes that are not released",
      "CHANGELOG.md",
      (text) => text.replace("## Unreleased\n", "## Unreleased\n\n- Something new.\n"),
      "CHANGELOG.md has changes that are not released",
    ],
    [
      "a publisher that the manifests don't name",
      ".ci/publisher.json",
      (text) => text.replace("/funding", "/sponsors"),
      "package.json does not say what .ci/publisher.json does: run .ci/write-publisher.mjs",
    ],
  ])("is refused with %s", (_what, file, change, fault) => {
    const undo = edit(file, change);
    expect(checks.releaseFaults(folder)).toContain(fault);
    expect(checks.releaseFaults(folder)).toContain("the tree has changes that are not committed");
    undo();
    expect(checks.releaseFaults(folder)).toEqual([]);
  });

  it("is refused without a tag of its version", () => {
    git(folder, "tag", "--delete", `v${version}`);
    expect(checks.releaseFaults(folder)).toEqual([`the commit at hand has no tag v${version}`]);
    git(folder, "tag", `v${version}`);
  });

  it("publishes nothing while a placeholder is left, and tells each in a dry run", () => {
    const left = ["repository", "homepage", "bugs", "security", "funding", "jsrScope"];
    expect(checks.publishFaults(folder)).toEqual(
      left.map((name) => `.ci/publisher.json has a placeholder for ${name}`),
    );
    const { status, stderr } = spawnSync(process.execPath, [".ci/release.mjs", "--publish"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stderr.split("\n").length]).toEqual([1, left.length + 2]);
    const undo = edit(".ci/publisher.json", () =>
      JSON.stringify({
        repository: "https://git.invalid/team/credport",
        homepage: "https://credport.invalid",
        bugs: "https://git.invalid/team/credport/issues",
        security: "https://git.invalid/team/credport/security",
        funding: "https://credport.invalid/example-of-use",
        jsrScope: "team",
      }),
    );
    expect(checks.publishFaults(folder)).toEqual([]);
    undo();
  });

  it.each(["vectors", "."])("keeps npm publish from %s while a placeholder is left, in a dry run as well", (name) => {
    const args = ["publish", "--dry-run", "--offline"];
    const { status, stderr } = spawnSync("npm", args, { cwd: join(folder, name), encoding: "utf8" });
    expect(status).not.toBe(0);
    expect(stderr).toContain(".ci/publisher.json has a placeholder for repository");
  });

  it("packs both packages with their digests and a bill of materials, and publishes nothing by default", () => {
    const into = join(folder, "..", `${folder.split("/").at(-1)}-files`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [".ci/release.mjs", "--offline", "--into", into], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    try {
      expect(status, stderr).toBe(0);
      const names = [`credport-vectors-${suiteVersion}.tgz`, `credport-${version}.tgz`, `credport-${version}.cdx.json`];
      expect(readdirSync(into).sort()).toEqual([...names, "SHA256SUMS"].sort());
      const digests = names.map(
        (name) =>
          `${createHash("sha256")
            .update(readFileSync(join(into, name)))
            .digest("hex")}  ${name}`,
      );
      expect(readFileSync(join(into, "SHA256SUMS"), "utf8").trim().split("\n")).toEqual(digests);
      const bill = JSON.parse(readFileSync(join(into, names[2]!), "utf8"));
      expect([bill.bomFormat, bill.metadata.component.name]).toEqual(["CycloneDX", "credport"]);
      const bom = bill.components.map(({ name }: { name: string }) => name);
      expect(bom).toEqual(expect.arrayContaining(["bcryptjs", "@node-rs/bcrypt", "argon2"]));
      expect(bom).not.toContain("vitest");
      expect(stdout).toContain(`would publish credport-${version}.tgz`);
      expect(stdout).not.toContain("published");
    } finally {
      rmSync(into, { recursive: true, force: true });
    }
  });
});

it("lets a security release of a dependency through, and names the tested one in the lock file", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies });
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { readonly version: string }>;
  };
  for (const [name, range] of ranges) {
    expect(`^${packages[`node_modules/${name}`]?.version}`, name).toBe(range);
  }
});

describe("who publishes", () => {
  it("is told in one file, and every manifest says the same", async () => {
    const { manifestsOf } = (await import(new URL("../../.ci/write-publisher.mjs", import.meta.url).href)) as Publisher;
    const said = (file: string, text: string) => (file.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text);
    const stale = manifestsOf(ROOT).filter(
      ([file, content]) => said(file, readFileSync(join(ROOT, file), "utf8")) !== said(file, content),
    );
    expect(stale.map(([file]) => file)).toEqual([]);
  });

  it("is on JSR what is on npm: the same subpaths", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      exports: Record<string, string | { readonly default: string }>;
    };
    const { exports: onJsr } = JSON.parse(readFileSync(join(ROOT, "jsr.json"), "utf8")) as {
      exports: Record<string, string>;
    };
    const modules = Object.entries(exports).filter(
      (entry): entry is [string, { readonly default: string }] => typeof entry[1] !== "string",
    );
    expect(onJsr).toEqual(
      Object.fromEntries(
        modules.map(([path, { default: file }]) => [path, file.replace("./dist/", "./src/").replace(/js$/, "ts")]),
      ),
    );
  });
});

describe("the workflow that publishes", () => {
  const workflow = readFileSync(join(ROOT, ".github/workflows/publish.yml"), "utf8");
  const runs = [...workflow.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command = ""]) => command);

  it("tests and checks a tag before it publishes, with provenance and without a token of a person", () => {
    expect(runs).toEqual([
      "npm ci --ignore-scripts",
      "npm test",
      "npm run check",
      "npm run release -- --publish --provenance --into packages",
      "npx jsr publish",
    ]);
    expect(workflow).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n/m);
    expect(workflow).toContain("      id-token: write\n");
    expect(workflow).not.toContain("secrets.");
  });
});

it("SECURITY.md names the address that publisher.json has for reports", () => {
  const { security } = JSON.parse(readFileSync(join(ROOT, ".ci/publisher.json"), "utf8")) as {
    readonly security: string;
  };
  expect(readFileSync(join(ROOT, "SECURITY.md"), "utf8")).toContain(`privately at <${security}>`);
});
