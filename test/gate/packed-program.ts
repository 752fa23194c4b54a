import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Unpacks what is published into a folder. Its dependencies are those that are installed here: package.test.ts shows what an
 * installation brings.
 *
 * @returns The program of the command line.
 */
export function unpackProgram(folder: string): string {
  const options = { cwd: ROOT, encoding: "utf8", stdio: "pipe" } as const;
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], options);
  execFileSync("tar", ["-xzf", join(folder, packed.trim()), "-C", folder], options);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "package/node_modules"));
  return join(folder, "package/dist/cli/main.js");
}
