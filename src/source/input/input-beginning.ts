import { joined } from "../../lib/bytes.js";

/** Bytes by which a file's format is told. */
export const BEGINNING_BYTES = 1 << 16;

/** The first bytes of an input, and the input from its beginning. */
interface BegunInput {
  readonly beginning: Uint8Array;
  /** Ends as the input does, also where it fails. To be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** To be called where the input is not read. */
  readonly giveUp: () => Promise<void>;
}

/** Reads as much as shows a file's format. An input that fails there fails where it is read. */
export async function beginInput(input: AsyncIterable<Uint8Array>, most = BEGINNING_BYTES): Promise<BegunInput> {
  const iterator = input[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let end: Ending | undefined;
  while (bytes < most && end === undefined) {
    try {
      const next = await iterator.next();
      if (next.done === true) end = {};
      else {
        chunks.push(next.value);
        bytes += next.value.length;
      }
    } catch (fault) {
      end = { fault };
    }
  }
  const giveUp = async () => {
    if (end === undefined) await iterator.return?.();
  };
  const beginning = joined(...chunks).subarray(0, most);
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

interface Ending {
  readonly fault?: unknown;
}

async function* wholeOf(
  chunks: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
  end: Ending | undefined,
  giveUp: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    if (end?.fault !== undefined) throw end.fault;
    if (end !== undefined) return;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await giveUp();
  }
}
