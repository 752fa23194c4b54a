import { inSlices } from "../steps/in-slices.js";
import { derive } from "./derive.js";
import { hash, hmacBytes } from "./digests.js";

/** What yescrypt is computed with: its own mode of reading and writing with tables of 12 KiB, as crypt(3) writes it. */
interface YescryptRequest {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  /** A power of two. */
  readonly n: number;
  readonly r: number;
  readonly p: number;
  /** Adds passes over the memory; 0 in what crypt(3) makes. */
  readonly t: number;
}

const KEY_BYTES = 32;
/** Words of a block of 64 bytes. */
const BLOCK = 16;
/** Of each of the three tables: 256 pairs of 64 bits. */
const TABLE = 1024;
/** Where in a table, in bytes, a word of the input points to. */
const TABLE_MASK = 0xff0;
const ROUNDS = 6;

/** How long each half of a computation is: see `SMix` in yescrypt's paper. */
interface Loops {
  readonly all: number;
  readonly writing: number;
}

/**
 * yescrypt 1.1 (Openwall), 32 bytes, letting other work in between. Large memory is filled twice: once a 64th of it,
 * whose key takes the password's place.
 */
export async function yescrypt(request: YescryptRequest, signal?: AbortSignal): Promise<Uint8Array> {
  const { n, r, p } = request;
  const part = Math.floor(n / p);
  const isLarge = part >= 256 && part * r >= 131_072;
  const password = isLarge
    ? await derived({ ...request, n: n / 64, t: 0 }, "yescrypt-prehash", signal)
    : request.password;
  const key = await derived({ ...request, password }, "yescrypt", signal);
  // As SCRAM ends (RFC 5802), so that a client could compute what comes before.
  return hash("sha256", await hmacBytes("sha256", key, UTF8.encode("Client Key")));
}

const UTF8 = new TextEncoder();

async function derived(
  { password, salt, n, r, p, t }: YescryptRequest,
  label: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const first = await hmacBytes("sha256", UTF8.encode(label), password);
  const bytes = await expanded(first, salt, 128 * r * p);
  const lanes = wordsOf(bytes);
  const mixing = new Mixing(lanes, { n, r, p, t });
  const keyOfMixing = await mixing.mix(
    (block) => hmacBytes("sha256", bytesOf(block), bytes.subarray(0, KEY_BYTES)),
    signal,
  );
  return expanded(keyOfMixing, bytesOf(lanes), KEY_BYTES);
}

function expanded(password: Uint8Array, salt: Uint8Array, length: number): Promise<Uint8Array> {
  return derive("pbkdf2", { password, salt, iterations: 1, digest: "sha256", length });
}

function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => view.getInt32(at * 4, true));
}

function bytesOf(words: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, at) => {
    view.setInt32(at * 4, word, true);
  });
  return new Uint8Array(view.buffer);
}

/** What a lane fills: so many pieces, each as wide as the lane. */
interface Part {
  readonly memory: Int32Array;
  readonly size: number;
}

/** How often a lane reads a piece of it, and whether it writes it too. */
interface Pass extends Part {
  readonly times: number;
  readonly isWriting: boolean;
}

/** Fills the memory and goes over it, a lane at a time. */
class Mixing {
  readonly #lanes: Int32Array;
  readonly #n: number;
  readonly #p: number;
  /** Words of a lane, and of each of the memory's parts. */
  readonly #width: number;
  readonly #loops: Loops;
  readonly #memory: Int32Array;

  constructor(lanes: Int32Array, { n, r, p, t }: Omit<YescryptRequest, "password" | "salt">) {
    this.#lanes = lanes;
    this.#n = n;
    this.#p = p;
    this.#width = 32 * r;
    this.#loops = loopsOf(Math.floor(n / p), p, t);
    this.#memory = new Int32Array(n * this.#width);
  }

