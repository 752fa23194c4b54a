import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import ts from "typescript";
import { filesUnder } from "./files-under.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** The declarations that `npm run build` writes: no bodies, no private types. */
const BUILT = join(ROOT, "dist");

/** A name that users import: from which subpaths, and what it is. */
export interface PublicName {
  readonly name: string;
  readonly subpaths: readonly string[];
  readonly symbol: ts.Symbol;
  /** Whether it is there at run time. */
  readonly isValue: boolean;
}

export interface PublicNames {
  readonly names: readonly PublicName[];
  /** What rooms show to each other only, by the file that exports it. */
  readonly internal: readonly (readonly [string, ts.Symbol])[];
  readonly checker: ts.TypeChecker;
}

/** Subpath and declarations of each public barrel, in the order of package.json. */
export function entries(): readonly (readonly [string, string])[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, { types?: string } | string>;
  };
  return Object.entries(exports).flatMap(([key, target]) =>
    typeof target === "string" || target.types === undefined
      ? []
      : [[`credport${key.slice(1)}`, join(ROOT, target.types)] as const],
  );
}

/** What a file exports, each name with what it stands for. */
function exportsOf(path: string, program: ts.Program) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${path} exports nothing: npm run build`);
  return checker.getExportsOfModule(module).map((exported) => ({
    name: exported.name,
    symbol: aliased(exported, checker),
    isTypeOnly: (exported.declarations ?? []).some(ts.isTypeOnlyExportDeclaration),
  }));
}

function aliased(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Every name that the public subpaths export, each once. */
export function publicNames(): PublicNames {
  if (!existsSync(BUILT)) throw new Error("dist is missing: npm run build");
  const sources = entries();
  const internal = filesUnder(BUILT, ".d.ts").filter((path) => basename(path) === "internal.d.ts");
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([...sources.map(([, path]) => path), ...internal], options);
  const found = new Map<ts.Symbol, PublicName>();
  for (const [subpath, path] of sources) {
    for (const { name, symbol, isTypeOnly } of exportsOf(path, program)) {
      const before = found.get(symbol);
      const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly;
      const subpaths = [...(before?.subpaths ?? []), subpath];
      found.set(symbol, { name, subpaths, symbol, isValue: isValue || before?.isValue === true });
    }
  }
  return {
    names: [...found.values()],
    internal: internal.flatMap((path) =>
      exportsOf(path, program).map(({ symbol }) => [relative(BUILT, path), symbol] as const),
    ),
    checker: program.getTypeChecker(),
  };
}

/** A mention of a declaration of our own in another one. */
export interface Mention {
  readonly symbol: ts.Symbol;
  /**
   * In a `call` users write the type themselves, for a parameter or for what comes back. A `part` is reached through its
   * owner, as in `CheckReport["source"]`. A `table` is a value whose type another type is derived from.
   */
  readonly as: "call" | "part" | "table";
}

/** What a declaration shows of other declarations of our own. */
export function mentions(symbol: ts.Symbol, checker: ts.TypeChecker): readonly Mention[] {
  const found: Mention[] = [];
  const visit = (node: ts.Node, inCall: boolean): void => {
    if (isPrivate(node)) return;
    const target = mentioned(node, checker);
    if (target !== undefined && target !== symbol) {
      const isTable = ts.isTypeQueryNode(node) && !(symbol.flags & ts.SymbolFlags.Variable);
      found.push({ symbol: target, as: isTable ? "table" : inCall ? "call" : "part" });
    }
    const isCall = inCall || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isCall));
  };
  for (const declaration of symbol.declarations ?? []) visit(declaration, false);
  return found;
}

function isPrivate(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  );
}

/** The declaration of our own that a node names. */
function mentioned(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : ts.isTypeQueryNode(node)
        ? node.exprName
        : ts.isImportTypeNode(node)
          ? node.qualifier
          : undefined;
  const found = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  const target = found === undefined ? undefined : aliased(found, checker);
  const [declaration] = target?.declarations ?? [];
  if (target === undefined || declaration === undefined) return undefined;
  if (target.flags & ts.SymbolFlags.TypeParameter) return undefined;
  return declaration.getSourceFile().fileName.startsWith(`${BUILT}/`) ? target : undefined;
}
