import { base64ByteLength, base64Bytes, fromUrlSafe } from "../../lib/base64.js";
import { cryptNumber } from "../../lib/crypt-base64.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { isSoundBcrypt } from "../bcrypt.js";

/** The named groups of a row's pattern. */
export type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Whether the parts that a pattern found can be those of one hash: what no pattern
 * counts. A digest that a column cut off must not pass, for a short one is easy to hit.
 */
export type SoundParts = (parts: Parts) => boolean;

/** A derived key of a length that is the writer's choice has at least this many bytes. */
const LEAST_KEY_BYTES = 16;

/** The digest's bytes are those of the function in the group `hash`, which is SHA-1 where none is named. */
export function hexDigestFits({ hash, digest = "" }: Parts): boolean {
  return digest.length === 2 * digestBytes(hash);
}

/** The same in base64, padded or bare. */
export function base64DigestFits({ hash, digest = "", salt }: Parts): boolean {
  return base64ByteLength(digest) === digestBytes(hash) && (salt === undefined || isBase64(salt));
}

/** Format, salt and digest in padded base64, the digest of the function in the group `hash`; the format takes the password. */
export function formattedDigestFits({ hash, format = "", salt = "", digest = "" }: Parts): boolean {
  const bytes = base64Bytes(format);
  return (
    bytes !== null &&
    asciiOf(bytes).includes("{PASSWORD}") &&
    base64ByteLength(salt) > 0 &&
    base64ByteLength(digest) === digestBytes(hash)
  );
}

