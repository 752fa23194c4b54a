import { joined } from "../../lib/bytes.js";

/** Bytes by which a file's format is told. */
export const BEGINNING_BYTES = 1 << 16;

/** The first bytes of an input, and the chunks that were read for them. */
export async function beginningOf(iterator: AsyncIterator<Uint8Array>, most = BEGINNING_BYTES) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < most) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    bytes += next.value.length;
  }
  return { chunks, beginning: joined(...chunks).subarray(0, most) };
}

/** The input from its beginning; given up as the reader gives it up. */
export async function* wholeOf(chunks: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>) {
  try {
    yield* chunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
