import { anyBase64Bytes, base64Padding, decodeBase64, scanBase64 } from "../../lib/base64.js";
import { charactersOf } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { hexBytes } from "../../lib/hex.js";
import { refuse } from "../../problems/wrapping.js";
import { type Result, success } from "../../result.js";

/** The text after `skip` characters of wrapping, which must be base64 of printable ASCII. */
export function decodeWholeBase64(text: string, skip: number): Result<string> {
  const scan = scanBase64(text, skip);
  if (scan.illegalAt >= 0) {
    return refuse("wrapping/undecodable", "the payload is not base64", { offset: scan.illegalAt });
  }
  const bodyLength = scan.bodyEnd - skip;
  const padded = scan.padding === 0 || scan.padding === base64Padding(bodyLength);
  const sound = bodyLength > 0 && !scan.impossibleLength && !scan.unusedBits && padded;
  if (!sound || (scan.hasStandardOnly && scan.hasUrlSafeOnly)) {
    return refuse("wrapping/undecodable", "the payload is cut off or is not one kind of base64", {
      offset: scan.bodyEnd,
    });
  }
  return asciiText(decodeBase64(text, skip, scan.bodyEnd), skip);
}

/**
 * Dovecot's `{NAME.b64}`, `{NAME.base64}` and `{NAME.hex}`. `inner` gives the
 * beginnings that the decoded hash may have, by the name in lower case.
 */
export function decodeSuffixed(text: string, inner: Readonly<Record<string, readonly string[]>>): Result<string> {
  const dot = text.indexOf(".");
  const brace = text.indexOf("}");
  const skip = brace + 1;
  const name = text.slice(1, dot).toLowerCase();
  const encoding = text.slice(dot + 1, brace).toLowerCase();
  const decoded = encoding === "hex" ? decodeHex(text, skip) : decodeWholeBase64(text, skip);
  if (!decoded.ok || inner[name]?.some((beginning) => decoded.value.startsWith(beginning))) return decoded;
  return refuse("wrapping/conflict", "the wrapping names one scheme and the payload is not of that scheme", {
    offset: skip,
  });
}

/** Dovecot's pbkdf2 after such a name, with its name in front again. */
export function decodeSuffixedPbkdf2(text: string): Result<string> {
  const decoded = decodeSuffixed(text, { pbkdf2: ["$1$"] });
  return decoded.ok ? success(`{PBKDF2}${decoded.value}`) : decoded;
}

/** SCRAM's keys after such a name, with the name in front again. */
export function decodeSuffixedScram(text: string): Result<string> {
  const decoded = decodeSuffixed(text, { "scram-sha-1": [""], "scram-sha-256": [""] });
  return decoded.ok ? success(`${text.slice(0, text.indexOf(".")).toLowerCase()}}${decoded.value}`) : decoded;
}

/** DES crypt after such a name, with a name in front again that says what it is: `{CRYPT.b64}` holds any of crypt(3). */
export function decodeSuffixedDesCrypt(text: string): Result<string> {
  const decoded = decodeSuffixed(text, { crypt: [""], "des-crypt": [""] });
  return decoded.ok ? success(`{DES-CRYPT}${decoded.value}`) : decoded;
}

function decodeHex(text: string, skip: number): Result<string> {
  const bytes = hexBytes(text.slice(skip));
  if (bytes !== null) return asciiText(bytes, skip);
  return refuse("wrapping/undecodable", "the payload is not hexadecimal", { offset: skip });
}

/**
 * LDIF (RFC 2849): `userPassword:: <base64>`, with or without the attribute's name, and
 * `userPassword: <text>`.
 */
export function decodeLdif(text: string): Result<string> {
  const base64 = /^(?:userPassword)?:: */i.exec(text);
  if (base64 !== null) return decodeWholeBase64(text, base64[0].length);
  return success(text.replace(/^userPassword: */i, ""));
}

/** MongoDB's Extended JSON, in the notation of version 2 and of version 1. */
export function decodeBsonBinary(text: string): Result<string> {
  const base64 = bsonBase64(text);
  if (base64 !== null) return decodeWholeBase64(base64, 0);
  return refuse("wrapping/undecodable", "it is not a $binary of MongoDB's Extended JSON");
}

function bsonBase64(text: string): string | null {
  try {
    const binary: unknown = JSON.parse(text).$binary;
    const value = typeof binary === "object" ? Reflect.get(binary as object, "base64") : binary;
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Bytes as a database's dump writes them in hexadecimal: `\x…` of PostgreSQL, `0x…` of others. */
export function decodeDumpedHex(text: string): Result<string> {
  return decodeHex(text, 2);
}

const XENFORO_BEGINNING = 'a:1:{s:4:"hash";s:60:"';
const XENFORO_END = '";}';

/** Whether the text may be base64 of a hash that begins with `$2` or `$argon2`. */
export function mayHoldDollar(text: string): boolean {
  return text.startsWith("JDJ") || text.startsWith("JGFyZ29uM");
}

/** Whether the text may be base64 of something that begins with `{`. */
export function mayHoldBrace(text: string): boolean {
  return text.charAt(0) === "e" && "wxyz0123456789+/".includes(text.charAt(1));
}

/** PHP's serialisation of an array with the one key `hash` and a text of 60 characters. */
export function decodeXenforo(text: string): Result<string> {
  const whole = XENFORO_BEGINNING.length + 60 + XENFORO_END.length;
  if (text.length !== whole || !text.startsWith(XENFORO_BEGINNING) || !text.endsWith(XENFORO_END)) {
    return refuse(
      "wrapping/undecodable",
      "the serialised array is not that of XF:Core12: one bcrypt hash of 60 characters",
      { offset: 0 },
    );
  }
  return success(text.slice(XENFORO_BEGINNING.length, XENFORO_BEGINNING.length + 60));
}

const MD5_BYTES = 16;
/** The order in which md5-crypt writes the digest's bytes. */
const MD5_CRYPT_ORDER = [12, 6, 0, 13, 7, 1, 14, 8, 2, 15, 9, 3, 5, 10, 4, 11];

/** OpenLDAP's md5-crypt, whose payload is the 16 bytes of the digest and the salt after them, as crypt(3) writes it. */
export function decodeMd5Crypt(text: string, marker: "$1$" | "$apr1$"): Result<string> {
  const skip = text.indexOf("}") + 1;
  const bytes = anyBase64Bytes(text.slice(skip));
  if (bytes === null || bytes.length < MD5_BYTES) {
    return refuse("wrapping/undecodable", "the payload is not base64 of a digest and a salt", {
      offset: skip,
    });
  }
  const salt = asciiText(bytes.subarray(MD5_BYTES), skip);
  const digest = Uint8Array.from(MD5_CRYPT_ORDER, (place) => bytes[place] as number);
  return salt.ok ? success(`${marker}${salt.value}$${encodeCryptBase64(digest)}`) : salt;
}

function asciiText(bytes: Uint8Array, offset: number): Result<string> {
  for (const byte of bytes) {
    if (byte < 0x20 || byte > 0x7e) {
      return refuse("wrapping/undecodable", "the decoded payload is not printable ASCII", { offset });
    }
  }
  return success(charactersOf(bytes));
}
