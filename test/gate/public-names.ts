import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const ROOT = resolve(import.meta.dirname, "../..");

/** A name that users import: from which subpaths, and what it is. */
export interface PublicName {
  readonly name: string;
  readonly subpaths: readonly string[];
  readonly symbol: ts.Symbol;
}

export interface PublicNames {
  readonly names: readonly PublicName[];
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

/** Every name that the public subpaths export, each once. */
export function publicNames(): PublicNames {
  const sources = barrels();
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(
    sources.map(([, path]) => path),
    options,
  );
  const checker = program.getTypeChecker();
  const found = new Map<ts.Symbol, PublicName>();
  for (const [subpath, path] of sources) {
    const file = program.getSourceFile(path);
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${subpath} exports nothing`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const before = found.get(symbol)?.subpaths ?? [];
      found.set(symbol, { name: exported.name, subpaths: [...before, subpath], symbol });
    }
  }
  return { names: [...found.values()], checker };
}
