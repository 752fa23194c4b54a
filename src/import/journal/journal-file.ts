import { constants, fstatSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { readAt } from "./read-at.js";

/** The few things that a journal needs of a file; small, so that a test can put a full disk under it. */
export interface JournalFile {
  size(): Promise<number>;
  /** Milliseconds since the epoch at which it was last written; absent where that is not known. */
  writtenAt?(): Promise<number>;
  /** Reads up to `length` bytes from `at` on; none at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Adds all of it to the end, or throws with a part of it added. */
  append(bytes: Uint8Array): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Returns when the disk has it. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file to read and add to, or makes it; mode 0600. */
export type OpenJournalFile = (path: string) => Promise<JournalFile>;

export const openNodeFile: OpenJournalFile = async (path) => {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
  await syncFolder(dirname(path));
  return {
    // Asked before each batch of lines, so without a detour as well.
    size: async () => fstatSync(file.fd).size,
    writtenAt: async () => fstatSync(file.fd).mtimeMs,
    read: (at, length) => readAt(file, at, length),
    // Into the system's memory only, which takes microseconds; a detour over a thread takes longer.
    append: async (bytes) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file.fd, bytes, at);
    },
    truncate: (length) => file.truncate(length),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

/** A new file's name is safe only once its folder is; not every system can do this. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
