import { Buffer } from "../../../runtime/index.js";

const BEYOND_ASCII = /[\x80-\xff]/;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes, one in each character, as the text that they are in UTF-8; undefined where they are not. */
export function utf8Text(bytes: string): string | undefined {
  if (!BEYOND_ASCII.test(bytes)) return bytes;
  try {
    return UTF8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

/** Text as its UTF-8 bytes, one in each character. */
export function utf8Bytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A binary value as text where it is UTF-8 without control characters, else as databases show it: `\x` and hexadecimal digits. */
export function binaryText(bytes: string): string {
  const text = utf8Text(bytes);
  if (text !== undefined && !/[\x00-\x08\x0e-\x1f\x7f]/.test(text)) return text;
  return `\\x${Buffer.from(bytes, "latin1").toString("hex")}`;
}

/** Copies of texts: a slice of one would keep the whole stretch of the file in memory. */
export function detached(texts: readonly (string | null)[]): (string | null)[] {
  const whole = texts.join("");
  let at = 0;
  return texts.map((text) => {
    if (text === null) return null;
    at += text.length;
    return whole.slice(at - text.length, at);
  });
}
