import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

/** Each example that is a project can be copied out alone: what it needs is in it, or in its package.json. */
const ROOT = resolve(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "docs/examples");

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

const own = manifestIn(ROOT);
const projects = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "package.json")));
/** What a framework's own commands load, and no import of the example. */
const LOADED_BY_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "login-next": ["next", "react", "react-dom"],
};

/** The packages that the files of a project import. */
function packagesOf(project: string): readonly string[] {
  const texts = filesUnder(join(EXAMPLES, project), ".mjs").map((path) => readFileSync(path, "utf8"));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export)\b[^"=]*?(?:from )?"([^"]+)";$|\bawait import\("([^"]+)"\)/gm)].map(
      ([, from, loaded]) => (from ?? loaded) as string,
    ),
  );
  const packages = names.filter((name) => !/^(?:\.|node:)/.test(name));
  return [...new Set(packages.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] as string))].sort();
}

/** Files that several projects have, so that each is whole: those of login-fallback are the ones to change. */
const COPIES = ["login-fastify", "login-next/lib"].flatMap((folder) =>
  ["service.mjs", "sample-user.mjs"].map((name) => [join(folder, name), join("login-fallback", name)] as const),
);

it.each(COPIES)("%s is %s", (copy, original) => {
  const text = readFileSync(join(EXAMPLES, original), "utf8");
  if (process.env.UPDATE_EXAMPLES === "1") cpSync(join(EXAMPLES, original), join(EXAMPLES, copy));
  expect(readFileSync(join(EXAMPLES, copy), "utf8"), "UPDATE_EXAMPLES=1 copies it").toBe(text);
});

it("the servers of docs/login.md are projects", () => {
  expect(projects).toEqual(
    expect.arrayContaining(["login-fallback", "login-fastify", "login-next", "login-worker", "sessions"]),
  );
});

describe.each(projects)("the project %s", (project) => {
  it("names what it imports and nothing else, in releases that are tested here", () => {
    const { dependencies } = manifestIn(join(EXAMPLES, project));
    const loaded = LOADED_BY_COMMANDS[project] ?? [];
    expect(Object.keys(dependencies).sort()).toEqual([...packagesOf(project), ...loaded].sort());
    expect(dependencies.credport).toBe(own.version);
    for (const name of packagesOf(project).filter((one) => one !== "credport")) {
      const [major] = manifestIn(join(ROOT, "node_modules", name)).version.split(".");
      expect(dependencies[name], name).toMatch(new RegExp(`^\\^${major}\\.`));
    }
  });

  it("imports no file that is not its own", () => {
    const folder = join(EXAMPLES, project);
    for (const path of filesUnder(folder, ".mjs")) {
      const text = readFileSync(path, "utf8");
      for (const [, file] of text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)) {
        expect(relative(folder, resolve(dirname(path), file as string)), `${path}: ${file}`).not.toMatch(/^\.\./);
      }
    }
  });
});

describe("copied out, with the packed package", () => {
  let folder: string;
  let credport: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-projects-"));
    const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
    execFileSync("npm", packing, { cwd: ROOT });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
    execFileSync("tar", ["-xzf", tarball], { cwd: folder });
    credport = join(folder, "package");
    // What npm installs with it; optional peers are not.
    link(Object.keys({ ...own.dependencies, ...own.optionalDependencies }), credport);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Puts packages where npm would, without asking a registry. */
  function link(names: readonly string[], place: string): void {
    for (const name of names) {
      const from = name === "credport" ? credport : join(ROOT, "node_modules", name);
      const to = join(place, "node_modules", name);
      if (!existsSync(from)) continue;
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(from, to);
    }
  }

  /** A copy with nothing beside it but what its package.json names. */
  function copied(project: string): string {
    const place = join(folder, "copies", project);
    cpSync(join(EXAMPLES, project), place, { recursive: true });
    link(Object.keys(manifestIn(place).dependencies), place);
    return place;
  }

  const runs = projects.filter((name) => existsSync(join(EXAMPLES, name, "run.mjs")));
  it.each(runs)("%s runs", (project) => {
    const place = copied(project);
    const scripts = Object.values(manifestIn(place).scripts);
    expect(scripts).toContain("node run.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["run.mjs"], {
      cwd: place,
      encoding: "utf8",
    });
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
  });

  it("login-worker is bundled", async () => {
    const place = copied("login-worker");
    const bundle = await rolldown({
      input: join(place, "worker.mjs"),
      platform: "browser",
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
    await bundle.close();
    expect(output[0].exports).toContain("default");
    expect(output[0].imports.filter((name) => !/^(?:@node-rs\/|argon2$|hash-wasm$)/.test(name))).toEqual([]);
  });
});
