/** Keeps the end of what is written, however much that is. */
export class Tail {
  readonly #limit: number;
  #bytes: Buffer = Buffer.alloc(0);
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    const all = Buffer.concat([this.#bytes, chunk.subarray(-this.#limit)]);
    this.#isCut ||= chunk.length > this.#limit || all.length > this.#limit;
    // A copy, so that the larger piece of memory is let go.
    this.#bytes = Buffer.from(all.subarray(-this.#limit));
  }

  /** The end as text, with `…` before it where the beginning is missing. */
  text(): string {
    return (this.#isCut ? "…" : "") + this.#bytes.toString("utf8").trim();
  }
}
