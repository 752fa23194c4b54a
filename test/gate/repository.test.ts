import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLinks } from "./page-links.js";

const ROOT = resolve(import.meta.dirname, "../..");

const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

interface LockEntry {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}

/** Of the package, and of what the site is built with. */
const LOCKS = ["package-lock.json", "docs/site/package-lock.json"];

/** What lets an installation bring other bytes than those that were tested, or ask a certain host. */
function lockFaults(name: string, { integrity = "", resolved }: LockEntry): readonly string[] {
  return [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [] : [`${name}: no SHA-512`]),
    ...(resolved === undefined ? [] : [`${name}: an address`]),
  ];
}

describe("repository", () => {
  it("has nothing on its top level but what the architecture names", () => {
    const folders = [".ci", ".github", "bench", "docs", "schemas", "src", "test", "vectors"];
    const files = [
      ".dockerignore",
      ".gitignore",
      ".npmrc",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "Dockerfile",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "biome.json",
      "jsr.json",
      "package-lock.json",
      "package.json",
      "stryker.config.mjs",
      "tsconfig.build.json",
      "tsconfig.json",
      "tsconfig.pure.json",
      "vitest.config.ts",
    ];
    const found = [...new Set(tracked.map((path) => path.split("/")[0] as string))];
    expect(found.filter((name) => !folders.includes(name) && !files.includes(name))).toEqual([]);
  });

  it("keeps nothing that a run leaves beside its input", () => {
    // A journal beside the sample would make every later import of it a resumption.
    expect(
      tracked.filter((path) => /(?<!\/Cargo)\.(?:journal|lock|partial|credport-partial|tmp|log)$/.test(path)),
    ).toEqual([]);
  });

  it("links only to files and headings that exist", () => {
    const pages = tracked.filter((path) => path.endsWith(".md"));
    expect(pages.flatMap((page) => brokenLinks(ROOT, page))).toEqual([]);
  });

  it("would name a link to a file or a heading that does not exist", () => {
    const folder = mkdtempSync(join(tmpdir(), "credport-links-"));
    const page =
      "# One `two`, three!\n\n[a](#one-two-three) [b](#four) [c](d.md) [e](p.md#x) [f](https://x.example/#y)\n";
    try {
      writeFileSync(join(folder, "p.md"), `${page}\n# Twice\n\n# Twice\n\n[g](#twice-1) [h](#twice-2)\n`);
      expect(brokenLinks(folder, "p.md")).toEqual(["#four", "d.md", "p.md#x", "#twice-2"].map((l) => `p.md: ${l}`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("names no machine's paths and no package registry", () => {
    const hosts = ["npmjs", "yarnpkg", "pypi", "debian"].map(
      (name) => new RegExp(`https?://[a-z.]*${name}[a-z]*\\.[a-z]+/`),
    );
    const homes = /\/(?:root|home\/[a-z]+|Users\/[A-Za-z]+|work)\/[a-z]/;
    const texts = tracked.filter((path) => /\.(?:ts|mjs|js|json|md|py|php|sh|yml|yaml)$|^\.ci\//.test(path));
    const faults = texts.filter((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return hosts.some((host) => host.test(text) && /registry|simple\//.test(text)) || homes.test(text);
    });
    expect(faults).toEqual([]);
  });

  it.each(LOCKS)("locks every package of %s to its bytes, on every platform, and to no registry", (lock) => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, lock), "utf8")) as { packages: Record<string, LockEntry> };
    // The entry without a name is the project itself; the vectors are a package of it.
    const faults = Object.entries(packages).flatMap(([name, entry]) =>
      name === "" || entry.link === true || !name.includes("node_modules/") ? [] : lockFaults(name, entry),
    );
    expect(faults).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
  });

  it("would name a package without integrity, with a weak one, and with an address", () => {
    const integrity = `sha512-${"A".repeat(86)}==`;
    expect(lockFaults("x", { integrity })).toEqual([]);
    expect(lockFaults("x", {})).toEqual(["x: no SHA-512"]);
    expect(lockFaults("x", { integrity: "sha1-AAAA" })).toEqual(["x: no SHA-512"]);
    expect(lockFaults("x", { integrity, resolved: "file:y" })).toEqual(["x: an address"]);
  });

  it("mirrors src in test, room by room", () => {
    const rooms = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const untested = rooms.map(({ name }) => name).filter((name) => !existsSync(join(ROOT, "test", name)));
    expect(untested).toEqual([]);
  });
});
