import { type DesKey, type DesSalt, desKey, encryptBlock, firstPermutation, lastPermutation, NO_SALT } from "./des.js";

const BLOCK_BYTES = 8;

/** A computation of crypt(3)'s DES: so many rounds, and then its digest. */
interface DesCrypt {
  readonly round: () => void;
  /** Eleven values of six bits. */
  readonly digest: () => readonly number[];
}

/**
 * Begins a computation, of which the caller makes the rounds.
 *
 * @param salt Values of six bits: 2, or 4 of BSD/OS.
 * @param readsAll As BSD/OS does; others read eight characters.
 */
export function desCrypt(password: Uint8Array, salt: readonly number[], readsAll: boolean): DesCrypt {
  const key = readsAll ? keyOfAll(password) : desKey(shifted(password, 0));
  const salted = saltOf(salt);
  const block = new Int32Array(2);
  return {
    round: () => encryptBlock(block, key, salted),
    digest: () => sixBitsOf(lastPermutation(block)),
  };
}

/** Eight characters, each a bit to the left. */
function shifted(password: Uint8Array, from: number): Uint8Array {
  const bytes = new Uint8Array(BLOCK_BYTES);
  bytes.set(password.subarray(from, from + BLOCK_BYTES).map((byte) => byte << 1));
  return bytes;
}

/** The key of the first eight characters encrypts itself before the next eight are mixed in. */
function keyOfAll(password: Uint8Array): DesKey {
  let bytes = shifted(password, 0);
  for (let at = BLOCK_BYTES; at < password.length; at += BLOCK_BYTES) {
    const block = firstPermutation(bytes);
    encryptBlock(block, desKey(bytes), NO_SALT);
    const next = shifted(password, at);
    bytes = lastPermutation(block).map((byte, place) => byte ^ (next[place] as number));
  }
  return desKey(bytes);
}

/** The least significant bit of a value is the first of its group. */
function saltOf(values: readonly number[]): DesSalt {
  const salt = new Uint8Array(NO_SALT.length);
  for (const [place, value] of values.entries()) {
    salt[place] = [0, 1, 2, 3, 4, 5].reduce((bits, at) => (bits << 1) | ((value >> at) & 1), 0);
  }
  return salt;
}

/** The most significant first; the last two bits are unused. */
function sixBitsOf(bytes: Uint8Array): readonly number[] {
  return Array.from({ length: 11 }, (_, place) => {
    const byte = (place * 6) >> 3;
    const pair = ((bytes[byte] as number) << 8) | (bytes[byte + 1] ?? 0);
    return (pair >> (10 - ((place * 6) & 7))) & 63;
  });
}
