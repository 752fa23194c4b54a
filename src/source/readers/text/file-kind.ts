import { problem } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";
import { FILE_FAULTS } from "./item-list.js";

/** Beginnings, one character a byte, of files that hold no text, and what is said of them. */
const BEGINNINGS = [
  [/^\x1f\x8b/, ...FILE_FAULTS.gzip],
  [/^PK\x03\x04/, ...FILE_FAULTS.zip],
  [/^\x28\xb5\x2f\xfd/, "source/compressed", "the file is compressed with zstd"],
  [/^(?:\xff\xfe|\xfe\xff|[^\0]\0|\0[^\0])/, ...FILE_FAULTS["utf-16"]],
] as const;

/** Characters by which a kind of file is told. */
export const FILE_KIND_LENGTH = 4;
export const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Why a file that begins like this is not read as text; undefined where it may be. */
export function notTextOf(beginning: string): Problem | undefined {
  const found = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  return found === undefined ? undefined : problem(found[1], found[2]);
}
