import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

const SOURCE = resolve(import.meta.dirname, "../../src");

/** Rooms by floor, from the ground up: docs/architecture.md. */
const FLOORS: readonly (readonly string[])[] = [
  ["problems"],
  ["result.ts", "lib", "service"],
  ["hash", "secret", "index.ts", "strict.ts"],
  ["verify", "client", "files", "runtime"],
  ["source", "rehearsal"],
  ["import", "check", "login", "conformance"],
  ["serve", "fleet", "report"],
  ["cli"],
];

const LAST_PURE_FLOOR = 2;

function roomOf(path: string): string {
  return relative(SOURCE, path).split("/")[0] as string;
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

/** Everything that a file imports, dynamic imports and types included. */
function importsOf(path: string): readonly string[] {
  return ts.preProcessFile(readFileSync(path, "utf8"), true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The modules of ours that are loaded with a module: no types, and nothing that is imported on demand. */
function loadedWith(path: string, text = readFileSync(path, "utf8")): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    if (!moduleSpecifier.text.startsWith(".") || isOfTypes(statement)) return [];
    return [resolve(path, "..", moduleSpecifier.text.replace(/\.js$/, ".ts"))];
  });
}

/** Whether nothing is left of a statement when its types are taken away. */
function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { isTypeOnly, exportClause } = statement;
    return isTypeOnly || (hasElements(exportClause) && exportClause.elements.every((name) => name.isTypeOnly));
  }
  const { importClause } = statement;
  if (importClause === undefined) return false;
  const { phaseModifier, name, namedBindings } = importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (name !== undefined || !hasElements(namedBindings)) return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

function hasElements(
  clause: ts.NamedExportBindings | ts.NamedImportBindings | undefined,
): clause is ts.NamedExports | ts.NamedImports {
  return clause !== undefined && (ts.isNamedExports(clause) || ts.isNamedImports(clause));
}

/** One way around each circle of modules that load each other. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  const visit = (module: string, way: readonly string[]): void => {
    if (way.includes(module)) circles.push(way.slice(way.indexOf(module)));
    else if (!finished.has(module)) {
      for (const next of graph.get(module) ?? []) visit(next, [...way, module]);
      finished.add(module);
    }
  };
  for (const module of graph.keys()) visit(module, []);
  return circles;
}

/** What is wrong with one import, or null. */
function faultOf(path: string, specifier: string): string | null {
  const room = roomOf(path);
  const floor = floorOf(room);
  if (!specifier.startsWith(".")) {
    const outside = specifier.startsWith("node:") ? "the Node module" : null;
    return outside !== null && floor <= LAST_PURE_FLOOR
      ? `${room} (floor ${floor}) imports ${outside} ${specifier}`
      : null;
  }
  const target = roomOf(resolve(path, "..", specifier.replace(/\.js$/, ".ts")));
  if (target === room) return null;
  return floorOf(target) < floor ? null : `${room} (floor ${floor}) imports ${target} (floor ${floorOf(target)})`;
}

/** A file of problems is an area: whoever bundles a function carries the remedies of its own areas only. */
const OPEN_ROOMS: readonly string[] = ["problems"];

/** What a room shows to the public, and what only the package's other rooms need beside it. */
const FACES: readonly string[] = ["index.ts", "internal.ts"];

/** An import that passes by the faces of a room that has an index, or null. */
function deepImport(path: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const target = resolve(path, "..", specifier.replace(/\.js$/, ".ts"));
  const room = roomOf(target);
  const isClosed = existsSync(join(SOURCE, room, "index.ts")) && !OPEN_ROOMS.includes(room);
  const isFace = FACES.some((face) => target === join(SOURCE, room, face));
  // The strict parsers alone: through the face, Node would load the catalogue with them.
  const isPart = roomOf(path) === "strict.ts" && room === "hash";
  if (!isClosed || room === roomOf(path) || isFace || isPart) return null;
  return `${relative(SOURCE, path)} imports ${relative(SOURCE, target)}`;
}

/** Which folder of a room a module is in; its faces only pass on what the folders define. */
function folderOf(path: string): string | undefined {
  const inRoom = relative(join(SOURCE, roomOf(path)), path);
  return FACES.includes(inRoom) ? undefined : dirname(relative(SOURCE, path));
}

