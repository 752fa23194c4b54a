import { createHash } from "node:crypto";
import { problem } from "../problems/fleet.js";
import { failure, type Result, success } from "../result.js";
import type { SourceRecord } from "../source/index.js";
import { type ChunkBytes, type Duplicates, type NamedOptions, readChunk, withDuplicates } from "../source/internal.js";
import type { ChunkPlace, PlanFrame } from "./ledger.js";
import type { RangeInput } from "./range-input.js";

/** Reads chunks of the run's file, each of which must have the bytes that were planned. */
export class ChunkSource {
  readonly #input: RangeInput;
  readonly #frame: PlanFrame;
  readonly #options: NamedOptions;
  #ends: Promise<Result<Pick<ChunkBytes, "head" | "tail">>> | undefined;

  constructor(input: RangeInput, frame: PlanFrame, options: NamedOptions) {
    this.#input = input;
    this.#frame = frame;
    this.#options = options;
  }

  /** The bytes of a chunk, or `fleet/of-other-export`, `fleet/input-unreadable`. */
  async read({ from, to, line, sha256 }: ChunkPlace): Promise<Result<ChunkBytes>> {
    this.#ends ??= this.#readEnds();
    const ends = await this.#ends;
    if (!ends.ok) {
      this.#ends = undefined;
      return ends;
    }
    const body = await this.#input.read(from, to);
    if (!body.ok) return body;
    if (createHash("sha256").update(body.value).digest("hex") !== sha256) return changed(line);
    const { reader, lineEnd } = this.#frame;
    return success({ ...ends.value, body: body.value, reader, lineEnd, line });
  }

  /** The records of a chunk without what is in none of them: who they are. */
  identifiers(chunk: ChunkBytes): AsyncIterable<SourceRecord> {
    return readChunk(chunk, this.#options, "identifiers");
  }

  /** The records of a chunk, refused where others have the same identifiers. */
  async *records(chunk: ChunkBytes, duplicates: Duplicates): AsyncGenerator<SourceRecord> {
    for await (const record of readChunk(chunk, this.#options)) {
      yield record.kind === "user" ? withDuplicates(record, duplicates.of(record.index)) : record;
    }
  }

  async #readEnds(): Promise<Result<Pick<ChunkBytes, "head" | "tail">>> {
    const { head: headEnd, tail: tailFrom, bytes, frameSha256 } = this.#frame;
    const size = await this.#input.size();
    if (!size.ok) return size;
    if (size.value !== bytes) return changed(1);
    const head = await this.#input.read(0, headEnd);
    if (!head.ok) return head;
    const tail = await this.#input.read(tailFrom, bytes);
    if (!tail.ok) return tail;
    const digest = createHash("sha256").update(head.value).update(tail.value).digest("hex");
    return digest === frameSha256 ? success({ head: head.value, tail: tail.value }) : changed(1);
  }
}

function changed(line: number) {
  const message = "the file has other bytes than when the run was planned";
  return failure(problem("fleet/of-other-export", message, { field: `line ${line}` }));
}
