/** Two words that only one run knows. */
export type HashKey = readonly [number, number];

/**
 * A number of 32 bits for a text, by the rounds of HalfSipHash-1-3 over its UTF-16 units. Without the key nobody can choose
 * texts that have many numbers in common.
 */
export function keyedHash(text: string, [k0, k1]: HashKey): number {
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
