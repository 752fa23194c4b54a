import { hash } from "node:crypto";

/** Makes the fingerprint of a text: HMAC-SHA256 under one key, of which 128 bits are kept; base64url. */
export type KeyedPrint = (text: string) => string;

/** SHA-256 takes its input in blocks of so many bytes. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** What HMAC mixes the key with, inside and outside (RFC 2104 section 2). */
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Texts that may be longer are copied. */
const ROOM_BYTES = 4096;
const MOST_BYTES_A_CHARACTER = 3;

/**
 * HMAC of two digests that are done at once: what `createHmac` gives costs three times as much, and each user of an
 * import takes two fingerprints or more.
 *
 * @param key Base64url.
 */
export function keyedPrint(key: string): KeyedPrint {
  const inner = padded(key, INNER_PAD, ROOM_BYTES);
  const outer = padded(key, OUTER_PAD, DIGEST_BYTES);
  return (text) => {
    outer.write(hash("sha256", placed(text, inner), "binary"), BLOCK_BYTES, "latin1");
    return first128Bits(hash("sha256", outer, "base64url"));
  };
}

/** A block of the key, and room for what comes after it. */
function padded(key: string, pad: number, room: number): Buffer {
  const given = Buffer.from(key, "base64url");
  const short = given.length > BLOCK_BYTES ? hash("sha256", given, "buffer") : given;
  const block = Buffer.alloc(BLOCK_BYTES + room);
  for (let at = 0; at < BLOCK_BYTES; at++) block[at] = (short[at] ?? 0) ^ pad;
  return block;
}

/** The block of the key with the text after it. */
function placed(text: string, room: Buffer): Uint8Array {
  const fits = text.length * MOST_BYTES_A_CHARACTER <= ROOM_BYTES;
  if (!fits) return Buffer.concat([room.subarray(0, BLOCK_BYTES), Buffer.from(text)]);
  return room.subarray(0, BLOCK_BYTES + room.write(text, BLOCK_BYTES));
}

const WHOLE_CHARACTERS = 21;
const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Of base64url: the last of its 22 characters has two bits that belong to the first 128, and four that don't. */
function first128Bits(text: string): string {
  const last = BASE64URL.indexOf(text[WHOLE_CHARACTERS] as string) & 0b110000;
  return text.slice(0, WHOLE_CHARACTERS) + BASE64URL[last];
}
