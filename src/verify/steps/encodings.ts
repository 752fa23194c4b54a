import { utf8, utf16le } from "../../lib/bytes.js";
import { WINDOWS_1252 } from "../../lib/windows-1252.js";

/**
 * How an old system may have turned a password into bytes. `latin1` is ISO 8859-1; `windows-1252` is what browsers and
 * databases mean by that name, with € and quotation marks.
 */
export type PasswordEncoding = "utf-8" | "latin1" | "windows-1252" | "utf-16le";

/** Null where the encoding has no place for a character. */
type Encoder = (text: string) => Uint8Array | null;

export const ENCODERS: Readonly<Record<PasswordEncoding, Encoder>> = {
  "utf-8": utf8,
  latin1: (text) => eachCharacter(text, (code) => (code <= 0xff ? code : undefined)),
  "windows-1252": (text) => eachCharacter(text, byteOfWindows1252),
  "utf-16le": utf16le,
};

function eachCharacter(text: string, byteOf: (code: number) => number | undefined): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = byteOf(text.charCodeAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}

function byteOfWindows1252(code: number): number | undefined {
  const at = WINDOWS_1252.indexOf(String.fromCharCode(code));
  if (at >= 0) return 0x80 + at;
  return code < 0x80 || (code > 0x9f && code <= 0xff) ? code : undefined;
}
