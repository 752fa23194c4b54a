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
      return refuse("fleet/path-unusable", `the folder of the run can't be written (${code})`);
    }
  }

  path(chunk: number, what: ChunkFile): string {
    return chunkPath(this.folder, chunk, what);
  }
}

/** How the known users fared in a plan of the run. */
export interface ProofFile {
  readonly plan: string;
  readonly signIns: KnownSignIns;
}

export const proofPath = (folder: string): string => join(folder, "proof.json");

/** What is kept of a chunk: its journal, what was refused of it, what its check has found. */
export type ChunkFile = "journal" | "refused.ndjson" | "check.json";

export function chunkPath(folder: string, chunk: number, what: ChunkFile): string {
  return join(folder, `chunk-${String(chunk).padStart(6, "0")}.${what}`);
}

/**
 * Writes a file with mode 0600 that appears whole, or not at all.
 *
 * @param isNew Whether a file of this name may not be replaced; throws `EEXIST` where one has appeared.
 */
export async function writeWhole(path: string, pieces: readonly string[], isNew = false): Promise<void> {
  const partial = `${path}.${randomBytes(8).toString("hex")}.partial`;
  try {
    const file = await open(partial, "wx", 0o600);
    try {
      for (const piece of pieces) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    // A link is made whole, and only where there is none.
    await (isNew ? link : rename)(partial, path);
  } finally {
    await rm(partial, { force: true }).catch(() => undefined);
  }
}

/** The name that the first of several workers has given. */
async function nameStore(path: string): Promise<string> {
  await writeWhole(path, [randomBytes(8).toString("hex")], true).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return readFile(path, "utf8");
}
