import { LINE_FEED, OPENING_BRACE } from "../../lib/json-records/json-bytes.js";
import { Buffer } from "../../runtime/index.js";
import { iteratorOf, requireBytes } from "./require-bytes.js";

/** Bytes by which a file's format is told. */
export const BEGINNING_BYTES = 1 << 16;
/** As far as the end of a long first line of JSON is looked for: it may have a picture in it. */
const MOST_FIRST_LINE_BYTES = 1 << 23;

interface BegunInput {
  readonly beginning: Uint8Array;
  /** Ends as the input does, also where it fails. To be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** To be called where the input is not read. */
  readonly giveUp: () => Promise<void>;
}

/** Reads as much as shows a file's format: of a long first line of JSON its end, and what follows it. */
export function beginFormat(input: AsyncIterable<Uint8Array>): Promise<BegunInput> {
  let most = BEGINNING_BYTES;
  return beginInput(input, (chunk, bytes) => {
    if (bytes === 0 && beginsObject(chunk)) most = MOST_FIRST_LINE_BYTES;
    const end = most === MOST_FIRST_LINE_BYTES ? chunk.indexOf(LINE_FEED) : -1;
    if (end >= 0) most = bytes + end + BEGINNING_BYTES;
    return most;
  });
}

/** As many of these bytes as tell a format: more than usual where a long first line of JSON has another one after it. */
export function formatBeginning(bytes: Uint8Array): Uint8Array {
  const end = beginsObject(bytes) ? bytes.indexOf(LINE_FEED) : -1;
  const isLong = end >= BEGINNING_BYTES && bytes[end + 1] === OPENING_BRACE;
  return bytes.subarray(0, isLong ? end + BEGINNING_BYTES : BEGINNING_BYTES);
}

/** Also after a byte order mark. */
function beginsObject(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 4).includes(OPENING_BRACE);
}

/**
 * Reads so many bytes, or as many as each chunk tells with those before it. An input that fails there fails where it is
 * read.
 */
export async function beginInput(
  input: AsyncIterable<Uint8Array>,
  most: number | ((chunk: Uint8Array, before: number) => number) = BEGINNING_BYTES,
): Promise<BegunInput> {
  const iterator = iteratorOf(input);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let wanted = typeof most === "number" ? most : 1;
  let end: Ending | undefined;
  while (bytes < wanted && end === undefined) {
    const next = await nextOf(iterator);
    if ("fault" in next) end = next;
    else if (next.done === true) end = {};
    else {
      requireBytes(next.value);
      if (typeof most !== "number") wanted = most(next.value, bytes);
      chunks.push(next.value);
      bytes += next.value.length;
    }
  }
  const giveUp = async () => {
    if (end === undefined) await iterator.return?.();
  };
  const all = Buffer.concat(chunks);
  // A copy: all of it is not to be held for the beginning.
  const beginning = new Uint8Array(typeof most === "number" ? all.subarray(0, most) : formatBeginning(all));
  return { beginning, whole: wholeOf(chunks, iterator, end, giveUp), giveUp };
}

export async function* inputOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An input in blocks of one length, the last one shorter. If `isLent`, each is valid only until the next one is asked for. */
export async function* blocksOf(
  input: AsyncIterable<Uint8Array>,
  bytes: number,
  isLent = false,
): AsyncGenerator<Uint8Array> {
  let block = new Uint8Array(bytes);
  let used = 0;
  for await (const chunk of input) {
    requireBytes(chunk);
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + bytes - used);
      block.set(taken, used);
      used += taken.length;
      at += taken.length;
      if (used < bytes) continue;
      yield block;
      if (!isLent) block = new Uint8Array(bytes);
      used = 0;
    }
  }
  if (used > 0) yield block.subarray(0, used);
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array> | { fault: unknown }> {
  try {
    return await iterator.next();
  } catch (fault) {
    return { fault };
  }
}

interface Ending {
  readonly fault?: unknown;
}

async function* wholeOf(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
  end: Ending | undefined,
  giveUp: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    // What was read is not held while the rest is read.
    for (const chunk of chunks.splice(0)) yield chunk;
    if (end?.fault !== undefined) throw end.fault;
    if (end !== undefined) return;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await giveUp();
  }
}
