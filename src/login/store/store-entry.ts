import { createHmac } from "node:crypto";
import type { FallbackUser } from "../fallback-user.js";
import { keysToKeep } from "../identifier-key.js";
import { rankOf } from "./stored-user.js";

/**
 * One entry of the store: a keyed fingerprint of an ID or identifier, and the line that has it. Sorted by
 * fingerprint, so that equal ones are neighbours, whose address it is at the front.
 */
export interface StoreEntry {
  readonly fingerprint: Buffer;
  readonly offset: number;
  readonly length: number;
  /** Number of the line, from 0: its place among the marks. From the number of lines on: an absent user's. */
  readonly line: number;
  readonly isId: boolean;
}

export const FINGERPRINT_BYTES = 12;
export const ENTRY_BYTES = FINGERPRINT_BYTES + 6 + 4 + 4;
/** Lines are counted in 31 bits; the 32nd tells an ID from an identifier. */
const ID_BIT = 0x8000_0000;
/** More lines than that have no place in an entry. */
export const MOST_LINES = ID_BIT - 1;

/** The first 2 of 48 bits of an offset say how much the identifier is the user's. */
const RANK_UNIT = 2 ** 46;

type KeyKind = "id" | "identifier";

/** Says nothing of the text without the key. The text of an identifier is one of `keysToKeep`. */
export function fingerprintOf(key: Buffer, kind: KeyKind, text: string): Buffer {
  return createHmac("sha256", key).update(`${kind}\0${text}`).digest().subarray(0, FINGERPRINT_BYTES);
}

const UNPLACED = Buffer.alloc(ENTRY_BYTES - FINGERPRINT_BYTES, 0xff);

/** The ID of a user of the older store, who may be absent from the file: sorted after the file's entry for the same ID. */
export function unplacedEntry(fingerprint: Buffer): Buffer {
  return Buffer.concat([fingerprint, UNPLACED]);
}

export function isUnplaced(entry: Buffer): boolean {
  return entry.compare(UNPLACED, 0, UNPLACED.length, FINGERPRINT_BYTES) === 0;
}

/** Gives an absent user's entry its number, and the line of another user: a look-up without a match reads any one. */
export function placeEntry(entry: Buffer, { offset, length }: Place, line: number): Buffer {
  return encodeEntry(entry.subarray(0, FINGERPRINT_BYTES), offset, length, line + ID_BIT);
}

/** Where a line is. */
export type Place = Pick<StoreEntry, "offset" | "length">;

/** All entries of one line, each fingerprint once. */
export function entriesOf(
  key: Buffer,
  user: FallbackUser,
  { offset, length, line }: Place & Pick<StoreEntry, "line">,
): readonly Buffer[] {
  const keys = [...new Set(user.identifiers.flatMap(keysToKeep))];
  return [
    encodeEntry(fingerprintOf(key, "id", user.externalUserId), offset, length, line + ID_BIT),
    ...keys.map((text) => {
      const ranked = offset + rankOf(text, user) * RANK_UNIT;
      return encodeEntry(fingerprintOf(key, "identifier", text), ranked, length, line);
    }),
  ];
}

function encodeEntry(fingerprint: Buffer, offset: number, length: number, line: number): Buffer {
  const entry = Buffer.allocUnsafe(ENTRY_BYTES);
  fingerprint.copy(entry);
  entry.writeUIntBE(offset, FINGERPRINT_BYTES, 6);
  entry.writeUInt32BE(length, FINGERPRINT_BYTES + 6);
  entry.writeUInt32BE(line, FINGERPRINT_BYTES + 10);
  return entry;
}

export function decodeEntry(bytes: Buffer, at: number): StoreEntry {
  const line = bytes.readUInt32BE(at + FINGERPRINT_BYTES + 10);
  return {
    fingerprint: bytes.subarray(at, at + FINGERPRINT_BYTES),
    offset: bytes.readUIntBE(at + FINGERPRINT_BYTES, 6) % RANK_UNIT,
    length: bytes.readUInt32BE(at + FINGERPRINT_BYTES + 6),
    line: line & (ID_BIT - 1),
    isId: line >= ID_BIT,
  };
}
