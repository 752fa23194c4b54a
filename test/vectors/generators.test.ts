import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needsProgram } from "../needs.js";
import { ROOT, vectorFiles } from "./tool.mjs";

const GENERATORS = join(ROOT, "generators");
const ENTRY = "make.py";

const pathsOf = (extension: string) =>
  readdirSync(GENERATORS, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(extension));

const programs = () => [".py", ".php", ".pl", ".mjs", ".java"].flatMap(pathsOf);

const textOf = (path: string) => readFileSync(join(GENERATORS, path), "utf8");

/** The files of ours that a module imports: `from shared.witness import …`, `from shared import passlib_tests`. */
function importedBy(text: string): readonly string[] {
  const whole = [...text.matchAll(/^\s*from ([a-z_]+)\.([a-z_0-9]+) import/gm)].map(([, ...parts]) => parts);
  const members = [...text.matchAll(/^\s*from ([a-z_]+) import ([a-z_0-9, ]+)$/gm)].flatMap(([, folder, names]) =>
    (names as string).split(", ").map((name) => [folder, name]),
  );
  return [...whole, ...members].map((parts) => `${parts.join("/")}.py`);
}

/** What the entry point names, and in quotation marks what its modules run. */
function named(text: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const name = path.slice(path.indexOf("/") + 1);
    return text.includes(`"${path.replace(/\.py$/, "")}"`) || new RegExp(`["'/]${name}["']`).test(text);
  });
}

function reached(): ReadonlySet<string> {
  const paths = programs();
  // Installers compile some of the programs.
  const found = new Set([ENTRY, ...pathsOf("install.sh")]);
  // Growing while it is walked: each file that is found is looked into in its turn.
  for (const path of found) {
    const text = textOf(path);
    for (const next of [...importedBy(text), ...named(text, paths)]) {
      if (paths.includes(next)) found.add(next);
    }
  }
  return found;
}

interface Group {
  readonly source: { readonly name: string; readonly generator?: string };
}

const groups = vectorFiles().flatMap(({ path }) => {
  const content = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as { groups: readonly Group[] };
  return content.groups.map(({ source }) => ({ path, generator: source.generator }));
});

describe("the generators of the vectors", () => {
  it("are all reached from the one entry point", () => {
    const found = reached();
    const all = programs();
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((path) => !found.has(path))).toEqual([]);
  });

  it("are named by each group of each file", () => {
    expect(groups.filter(({ generator }) => generator === undefined).map(({ path }) => path)).toEqual([]);
    const missing = groups.filter(({ generator }) => !existsSync(join(ROOT, "..", generator as string)));
    expect(missing).toEqual([]);
  });

  needsProgram("python3").test("are listed by the entry point wherever a file names one", () => {
    const text = execFileSync("python3", [join(GENERATORS, ENTRY), "--list"], { encoding: "utf8" });
    const listed = text.split("\n").map((line) => line.split(":")[0] as string);
    const names = groups.map(({ generator }) => /generators\/(.*)\.py$/.exec(generator as string)?.[1]);
    expect([...new Set(names)].filter((name) => !listed.includes(name as string))).toEqual([]);
  });

  it("have functions that are read in one sitting", () => {
    const long = pathsOf(".py").flatMap((path) =>
      lengths(textOf(path))
        .filter(({ lines }) => lines > 60)
        .map(({ name, lines }) => `${path} ${name}: ${lines} lines`),
    );
    expect(long).toEqual([]);
  });
});

/** The functions of a Python file: from `def` to the last line that is indented further. */
function lengths(text: string): readonly { readonly name: string; readonly lines: number }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const found = /^(\s*)def (\w+)\(/.exec(line);
    if (found === null) return [];
    const [, indent = "", name = ""] = found;
    // The parenthesis of a long signature is as far left as its function.
    const ends = lines.findIndex(
      (later, at) => at > index && later.trim() !== "" && !later.startsWith(`${indent} `) && !/^\s*\)/.test(later),
    );
    const body = lines.slice(index, ends === -1 ? undefined : ends);
    return [{ name, lines: body.join("\n").trimEnd().split("\n").length }];
  });
}
