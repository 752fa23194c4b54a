import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a path leads once all symbolic links are followed, also where there is no file yet: the one
 * name of a file that has several.
 */
export async function realPathOf(path: string): Promise<string> {
  let place = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const real = await realpath(place).catch(() => undefined);
    if (real !== undefined) return real;
    const folder = await realpath(dirname(place)).catch(() => dirname(place));
    place = join(folder, basename(place));
    const target = await readlink(place).catch(() => undefined);
    if (target === undefined) return place;
    place = resolve(folder, target);
  }
  return place;
}
