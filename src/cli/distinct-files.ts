import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CouldNotRun } from "./cli-io.js";

/** A file of a command, under the name by which messages call it. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Refuses to write over the export, or two outputs over each other, however the paths are spelt. */
export async function requireDistinctFiles(files: readonly NamedFile[]): Promise<void> {
  const names = new Map<string, string>();
  for (const { name, path } of files) {
    const place = await placeOf(path);
    const other = names.get(place);
    if (other !== undefined) {
      throw new CouldNotRun("cli/same-file", `${other} and ${name} name the same file`);
    }
    names.set(place, name);
  }
}

async function placeOf(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch {
    // An output is yet to be made; its folder is there, or making it will say so.
    return join(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole));
  }
}
