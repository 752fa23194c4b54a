import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { diskBytes } from "./disk-bytes.js";

/**
 * What docs/architecture.md says of each dependency's size, against what is installed here. Binaries differ between
 * systems and releases grow, so the page is right to a third, and to a tenth of a MB where packages are small.
 */
const ROOT = resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Where a package is found from a folder, as Node looks for it; null for a binary of another system. */
function folderOf(name: string, from: string): string | null {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  return from === dirname(from) ? null : folderOf(name, dirname(from));
}

/** The folders of a package and of all that it brings. */
function broughtBy(name: string, from = ROOT, found: Set<string> = new Set()): ReadonlySet<string> {
  const folder = folderOf(name, from);
  if (folder === null || found.has(folder)) return found;
  found.add(folder);
  const { dependencies, optionalDependencies } = manifestOf(folder);
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) broughtBy(other, folder, found);
  return found;
}

/** The rows of the page's table: packages, and what they add in MB. */
function rowsOnPage(): readonly { readonly names: readonly string[]; readonly megabytes: number }[] {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const section = page.split("\n## Dependencies\n")[1]?.split("\n### ")[0] ?? "";
  return [...section.matchAll(/^\| (`[^|]*) \| ([0-9.]+) \| /gm)].map(([, cell = "", megabytes]) => ({
    names: [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    megabytes: Number(megabytes),
  }));
}

describe("the page's table of dependencies", () => {
  const { dependencies, optionalDependencies, peerDependencies } = manifestOf(ROOT);
  const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

  it("has every package that may be installed", () => {
    expect(
      rowsOnPage()
        .flatMap(({ names }) => names)
        .sort(),
    ).toEqual(declared.sort());
  });

  it.each(rowsOnPage().map(({ names, megabytes }) => [names.join(", "), names, megabytes] as const))(
    "says what %s adds",
    (_, names, megabytes) => {
      const folders = new Set(names.flatMap((name) => [...broughtBy(name)]));
      expect(folders.size).toBeGreaterThan(0);
      const measured = [...folders].reduce((sum, folder) => sum + diskBytes(folder), 0) / 1e6;
      expect(Math.abs(measured - megabytes), `${measured.toFixed(2)} MB`).toBeLessThan(Math.max(0.1, measured / 3));
    },
  );
});
