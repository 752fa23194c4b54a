import { joined } from "../lib/bytes.js";

/** An input whose beginning is kept, as long as somebody may ask what it looks like; and which is read on where its reader stops. */
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

  /** Hands the input on. A reader that stops leaves it open. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let next = await this.#input.next(); !next.done; next = await this.#input.next()) {
      if (this.#isKept) this.#keep(next.value);
      yield next.value;
    }
  }

  /** The input from its beginning, of which a reader took some; undefined where that was more than is kept. */
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

  /** A copy, since a caller may use a buffer again. */
  #keep(chunk: Uint8Array): void {
    const kept = new Uint8Array(chunk.subarray(0, this.#most - this.#bytes));
    if (kept.length < chunk.length) this.#isWhole = false;
    if (kept.length === 0) return;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
  }

  bytes(): Uint8Array {
    return joined(...this.#chunks);
  }

  /** Nobody asks any more. */
  drop(): void {
    this.#isKept = false;
    this.#chunks = [];
  }
}
