/** Bytes of all temporary files: fingerprints of some ten million identifiers. What needs more is for the command line. */
const MOST_BYTES = 256 * 1_048_576;
const SMALLEST_BYTES = 1 << 16;

let held = 0;

/** A temporary file in memory, as far as one is used; nothing of it is needed once it is closed. */
export class FileInMemory {
  #bytes = new Uint8Array(0);
  #length = 0;

  async appendFile(bytes: Uint8Array): Promise<void> {
    await this.write(bytes, 0, bytes.length, this.#length);
  }

  async write(bytes: Uint8Array, at: number, length: number, position: number): Promise<{ bytesWritten: number }> {
    const end = position + length;
    if (end > this.#bytes.length) this.#growTo(Math.max(end, 2 * this.#bytes.length, SMALLEST_BYTES));
    this.#bytes.set(bytes.subarray(at, at + length), position);
    this.#length = Math.max(this.#length, end);
    return { bytesWritten: length };
  }

  async read(into: Uint8Array, at: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const found = this.#bytes.subarray(position, Math.min(this.#length, position + length));
    into.set(found, at);
    return { bytesRead: found.length };
  }

  async close(): Promise<void> {
    held -= this.#bytes.length;
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }

  #growTo(room: number): void {
    held += room - this.#bytes.length;
    if (held > MOST_BYTES) {
      held -= room - this.#bytes.length;
      throw Object.assign(new Error("no room for temporary files"), { code: "ENOSPC" });
    }
    const larger = new Uint8Array(room);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
