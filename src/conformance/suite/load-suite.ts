import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { refuse } from "../../problems/conformance.js";
import { type Failure, type Result, success } from "../../result.js";
import { checkManifest, type ListedFile } from "./check-manifest.js";
import type { ConformanceSuite } from "./conformance-case.js";
import { COPY_AGAIN, readVectorFile } from "./read-vector-file.js";

/**
 * Where the vectors lie that are installed beside credport, as the package `credport-vectors`.
 *
 * @returns The folder's absolute path; in a checkout its own folder. Nothing is there where neither is.
 */
export function packagedVectors(): string {
  // In a bundle there is no import.meta.url: there the folder counts in which the program was started.
  const from = import.meta.url ?? pathToFileURL(join(process.cwd(), "program.js")).href;
  try {
    return dirname(createRequire(from).resolve("credport-vectors/manifest.json"));
  } catch {
    return fileURLToPath(new URL("../../../vectors", from));
  }
}

/** What is beside the folders of the operations. */
const NO_OPERATIONS = ["generators", "schema"];

/**
 * Reads every vector of a folder, `<folder>/<operation>/<topic>.json`, in the order of their names.
 *
 * @param folder The package's own vectors if absent.
 * @returns The suite. Problem: `conformance/vectors-unusable`, with the file's name, also where a
 * `manifest.json` lists other files than there are.
 * @see vectors/README.md for the format
 *
 * @example
 * ```ts
 * import { loadSuite } from "credport/conformance";
 *
 * const suite = await loadSuite();
 * suite.ok && suite.value.cases.length > 1000; // => true
 * ```
 */
export async function loadSuite(folder: string = packagedVectors()): Promise<Result<ConformanceSuite>> {
  const missing = refuseMissing(folder);
  if (missing !== null) return missing;
  const paths = await vectorFiles(folder);
  if (!paths.ok) return paths;
  const cases = [];
  const seen = new Set<string>();
  const listed: ListedFile[] = [];
  for (const path of paths.value) {
    const file = await readVectorFile(folder, path);
    if (!file.ok) return file;
    listed.push({ path, sha256: file.value.sha256, count: file.value.cases.length });
    for (const vector of file.value.cases) {
      if (seen.has(vector.id)) {
        return refuse("conformance/vectors-unusable", `${path}: the id ${vector.id} appears twice`, COPY_AGAIN);
      }
      seen.add(vector.id);
      cases.push(vector);
    }
  }
  const version = await checkManifest(folder, listed);
  return version.ok ? success({ folder, version: version.value, cases }) : version;
}

/** Where the folder is that of the package, and the package is not installed. */
export function refuseMissing(folder: string): Failure | null {
  if (folder !== packagedVectors() || existsSync(join(folder, "manifest.json"))) return null;
  return refuse("conformance/vectors-unusable", "the package credport-vectors is not installed");
}

async function vectorFiles(folder: string): Promise<Result<readonly string[]>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const operations = entries
      .filter((entry) => entry.isDirectory() && !NO_OPERATIONS.includes(entry.name))
      .map(({ name }) => name)
      .sort();
    const paths: string[] = [];
    for (const operation of operations) {
      const names = (await readdir(join(folder, operation))).filter((name) => name.endsWith(".json"));
      paths.push(...names.sort().map((name) => `${operation}/${name}`));
    }
    if (paths.length > 0) return success(paths);
    return refuse("conformance/vectors-unusable", `${folder} holds no vectors`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    return refuse("conformance/vectors-unusable", `cannot read ${folder} (${reason})`);
  }
}
