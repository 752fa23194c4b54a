import { identifyHash } from "../../hash/index.js";
import { counted } from "../../lib/plural.js";
import { isPrintable } from "../../lib/printable.js";
import { Buffer } from "../../runtime/index.js";
import { possibleSecretEncodings, SECRET_ENCODINGS, type SecretEncoding } from "../../secret/index.js";
import { decodeSecret } from "../../secret/internal.js";

/** What the values of a column of hashes are, by kind; no value is repeated. */
export function describeHashes(values: readonly string[]): string {
  const kinds = new Map<string, number>();
  for (const value of values) {
    const { scheme, wrapping } = identifyHash(value);
    const kind = wrapping === null ? scheme : `${scheme} in ${wrapping.name}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const most = [...kinds].sort(([, one], [, other]) => other - one).slice(0, 5);
  return most.map(([kind, count]) => `${count} ${kind}`).join(", ");
}

/** Which encodings the values could be in: all of them, or most where one that is damaged hides it. */
export function describeEncodings(values: readonly string[]): string {
  const possible = values.map(possibleSecretEncodings);
  const counts = SECRET_ENCODINGS.map((encoding) => {
    return [encoding, possible.filter((all) => all.includes(encoding)).length] as const;
  });
  const ofAll = counts.flatMap(([encoding, count]) => (count === values.length ? [encoding] : []));
  const ofMost = counts.filter(([, count]) => count < values.length && count * 2 > values.length);
  if (ofMost.length === 0) return `All values could be ${ofAll.join(", ") || "none: they may be encrypted"}`;
  const most = ofMost.map(([encoding, count]) => `${count} of ${values.length} could be ${encoding}`).join(", ");
  return `${most}; ${ofAll.length === 0 ? "no encoding could be that of all" : `all could be ${ofAll.join(", ")}`}`;
}

/** The encodings in which every value comes to hexadecimal text: then the key may be that text, or the bytes that it stands for. */
export function hexWithin(values: readonly string[]): readonly SecretEncoding[] {
  return (["base32", "base64", "base64url"] as const).filter((encoding) =>
    values.every((value) => {
      const decoded = decodeSecret(value, encoding);
      return decoded.ok && decoded.value.length >= 16 && isHexText(decoded.value);
    }),
  );
}

function isHexText(bytes: Uint8Array): boolean {
  return /^[0-9a-f]+$/i.test(Buffer.from(bytes).toString("latin1"));
}

/** Bytes of the usual digests. */
const DIGEST_BYTES: readonly number[] = [20, 28, 32, 48, 64];

/** Whether the salts have the length of digests and the hashes are shorter: the usual sign of columns that were exchanged. */
export function looksExchanged(salts: readonly string[], hashes: readonly string[]): boolean {
  const [salt, hash] = [sharedLength(salts), sharedLength(hashes)];
  return salt !== undefined && hash !== undefined && DIGEST_BYTES.includes(salt) && hash < salt;
}

/** Bytes of each value, where all have as many. */
function sharedLength(values: readonly string[]): number | undefined {
  const lengths = new Set(values.map(bytesOf));
  const [only] = lengths;
  return lengths.size === 1 ? only : undefined;
}

function bytesOf(value: string): number | undefined {
  if (/^(?:[0-9a-f]{2})+$/i.test(value)) return value.length / 2;
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? Math.floor((value.replace(/=+$/, "").length * 3) / 4) : undefined;
}

const MOST_WORDS = 8;
const MOST_WORD_CHARACTERS = 20;

/** The words of a flag, where they are few and short enough to be words. */
export function describeWords(values: readonly string[]): string {
  const words = [...new Set(values)];
  const areWords =
    words.length <= MOST_WORDS && words.every((word) => word.length <= MOST_WORD_CHARACTERS && isPrintable(word));
  return areWords ? words.map((word) => JSON.stringify(word)).join(", ") : counted(words.length, "different value");
}
