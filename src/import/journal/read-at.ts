import type { FileHandle } from "node:fs/promises";

/** Up to `length` bytes from `at` on. Apart from the journal's file, whose public types need none of Node's. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
