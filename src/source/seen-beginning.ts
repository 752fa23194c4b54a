import { joined } from "../lib/bytes.js";

/** What was read of an input so far, as long as somebody may ask what it looks like. */
export class SeenBeginning {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isKept = true;

  /** @param most Bytes that are kept at most. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Hands the input on. */
  async *of(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      if (this.#isKept && this.#bytes < this.#most) this.#keep(chunk);
      yield chunk;
    }
  }

  /** A copy, since a caller may use a buffer again. */
  #keep(chunk: Uint8Array): void {
    const kept = new Uint8Array(chunk.subarray(0, this.#most - this.#bytes));
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
