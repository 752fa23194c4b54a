import { type Result, success } from "../../result.js";
import { createHash } from "../../runtime/index.js";
import { beginFormat } from "../input/input-beginning.js";
import type { NamedOptions } from "../resolve-source.js";
import { sourceOf } from "../sources.js";
import { cutterFor } from "./choose-cutter.js";
import { type ChunkSpan, type ChunkTaker, ChunkWalk } from "./chunk-walk.js";

/** A part of a file that is read by itself, between the file's head and tail. */
export interface FileChunk extends ChunkSpan {
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface ChunkPlan {
  readonly bytes: number;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** Which of the source's readers reads it. */
  readonly reader: number;
  readonly lineEnd: number;
  /** Bytes before the first chunk, which are read before each one: a header, or what is around a list. */
  readonly head: number;
  /** Where the file's end begins, which is read after each chunk. */
  readonly tail: number;
  /** Of head and tail, one after the other. */
  readonly frameSha256: string;
  readonly chunks: readonly FileChunk[];
}

/**
 * Divides a file into chunks whose records, one chunk after the other, are those of the file. Reads it once.
 *
 * @param chunkBytes Bytes of a chunk, about.
 * @returns The plan, or `source/not-divisible`.
 */
export async function planChunks(
  input: AsyncIterable<Uint8Array>,
  { from }: Pick<NamedOptions, "from">,
  chunkBytes: number,
): Promise<Result<ChunkPlan>> {
  const { beginning, whole, giveUp } = await beginFormat(input);
  const chosen = await cutterFor(await sourceOf(from), beginning, chunkBytes);
  if ("ok" in chosen) {
    await giveUp();
    return chosen;
  }
  const chunks: FileChunk[] = [];
  const walk = new ChunkWalk(chosen, chunkBytes, digestsIn(chunks));
  const file = createHash("sha256");
  for await (const bytes of whole) {
    file.update(bytes);
    const fault = walk.push(bytes);
    if (fault !== undefined) return fault;
  }
  const frame = walk.finish();
  if ("ok" in frame) return frame;
  const { bytes, head, tail } = frame;
  const { reader, lineEnd } = chosen;
  return success({
    bytes,
    sha256: file.digest("hex"),
    reader,
    lineEnd,
    head: head.length,
    tail: bytes - tail.length,
    frameSha256: createHash("sha256").update(head).update(tail).digest("hex"),
    chunks,
  });
}

/** Notes where the chunks are, and the digest of each, in a list. */
function digestsIn(chunks: FileChunk[]): ChunkTaker {
  let hash = createHash("sha256");
  return {
    add: (bytes) => hash.update(bytes),
    end: (span) => {
      chunks.push({ ...span, sha256: hash.digest("hex") });
      hash = createHash("sha256");
    },
  };
}
