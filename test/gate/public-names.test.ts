import { relative, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { type PublicNames, publicNames } from "./public-names.js";

/** What users can import: its types can be named, and everything says what it is. */
const SOURCE = resolve(import.meta.dirname, "../../src");

/** The nodes of a declaration that its declaration file would show: no bodies, no private parts. */
function shownNodes(declaration: ts.Declaration): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || isPrivate(node)) return;
    if (ts.isVariableDeclaration(node) && node.type !== undefined) {
      visit(node.type);
      return;
    }
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

function isPrivate(node: ts.Node): boolean {
  const isHidden = ts.canHaveModifiers(node)
    ? (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
    : false;
  return (
    isHidden || (ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name))
  );
}

/** The name that a node refers a reader to, where it is one of types. */
function referredName(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return undefined;
}

function isOurs(declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.startsWith(`${SOURCE}/`);
}

/** Types of our own that a public name shows and that nobody can import. */
function unnameable({ names, checker }: PublicNames): readonly string[] {
  const known = new Set(names.map(({ symbol }) => symbol));
  const faults = new Set<string>();
  for (const { name, symbol } of names) {
    for (const node of (symbol.declarations ?? []).flatMap(shownNodes)) {
      const referred = referredName(node);
      const target = referred === undefined ? undefined : checker.getSymbolAtLocation(referred);
      if (target === undefined) continue;
      const real = target.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(target) : target;
      const [declaration] = real.declarations ?? [];
      if (declaration === undefined || !isOurs(declaration) || known.has(real)) continue;
      if (real.flags & ts.SymbolFlags.TypeParameter) continue;
      faults.add(`${name} shows ${real.name} (${relative(SOURCE, declaration.getSourceFile().fileName)})`);
    }
  }
  return [...faults].sort();
}

/** Names of the package's own rooms for each other that users can import. */
function leaked({ names, internal }: PublicNames): readonly string[] {
  return internal.flatMap(([file, symbol]) =>
    names.filter((known) => known.symbol === symbol).map(({ name }) => `${file}: ${name}`),
  );
}

describe("public names", () => {
  let found: PublicNames;
  beforeAll(() => {
    found = publicNames();
  });

  it("show no type that can't be imported", () => {
    expect(unnameable(found)).toEqual([]);
  });

  it("would be named, did they show such a type", () => {
    const names = found.names.filter(({ name }) => name !== "Problem");
    expect(unnameable({ ...found, names })).toContain("Failure shows Problem (problems/problem.ts)");
  });

  it("are none of those that rooms have for each other", () => {
    expect(found.internal.length).toBeGreaterThan(20);
    expect(leaked(found)).toEqual([]);
  });

  it("would be named, were they among those", () => {
    const [[file, symbol] = []] = found.internal;
    const names = [...found.names, { name: "leak", subpaths: ["credport"], symbol: symbol! }];
    expect(leaked({ ...found, names })).toEqual([`${file}: leak`]);
  });

  it("say what they are", () => {
    const { names, checker } = found;
    const silent = names.filter(
      ({ symbol }) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim().length < 10,
    );
    expect(silent.map(({ name, subpaths }) => `${subpaths[0]}: ${name}`)).toEqual([]);
  });

  it("have an example where they are functions", () => {
    const { names, checker } = found;
    const without = names.filter(
      ({ symbol }) =>
        (symbol.flags & ts.SymbolFlags.Function) !== 0 &&
        !symbol.getJsDocTags(checker).some(({ name }) => name === "example"),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});