/** Base64 of an HMAC's hexadecimal digits, and of a key. */
export function encodedHmacFits({ hash, digest = "", key = "" }: Parts): boolean {
  const bytes = base64Bytes(digest);
  return (
    bytes !== null &&
    bytes.length === 2 * digestBytes(hash) &&
    /^[0-9a-f]{32,128}$/.test(asciiOf(bytes)) &&
    base64ByteLength(key) > 0
  );
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** The same in passlib's base64, with a dot for the plus sign. */
export function passlibDigestFits({ hash, digest = "", salt = "" }: Parts): boolean {
  return base64DigestFits({ hash, digest: withPlus(digest), salt: withPlus(salt) });
}

/** The same in URL-safe base64. */
export function base64urlDigestFits({ hash, digest = "", salt = "" }: Parts): boolean {
  return base64DigestFits({ hash, digest: fromUrlSafe(digest), salt: fromUrlSafe(salt) });
}

/** The same for a salt that is used as text. */
export function textSaltedDigestFits({ hash, digest }: Parts): boolean {
  return base64DigestFits({ hash, digest });
}

/** Salt and key in base64, the key as long as the group `length` says. */
export function keyFits({ salt = "", digest = "", length }: Parts): boolean {
  const bytes = base64ByteLength(digest);
  return isBase64(salt) && bytes >= LEAST_KEY_BYTES && (length === undefined || bytes === Number(length));
}

/** scrypt in PHC notation and its relatives: N or its logarithm, r, p, and a key in base64. */
export function scryptFits(parts: Parts): boolean {
  return scryptCostsFit(parts) && keyFits(parts);
}

/** Django's: the salt is text, the key has 64 bytes. */
export function djangoScryptFits({ digest, ...costs }: Parts): boolean {
  return scryptCostsFit(costs) && base64DigestFits({ hash: "sha512", digest });
}

/** Costs in decimal: N or its logarithm, r and p. */
export function scryptCostsFit({ n, logN, r, p }: Parts): boolean {
  return isScryptCost(n === undefined ? Number(logN) : Math.log2(Number(n)), Number(r), Number(p));
}

/**
 * RFC 7914 section 2: N is a power of two from 2 on and below 2^(16 r), r times p is below 2^30.
 * Wider numbers than 64 bits are no N of any implementation.
 */
export function isScryptCost(logN: number, r: number, p: number): boolean {
  const isPower = Number.isInteger(logN) && logN >= 1 && logN < 64 && logN < 16 * r;
  return isPower && r >= 1 && p >= 1 && r * p < 2 ** 30;
}

/** Spring's scrypt: log2 N, r and p in one hexadecimal number of 16, 8 and 8 bits. */
export function springScryptFits({ parameters = "", ...parts }: Parts): boolean {
  const value = Number.parseInt(parameters, 16);
  return isScryptCost(value >>> 16, (value >> 8) & 255, value & 255) && keyFits(parts);
}

/** Spring's pbkdf2: 8 bytes of salt before 5.8 and 16 since, with 32 of key. */
export function springPbkdf2Fits({ release, value = "" }: Parts): boolean {
  return value.length === 2 * (32 + (release === undefined ? 8 : 16));
}

/** crypt(3)'s scrypt: numbers in its own base64. */
export function cryptScryptFits({ logN = "", r = "", p = "" }: Parts): boolean {
  const [rounds, blocks, lanes] = [logN, r, p].map(cryptNumber) as [number, number, number];
  return isScryptCost(rounds, blocks, lanes);
}

/** Salt and key in one base64 value: the key of the named function and at least `saltBytes` of salt. */
export function valueHolds(saltBytes: number): SoundParts {
  return ({ hash, value = "" }) => base64ByteLength(value) >= digestBytes(hash) + saltBytes;
}

/** A value that is whole and clean base64. */
export function isWhole({ value = "" }: Parts): boolean {
  return isBase64(value);
}

const ASPNET_HEAD_BYTES = 13;

/** ASP.NET Core Identity 3: a marker, function, rounds and length of the salt, then salt and key. */
export function aspnetFits({ value = "" }: Parts): boolean {
  const bytes = base64Bytes(value);
  if (bytes === null || bytes.length < ASPNET_HEAD_BYTES) return false;
  const words = new DataView(bytes.buffer, bytes.byteOffset);
  const saltBytes = words.getUint32(9);
  const keyBytes = bytes.length - ASPNET_HEAD_BYTES - saltBytes;
  // The bounds of PasswordHasher: both at least 128 bits.
  return (
    words.getUint32(1) <= 2 &&
    words.getUint32(5) >= 1 &&
    saltBytes >= LEAST_KEY_BYTES &&
    keyBytes >= LEAST_KEY_BYTES
  );
}

/** 389 Directory Server's value begins with its rounds, a big-endian word. */
export function roundsFit({ base64 = "" }: Parts): boolean {
  return (
    base64Bytes(base64)
      ?.slice(0, 4)
      .some((byte) => byte > 0) === true
  );
}

const FSHP_FUNCTIONS = ["sha1", "sha256", "sha384", "sha512"] as const;

/** The value holds as much salt as is said, and the digest of the variant. */
export function fshpFits({ variant, saltBytes, base64 = "" }: Parts): boolean {
  return base64ByteLength(base64) === Number(saltBytes) + digestBytes(FSHP_FUNCTIONS[Number(variant)]);
}

/** argon2 of one lane takes 8 KiB at least. */
export function sodiumMemoryFits({ versions = "" }: Parts): boolean {
  return versions
    .split(":")
    .every((version) => Number(version.split("_")[3] ?? Number.NaN) >= 8192 || /^[012]$/.test(version));
}

/** PHP's serialisation says the length of each text. */
export function saltLengthFits({ salt = "", saltLength }: Parts): boolean {
  return salt.length === Number(saltLength);
}

/** The outer hash, put together, is a sound bcrypt hash. */
export function combinedBcryptFits({ version, cost, bcryptSalt, digest }: Parts): boolean {
  return isSoundBcrypt(`$${version}$${cost}$${bcryptSalt}${digest}`);
}

function digestBytes(hash = "sha1"): number {
  return DIGEST_BYTES[hash.replace("-", "").toLowerCase() as DigestName] ?? Number.NaN;
}

function isBase64(text: string): boolean {
  return base64ByteLength(text) >= 0;
}

function withPlus(text: string): string {
  return text.replaceAll(".", "+");
}
