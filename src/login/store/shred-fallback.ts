import { randomFillSync } from "node:crypto";
import { open, realpath, rm } from "node:fs/promises";
import { refuse } from "../../problems/fallback.js";
import { type Result, requireText, success } from "../../result.js";
import { storePathOf } from "./store-file.js";

const CHUNK_BYTES = 1 << 20;

/**
 * Deletes the file of a fallback and the store beside it, after writing random bytes over both. Backups, snapshots and
 * disks that write each block to a new place keep what they have.
 *
 * @param file What `credport check --fallback` has written; of a link also what it leads to. Nothing asks whether users are
 * left: see `fallbackStatus`.
 * @returns The paths that were deleted; `fallback/not-readable` where one could not be.
 *
 * @example
 * ```ts
 * import { mkdtemp, writeFile } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { shredFallback } from "credport/login";
 *
 * const file = join(await mkdtemp(join(tmpdir(), "fallback-")), "users.ndjson");
 * await writeFile(file, "");
 * const shredded = await shredFallback(file);
 * shredded.ok && shredded.value.length; // => 1
 * ```
 */
export async function shredFallback(file: string): Promise<Result<readonly string[]>> {
  requireText(file, "file");
  const deleted: string[] = [];
  const target = await realpath(file).catch(() => file);
  // The hashes first: without them the stores tell nothing.
  for (const path of new Set([target, file, storePathOf(target), storePathOf(file)])) {
    try {
      if (path !== file || path === target) await overwrite(path);
      await rm(path);
      deleted.push(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code === "ENOENT" && path !== file && path !== target) continue;
      return refuse("fallback/not-readable", `the file can't be overwritten and deleted (${code})`);
    }
  }
  return success(deleted);
}

async function overwrite(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      await file.write(randomFillSync(chunk), 0, Math.min(CHUNK_BYTES, size - at), at);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
