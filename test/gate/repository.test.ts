import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

describe("repository", () => {
  it("has nothing on its top level but what the architecture names", () => {
    const folders = [".ci", "bench", "docs", "src", "test", "vectors"];
    const files = [
      ".gitignore",
      ".npmrc",
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "biome.json",
      "package-lock.json",
      "package.json",
      "stryker.config.json",
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
      tracked.filter((path) => /\.(?:journal|lock|partial|credport-partial|tmp|log)$/.test(path)),
    ).toEqual([]);
  });

  it("links only to files and headings that exist", () => {
    const pages = tracked.filter((path) => path.endsWith(".md"));
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
      return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] as string)
        .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it("names no machine's paths and no package registry", () => {
    const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
    expect(lock).not.toMatch(/"resolved"/);
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

  it("mirrors src in test, room by room", () => {
    const rooms = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const untested = rooms.map(({ name }) => name).filter((name) => !existsSync(join(ROOT, "test", name)));
    expect(untested).toEqual([]);
  });
});
