import { OPENING_BRACE, OPENING_BRACKET } from "../../lib/json-records/json-bytes.js";
import { closingOf, JsonScanner } from "../../lib/json-records/json-scanner.js";
import type { Failure } from "../../result.js";
import { beginFormat } from "../input/input-beginning.js";
import { mayTellOfPages } from "../readers/further-pages.js";
import type { NamedOptions } from "../resolve-source.js";
import { sourceOf } from "../sources.js";
import { cutterFor, notDivisible } from "./choose-cutter.js";
import { type ChunkSpan, type ChunkTaker, ChunkWalk } from "./chunk-walk.js";
import { GUESSED_FRAME } from "./guess-list.js";
import type { ChunkBytes } from "./read-chunk.js";

const NO_BYTES = new Uint8Array(0);
/** What a file usually gives at once: a chunk is longer by as much. */
const READ_BYTES = 1 << 17;

/**
 * The chunks of a file while it is read, each with all that its reader needs. What is after the last one is not known
 * yet, so that a list is closed as its beginning has opened it. A list is divided by what is seen between its first
 * records: whether a guessed chunk is one, who reads it says.
 *
 * @param input The file's bytes; a piece is copied before the next one is asked for.
 * @param chunkBytes Bytes of a chunk, about.
 * @param roomOf Room for a chunk of so many bytes, or more.
 * @returns The chunks in the order of the file. A failure, which is the last, says that the file is read as a whole
 * only, and voids those before it.
 */
export async function* divideInput(
  input: AsyncIterable<Uint8Array>,
  { from }: Pick<NamedOptions, "from">,
  chunkBytes: number,
  roomOf: RoomOf = (bytes) => new Uint8Array(bytes),
): AsyncGenerator<ChunkBytes | Failure> {
  const { beginning, whole, giveUp } = await beginFormat(input);
  const chosen = await cutterFor(await sourceOf(from), beginning, chunkBytes, true);
  if ("ok" in chosen) {
    await giveUp();
    return yield chosen;
  }
  const taken = new TakenChunks(chunkBytes, roomOf);
  const walk = new ChunkWalk(chosen, chunkBytes, taken);
  const { reader, lineEnd, isList, isGuessed = false } = chosen;
  let frame: Pick<ChunkBytes, "head" | "tail" | "isGuessed"> | undefined;
  const inFrame = (chunk: Pick<ChunkBytes, "body" | "line">): ChunkBytes => {
    const isFirst = frame === undefined;
    frame ??= { head: walk.head, tail: isList ? closingOfHead(walk.head) : NO_BYTES };
    if (!isFirst && isGuessed) frame = { ...GUESSED_FRAME, isGuessed };
    return { reader, lineEnd, ...frame, ...chunk };
  };
  for await (const bytes of whole) {
    const fault = walk.push(bytes);
    if (fault !== undefined) return yield fault;
    for (const chunk of taken.take()) yield inFrame(chunk);
  }
  const end = walk.finish();
  if ("ok" in end) return yield end;
  const around = [end.head, end.tail].map((bytes) => new TextDecoder().decode(bytes));
  // Who reads a chunk can't tell how many records the others have.
  if (isList && around.some(mayTellOfPages)) return yield notDivisible("the list may continue elsewhere");
  for (const chunk of taken.take()) yield inFrame(chunk);
}

/** Where bytes of a chunk are put. What is in it already is of no account. */
type RoomOf = (bytes: number) => Uint8Array;

/** Keeps the bytes of chunks until they are taken; each has a buffer of its own, which can be given away. */
class TakenChunks implements ChunkTaker {
  readonly #room: number;
  readonly #roomOf: RoomOf;
  #bytes: Uint8Array;
  #used = 0;
  #whole: Pick<ChunkBytes, "body" | "line">[] = [];

  constructor(chunkBytes: number, roomOf: RoomOf) {
    this.#room = chunkBytes + READ_BYTES;
    this.#roomOf = roomOf;
    this.#bytes = roomOf(this.#room);
  }

  add(bytes: Uint8Array): void {
    const needed = this.#used + bytes.length;
    if (needed > this.#bytes.length) {
      const larger = this.#roomOf(needed * 2);
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#used);
    this.#used = needed;
  }

  end({ line }: ChunkSpan): void {
    this.#whole.push({ body: this.#bytes.subarray(0, this.#used), line });
    this.#bytes = this.#roomOf(this.#room);
    this.#used = 0;
  }

  take(): readonly Pick<ChunkBytes, "body" | "line">[] {
    const whole = this.#whole;
    this.#whole = [];
    return whole;
  }
}

/** What closes the lists and objects that the beginning of a document has opened. */
function closingOfHead(head: Uint8Array): Uint8Array {
  const scanner = new JsonScanner();
  scanner.at = head.findIndex((byte) => byte === OPENING_BRACE || byte === OPENING_BRACKET);
  scanner.scan({ bytes: head, base: 0, end: head.length });
  return scanner.brackets.map(closingOf).reverse();
}
