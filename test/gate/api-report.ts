import ts from "typescript";
import { entries, mentions, type PublicName, type PublicNames } from "./public-names.js";

/** Tables of problems: docs/problems.md has their codes, and a gate of its own. */
const PROBLEM_TABLE = /^(?:\w+_)?PROBLEMS$/;

const printer = ts.createPrinter({ removeComments: true });

/**
 * What each entry of the package promises, as text: every exported name with its signature, and after those the parts,
 * types that have no public name and can be seen through one that has. Each declaration is written once, in the first
 * entry that has it.
 */
export function apiReports(found: PublicNames): ReadonlyMap<string, string> {
  const bySymbol = new Map(found.names.map((name) => [name.symbol, name]));
  const written = new Set<ts.Symbol>(bySymbol.keys());
  return new Map(
    entries().map(([subpath]) => {
      const names = found.names.filter(({ subpaths }) => subpaths.includes(subpath)).sort(byName);
      const own = names.filter(({ subpaths }) => subpaths[0] === subpath);
      const parts = partsOf(own, found, written);
      const text = [
        heading(subpath, names),
        ...names.filter((name) => !own.includes(name)).map(({ name, subpaths }) => `${name}: see ${subpaths[0]}`),
        ...own.map(({ symbol }) => signature(symbol, found.checker)),
        ...(parts.length === 0 ? [] : ['// Parts: reached through the names above, as in Name["field"].']),
        ...parts.map((part) => signature(part, found.checker)),
      ];
      return [subpath, `${text.join("\n\n")}\n`];
    }),
  );
}

function byName({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function heading(subpath: string, names: readonly PublicName[]): string {
  const values = names.filter(({ isValue }) => isValue).length;
  return `// ${subpath}: ${values} values, ${names.length - values} types. Written by npm run api.`;
}

/** The declarations without a public name that these names lead to and no report has yet, in order of their names. */
function partsOf(own: readonly PublicName[], { checker }: PublicNames, written: Set<ts.Symbol>) {
  const parts: ts.Symbol[] = [];
  const queue = own.map(({ symbol }) => symbol);
  for (let symbol = queue.shift(); symbol !== undefined; symbol = queue.shift()) {
    if (PROBLEM_TABLE.test(symbol.name)) continue;
    for (const { symbol: part } of mentions(symbol, checker)) {
      if (written.has(part)) continue;
      written.add(part);
      parts.push(part);
      queue.push(part);
    }
  }
  return parts.sort(byName);
}

/** A declaration as it was built, without comments; `@experimental` and `@deprecated` with what they say. */
function signature(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  if (PROBLEM_TABLE.test(symbol.name)) return `const ${symbol.name}: see docs/problems.md`;
  const tags = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === "experimental" || name === "deprecated")
    .map(({ name, text }) => `// @${name} ${ts.displayPartsToString(text).replace(/\s+/g, " ")}`.trimEnd());
  return [...tags, ...(symbol.declarations ?? []).map(printed)].join("\n");
}

function printed(declaration: ts.Declaration): string {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile())
    .replace(/^export (?:declare )?|^declare /, "")
    .replace(/import\("[^"]*"\)\./g, "")
    .replace(/^ *(?:private|#private)[^\n]*\n/gm, "")
    .replace(/^( {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}
