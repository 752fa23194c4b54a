import { type BigIntStats, fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { CouldNotRun, wrongUsage } from "../could-not-run.js";
import type { PlannedOutput } from "./output-file.js";

/** A file of a command, under the name by which messages call it. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** The files that a command reads, and those that it writes. */
export interface CommandFiles {
  readonly inputs: readonly NamedFile[];
  readonly outputs: readonly NamedFile[];
}

/** A file whose option was given; none otherwise. */
export function namedFile(
  name: string,
  path: string | undefined,
  isOurs?: PlannedOutput["isOurs"],
): readonly (NamedFile & PlannedOutput)[] {
  return path === undefined ? [] : [{ name, path, isOurs }];
}

/** `users.json` becomes `users-1.json`. */
export function beforeExtension(path: string, suffix: string): string {
  const dot = path.lastIndexOf(".");
  const isExtension = dot > Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return isExtension ? `${path.slice(0, dot)}${suffix}${path.slice(dot)}` : `${path}${suffix}`;
}

const NO_STREAM = "can't be standard output: a file appears only once it is whole";
const OWN_FILES = "Give each output a file of its own, and none of the files that are read.";
const NAME_A_FILE = "Name a file; ./- is a file of that name.";

/**
 * Refuses to write over a file that is read, or two outputs over each other, however the
 * paths are spelt: a file is known by its identity, not by its name.
 */
export async function requireDistinctFiles({ inputs, outputs }: CommandFiles): Promise<void> {
  for (const { name, path } of outputs) {
    if (path === "-") throw new CouldNotRun("cli/not-writable", `${name} ${NO_STREAM}`, NAME_A_FILE);
  }
  const names = new Map<string, string>();
  for (const { name, path } of inputs) {
    for (const place of await placesOf(path)) names.set(place, name);
  }
  const stdin = standardInput();
  if (stdin !== undefined) names.set(stdin, "standard input");
  for (const { name, path } of outputs) {
    const places = await placesOf(path);
    const other = places.map((place) => names.get(place)).find((found) => found !== undefined);
    if (other !== undefined) throw wrongUsage(`${other} and ${name} name the same file`, OWN_FILES);
    for (const place of places) names.set(place, name);
  }
}

/** Where a path leads, and which file is there. */
async function placesOf(path: string): Promise<readonly string[]> {
  // With it come the locks, which most commands do without.
  const { realPathOf } = await import("../../files/index.js");
  const real = await realPathOf(path);
  const stats = await stat(real, { bigint: true }).catch(() => undefined);
  return stats === undefined ? [real] : [real, identityOf(stats)];
}

/** A file that was redirected into the command; not a terminal or a pipe. */
function standardInput(): string | undefined {
  try {
    const stats = fstatSync(0, { bigint: true });
    return stats.isFile() ? identityOf(stats) : undefined;
  } catch {
    return undefined;
  }
}

const identityOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;
