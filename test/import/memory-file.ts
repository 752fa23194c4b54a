import type { JournalFile } from "../../src/import/index.js";

/** A file in memory, with a disk under it that can be full. */
export class MemoryFile implements JournalFile {
  bytes: Buffer;
  /** Bytes that fit; what goes over is cut off and refused. */
  capacity = Number.POSITIVE_INFINITY;
  syncs = 0;
  /** Bytes that were on the disk at the last sync. */
  synced = 0;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.bytes = Buffer.from(bytes);
  }

  async size(): Promise<number> {
    return this.bytes.length;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    return this.bytes.subarray(at, at + length);
  }

  async append(bytes: Uint8Array): Promise<void> {
    const room = Math.max(0, this.capacity - this.bytes.length);
    this.bytes = Buffer.concat([this.bytes, bytes.subarray(0, room)]);
    if (bytes.length > room) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  }

  async truncate(length: number): Promise<void> {
    this.bytes = this.bytes.subarray(0, length);
  }

  async sync(): Promise<void> {
    this.syncs++;
    this.synced = this.bytes.length;
  }

  async close(): Promise<void> {}
}
