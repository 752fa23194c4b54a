import { charactersOf } from "./bytes.js";

/**
 * Base64 (RFC 4648 sections 4 and 5) with everything visible that lenient
 * decoders hide: alphabet, padding, impossible length, unused bits.
 */

export const STANDARD_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Has the marks of both alphabets. */
const INVALID = 255;
const URL_SAFE_BIT = 64;
const STANDARD_BIT = 128;
const EQUALS = 61;
const ASCII = 127;

/**
 * Six-bit value of each ASCII character; the four characters in which the two
 * alphabets differ carry a mark beside their value.
 */
const VALUES: Uint8Array = /* @__PURE__ */ makeValues();

function makeValues(): Uint8Array {
  const values = new Uint8Array(128).fill(INVALID);
  for (let value = 0; value < 62; value++) values[STANDARD_ALPHABET.charCodeAt(value)] = value;
  values[43] = 62 | STANDARD_BIT; // +
  values[47] = 63 | STANDARD_BIT; // /
  values[45] = 62 | URL_SAFE_BIT; // -
  values[95] = 63 | URL_SAFE_BIT; // _
  return values;
}

/** What a stretch of base64 text looks like. */
interface Base64Scan {
  /** Offset of the first character that is in neither alphabet, or -1. */
  readonly illegalAt: number;
  /** Where the characters end and the padding begins. */
  readonly bodyEnd: number;
  /** `=` characters at the end. */
  readonly padding: number;
  readonly hasStandardOnly: boolean;
  readonly hasUrlSafeOnly: boolean;
  /** The length without padding is 4n + 1, which no bytes encode to. */
  readonly impossibleLength: boolean;
  /** The last character carries bits that belong to no byte. */
  readonly unusedBits: boolean;
}

/** Looks once at each character of `text` from `start` to before `end`. */
export function scanBase64(text: string, start = 0, end = text.length): Base64Scan {
  let bodyEnd = end;
  while (bodyEnd > start && text.charCodeAt(bodyEnd - 1) === EQUALS) bodyEnd--;
  let illegalAt = -1;
  let marks = 0;
  let last = 0;
  for (let at = start; at < bodyEnd; at++) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (VALUES[code] as number) : INVALID;
    if (value === INVALID) {
      illegalAt = at;
      break;
    }
    marks |= value;
    last = value;
  }
  const rest = (bodyEnd - start) % 4;
  const unused = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  return {
    illegalAt,
    bodyEnd,
    padding: end - bodyEnd,
    hasStandardOnly: (marks & STANDARD_BIT) !== 0,
    hasUrlSafeOnly: (marks & URL_SAFE_BIT) !== 0,
    impossibleLength: rest === 1,
    unusedBits: (last & unused) !== 0,
  };
}

/** Whether a text, or a stretch of it, is standard base64 with its padding (RFC 4648 section 4) and no unused bit set. */
export function isPaddedBase64(text: string, start = 0, end = text.length): boolean {
  return (end - start) % 4 === 0 && standardBase64Length(text, start, paddedBodyEnd(text, start, end)) >= 0;
}

/** Bytes of a stretch of standard base64 with its padding, or null where it is anything else. */
export function decodePaddedBase64(text: string, start: number, end: number): Uint8Array | null {
  return (end - start) % 4 === 0 ? decodeStandardBase64(text, start, paddedBodyEnd(text, start, end)) : null;
}

/** Where the padding of such a stretch begins: it has two signs of it at most. */
function paddedBodyEnd(text: string, start: number, end: number): number {
  let bodyEnd = end;
  while (bodyEnd > start && bodyEnd > end - 2 && text.charCodeAt(bodyEnd - 1) === EQUALS) bodyEnd--;
  return bodyEnd;
}

/** Standard base64, padded or bare; null where it is cut off, dirty or wrongly padded. */
export function base64Bytes(text: string): Uint8Array | null {
  const end = soundBodyEnd(text);
  return end < 0 ? null : decodeBase64(text, 0, end);
}

