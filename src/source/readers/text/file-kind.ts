import { problem } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";

/** Beginnings, one character a byte, of files that hold no text, and what is said of them. */
const BEGINNINGS = [
  [/^\x1f\x8b/, "source/compressed", "the file is compressed with gzip"],
  [/^PK\x03\x04/, "source/compressed", "the file is a ZIP archive"],
  [/^\x28\xb5\x2f\xfd/, "source/compressed", "the file is compressed with zstd"],
  [
    /^(?:\xff\xfe|\xfe\xff|[^\0]\0|\0[^\0])/,
    "source/utf-16",
    "the file is in UTF-16 or another encoding with NUL bytes",
  ],
] as const;

/** Characters by which a kind of file is told. */
export const FILE_KIND_LENGTH = 4;
export const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Why a file that begins like this is not read as text; undefined where it may be. */
export function notTextOf(beginning: string): Problem | undefined {
  const found = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  return found === undefined ? undefined : problem(found[1], found[2]);
}
