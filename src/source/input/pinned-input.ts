import { requireArgument } from "../../lib/require-argument.js";
import { Buffer, createHash, type Hash } from "../../runtime/index.js";
import { blocksOf } from "./input-beginning.js";
import { requireBytes, requireStream } from "./require-bytes.js";

/** Tells one input from every other. */
export interface InputFingerprint {
  readonly bytes: number;
  /** Of the whole input, in hexadecimal. */
  readonly sha256: string;
}

/** Opens an input from its beginning. */
export type OpenInput = () => AsyncIterable<Uint8Array>;

/** An input of which every pass gives the same bytes, or ends with an `InputChanged`. */
export interface PinnedInput {
  readonly open: OpenInput;
  /** Undefined until one pass has come to the end of the input. */
  readonly fingerprint: () => InputFingerprint | undefined;
}

/** Thrown by a pass over an input that no longer has the bytes that an earlier pass has read. */
export class InputChanged extends Error {
  constructor() {
    super("the input has other bytes than in an earlier pass");
    this.name = "InputChanged";
  }
}

/** Bytes that a later pass holds back until their digest is known. */
const BLOCK_BYTES = 1 << 20;

/**
 * Ties all passes over an input together. The first one notes a digest of each block of
 * 1 MiB; a later one hands a block on only when it has the noted digest, so nothing that is
 * read in a later pass ever comes from other bytes. A pass that is given up early has noted
 * what it read, and the next one notes the rest. Memory: 1 MiB, and 32 bytes for each MiB.
 *
 * @param open Opens the input from its beginning; called once for each pass.
 *
 * @example
 * ```ts
 * import { pinInput } from "credport/source";
 *
 * const contents = ["first", "other"];
 * const input = pinInput(async function* () {
 *   yield new TextEncoder().encode(contents.shift());
 * });
 * for await (const bytes of input.open()) bytes.length;
 * const first = input.fingerprint()?.bytes;
 * let fault = "";
 * try {
 *   for await (const bytes of input.open()) bytes.length;
 * } catch (error) {
 *   fault = error.name;
 * }
 * [first, fault]; // => [5, "InputChanged"]
 * ```
 */
export function pinInput(open: OpenInput): PinnedInput {
  requireArgument("open", open, "opener");
  return pinnedBy(open, new BlockNotes(true));
}

/** As `pinInput`, without a fingerprint; each pass is read through a function of the caller's. */
export function pinBlocks(open: OpenInput, through: Through): PinnedInput {
  return pinnedBy(open, new BlockNotes(false), through);
}

type Through = (input: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Under which a pinned input has the pass that lends its blocks. */
const LENDS: unique symbol = Symbol("lends its blocks");

interface LendingInput extends PinnedInput {
  readonly [LENDS]?: OpenInput;
}

function pinnedBy(open: OpenInput, notes: BlockNotes, through: Through = (input) => input): PinnedInput {
  const opened = new WeakSet<object>();
  const pass = (over: typeof passOver) => {
    const input = open();
    requireStream(input);
    const isUsed = opened.has(input);
    opened.add(input);
    const passed = over(through(input), notes);
    return isUsed ? usedInput(passed) : passed;
  };
  const pinned: LendingInput = {
    open: () => pass(passOver),
    fingerprint: () => notes.fingerprint,
    [LENDS]: () => pass(passInBlocks),
  };
  return pinned;
}

/** Of an object that an earlier pass has read: a stream has nothing left, or what was given up is closed. */
async function* usedInput(passed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* passed;
  } catch (cause) {
    const { code = "" } = Object(cause) as { readonly code?: unknown };
    if (!(cause instanceof InputChanged) && !String(code).startsWith("ERR_STREAM")) throw cause;
    throw new TypeError("open has to give a new stream for each pass, and gave one that was read before", { cause });
  }
}

