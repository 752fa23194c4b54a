const SMALLEST = 1 << 16;

/**
 * The stretch of a stream that is still looked at, in one piece. Places are counted from
 * the beginning of the stream, so that they hold when earlier bytes are dropped. Takes
 * time in proportion to what is added, whatever the size of the chunks.
 */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(SMALLEST);
  /** Place of `bytes[0]` in the stream. */
  base = 0;
  /** After the last byte. */
  end = 0;

  /** Adds a chunk; bytes before `keepFrom` are dropped when their room is needed. */
  add(chunk: Uint8Array, keepFrom: number): void {
    const kept = this.end - keepFrom;
    if (this.end - this.base + chunk.length > this.bytes.length) {
      const needed = kept + chunk.length;
      const room = this.#roomFor(needed);
      const live = this.bytes.subarray(keepFrom - this.base, this.end - this.base);
      if (room === this.bytes.length) this.bytes.copyWithin(0, keepFrom - this.base, this.end - this.base);
      else {
        this.bytes = new Uint8Array(room);
        this.bytes.set(live);
      }
      this.base = keepFrom;
    }
    this.bytes.set(chunk, this.end - this.base);
    this.end += chunk.length;
  }

  /** Twice what is needed, so that bytes are moved once in as many that are added; less again afterwards. */
  #roomFor(needed: number): number {
    const room = this.bytes.length;
    if (needed * 2 > room) return needed * 2;
    return room > SMALLEST * 4 && needed * 8 < room ? Math.max(SMALLEST, needed * 2) : room;
  }

  at(place: number): number {
    return this.bytes[place - this.base] as number;
  }

  slice(from: number, to: number): Uint8Array {
    return this.bytes.subarray(from - this.base, to - this.base);
  }
}
