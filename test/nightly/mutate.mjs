/** Damage to texts and files, the same for the same seed. */

/** Numbers from 0 to below 1: mulberry32. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const someOf = (list, random) => list[Math.floor(random() * list.length)];

/** Pieces that mean something to a reader or a format. */
const TOKENS = [
  ...['"', "'", "\\", "{", "}", "[", "]", "(", ")", ",", ";", ":", "$", "=", "|", "\t", "\n", "\r\n", "\0", " "],
  ...["null", "true", "-1", "1e999", "99999999999999999999", '""', "{},", "\\u0000", "\\ud800", "\ufeff", "ä"],
  ...["INSERT INTO `users` VALUES (", "COPY users FROM stdin;\n", "\\.\n", "/*", "*/", "--", "dn: cn=x\n", ":: "],
  ...["$2b$10$", "$argon2id$v=19$m=65536,t=3,p=1$", "$f_scrypt$", "pbkdf2_sha256$", "{SSHA}", "otpauth://totp/"],
];

/** Cuts, doubles, moves, flips and puts in pieces. */
export function mutate(bytes, others, random) {
  let left = bytes;
  for (let times = 1 + Math.floor(random() * 6); times > 0; times--) {
    left = someOf(WAYS, random)(left, others, random);
  }
  return left;
}

function placesIn(bytes, random) {
  const from = Math.floor(random() * (bytes.length + 1));
  const length = Math.floor(random() ** 3 * Math.min(bytes.length - from, 4096));
  return [from, from + length];
}

const replaced = (bytes, from, to, piece) => Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)]);

const WAYS = [
  // A byte is another one.
  (bytes, _, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return copy;
  },
  // A piece is missing.
  (bytes, _, random) => replaced(bytes, ...placesIn(bytes, random), Buffer.alloc(0)),
  // A piece comes twice, or many times.
  (bytes, _, random) => {
    const [from, to] = placesIn(bytes, random);
    const piece = bytes.subarray(from, to);
    const times = random() < 0.9 || piece.length > 64 ? 1 : 200;
    return replaced(bytes, to, to, Buffer.concat(Array.from({ length: times }, () => piece)));
  },
  // A token is put in.
  (bytes, _, random) => {
    const [at] = placesIn(bytes, random);
    return replaced(bytes, at, at, Buffer.from(someOf(TOKENS, random)));
  },
  // A piece is replaced by a piece of another file.
  (bytes, others, random) => {
    const other = someOf(others, random);
    const [from, to] = placesIn(other, random);
    return replaced(bytes, ...placesIn(bytes, random), other.subarray(from, to));
  },
  // The end is missing.
  (bytes, _, random) => (random() < 0.7 ? bytes : bytes.subarray(0, Math.floor(random() * bytes.length))),
];

/**
 * The bytes in chunks of any sizes, some of a single byte, some empty. A few cuts find what many do not: a reader that
 * waits for twice as much passes over most of the places where chunks end.
 */
export async function* chunksOf(bytes, random) {
  const most = someOf([3, 64, 1024, bytes.length, bytes.length, 1 << 16], random);
  for (let from = 0; from < bytes.length; ) {
    const length = Math.floor(random() * (most + 1));
    yield bytes.subarray(from, from + length);
    from += length;
  }
}