/** Folders of a room that load each other's modules: `a, b`. */
function foldersBothWays(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ways = new Set<string>();
  for (const [module, loaded] of graph) {
    for (const other of loaded) {
      const [from, to] = [folderOf(module), folderOf(other)];
      if (from === undefined || to === undefined || from === to) continue;
      if (roomOf(module) === roomOf(other)) ways.add(`${from} > ${to}`);
    }
  }
  const turned = (way: string) => way.split(" > ").reverse().join(" > ");
  return [...ways].filter((way) => ways.has(turned(way)) && way < turned(way));
}

describe("floors", () => {
  const files = filesUnder(SOURCE);

  it("gives every room a floor", () => {
    const homeless = [...new Set(files.map(roomOf))].filter((room) => floorOf(room) < 0);
    expect(homeless).toEqual([]);
  });

  it("lets a room import from lower floors only, and no Node module on the pure ones", () => {
    // src/index.ts is the barrel of floors 1 and 2, so it may reach across its own floor; strict.ts is a part of it.
    const faults = files
      .filter((path) => !["index.ts", "strict.ts"].includes(roomOf(path)))
      .flatMap((path) => importsOf(path).map((specifier) => faultOf(path, specifier)))
      .filter((fault) => fault !== null);
    expect(faults).toEqual([]);
  });

  it("gives the folders of a room an order too: none loads one that loads it", () => {
    const graph = new Map(files.map((path) => [path, loadedWith(path)]));
    expect(foldersBothWays(graph)).toEqual([]);
  });

  it("would name two folders that load each other", () => {
    const [top, low] = ["hash/a/top.ts", "hash/b/low.ts"].map((path) => join(SOURCE, path)) as [string, string];
    const graph = new Map([
      [top, [low]],
      [low, [top, join(SOURCE, "hash/index.ts")]],
    ]);
    expect(foldersBothWays(graph)).toEqual(["hash/a > hash/b"]);
  });

  it("would name an import upwards and a Node module on a pure floor", () => {
    expect(faultOf(join(SOURCE, "hash/x.ts"), "../verify/index.js")).toMatch(/hash .* imports verify/);
    expect(faultOf(join(SOURCE, "hash/x.ts"), "node:crypto")).toMatch(/imports the Node module/);
    expect(faultOf(join(SOURCE, "cli/x.ts"), "../hash/bcrypt.js")).toBeNull();
  });

  it("has no modules that load each other", () => {
    const circles = circlesIn(new Map(files.map((path) => [path, loadedWith(path)])));
    expect(circles.map((circle) => circle.map((path) => relative(SOURCE, path)))).toEqual([]);
  });

  it("would name a circle, and tells types and imports on demand from what is loaded", () => {
    const graph = { a: ["b"], b: ["c", "d"], c: ["b"], d: [] };
    expect(circlesIn(new Map(Object.entries(graph)))).toEqual([["b", "c"]]);
    const text = [
      'import type { A } from "./types.js";',
      'import { type B, type C } from "./more-types.js";',
      'export type { D } from "./other-types.js";',
      'import { type E, f } from "./loaded.js";',
      'export * from "./passed-on.js";',
      'const later = () => import("./on-demand.js");',
    ].join("\n");
    const loaded = loadedWith(join(SOURCE, "x.ts"), text).map((path) => relative(SOURCE, path));
    expect(loaded).toEqual(["loaded.ts", "passed-on.ts"]);
  });

  it("enters rooms that have an index through their faces", () => {
    const faults = files.flatMap((path) =>
      importsOf(path)
        .map((specifier) => deepImport(path, specifier))
        .filter((fault) => fault !== null),
    );
    expect(faults).toEqual([]);
  });

  it("would name an import past the faces of a room", () => {
    const path = join(SOURCE, "import/x.ts");
    expect(deepImport(path, "../source/sources.js")).toBe("import/x.ts imports source/sources.ts");
    expect(deepImport(path, "../source/systems/index.js")).toMatch(/imports source/);
    expect(["../source/index.js", "../source/internal.js"].map((face) => deepImport(path, face))).toEqual([null, null]);
    expect(deepImport(join(SOURCE, "source/x.ts"), "./sources.js")).toBeNull();
  });

  it("keeps output and exits to the command line", () => {
    const talking = files.filter(
      (path) =>
        roomOf(path) !== "cli" &&
        /\bconsole\.|process\.exit/.test(readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")),
    );
    expect(talking.map((path) => relative(SOURCE, path))).toEqual([]);
  });
});
