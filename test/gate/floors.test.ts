import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../../src");

/** Rooms by floor, from the ground up: docs/architecture.md. */
const FLOORS: readonly (readonly string[])[] = [
  ["problems.ts"],
  ["result.ts", "lib", "service"],
  ["hash", "secret", "index.ts"],
  ["verify", "client", "files"],
  ["source", "rehearsal"],
  ["import", "check", "login", "conformance"],
  ["cli"],
];

const LAST_PURE_FLOOR = 2;

function roomOf(path: string): string {
  return relative(SOURCE, path).split("/")[0] as string;
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : path.endsWith(".ts") ? [path] : [];
  });
}

/** Everything that a file imports, dynamic imports and types included. */
function importsOf(path: string): readonly string[] {
  return ts
    .preProcessFile(readFileSync(path, "utf8"), true, true)
    .importedFiles.map(({ fileName }) => fileName);
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
  return floorOf(target) < floor
    ? null
    : `${room} (floor ${floor}) imports ${target} (floor ${floorOf(target)})`;
}

describe("floors", () => {
  const files = filesUnder(SOURCE);

  it("gives every room a floor", () => {
    const homeless = [...new Set(files.map(roomOf))].filter((room) => floorOf(room) < 0);
    expect(homeless).toEqual([]);
  });

  it("lets a room import from lower floors only, and no Node module on the pure ones", () => {
    // src/index.ts is the barrel of floors 1 and 2, so it may reach across its own floor.
    const faults = files
      .filter((path) => roomOf(path) !== "index.ts")
      .flatMap((path) => importsOf(path).map((specifier) => faultOf(path, specifier)))
      .filter((fault) => fault !== null);
    expect(faults).toEqual([]);
  });

  it("would name an import upwards and a Node module on a pure floor", () => {
    expect(faultOf(join(SOURCE, "hash/x.ts"), "../verify/index.js")).toMatch(/hash .* imports verify/);
    expect(faultOf(join(SOURCE, "hash/x.ts"), "node:crypto")).toMatch(/imports the Node module/);
    expect(faultOf(join(SOURCE, "cli/x.ts"), "../hash/bcrypt.js")).toBeNull();
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
