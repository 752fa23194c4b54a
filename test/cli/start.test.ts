import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { OWN_VERSION } from "../../src/cli/own-version.js";
import { runCli } from "../../src/cli/run-cli.js";
import { fakeIo } from "./fake-io.js";
import { PROGRAM, runBuiltCli } from "./run-built-cli.js";

const ROOT = resolve(PROGRAM, "../../..");

/** The modules in a built file: those that the bundler put together say where they come from. */
function modulesIn(path: string, text: string): readonly string[] {
  const bundled = [...text.matchAll(/^\/\/ (dist\/\S+\.js)$/gm)].map(([, from]) => resolve(ROOT, from ?? ""));
  return bundled.length > 0 ? bundled : [path];
}

/** What a built file loads before its first line runs, its own modules included. */
function loadedWith(path: string, modules: Set<string>, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return modules;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  for (const module of modulesIn(path, text)) modules.add(module);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
    if (moduleSpecifier.text.startsWith(".")) loadedWith(resolve(path, "..", moduleSpecifier.text), modules, seen);
    else modules.add(moduleSpecifier.text);
  }
  return modules;
}

describe("the start of the program", () => {
  it("loads no command, no room but the table of problems and what makes text printable, and no package", () => {
    const loaded = [...loadedWith(PROGRAM, new Set())].map((path) =>
      path.startsWith("/") ? relative(dirname(PROGRAM), path) : path,
    );
    const expected = /^(?:main|begin)\.js$|^node:/;
    expect(loaded.filter((path) => !expected.test(path))).toEqual([]);
  });

  it.each([["--version"], ["-V"], ["-v"], ["version"]])(
    "tells the version at %s, from a module and not from a file",
    async (flag) => {
      const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as {
        version: string;
      };
      expect(OWN_VERSION).toBe(version);
      expect(await runBuiltCli([flag])).toEqual({ code: 0, out: `${version}\n`, err: "" });
    },
  );

  it("lists every command with its description without loading it", async () => {
    const { io, out } = fakeIo();
    expect(await runCli(["--help"], io)).toBe(0);
    const text = out().replace(/\s+/g, " ");
    for (const { name, description } of COMMANDS) {
      expect(text).toMatch(new RegExp(` ${name} `));
      expect(text).toContain(description);
    }
  });

  it.each(COMMANDS.map(({ name }) => name))("shows the options and examples of %s, asked either way", async (name) => {
    const [asked, helped] = [fakeIo(), fakeIo()];
    expect(await runCli([name, "--help"], asked.io)).toBe(0);
    expect(await runCli(["help", name], helped.io)).toBe(0);
    expect(asked.out()).toMatch(/--json|--port|--folder/);
    expect(asked.out()).toMatch(/Examples?:/);
    expect(helped.out()).toBe(asked.out());
  });

  it("has a row and a folder for each command's file", () => {
    const files = readdirSync(resolve(import.meta.dirname, "../../src/cli"), {
      recursive: true,
      encoding: "utf8",
    }).filter((path) => path.endsWith("-command.ts"));
    expect(files.sort()).toEqual(COMMANDS.map(({ name }) => `${name}/${name}-command.ts`).sort());
  });

  it("refuses a command that does not exist", async () => {
    const { io, err } = fakeIo();
    expect(await runCli(["chek"], io)).toBe(2);
    expect(err()).toMatch(/unknown command 'chek'/);
    expect(err()).toMatch(/check/);
  });
});
