import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

/**
 * Runs the example of every docstring against the built package, as a user's code
 * would import it: `expression; // => value` must hold.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "src");

interface Example {
  readonly name: string;
  readonly code: string;
}

function examplesOf(path: string): readonly Example[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/@example[^\n]*\n\s*\*\s*```ts\n([\s\S]*?)\n\s*\*\s*```/g)].map((match, index) => ({
    name: `${relative(SOURCE, path)} ${index + 1}`,
    code: (match[1] as string).replace(/^\s*\* ?/gm, ""),
  }));
}

const EXPECTATION = /^(?<statement>.+?);?\s*\/\/ => (?<value>.*)$/;

/** The example as a module that exports what each marked expression came to and what it should be. */
function moduleOf(code: string): string {
  // An expectation that is too long for the line is on the next one.
  const lines = code
    .replace(/\n\/\/ => /g, " // => ")
    .split("\n")
    .map((line) => {
      const marked = EXPECTATION.exec(line)?.groups;
      if (marked === undefined) return line;
      return `__seen.push([${marked.statement}, ${marked.value}]);`;
    });
  return ts.transpileModule(`export const __seen: unknown[][] = [];\n${lines.join("\n")}`, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: false,
    },
  }).outputText;
}

interface Block extends Example {
  readonly isRun: boolean;
}

/** The code blocks of a page. Those that need a server, or files of the reader's, are marked `ts compile-only`. */
function blocksOf(path: string): readonly Block[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  return [...text.matchAll(/^```([tj]sx?\b[^\n]*)\n([\s\S]*?)^```/gm)].map(([, mark, code = ""], index) => {
    if (mark !== "ts" && mark !== "ts compile-only") throw new Error(`${path}: a block is marked ${mark}`);
    return { name: `${path} ${index + 1}`, code, isRun: mark === "ts" };
  });
}

const pages = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const blocks = pages.flatMap(blocksOf);
const examples = [...filesUnder(SOURCE).flatMap(examplesOf), ...blocks.filter(({ isRun }) => isRun)];

describe("examples in docstrings and pages", () => {
  let folder: string;
  let before: string | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-examples-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/credport"));
    symlinkSync(join(ROOT, "node_modules/supertokens-node"), join(folder, "node_modules/supertokens-node"));
    // Examples make files and leave them: what they take for the temporary folder goes with this one.
    mkdirSync(join(folder, "temporary"));
    before = process.env.TMPDIR;
    process.env.TMPDIR = join(folder, "temporary");
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });

  it("those of pages compile under strict", { timeout: 120_000 }, () => {
    const files = blocks.map(({ code }, index) => {
      const path = join(folder, `page-${index}.mts`);
      writeFileSync(path, code);
      return path;
    });
    // Its types are a package of their own.
    const untyped = join(folder, "untyped.d.ts");
    writeFileSync(untyped, 'declare module "express";');
    const program = ts.createProgram([...files, untyped], {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: ["node"] },
      typeRoots: [join(ROOT, "node_modules/@types")],
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const block = blocks[files.indexOf(file?.fileName ?? "")];
      return `${block?.name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    expect(faults).toEqual([]);
  });

  it.each(examples.map((example, index) => ({ ...example, index })))("$name holds", async ({ code, index }) => {
    const path = join(folder, `example-${index}.mjs`);
    writeFileSync(path, moduleOf(code));
    const { __seen: seen } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
      __seen: unknown[][];
    };
    expect(seen.length).toBeGreaterThan(0);
    for (const [actual, expected] of seen) expect(actual).toEqual(expected);
  });
});
