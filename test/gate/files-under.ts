import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file of a kind below a folder; TypeScript unless it says otherwise. */
export function filesUnder(folder: string, ending = ".ts"): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path, ending) : path.endsWith(ending) ? [path] : [];
  });
}