/** Base64 in either alphabet, padded or bare; null where it is of both, cut off, dirty or wrongly padded. */
export function anyBase64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  const scan = scanBase64(text);
  const isOfBoth = scan.hasStandardOnly && scan.hasUrlSafeOnly;
  return isOfBoth || !isSound(scan) ? null : decodeBase64(text, 0, scan.bodyEnd);
}

/** Where the padding of standard base64, padded or bare, begins, or -1. */
function soundBodyEnd(text: string): number {
  const scan = scanBase64(text);
  return isSound(scan) && !scan.hasUrlSafeOnly ? scan.bodyEnd : -1;
}

/** Whether a whole text is bytes and nothing else, whatever its alphabet. */
function isSound({ illegalAt, bodyEnd, padding, impossibleLength, unusedBits }: Base64Scan): boolean {
  const isPadded = padding === 0 || padding === base64Padding(bodyEnd);
  return illegalAt < 0 && isPadded && !impossibleLength && !unusedBits;
}

/** Padding that a body of this length takes: 0, 1 or 2. */
export function base64Padding(bodyLength: number): number {
  return (4 - (bodyLength % 4)) % 4;
}

/**
 * Bytes of base64 text in either alphabet. Only for text that `scanBase64`
 * found without illegal characters; `end` is before the padding.
 */
export function decodeBase64(text: string, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  const rest = (end - start) % 4;
  const wholeEnd = end - rest;
  let written = 0;
  for (let at = start; at < wholeEnd; at += 4) {
    const b = sixBits(text, at + 1);
    const c = sixBits(text, at + 2);
    bytes[written++] = (sixBits(text, at) << 2) | (b >> 4);
    bytes[written++] = (b << 4) | (c >> 2);
    bytes[written++] = (c << 6) | sixBits(text, at + 3);
  }
  if (rest < 2) return bytes;
  const b = sixBits(text, wholeEnd + 1);
  bytes[written++] = (sixBits(text, wholeEnd) << 2) | (b >> 4);
  if (rest === 3) bytes[written] = (b << 4) | (sixBits(text, wholeEnd + 2) >> 2);
  return bytes;
}

function sixBits(text: string, at: number): number {
  return (VALUES[text.charCodeAt(at)] as number) & 63;
}

/** Bytes of a stretch of standard base64 without padding, or null where it is anything else, unused bits included. */
export function decodeStandardBase64(text: string, start: number, end: number): Uint8Array | null {
  return standardBase64Length(text, start, end) < 0 ? null : decodeBase64(text, start, end);
}

/** How many bytes a stretch of standard base64 without padding is, or -1 where it is anything else. */
export function standardBase64Length(text: string, start: number, end: number): number {
  const rest = (end - start) % 4;
  const unused = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  let marks = 0;
  let widest = 0;
  // No branch in the loop: it only collects bits, and they are judged afterwards. A regular expression takes twice as long.
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    widest |= code;
    marks |= VALUES[code & ASCII] as number;
  }
  if (rest === 1 || widest > ASCII || (marks & URL_SAFE_BIT) !== 0) return -1;
  return (sixBits(text, end - 1) & unused) === 0 ? Math.floor(((end - start) * 3) / 4) : -1;
}

/** Standard alphabet, without padding. */
export function encodeBase64Unpadded(bytes: Uint8Array): string {
  return encodeSixBits(bytes, STANDARD_ALPHABET);
}

/** Six bits to a character of the alphabet, the most significant first; without padding. */
export function encodeSixBits(bytes: Uint8Array, alphabet: string): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let written = 0;
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      codes[written++] = alphabet.charCodeAt((held >> bits) & 63);
    }
  }
  if (bits > 0) codes[written] = alphabet.charCodeAt((held << (6 - bits)) & 63);
  return charactersOf(codes);
}

/** Standard alphabet, with padding: RFC 4648 section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeBase64Unpadded(bytes);
  return text + "=".repeat(base64Padding(text.length));
}
