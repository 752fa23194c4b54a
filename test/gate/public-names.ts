import { readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import ts from "typescript";
import { filesUnder } from "./files-under.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** A name that users import: from which subpaths, and what it is. */
export interface PublicName {
  readonly name: string;
  readonly subpaths: readonly string[];
  readonly symbol: ts.Symbol;
}

export interface PublicNames {
  readonly names: readonly PublicName[];
  /** What rooms show to each other only, by the file that exports it. */
  readonly internal: readonly (readonly [string, ts.Symbol])[];
  readonly checker: ts.TypeChecker;
}

/** Subpath and source of each public barrel. */
function barrels(): readonly (readonly [string, string])[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, { types?: string } | string>;
  };
  return Object.entries(exports).flatMap(([key, target]) =>
    typeof target === "string" || target.types === undefined
      ? []
      : [
          [
            `credport${key.slice(1)}`,
            join(ROOT, target.types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")),
          ] as const,
        ],
  );
}

/** The faces that rooms have for each other. */
function internalFaces(): readonly string[] {
  return filesUnder(join(ROOT, "src")).filter((path) => basename(path) === "internal.ts");
}

/** What a file exports, each name with what it stands for. */
function exportsOf(path: string, program: ts.Program): readonly (readonly [string, ts.Symbol])[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${path} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .map((exported) => [
      exported.name,
      exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported,
    ]);
}

/** Every name that the public subpaths export, each once. */
export function publicNames(): PublicNames {
  const sources = barrels();
  const internal = internalFaces();
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([...sources.map(([, path]) => path), ...internal], options);
  const found = new Map<ts.Symbol, PublicName>();
  for (const [subpath, path] of sources) {
    for (const [name, symbol] of exportsOf(path, program)) {
      const before = found.get(symbol)?.subpaths ?? [];
      found.set(symbol, { name, subpaths: [...before, subpath], symbol });
    }
  }
  return {
    names: [...found.values()],
    internal: internal.flatMap((path) =>
      exportsOf(path, program).map(([, symbol]) => [relative(ROOT, path), symbol] as const),
    ),
    checker: program.getTypeChecker(),
  };
}
