/** What the page has of `node:fs/promises`, `node:os` and `node:path`: temporary files, which it keeps in memory. */
const notHere = require("./not-here.cjs");

/** Bytes of all temporary files: fingerprints of some ten million identifiers. What needs more is for the command line. */
const MOST_BYTES = 256 * 1_048_576;
const SMALLEST_BYTES = 1 << 16;

let held = 0;

function take(bytes) {
  held += bytes;
  if (held > MOST_BYTES) throw Object.assign(new Error("no room for temporary files"), { code: "ENOSPC" });
}

class FileInMemory {
  #bytes = new Uint8Array(0);
  #length = 0;

  async appendFile(bytes) {
    await this.write(bytes, 0, bytes.length, this.#length);
  }

  async write(bytes, at, length, position) {
    const end = position + length;
    if (end > this.#bytes.length) this.#growTo(Math.max(end, 2 * this.#bytes.length, SMALLEST_BYTES));
    this.#bytes.set(bytes.subarray(at, at + length), position);
    this.#length = Math.max(this.#length, end);
    return { bytesWritten: length };
  }

  #growTo(room) {
    take(room - this.#bytes.length);
    const larger = new Uint8Array(room);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  async stat() {
    return { size: this.#length };
  }

  async read(into, at, length, position) {
    const found = this.#bytes.subarray(position, Math.min(this.#length, position + length));
    into.set(found, at);
    return { bytesRead: found.length };
  }

  /** Nothing of a temporary file is needed once it is closed. */
  async close() {
    held -= this.#bytes.length;
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }
}

module.exports = Object.assign(Object.create(notHere), {
  mkdtemp: async (prefix) => prefix,
  open: async () => new FileInMemory(),
  rm: async () => undefined,
  tmpdir: () => "memory:",
  join: (...parts) => parts.join("/"),
});
