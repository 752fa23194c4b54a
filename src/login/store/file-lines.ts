import type { FileHandle } from "node:fs/promises";
import { byteLines } from "../../lib/bytes.js";

/** A line of a file and its place there. */
export interface FileLine {
  /** From 0. */
  readonly index: number;
  /** Of its first byte. */
  readonly offset: number;
  /** Bytes without its line end. */
  readonly length: number;
  /** Null for a line that is too long to be read. */
  readonly text: string | null;
}

const CHUNK_BYTES = 1 << 20;
/** Longer than any user: a record of 1 MiB in the export, with the user's address in each of its social logins. */
const MOST_LINE_BYTES = 1 << 23;
/** The byte order mark. */
const MARK = "\ufeff";
const MARK_BYTES = 3;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The lines of a file, in chunks, so that memory does not grow with the file or with a line. */
export async function* fileLines(file: FileHandle): AsyncGenerator<FileLine, void> {
  for await (const { index, offset, length, bytes } of byteLines(chunksOf(file), MOST_LINE_BYTES)) {
    const text = bytes === null ? null : DECODER.decode(bytes);
    // An editor on Windows writes one.
    const isMarked = index === 0 && text?.startsWith(MARK) === true;
    if (isMarked) yield { index, offset: MARK_BYTES, length: length - MARK_BYTES, text: text.slice(MARK.length) };
    else yield { index, offset, length, text };
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array, void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