  /** Mixes all lanes; gives what `keyOf` makes of the last block of the first one, once its tables are filled. */
  async mix(keyOf: (block: Int32Array) => Uint8Array | Promise<Uint8Array>, signal?: AbortSignal): Promise<Uint8Array> {
    const { all, writing } = this.#loops;
    const part = evenBelow(Math.floor(this.#n / this.#p));
    const tables: Tables[] = [];
    let key: Uint8Array | undefined;
    for (let lane = 0; lane < this.#p; lane++) {
      const own = this.#lane(lane);
      const table = new Tables(own);
      tables.push(table);
      key ??= await keyOf(own.subarray(-BLOCK));
      const size = lane < this.#p - 1 ? part : this.#n - lane * part;
      const memory = this.#memory.subarray(lane * part * this.#width);
      await this.#fill(own, table, { memory, size }, signal);
      const pass = { memory, size: largestPowerIn(size), times: writing, isWriting: true };
      await this.#goOver(own, table, pass, signal);
    }
    const last = { memory: this.#memory, size: this.#n, times: all - writing, isWriting: false };
    for (const [lane, table] of tables.entries()) await this.#goOver(this.#lane(lane), table, last, signal);
    return key as Uint8Array;
  }

  #lane(lane: number): Int32Array {
    return this.#lanes.subarray(lane * this.#width, (lane + 1) * this.#width);
  }

  async #fill(lane: Int32Array, tables: Tables, { memory, size }: Part, signal?: AbortSignal) {
    const width = this.#width;
    const state = shuffled(lane);
    await inSlices(
      size,
      (index) => {
        memory.set(state, index * width);
        if (index > 1) {
          const power = largestPowerIn(index);
          mixIn(state, memory, ((pointerIn(state) & (power - 1)) + index - power) * width);
        }
        tables.mixBlocks(state);
      },
      signal,
    );
    lane.set(unshuffled(state));
  }

  async #goOver(lane: Int32Array, tables: Tables, { memory, size, times, isWriting }: Pass, signal?: AbortSignal) {
    const width = this.#width;
    const state = shuffled(lane);
    await inSlices(
      times,
      () => {
        const at = (pointerIn(state) & (size - 1)) * width;
        mixIn(state, memory, at);
        if (isWriting) memory.set(state, at);
        tables.mixBlocks(state);
      },
      signal,
    );
    lane.set(unshuffled(state));
  }
}

function loopsOf(size: number, p: number, t: number): Loops {
  const third = Math.ceil((size * (t === 0 ? 1 : 2)) / 3);
  const all = t <= 1 ? third : size * (t - 1);
  return { all: evenAbove(all), writing: evenAbove(Math.floor(all / p)) };
}

const evenAbove = (size: number): number => size + (size % 2);
const evenBelow = (size: number): number => size - (size % 2);
const largestPowerIn = (size: number): number => 2 ** (31 - Math.clz32(size));

/** The first word of the last block. */
const pointerIn = (state: Int32Array): number => state[state.length - BLOCK] as number;

function mixIn(state: Int32Array, memory: Int32Array, from: number): void {
  for (let at = 0; at < state.length; at++) state[at] = (state[at] as number) ^ (memory[from + at] as number);
}

/** The words of each block in the order in which the rounds of Salsa20 have them side by side. */
function shuffled(words: Int32Array): Int32Array {
  return words.map((_, at) => words[at - (at % BLOCK) + ((at * 5) % BLOCK)] as number);
}

function unshuffled(words: Int32Array): Int32Array {
  const plain = new Int32Array(words.length);
  for (const [at, word] of words.entries()) plain[at - (at % BLOCK) + (((at % BLOCK) * 5) % BLOCK)] = word;
  return plain;
}

/** The tables that a lane's blocks are mixed by, and that are written as they are. */
class Tables {
  readonly #words = new Int32Array(3 * TABLE);
  /** Where each of the three begins: read by the low word, by the high one, and written. */
  #low = 2 * TABLE;
  #high = TABLE;
  #written = 0;
  #at = 0;

  /** Filled by scrypt's first loop, over the first 128 bytes of a lane. */
  constructor(lane: Int32Array) {
    const first = lane.subarray(0, 2 * BLOCK);
    const state = shuffled(first);
    for (let at = 0; at < this.#words.length; at += state.length) {
      this.#words.set(state, at);
      mixByScrypt(state);
    }
    first.set(unshuffled(state));
  }