/** A pass for a caller that copies what it keeps: all pieces share one buffer, or freeing them would take longer than reading. */
export function lentPieces(input: PinnedInput): AsyncIterable<Uint8Array> {
  return (input as LendingInput)[LENDS]?.() ?? input.open();
}

async function* passInBlocks(input: AsyncIterable<Uint8Array>, notes: BlockNotes): AsyncGenerator<Uint8Array> {
  let index = 0;
  for await (const block of blocksOf(input, BLOCK_BYTES, true)) {
    if (!notes.admit(index++, [block])) throw new InputChanged();
    yield block;
  }
  if (!notes.end(index)) throw new InputChanged();
}

async function* passOver(input: AsyncIterable<Uint8Array>, notes: BlockNotes): AsyncGenerator<Uint8Array> {
  let index = 0;
  let block: Uint8Array[] = [];
  for await (const { piece, isLastOfBlock } of piecesOf(input)) {
    const isHeldBack = notes.judges(index);
    if (piece.length > 0) {
      block.push(piece);
      if (!isHeldBack) yield piece;
    }
    if (!isLastOfBlock || block.length === 0) continue;
    if (!notes.admit(index, block)) throw new InputChanged();
    if (isHeldBack) yield* block;
    index++;
    block = [];
  }
  if (!notes.end(index)) throw new InputChanged();
}

interface Piece {
  readonly piece: Uint8Array;
  readonly isLastOfBlock: boolean;
}

const NO_BYTES = new Uint8Array(0);

/** The input in pieces that end with each block, after which comes an empty one; copied, since callers reuse buffers. */
async function* piecesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let room = BLOCK_BYTES;
  for await (const chunk of input) {
    requireBytes(chunk);
    for (let at = 0; at < chunk.length; ) {
      const piece = new Uint8Array(chunk.subarray(at, at + room));
      at += piece.length;
      room -= piece.length;
      yield { piece, isLastOfBlock: room === 0 };
      if (room === 0) room = BLOCK_BYTES;
    }
  }
  yield { piece: NO_BYTES, isLastOfBlock: true };
}

const DIGEST_BYTES = 32;

/** What is known of an input: the digests of its blocks, as far as a pass has come. */
class BlockNotes {
  #digests = Buffer.alloc(DIGEST_BYTES);
  #blocks = 0;
  #bytes = 0;
  /** Of the whole input, where it is wanted. */
  readonly #whole: Hash | undefined;
  #isComplete = false;
  #fingerprint: InputFingerprint | undefined;

  constructor(hasFingerprint: boolean) {
    this.#whole = hasFingerprint ? createHash("sha256") : undefined;
  }

  get fingerprint(): InputFingerprint | undefined {
    return this.#fingerprint;
  }

  /** Whether it is known which block belongs here; if not, this pass says it. */
  judges(index: number): boolean {
    return index < this.#blocks || this.#isComplete;
  }

  /** Whether a block is the one that was noted; the next one after those is noted. */
  admit(index: number, pieces: readonly Uint8Array[]): boolean {
    const digest = digestOf(pieces);
    if (index < this.#blocks) {
      return digest.equals(this.#digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES));
    }
    if (this.judges(index)) return false;
    this.#note(digest, pieces);
    return true;
  }

  /** Whether an input of so many blocks is the one that was noted. */
  end(blocks: number): boolean {
    if (blocks !== this.#blocks) return false;
    this.#isComplete = true;
    if (this.#whole !== undefined) {
      this.#fingerprint ??= { bytes: this.#bytes, sha256: this.#whole.digest("hex") };
    }
    return true;
  }

  #note(digest: Buffer, pieces: readonly Uint8Array[]): void {
    const at = this.#blocks++ * DIGEST_BYTES;
    if (at === this.#digests.length) this.#digests = Buffer.concat([this.#digests, Buffer.alloc(at)]);
    digest.copy(this.#digests, at);
    for (const piece of pieces) {
      this.#whole?.update(piece);
      this.#bytes += piece.length;
    }
  }
}

function digestOf(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}
