import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Checks on the packed artifact: what a user installs, in an empty project. This is
 * the one place that asks the package registry for something: the dependencies.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
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

/** Targets of links to files of the package, without the place in the page. */
function linksOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target as string).replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}

describe("packed artifact", () => {
  let folder: string;
  let tarball: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-package-"));
    run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], ROOT);
    tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) as string);
    writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true }');
    run(
      "npm",
      ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", tarball],
      folder,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("passes publint", () => {
    run("npx", ["publint", "--strict", tarball], ROOT);
  });

  it("has types that resolve the way Node resolves them", () => {
    // CommonJS callers load ES modules with require, which Node can do since 20.19.
    const schemasAndData = [
      "./package.json",
      ...Object.keys(manifest.exports).filter((key) => key.includes("*")),
    ];
    run("npx", ["attw", tarball, "--profile", "esm-only", "--exclude-entrypoints", ...schemasAndData], ROOT);
  });

  it.each(subpaths)("lets %s be imported and required", (subpath) => {
    const count = (expression: string) => `console.log(Object.keys(${expression}).length)`;
    const imported = run(
      "node",
      ["--input-type=module", "-e", count(`await import(${JSON.stringify(subpath)})`)],
      folder,
    );
    const required = run("node", ["-e", count(`require(${JSON.stringify(subpath)})`)], folder);
    expect(Number(imported)).toBeGreaterThan(0);
    expect(Number(required)).toBeGreaterThan(0);
  });

  it("runs the binary", () => {
    expect(run("npx", ["--no-install", "credport", "--version"], folder).trim()).toBe(manifest.version);
    const line = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
    expect(run("npx", ["--no-install", "credport", "identify"], folder, line)).toBe(
      "line 1: bcrypt in spring-bcrypt, importable (stripped)\n",
    );
  });

  it("loads no engine before it is used", () => {
    const script =
      'await import("credport"); await import("credport/verify"); const { createRequire } = await import("node:module"); const loaded = process.report.getReport().sharedObjects.filter((path) => /\\.node$/.test(path)); console.log(loaded.length)';
    expect(run("node", ["--input-type=module", "-e", script], folder).trim()).toBe("0");
  });

  it("carries every page that its pages link to, and every page of docs/", () => {
    const packed = join(folder, "node_modules", "credport");
    const pages = ["README.md", "SECURITY.md", "CHANGELOG.md"];
    for (const name of readdirSync(join(ROOT, "docs"))) if (name.endsWith(".md")) pages.push(`docs/${name}`);
    const missing = pages.flatMap((page) => {
      if (!existsSync(join(packed, page))) return [page];
      return linksOf(readFileSync(join(packed, page), "utf8"))
        .filter((link) => !existsSync(join(packed, dirname(page), link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(missing).toEqual([]);
  });

  it("stays small", () => {
    expect(statSync(tarball).size).toBeLessThan(3 << 20);
  });

  it("carries no test, no source and nothing private", () => {
    const files =
      (
        JSON.parse(run("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], ROOT)) as {
          files: { path: string }[];
        }[]
      )[0]?.files ?? [];
    const stray = files
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^(dist|vectors|docs\/[a-z]+\.md|docs\/openapi\.json|docs\/conformance\/|docs\/examples\/login-fallback\/|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|package\.json)/.test(
            path,
          ),
      );
    expect(stray).toEqual([]);
  });
});
