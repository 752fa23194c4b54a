import { expect, it } from "vitest";
import { byteLines } from "../../src/lib/bytes.js";

it("lines are whole where each chunk is read into the same place as the one in front of it", async () => {
  const text = "first\nsecond line\n\nlast, without an end";
  for (const size of [1, 3, 7, 20]) {
    for (const make of [(length: number) => new Uint8Array(length), (length: number) => Buffer.alloc(length)]) {
      const place = make(size);
      async function* chunks() {
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; at < bytes.length; at += size) {
          const piece = bytes.subarray(at, at + size);
          place.set(piece);
          yield place.subarray(0, piece.length);
        }
      }
      const lines: string[] = [];
      for await (const { bytes } of byteLines(chunks(), 100)) lines.push(new TextDecoder().decode(bytes ?? undefined));
      expect(lines).toEqual(text.split("\n"));
    }
  }
});
