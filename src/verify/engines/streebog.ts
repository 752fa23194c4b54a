/** Bytes of a block, and of the state. */
const BLOCK = 64;
const POLYNOMIAL = 0x11d;
/** π of RFC 6986, section 6.2. */
const PI = `/O7dEc9uMRb7xPraI8UETel38NuTLpm6FzbxuxTNX8H5GGVa4lzvIYEcPEKLAY5PBYQCruNqj6AGC+2Yf9TTH+s0LFHqyEir8ipo
ov06zsy1cA5WCAx2Er9yE0ect12HFaGWKRB7msfzkXhvnZ6ysTJ1GT3/NYp+bVTGgMO9DVff9SSpPqhDydd51vZ8IrkD4A/s3nqUsLzc6ChQTjMKSqeX
YHMeAGJEGrg4gmSfJkGtRUaSJ15VL4yjpX1p1ZU7B1izQIasHfcwN2vkiNnnieEbg0lMP/j+jVOqkMrYhWEgcWekLSsJW8ubJdC+5WxSWaZ00ub0tMDR
Zq/COUtjtg==`;
/** Every eighth row of the matrix A, section 6.4; each of the others is twice the one before. */
const ROWS = "g+COK0sxHGQY3PWeT0eLpCh3MorZhn35nqgQGGWMBls4wZO6jGUhA1CJijKpnMysjpiDGgEPtkZkh0ayB4tHgw==";
/** The constants C, section 6.5. */
const CONSTANTS = `
B0Wm8lllgN0jTXTMNnR2BRXTYKQIKkKiAWlnkpHgfEv8xIV1jbhOcRbQRS5DdmovH3xlwIEvy+vp2soe2lsIsbebsSFwBHnmVs3L1xui3VXKpwrbwmG1
XFiZ1hJrF7WaMQG1Fg9e1WGYKyMKcur+89e1cA9GneNPGi+dqYq1o2+yCroK9ZYemTHbeoZD9LbCCdtiYDc6ycGxnjWQ5A/i03t7KbEUderyix+cUl9e
8QY1hD1qKPw5Cscvzius3HT1LtHjhLy+DCLxN+iToepTNL4DUpMzE7fYddYD7YIs16k/NV5orRxynX08XDN+hY5I3eRxXaDhSPnSZhXos98f71f+bHz9
WBdg9WPqqX6iVnoWGicjtwD/36P1OiVHF82/vf8PgNc1njVKEIYWHxwVf2MjqWwMQT+amUdHraxr6ktufWRGekBo+jVPkDZyxXG/tsa+wmYf8gq0t5oc
t6b6z8aO8Jq0mn8YbKRCUfnEZi3AOTB6O8Okb9nTOh2urk+uk9QUOk1WhojzSjyiTEUXNQQFSiiDaUcGNyyCLcWrkgnJk3oZMz5H08mHv+bHxp45VAkk
v/6GrFHsxaruFg7H9B7nAr/UDX+k2ahRWTXCrDYvxKXRK43RaZAGm5LLK4n0msTbTTtEtIke3jaccfi3TkFBbgwCqucDp8mTTUJbH5vbWiODUURhcmAq
H8uS3DgOVJwHppqKK3uxzrLbC0QKgIQJDeC3Vdk8JEKJJRs6fTreXxbs2JpMlJsiMRZUWo837ZxFmPvHtHTDtjsV0fqYNvRSdjswbB56SzNprwJn558D
YTMbiuH/H9t4iv8c50GJ8/PkskjlKjhSbwWApt6+qxst84HNpMprXdhvwEpZot6Ybkd9Hc2678q5SOrvcR2KeWaEFCGAASBhB6vru2v62JT+WmPNxgIw
+4nI79CezXsg1xvxSpK8SJkbstnVF/T6UijhiKqkHeeGzJEYne+AXZufITDUEiD4dx3fvDI8pM16sUkEsIAT0roxFvFn5443`;

