import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const BLOCK = 4096;

/** Bytes of a folder's files as a disk keeps them; packages inside only where they are asked for. */
export function diskBytes(folder: string, withPackages = false): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === "node_modules" && !withPackages) return sum;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + diskBytes(path, withPackages);
    return entry.isFile() ? sum + Math.ceil(statSync(path).size / BLOCK) * BLOCK : sum;
  }, 0);
}
