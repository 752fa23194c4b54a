import { joined } from "../lib/bytes.js";
import { iteratorOf, requireBytes } from "./input/require-bytes.js";

/** An input that remembers its beginning until `drop`, and stays open when its reader stops. */
export class SeenInput {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #ahead: Promise<IteratorResult<Uint8Array>>[] = [];
  #bytes = 0;
  #isKept = true;
  #isWhole = true;

  /** @param most Bytes that are kept at most. */
  constructor(input: AsyncIterable<Uint8Array>, most: number) {
    this.#input = iteratorOf(input);
    this.#most = most;
  }

  /** The rest of the input. A reader that stops leaves it open. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let next = await this.#next(); !next.done; next = await this.#next()) yield next.value;
  }

  /** The remembered bytes, read ahead of the reader where needed. An input that fails there fails where it is read. */
  async beginning(): Promise<Uint8Array> {
    for (let isEnd = false; this.#isKept && this.#bytes < this.#most && !isEnd; ) {
      const next = this.#take().then(copied);
      this.#ahead.push(next);
      isEnd = await next.then(
        ({ done }) => done === true,
        () => true,
      );
    }
    return joined(...this.#chunks);
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    return this.#ahead.shift() ?? this.#take();
  }

  async #take(): Promise<IteratorResult<Uint8Array>> {
    const next = await this.#input.next();
    if (next.done !== true) requireBytes(next.value);
    if (this.#isKept && next.done !== true) this.#keep(next.value);
    return next;
  }

  /** The input from its beginning again; undefined where more was read than is remembered, or ahead of its reader. */
  again(): AsyncIterable<Uint8Array> | undefined {
    return this.#isKept && this.#isWhole && this.#ahead.length === 0 ? this.#fromBeginning() : undefined;
  }

  async *#fromBeginning(): AsyncGenerator<Uint8Array> {
    yield joined(...this.#chunks);
    yield* this.read();
  }

  async close(): Promise<void> {
    await this.#input.return?.();
  }

  #keep(chunk: Uint8Array): void {
    const kept = new Uint8Array(chunk.subarray(0, this.#most - this.#bytes));
    if (kept.length < chunk.length) this.#isWhole = false;
    if (kept.length === 0) return;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
  }

  drop(): void {
    this.#isKept = false;
    this.#chunks = [];
  }
}

/** The caller may reuse the buffer. */
function copied(next: IteratorResult<Uint8Array>): IteratorResult<Uint8Array> {
  return next.done === true ? next : { done: false, value: new Uint8Array(next.value) };
}
