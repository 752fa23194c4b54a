import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every TypeScript file below a folder. */
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : path.endsWith(".ts") ? [path] : [];
  });
}
