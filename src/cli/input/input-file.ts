import { createReadStream } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { counted } from "../../lib/plural.js";
import { CouldNotRun } from "../could-not-run.js";

/** An input file that is read more than once, with the share that has been read. */
export interface InputFile {
  readonly open: () => AsyncIterable<Uint8Array>;
  /** Bytes read so far, over all passes. */
  readonly bytesRead: () => number;
  readonly size: number;
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Bytes of a file; 0 where there is none. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** @param instead What to give in place of a pipe or a folder. */
export async function openInput(path: string, instead?: string): Promise<InputFile> {
  const { size, isFile } = await stat(path).then(
    (stats) => ({ size: stats.size, isFile: stats.isFile() }),
    (error: unknown) => {
      throw notReadable(path, error);
    },
  );
  if (!isFile) {
    throw new CouldNotRun("cli/not-readable", `${path} is not a file`, instead ?? NOT_A_FILE);
  }
  let bytes = 0;
  return {
    size,
    bytesRead: () => bytes,
    open: async function* () {
      try {
        for await (const chunk of createReadStream(path)) {
          bytes += chunk.length;
          yield chunk as Uint8Array;
        }
      } catch (error) {
        throw notReadable(path, error);
      }
    },
  };
}

const NOT_A_FILE =
  "Give the path of a file: a folder, pipe or device won't do; an export can also come from standard input, as -.";

const MOST_SMALL_BYTES = 1 << 16;

/** More rows than are filled in by hand. */
const MOST_BYTES = 1 << 26;

/** A small text file such as the hash parameters. */
export const readSmallFile = (path: string, instead?: string): Promise<string> =>
  readWholeFile(path, MOST_SMALL_BYTES, instead);

/** A text file that fits into memory, in UTF-8 or as a mark at its beginning says: spreadsheets save UTF-16 too. */
export async function readWholeFile(path: string, mostBytes = MOST_BYTES, instead?: string): Promise<string> {
  const { size } = await openInput(path, instead);
  if (size > mostBytes) {
    const remedy = "Give the small file that the option asks for.";
    throw new CouldNotRun("cli/file-malformed", `${path} is larger than ${counted(mostBytes, "byte")}`, remedy);
  }
  const bytes = await readFile(path).catch((error: unknown) => {
    throw notReadable(path, error);
  });
  return new TextDecoder(MARKED[bytes.toString("hex", 0, 2)] ?? "utf-8").decode(bytes);
}

/** Encodings that a byte order mark names; a decoder takes it off, as that of UTF-8. */
const MARKED: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };

function notReadable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  const remedy = code === "ENOENT" ? "Look at the path: no file has this name." : "Look at the file's permissions.";
  return new CouldNotRun("cli/not-readable", `cannot read ${path} (${code})`, remedy);
}
/** What divides the cells of a table that a spreadsheet has saved: in many countries it is not the comma. */
export const delimiterOf = (header: string): string => [";", "\t"].find((sign) => header.includes(sign)) ?? ",";
