import { open } from "node:fs/promises";

/** Of a larger file this much is read at once, in bytes. */
export const MOST_READ = 1 << 16;

export async function textAt(path: string, position: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_READ), 0, MOST_READ, position);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