  mixBlocks(state: Int32Array): void {
    const last = state.length - BLOCK;
    const block = state.slice(last);
    for (let from = 0; from <= last; from += BLOCK) {
      if (last > 0) for (let at = 0; at < BLOCK; at++) block[at] = (block[at] as number) ^ (state[from + at] as number);
      this.#mixBlock(block);
      state.set(block, from);
    }
    salsa20(state.subarray(last), 2);
  }

  #mixBlock(block: Int32Array): void {
    const words = this.#words;
    for (let round = 0; round < ROUNDS; round++) {
      const isWritten = round > 0 && round < ROUNDS - 1;
      for (let at = 0; at < BLOCK; at += 4) {
        let low = this.#low + (((block[at] as number) & TABLE_MASK) >> 2);
        let high = this.#high + (((block[at + 1] as number) & TABLE_MASK) >> 2);
        for (let half = at; half < at + 4; half += 2, low += 2, high += 2) {
          const a = block[half + 1] as number;
          const b = block[half] as number;
          const sum = (Math.imul(a, b) >>> 0) + ((words[low] as number) >>> 0);
          const carry = sum > 0xffffffff ? 1 : 0;
          const lower = sum ^ (words[high] as number);
          const upper = (highHalf(a, b) + (words[low + 1] as number) + carry) ^ (words[high + 1] as number);
          block[half] = lower;
          block[half + 1] = upper;
          if (!isWritten) continue;
          words[this.#written + this.#at] = lower;
          words[this.#written + this.#at + 1] = upper;
          this.#at += 2;
        }
      }
    }
    [this.#low, this.#high, this.#written] = [this.#written, this.#low, this.#high];
    this.#at %= TABLE;
  }
}

/** The upper 32 bits of the product of two words without sign. */
function highHalf(a: number, b: number): number {
  const [low, high] = [b & 0xffff, b >>> 16];
  const lowest = Math.imul(a & 0xffff, low) >>> 0;
  const middle = (Math.imul(a >>> 16, low) >>> 0) + (lowest >>> 16);
  const other = (Math.imul(a & 0xffff, high) >>> 0) + (middle & 0xffff);
  return Math.imul(a >>> 16, high) + (middle >>> 16) + (other >>> 16);
}

/** scrypt's BlockMix of two blocks. */
function mixByScrypt(state: Int32Array): void {
  const [first, second] = [state.subarray(0, BLOCK), state.subarray(BLOCK)];
  mixIn(first, second, 0);
  salsa20(first, 8);
  mixIn(second, first, 0);
  salsa20(second, 8);
}

/** Of which two words' sum, turned by how many bits, is mixed into which: columns first, then rows. */
const QUARTERS: readonly (readonly [to: number, one: number, other: number, by: number])[] = [
  [0, 4, 8, 12],
  [5, 9, 13, 1],
  [10, 14, 2, 6],
  [15, 3, 7, 11],
  [0, 1, 2, 3],
  [5, 6, 7, 4],
  [10, 11, 8, 9],
  [15, 12, 13, 14],
].flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
  [b, a, d, 7] as const,
  [c, b, a, 9] as const,
  [d, c, b, 13] as const,
  [a, d, c, 18] as const,
]);
/** Salsa20's core (Bernstein) over a shuffled block: two rounds at a time, columns and then rows. */
function salsa20(block: Int32Array, rounds: number): void {
  const words = unshuffled(block);
  for (let round = 0; round < rounds; round += 2) {
    for (const [to, one, other, by] of QUARTERS) {
      const sum = ((words[one] as number) + (words[other] as number)) | 0;
      words[to] = (words[to] as number) ^ ((sum << by) | (sum >>> (32 - by)));
    }
  }
  const mixed = shuffled(words);
  for (let at = 0; at < BLOCK; at++) block[at] = ((block[at] as number) + (mixed[at] as number)) | 0;
}
