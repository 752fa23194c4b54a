import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { takeLock } from "../../files/index.js";
import { printable } from "../../lib/printable.js";
import type { CliIo } from "../cli-io.js";
import type { ImportTarget } from "./import-target.js";

/**
 * Says where this account imports to the same service and tenant on this machine by another journal, which holds no user
 * back: both would send the same users. Advisory: an import continues whatever goes wrong with its file.
 *
 * @returns To be called at the end of the import.
 */
export async function noteOtherImport(target: ImportTarget, io: CliIo): Promise<() => Promise<void>> {
  try {
    return target.isRehearsal ? nothing : await takePlace(target, io);
  } catch {
    return nothing;
  }
}

const nothing = async (): Promise<void> => {};

async function takePlace({ journal, binding }: ImportTarget, io: CliIo): Promise<() => Promise<void>> {
  const folder = await privateFolder();
  if (folder === undefined) return nothing;
  const { baseUrl, tenantPath } = binding;
  const path = join(folder, createHash("sha256").update(`${baseUrl}\n${tenantPath}`).digest("hex").slice(0, 32));
  const taken = await takeLock(path);
  if ("lock" in taken) {
    await writeFile(path, resolve(journal), { mode: 0o600 });
    return async () => {
      await rm(path, { force: true }).catch(nothing);
      await taken.lock.release().catch(nothing);
      // Where no other import has a file in it.
      await rmdir(folder).catch(nothing);
    };
  }
  const other = await readFile(path, "utf8");
  // Of the same journal, its own lock says so.
  if (other !== resolve(journal)) io.stderr.write(warning(other, taken.holder.pid));
  return nothing;
}

function warning(journal: string, pid: number): string {
  const who = `process ${pid} with the journal ${printable(journal)}`;
  return `Another import to this service is under way: ${who}. Two journals do not protect you from each other: end one of the two, or be sure that they import different users.\n`;
}

/** In the temporary folder, where others may have been quicker to make it: then it is not used. */
async function privateFolder(): Promise<string | undefined> {
  const owner = process.getuid?.();
  const folder = join(tmpdir(), `credport-imports-${owner ?? "own"}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = await lstat(folder);
  const isOwn = made.isDirectory() && (owner === undefined || (made.uid === owner && (made.mode & 0o077) === 0));
  return isOwn ? folder : undefined;
}