let table: Uint8Array | undefined;
let constants: readonly Uint8Array[] = [];

/** White space is passed over. It has no part in a bundle that other modules need too. */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** What a byte adds to eight bytes of the next state, by the place of the byte and its value. */
function tableOf(): Uint8Array {
  if (table !== undefined) return table;
  const [pi, rows, all] = [PI, ROWS, CONSTANTS].map(bytesOf) as [Uint8Array, Uint8Array, Uint8Array];
  constants = Array.from({ length: 12 }, (_, at) => all.subarray(at * BLOCK, (at + 1) * BLOCK));
  table = Uint8Array.from({ length: BLOCK * 256 }, (_, at) => {
    const row = rows[((at >> 11) << 3) | (at & 7)] as number;
    return product(row, pi[(at >> 3) & 0xff] as number);
  });
  return table;
}

function product(left: number, right: number): number {
  let [sum, power] = [0, left];
  for (let bits = right; bits > 0; bits >>= 1) {
    if (bits & 1) sum ^= power;
    power = (power << 1) ^ (power & 0x80 ? POLYNOMIAL : 0);
  }
  return sum;
}

function xor(left: Uint8Array, right: Uint8Array): Uint8Array {
  return left.map((byte, at) => byte ^ (right[at] as number));
}

/** The transformations S, P and L in one. */
function mixed(state: Uint8Array): Uint8Array {
  const [from, next] = [tableOf(), new Uint8Array(BLOCK)];
  for (let at = 0; at < BLOCK; at++) {
    const start = ((at >> 3) * 256 + (state[at] as number)) * 8;
    for (let byte = 0; byte < 8; byte++) {
      const into = (at & 7) * 8 + byte;
      next[into] = (next[into] as number) ^ (from[start + byte] as number);
    }
  }
  return next;
}

function compressed(state: Uint8Array, counter: Uint8Array, block: Uint8Array): Uint8Array {
  let [key, text] = [mixed(xor(state, counter)), block];
  for (const constant of constants) {
    text = mixed(xor(text, key));
    key = mixed(xor(key, constant));
  }
  return xor(xor(xor(text, key), state), block);
}

/** The sum of two numbers of 512 bits, the lowest byte first. */
function plus(left: Uint8Array, right: Uint8Array): Uint8Array {
  let carry = 0;
  return left.map((byte, at) => {
    carry = (carry >> 8) + byte + (right[at] as number);
    return carry;
  });
}

/** Streebog, GOST R 34.11-2012, of 256 bits: RFC 6986. */
export function streebog256(message: Uint8Array): Uint8Array {
  tableOf();
  const none: Uint8Array = new Uint8Array(BLOCK);
  let state: Uint8Array = none.map(() => 1);
  let [counter, sum] = [none, none];
  for (let at = 0; at <= message.length; at += BLOCK) {
    const part = message.subarray(at, at + BLOCK);
    const block = new Uint8Array(BLOCK);
    block.set(part);
    if (part.length < BLOCK) block[part.length] = 1;
    const bits = new Uint8Array(BLOCK);
    bits.set([(part.length * 8) & 0xff, (part.length * 8) >> 8]);
    state = compressed(state, counter, block);
    counter = plus(counter, bits);
    sum = plus(sum, block);
  }
  for (const last of [counter, sum]) state = compressed(state, none, last);
  return state.slice(BLOCK / 2);
}

/** HMAC over it: RFC 7836. */
export function hmacStreebog256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const keyed = (pad: number, text: Uint8Array) =>
    streebog256(Uint8Array.from([...padded.map((byte) => byte ^ pad), ...text]));
  return keyed(0x5c, keyed(0x36, message));
}

/** gost-yescrypt's: the password's digest is the key of what comes before the hash, and that the key of what yescrypt gives. */
export function gostKey(password: Uint8Array, setting: Uint8Array, key: Uint8Array): Uint8Array {
  return hmacStreebog256(hmacStreebog256(streebog256(password), setting), key);
}
