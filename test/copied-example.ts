import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * A copy of an example, with this package and what else its package.json names beside it: within the repository an
 * example is a project of its own, whose dependencies are not installed.
 */
export function copiedExample(name: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "credport-example-"));
  const path = join(folder, name);
  cpSync(join(ROOT, "docs/examples", name), path, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const dependency of Object.keys(dependencies)) {
    const place = join(path, "node_modules", dependency);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(dependency === "credport" ? ROOT : join(ROOT, "node_modules", dependency), place);
  }
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
