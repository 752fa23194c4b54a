import { joined } from "../lib/bytes.js";

/**
 * An input that remembers its beginning until `drop`, so that somebody can see what it looks like, and that stays open when its reader stops, so
 * that the rest can be read.
 */
export class SeenInput {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isKept = true;
  #isWhole = true;

  /** @param most Bytes that are kept at most. */
  constructor(input: AsyncIterable<Uint8Array>, most: number) {
    this.#input = input[Symbol.asyncIterator]();
    this.#most = most;
  }

  /** The rest of the input. A reader that stops leaves it open. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let next = await this.#input.next(); !next.done; next = await this.#input.next()) {
      if (this.#isKept) this.#keep(next.value);
      yield next.value;
    }
  }

  /** The input from its beginning again; undefined where more was read than is remembered. */
  again(): AsyncIterable<Uint8Array> | undefined {
    return this.#isKept && this.#isWhole ? this.#fromBeginning() : undefined;
  }

  async *#fromBeginning(): AsyncGenerator<Uint8Array> {
    yield this.bytes();
    yield* this.read();
  }

  /** Closes the input, wherever it was left. */
  async close(): Promise<void> {
    await this.#input.return?.();
  }

  /** Copies the bytes: the caller may reuse the buffer. */
  #keep(chunk: Uint8Array): void {
    const kept = new Uint8Array(chunk.subarray(0, this.#most - this.#bytes));
    if (kept.length < chunk.length) this.#isWhole = false;
    if (kept.length === 0) return;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
  }

  /** What is remembered. */
  bytes(): Uint8Array {
    return joined(...this.#chunks);
  }

  /** Forgets the beginning. */
  drop(): void {
    this.#isKept = false;
    this.#chunks = [];
  }
}
