import type { Problem } from "../../result.js";
import { randomBytes } from "../../runtime/index.js";
import type { Fields } from "../fields/field.js";
import { SpillLog } from "./spill-log.js";

/** A row of a user, as it is kept until the user comes. */
export interface Part {
  readonly name: string;
  readonly fields: Fields;
  readonly conflictingFields?: readonly string[] | undefined;
  readonly damage?: readonly Problem[] | undefined;
}

/** Where a row is: its number over all files, its file and line. */
export interface RowPlace {
  readonly index: number;
  readonly file: number;
  readonly line: number;
}

/** Whether a part that no user has is one, as `RecordRole` says it. */
type AloneIsUser = boolean | "without-users";

/** A line of the log: a user, or a part with its text. */
export interface LoggedRow extends RowPlace {
  readonly key: string;
  /** What the source calls the part; undefined for a user. */
  readonly part: string | undefined;
  readonly aloneIsUser: AloneIsUser;
  /** JSON of the part; empty for a user. */
  readonly text: string;
}

/** Programs write it in letters of either case. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const BUCKETS = 256;
/** Bytes of rows that stay in memory; beyond them the rows of a full bucket go to the temporary folder. */
export const MOST_IN_MEMORY = 8 << 20;

/** The users' keys and the rows that belong to them, in buckets by key. */
export class PartLog {
  readonly #hashKey: HashKey = [randomBytes(4).readInt32LE(), randomBytes(4).readInt32LE()];
  readonly #log: SpillLog;

  constructor(mostInMemory: number) {
    this.#log = new SpillLog(BUCKETS, mostInMemory);
  }

  get buckets(): number {
    return this.#log.buckets;
  }

  /** Keys that some databases take for one are in one. */
  bucketOf(key: string): number {
    return keyedHash(foldedKey(key), this.#hashKey) % this.buckets;
  }

  /** @param part None of a user. */
  add({ index, file, line }: RowPlace, key: string, part?: Part, aloneIsUser: AloneIsUser = false): Promise<void> {
    const own = UUID.test(key) ? key.toLowerCase() : key;
    const head = JSON.stringify([index, file, line, own, part?.name ?? null, aloneIsUser]);
    return this.#log.add(this.bucketOf(key), `${head}\t${part === undefined ? "" : JSON.stringify(part)}`);
  }

  async *rowsOf(bucket: number): AsyncGenerator<LoggedRow> {
    for await (const line of this.#log.linesOf(bucket)) {
      // JSON has no tab that is not escaped.
      const tab = line.indexOf("\t");
      const [index, file, lineNumber, key, part, aloneIsUser] = JSON.parse(line.slice(0, tab));
      const text = line.slice(tab + 1);
      yield { index, file, line: lineNumber, key, part: part ?? undefined, aloneIsUser, text };
    }
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** As databases compare that take no account of case and blanks at the ends. */
export function foldedKey(key: string): string {
  return key.trim().toLowerCase();
}

/** Two words that only one run knows. */
type HashKey = readonly [number, number];

/** A 32-bit HalfSipHash-1-3 over UTF-16 units. Without the key, no attacker can choose texts with many numbers in common. */
function keyedHash(text: string, [k0, k1]: HashKey): number {
  const state = new Int32Array([k0, k1, k0 ^ 0x6c796765, k1 ^ 0x74656462]);
  const { length } = text;
  for (let at = 0; at + 1 < length; at += 2) {
    mix(state, text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
  }
  // The last unit of an odd length, with the length, so that no text is another one's beginning.
  mix(state, length % 2 === 1 ? text.charCodeAt(length - 1) : 0);
  mix(state, length);
  state[2] = (state[2] as number) ^ 0xff;
  for (let round = 0; round < 3; round++) sipRound(state);
  return ((state[1] as number) ^ (state[3] as number)) >>> 0;
}

function mix(state: Int32Array, word: number): void {
  state[3] = (state[3] as number) ^ word;
  sipRound(state);
  state[0] = (state[0] as number) ^ word;
}

function sipRound(state: Int32Array): void {
  let [v0, v1, v2, v3] = state as unknown as [number, number, number, number];
  v0 = (v0 + v1) | 0;
  v1 = rotated(v1, 5) ^ v0;
  v0 = rotated(v0, 16);
  v2 = (v2 + v3) | 0;
  v3 = rotated(v3, 8) ^ v2;
  v0 = (v0 + v3) | 0;
  v3 = rotated(v3, 7) ^ v0;
  v2 = (v2 + v1) | 0;
  v1 = rotated(v1, 13) ^ v2;
  v2 = rotated(v2, 16);
  state[0] = v0;
  state[1] = v1;
  state[2] = v2;
  state[3] = v3;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
