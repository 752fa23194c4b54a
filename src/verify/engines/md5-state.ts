/** What MD5 has after its first block: no library gives it out. */

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const;
/** In each of the four rounds, which word comes first, and how far apart the words are. */
const WORDS = [
  [0, 1],
  [1, 5],
  [5, 3],
  [0, 7],
] as const;

/** @param block 64 bytes. */
export function md5State(block: Uint8Array): Uint8Array {
  const words = new DataView(block.buffer, block.byteOffset, 64);
  let [a, b, c, d]: [number, number, number, number] = [...START];
  for (let at = 0; at < 64; at++) {
    const round = (at >> 4) as 0 | 1 | 2 | 3;
    const [first, apart] = WORDS[round];
    const word = words.getUint32(4 * ((first + apart * at) % 16), true);
    const sine = Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32);
    const sum = (a + mixed(round, b, c, d) + sine + word) | 0;
    const shift = SHIFTS[round][(at % 4) as 0 | 1 | 2 | 3];
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  const state = new DataView(new ArrayBuffer(16));
  for (const [at, value] of [a, b, c, d].entries()) state.setUint32(4 * at, value + START[at as 0], true);
  return new Uint8Array(state.buffer);
}

function mixed(round: 0 | 1 | 2 | 3, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}
