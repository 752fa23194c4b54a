import { cp, mkdir, readdir } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { refuse } from "../../problems/conformance.js";
import { type Result, success } from "../../result.js";
import { packagedVectors, refuseMissing } from "./load-suite.js";

/** How the vectors are made and published: programs that users of the vectors do not need, and their manifest. */
const NOT_COPIED = ["copies", "generators", "package.json", "node_modules"];

/**
 * Copies the vectors, with their schemas, licence and page, for use without the package.
 *
 * @param target A folder that does not exist yet or is empty.
 * @param folder Vectors to copy; the package's own if absent.
 * @returns The target. Problem: `conformance/not-copied`.
 */
export async function copyVectors(target: string, folder: string = packagedVectors()): Promise<Result<string>> {
  try {
    const missing = refuseMissing(folder);
    if (missing !== null) return missing;
    await makeFolder(resolve(target));
    if ((await readdir(target)).length > 0) {
      return refuse("conformance/not-copied", `${target} is not empty`);
    }
    await cp(folder, target, {
      recursive: true,
      errorOnExist: true,
      force: false,
      filter: (path) => !NOT_COPIED.includes(relative(folder, path)),
    });
    return success(target);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    return refuse("conformance/not-copied", `cannot copy to ${target} (${reason})`);
  }
}

/**
 * Makes a folder and those above it. Node's own way does not come to an end where the
 * system says of a folder that is there that nothing is there, as below /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path).catch((error: NodeJS.ErrnoException) => error);
  if (first === undefined || first.code === "EEXIST") return;
  if (first.code !== "ENOENT" || dirname(path) === path) throw first;
  await makeFolder(dirname(path));
  await mkdir(path);
}
