import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { mentions, type PublicNames, publicNames } from "./public-names.js";

/**
 * Types of our own that users would have to write and can't import: parameters and results of what they call, and of the
 * functions that they give. The type of a field needs no name: it is written as `CheckReport["source"]`.
 */
function unnameable({ names, checker }: PublicNames): readonly string[] {
  const known = new Set(names.map(({ symbol }) => symbol));
  const seen = new Set(known);
  const faults = new Set<string>();
  for (const symbol of seen) {
    for (const { symbol: target, as } of mentions(symbol, checker)) {
      if (as === "table") continue;
      if (as === "call" && !known.has(target) && !isForeign(target))
        faults.add(`${symbol.name} takes or gives ${target.name}`);
      seen.add(target);
    }
  }
  return [...faults].sort();
}

/** Another name for a type of a package that a program may have: the program imports it from there. */
function isForeign({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => ts.isTypeAliasDeclaration(one) && ts.isImportTypeNode(one.type));
}

/**
 * Is a part of `credport` under the same names, for those who want no more: a page that bundles it cannot get the rest by
 * mistake, nor a Node process load it.
 */
const PART = "credport/strict";

/** Names that stand for two things, and things that have two names or two homes. */
function shared({ names }: PublicNames): readonly string[] {
  const homes = new Map<string, string[]>();
  for (const { name, subpaths } of names) {
    const isInPart = subpaths.includes("credport") && subpaths.includes(PART);
    const own = isInPart ? subpaths.filter((subpath) => subpath !== PART) : subpaths;
    homes.set(name, [...(homes.get(name) ?? []), ...own]);
  }
  return [...homes].flatMap(([name, at]) => (at.length === 1 ? [] : [`${name}: ${at.join(", ")}`]));
}

/** Names of the package's own rooms for each other that users can import. */
function leaked({ names, internal }: PublicNames): readonly string[] {
  return internal.flatMap(([file, symbol]) =>
    names.filter((known) => known.symbol === symbol).map(({ name }) => `${file}: ${name}`),
  );
}

/** All, and those that are there at run time: raised with a reason only. */
const [MOST_NAMES, MOST_VALUES] = [380, 120];

describe("public names", () => {
  let found: PublicNames;
  beforeAll(() => {
    found = publicNames();
  });

  it("take and give no type that can't be imported", () => {
    expect(unnameable(found)).toEqual([]);
  });

  it("would be named, did they show such a type", () => {
    const names = found.names.filter(({ name }) => name !== "Problem");
    expect(unnameable({ ...found, names })).toContain("mayHaveHappened takes or gives Problem");
  });

  it("are few enough to keep, as docs/compatibility.md says", () => {
    expect(found.names.filter(({ isValue }) => isValue).length).toBeLessThanOrEqual(MOST_VALUES);
    expect(found.names.length).toBeLessThanOrEqual(MOST_NAMES);
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/compatibility.md"), "utf8");
    expect(page).toContain(`at most ${MOST_NAMES}, of which at most ${MOST_VALUES} are functions and constants`);
  });

  it("stand for one thing each, in one place", () => {
    expect(shared(found)).toEqual([]);
  });

  it("would be named, did two entries have one name", () => {
    const [[first] = []] = [found.names];
    expect(shared({ ...found, names: [first!, { ...first!, subpaths: ["credport/other"] }] })).toEqual([
      `${first!.name}: ${first!.subpaths[0]}, credport/other`,
    ]);
  });

  it("are none of those that rooms have for each other", () => {
    expect(found.internal.length).toBeGreaterThan(20);
    expect(leaked(found)).toEqual([]);
  });

  it("would be named, were they among those", () => {
    const [[file, symbol] = []] = found.internal;
    const leak = { name: "leak", subpaths: ["credport"], symbol: symbol!, isValue: true };
    const names = [...found.names, leak];
    expect(leaked({ ...found, names })).toEqual([`${file}: leak`]);
  });

  it("say what they are", () => {
    const { names, checker } = found;
    const silent = names.filter(
      ({ symbol }) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim().length < 10,
    );
    expect(silent.map(({ name, subpaths }) => `${subpaths[0]}: ${name}`)).toEqual([]);
  });

  it("are in the list of docs/library.md where they are functions", () => {
    const functions = found.names.filter(({ symbol }) => (symbol.flags & ts.SymbolFlags.Function) !== 0);
    const expected = new Map<string, string[]>();
    for (const { name, subpaths } of functions) {
      for (const subpath of subpaths) expected.set(subpath, [...(expected.get(subpath) ?? []), name]);
    }
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/library.md"), "utf8");
    const rows = [...page.matchAll(/^\| `(credport[^`]*)` \| [^|]* \| ([^|]*) \|$/gm)].map(([, subpath, list = ""]) => [
      subpath,
      [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
    ]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries([...expected].map(([subpath, names]) => [subpath, names.sort()])),
    );
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
