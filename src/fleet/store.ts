import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KnownSignIns } from "../import/index.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";

/**
 * A folder of a run, on a disk that all workers share or on a worker's own: in it is the truth of each chunk whose
 * import was begun here. Its name of its own tells one disk from another.
 */
export class Store {
  readonly folder: string;
  readonly id: string;

  private constructor(folder: string, id: string) {
    this.folder = folder;
    this.id = id;
  }

  static async open(folder: string): Promise<Result<Store>> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, "store");
      const known = await readFile(path, "utf8").catch(() => undefined);
      return success(new Store(folder, known ?? (await nameStore(path))));
    } catch (error) {
      const { code = "unknown reason" } = error as NodeJS.ErrnoException;
      return refuse("fleet/folder-not-writable", `the folder of the run can't be written (${code})`);
    }
  }

  path(chunk: number, what: ChunkFile): string {
    return chunkPath(this.folder, chunk, what);
  }

  /** Appears whole or not at all, with mode 0600. */
  write(chunk: number, what: ChunkFile, pieces: AsyncIterable<string> | readonly string[]): Promise<void> {
    return this.#writeWhole(this.path(chunk, what), pieces);
  }

  /** As `write`, of the run as a whole. */
  writeFile(name: RunFileName, pieces: readonly string[]): Promise<void> {
    return this.#writeWhole(runPath(this.folder, name), pieces);
  }

  async #writeWhole(path: string, pieces: AsyncIterable<string> | readonly string[]): Promise<void> {
    const partial = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
    try {
      await writePrivate(partial, pieces);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await rename(partial, path);
  }
}

/** What is kept of the run beside its chunks: how the known users fared. */
export type RunFileName = "proof.json";

/** How the known users fared in a plan of the run. */
export interface ProofFile {
  readonly plan: string;
  readonly signIns: KnownSignIns;
}

export function runPath(folder: string, name: RunFileName): string {
  return join(folder, name);
}

/** What is kept of a chunk: its journal, what was refused of it, what its check has found. */
export type ChunkFile = "journal" | "refused.ndjson" | "check.json";

export function chunkPath(folder: string, chunk: number, what: ChunkFile): string {
  return join(folder, `chunk-${String(chunk).padStart(6, "0")}.${what}`);
}

/** Writes a new file with mode 0600, and returns when the disk has it. */
export async function writePrivate(path: string, pieces: AsyncIterable<string> | readonly string[]): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name that the first of several workers has given. */
async function nameStore(path: string): Promise<string> {
  const own = `${path}.${randomBytes(8).toString("hex")}.partial`;
  await writePrivate(own, [randomBytes(8).toString("hex")]);
  // A link is made whole, and only where there is none.
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own, { force: true });
  return readFile(path, "utf8");
}
