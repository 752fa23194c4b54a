/**
 * DES of FIPS 46-3, as far as crypt(3) and LM need it: no mode of a cipher, and nothing that is fit for encryption.
 * Node's own is slower for blocks by the thousand, can't be salted, and is absent from runtimes without old ciphers.
 */

/** Each S-box in hexadecimal, four rows of sixteen. */
const S_BOXES = [
  "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
  "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
  "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
  "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
  "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
  "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
  "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
  "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
] as const;
/** Which bit comes to each place; bits are counted from 1, the most significant first, as in the standard. */
const P = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
];
const PC_1 = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55,
  47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
];
const PC_2 = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30,
  40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];
/** By how much the halves of the key have been rotated in each round. */
const ROTATIONS = [1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28] as const;
const ROUNDS = ROTATIONS.length;
type Bits = readonly number[];

function permuted(bits: Bits, table: readonly number[]): Bits {
  return table.map((place) => bits[place - 1] as number);
}

function bitsOf(values: Iterable<number>, width: number): Bits {
  return [...values].flatMap((value) => Array.from({ length: width }, (_, at) => (value >>> (width - 1 - at)) & 1));
}

function valuesOf(bits: Bits, width: number): number[] {
  return Array.from({ length: bits.length / width }, (_, at) =>
    bits.slice(at * width, (at + 1) * width).reduce((value, bit) => (value << 1) | bit, 0),
  );
}

let combined: readonly Int32Array[] | undefined;

/** S-boxes and P in one: 64 words for each box, made when the first block is computed. */
function boxes(): readonly Int32Array[] {
  combined ??= S_BOXES.map((box, at) =>
    Int32Array.from({ length: 64 }, (_, input) => {
      const row = ((input >> 4) & 2) | (input & 1);
      const output = Number.parseInt(box[row * 16 + ((input >> 1) & 15)] as string, 16);
      const word = bitsOf([(output << (28 - 4 * at)) | 0], 32);
      return valuesOf(permuted(word, P), 32)[0] as number;
    }),
  );
  return combined;
}

/** Sixteen round keys of eight times six bits. */
export type DesKey = Uint8Array;

/** Of eight bytes; the lowest bit of each is not read. */
export function desKey(bytes: Uint8Array): DesKey {
  const bits = permuted(bitsOf(bytes, 8), PC_1);
  const [c, d] = [bits.slice(0, 28), bits.slice(28)];
  const rotated = (half: Bits, by: number) => [...half.slice(by), ...half.slice(0, by)];
  const rounds = ROTATIONS.map((by) => permuted([...rotated(c, by), ...rotated(d, by)], PC_2));
  return Uint8Array.from(rounds.flatMap((round) => valuesOf(round, 6)));
}

/** crypt(3)'s salt: which bits of the expanded half change places, six for each of the first four groups. */
export type DesSalt = Uint8Array;
export const NO_SALT: DesSalt = new Uint8Array(4);

/** A block between its first permutation and its last one. */
type DesBlock = Int32Array;

export function firstPermutation(bytes: Uint8Array): DesBlock {
  return Int32Array.from(valuesOf(permuted(bitsOf(bytes, 8), initial()), 32));
}

export function lastPermutation(block: DesBlock): Uint8Array {
  const first = initial();
  const last = first.map((_, place) => first.indexOf(place + 1) + 1);
  return Uint8Array.from(valuesOf(permuted(bitsOf(block, 32), last), 8));
}

/** IP: the bits of each column from the last row up. */
function initial(): readonly number[] {
  return [58, 60, 62, 64, 57, 59, 61, 63].flatMap((first) =>
    Array.from({ length: 8 }, (_, column) => first - 8 * column),
  );
}

/** The sixteen rounds over a block, in place. */
export function encryptBlock(block: DesBlock, key: DesKey, salt: DesSalt): void {
  const tables = boxes();
  let left = block[0] as number;
  let right = block[1] as number;
  for (let at = 0; at < ROUNDS * 8; at += 8) {
    let output = left;
    for (let group = 0; group < 4; group++) {
      let one = expanded(right, group);
      let other = expanded(right, group + 4);
      const exchanged = (one ^ other) & (salt[group] as number);
      one ^= exchanged ^ (key[at + group] as number);
      other ^= exchanged ^ (key[at + group + 4] as number);
      output ^= (tables[group] as Int32Array)[one] as number;
      output ^= (tables[group + 4] as Int32Array)[other] as number;
    }
    left = right;
    right = output;
  }
  block[0] = right;
  block[1] = left;
}

/** Six bits of the half, the last of the group before it to the first of the next. */
function expanded(half: number, group: number): number {
  const by = (4 * group + 5) & 31;
  return ((half << by) | (half >>> (32 - by))) & 63;
}
