import { Buffer } from "../../runtime/index.js";
import { formatBeginning } from "../input/input-beginning.js";
import type { ItemBatch } from "./item-batches.js";

/** Records of a file, or of each of its tables, by which its system is told. */
export const MOST_RECORDS = 20;
/** Bytes that a reader gets at once: one that needs a few records reads little more. */
const PIECE_BYTES = 1 << 16;

/** A beginning may lack the end of its last record, by which no system is told. */
const AN_END = Buffer.from("\n\n");

type Batches = AsyncIterable<ItemBatch>;

/** The beginning of a file at which the readers of many sources look: what alike readers find in it, one of them finds for all. */
export class SharedInput implements AsyncIterable<Uint8Array> {
  /** What a reader's `fits` is given. */
  readonly beginning: Uint8Array;
  readonly #bytes: Buffer;
  readonly #found = new Map<string, () => Batches>();
  readonly #keys = new Map<string, boolean>();

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.beginning = formatBeginning(this.#bytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#bytes.length; at += PIECE_BYTES) {
      yield this.#bytes.subarray(at, at + PIECE_BYTES);
    }
    yield AN_END;
  }

  /** What a reader finds; read once for all readers of the same name, as far as one of them asks. */
  batches(name: string, read: (input: AsyncIterable<Uint8Array>) => Batches): Batches {
    const found = this.#found.get(name) ?? remembered(read(this));
    this.#found.set(name, found);
    return found();
  }

  /** Whether it has a key of JSON as it is written without escapes. */
  hasKey(key: string): boolean {
    const has = this.#keys.get(key) ?? this.#bytes.includes(`"${key}"`);
    this.#keys.set(key, has);
    return has;
  }
}

/** What gives some batches again from the first one on; to be read by one reader after the other. */
function remembered(batches: Batches): () => Batches {
  const found: ItemBatch[] = [];
  const rest = batches[Symbol.asyncIterator]();
  return async function* () {
    for (let at = 0; ; at++) {
      if (at === found.length) {
        const next = await rest.next();
        if (next.done === true) return;
        found.push(next.value);
      }
      yield found[at] as ItemBatch;
    }
  };
}
