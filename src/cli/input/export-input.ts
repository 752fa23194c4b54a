import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun, wrongUsage } from "../could-not-run.js";
import { interruptible } from "../interrupt.js";
import type { NamedFile } from "../output/distinct-files.js";
import { type InputFile, openInput } from "./input-file.js";

/** What is given for the export where it comes through standard input. */
const STANDARD_INPUT = "-";

/** The export that a command was given, to be closed when the command ends. */
export interface ExportInput extends InputFile {
  readonly close: () => Promise<void>;
}

/** What messages call the export. */
export const exportName = (path: string): string => (path === STANDARD_INPUT ? "standard input" : path);

/** The export among the files that a command must not write over. */
export function exportFile(path: string): readonly NamedFile[] {
  return path === STANDARD_INPUT ? [] : [{ name: "the export", path }];
}

/** Refuses options that need standard input too, or a name for the export. */
export function requireStdinForExport(
  path: string,
  { known, to, journal }: { readonly known?: string; readonly to?: string; readonly journal?: string },
): void {
  if (path !== STANDARD_INPUT) return;
  if (known !== undefined) {
    const message = "the export and the password of --known can't both come through standard input";
    throw wrongUsage(message, "Save the export in a file and give its name, or leave --known out.");
  }
  if (to !== undefined && journal === undefined) {
    const message = "--to was given for an export from standard input, and no --journal";
    throw wrongUsage(message, "Add --journal: with it and the same export an import can be resumed.");
  }
}

/**
 * The file, or for `-` what standard input holds.
 *
 * @param join Further files of the same export.
 */
export async function openExportInput(path: string, io: CliIo, join: readonly string[] = []): Promise<ExportInput> {
  if (join.length > 0) {
    const { requireFilesApart } = await import("./several-files.js");
    await requireFilesApart([path, ...join].filter((one) => one !== STANDARD_INPUT));
  }
  if (path !== STANDARD_INPUT) return { ...(await openInput(path)), close: async () => {} };
  if (io.stdin.isTTY === true) {
    const remedy = "Give the export through a pipe or a redirection, or its name in place of -.";
    throw wrongUsage("standard input is a terminal, and not an export", remedy);
  }
  return spool(io);
}

/**
 * Keeps standard input in a private file, since an export is read more than once. The file has no name any more
 * as soon as it is open, so nothing is left of it however the process ends.
 */
async function spool(io: CliIo): Promise<ExportInput> {
  const work = async (signal: AbortSignal): Promise<ExportInput> => {
    const { handle, close } = await createNamelessFile();
    const keep = async (chunks: AsyncIterable<string | Uint8Array>): Promise<void> => {
      for await (const chunk of chunks) await handle.appendFile(chunk);
    };
    try {
      await pipeline(io.stdin, keep, { signal });
      const { size } = await handle.stat();
      return { ...passesOver(handle), size, close };
    } catch (error) {
      await close();
      throw notSpooled(error);
    }
  };
  return interruptible(io, work, "interrupted; nothing was written");
}

async function createNamelessFile() {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), "credport-"));
    const handle = await open(join(folder, "export"), "wx+", 0o600);
    const remove = rm.bind(undefined, folder, { recursive: true, force: true });
    // Where the system keeps the name of an open file, it goes with the handle.
    const isGone = await remove().then(
      () => true,
      () => false,
    );
    const close = async () => {
      await handle.close();
      if (!isGone) await remove();
    };
    return { handle, close };
  } catch (error) {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    throw notKept(error);
  }
}

const CHUNK_BYTES = 1 << 16;

function passesOver(handle: FileHandle): Pick<InputFile, "open" | "bytesRead"> {
  let bytes = 0;
  return {
    bytesRead: () => bytes,
    open: async function* () {
      for (let at = 0; ; ) {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        bytes += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
  };
}

/** What a disk says that is full. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

function notSpooled(error: unknown): Error {
  if (error instanceof CouldNotRun) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  if (FULL.includes(code)) return notKept(error);
  if (code === "") return error as Error;
  const remedy = "Look at what is redirected or piped into the command.";
  return new CouldNotRun("cli/not-readable", `cannot read standard input (${code})`, remedy);
}

function notKept(error: unknown): CouldNotRun {
  const { code = "unknown reason" } = error as NodeJS.ErrnoException;
  const message = `cannot keep standard input in a temporary file (${code})`;
  return new CouldNotRun("source/temporary-files", message);
}
