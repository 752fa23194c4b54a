import { LINE_FEED, OPENING_BRACE } from "../../lib/json-records/json-bytes.js";

/** Bytes by which a file's format is told. */
export const BEGINNING_BYTES = 1 << 16;
/** As far as the end of a long first line of JSON is looked for: it may have a picture in it. */
const MOST_FIRST_LINE_BYTES = 1 << 23;
/** A byte order mark. */
const MOST_BEFORE_BRACE = 3;

/** The first bytes of an input, and the input from its beginning. */
interface BegunInput {
  readonly beginning: Uint8Array;
  /** Ends as the input does, also where it fails. To be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** To be called where the input is not read. */
  readonly giveUp: () => Promise<void>;
}

/** Reads as much as is asked for. An input that fails there fails where it is read. */
export async function beginInput(input: AsyncIterable<Uint8Array>, most = BEGINNING_BYTES): Promise<BegunInput> {
  const begun = new Begun(input);
  await begun.readTo(most);
  return begun.as(begun.joined().subarray(0, most));
}

/** Reads as much as shows a file's format: of a long first line of JSON its end and what follows it. */
export async function beginFormat(input: AsyncIterable<Uint8Array>): Promise<BegunInput> {
  const begun = new Begun(input);
  await begun.readTo(BEGINNING_BYTES);
  const beginning = begun.joined().subarray(0, BEGINNING_BYTES);
  if (!beginsObject(beginning) || beginning.includes(LINE_FEED)) return begun.as(beginning);
  while (begun.lineEnd < 0 && begun.bytes < MOST_FIRST_LINE_BYTES && (await begun.readTo(begun.bytes + 1)));
  // A document in one line is told by its first bytes.
  if (begun.lineEnd < 0) return begun.as(beginning);
  await begun.readTo(begun.lineEnd + BEGINNING_BYTES);
  return begun.as(formatBeginning(begun.joined()));
}

/** As many of these bytes as tell a format: more than usual where a long first line of JSON has another one after it. */
export function formatBeginning(bytes: Uint8Array): Uint8Array {
  const lineEnd = beginsObject(bytes) ? bytes.indexOf(LINE_FEED) : -1;
  const isLong = lineEnd >= BEGINNING_BYTES && bytes[lineEnd + 1] === OPENING_BRACE;
  return bytes.subarray(0, isLong ? lineEnd + BEGINNING_BYTES : BEGINNING_BYTES);
}

function beginsObject(bytes: Uint8Array): boolean {
  return bytes.subarray(0, MOST_BEFORE_BRACE + 1).includes(OPENING_BRACE);
}

/** An input of which the first bytes were read. */
class Begun {
  bytes = 0;
  /** Of the first line, once it was read; else -1. */
  lineEnd = -1;
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  #end: Ending | undefined;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#iterator = input[Symbol.asyncIterator]();
  }

  /** Reads until there are so many bytes; false where the input ended before. */
  async readTo(bytes: number): Promise<boolean> {
    while (this.bytes < bytes && this.#end === undefined) {
      try {
        const next = await this.#iterator.next();
        if (next.done === true) this.#end = {};
        else this.#add(next.value);
      } catch (fault) {
        this.#end = { fault };
      }
    }
    return this.bytes >= bytes;
  }

  #add(chunk: Uint8Array): void {
    const at = this.lineEnd < 0 ? chunk.indexOf(LINE_FEED) : -1;
    if (at >= 0) this.lineEnd = this.bytes + at;
    this.#chunks.push(chunk);
    this.bytes += chunk.length;
  }

  joined(): Uint8Array {
    const all = new Uint8Array(this.bytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  as(beginning: Uint8Array): BegunInput {
    const end = this.#end;
    const giveUp = async () => {
      if (end === undefined) await this.#iterator.return?.();
    };
    return { beginning, whole: wholeOf(this.#chunks, this.#iterator, end, giveUp), giveUp };
  }
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
