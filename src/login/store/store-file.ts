import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { decodeEntry, ENTRY_BYTES, type StoreEntry } from "./store-entry.js";

/** What the beginning of a store says of it. */
export interface StoreHeader {
  readonly format: typeof FORMAT;
  /** Of the fingerprints, in hexadecimal digits. A secret. */
  readonly key: string;
  /** Size of the file that it is over, and when that was changed. */
  readonly bytes: number;
  readonly modified: number;
  readonly lines: number;
  readonly users: number;
  /** IDs of the older store that the file lacks, which have entries and marks too; a store of an older release has none. */
  readonly absent?: number;
  readonly entries: number;
  /** SHA-256 of the entries. */
  readonly digest: string;
  /** SHA-256 of all the above and below: a damaged key would find no user, and say nothing. */
  readonly check?: string;
  readonly damaged: readonly number[];
  readonly damagedCount: number;
  /** The last line can't be read: others may have come after it. */
  readonly isCut?: boolean;
  readonly doubled: readonly (readonly [number, number])[];
  readonly doubledCount: number;
  /** Names of the peppers that users have. */
  readonly peppers: readonly string[];
  /** Users whose hash needs the signer key; a store of an older release does not say it. */
  readonly signerKeyUsers?: number;
}

export const FORMAT = "credport fallback store 3";
/** The header is a text of this size, filled up with blanks. */
export const HEADER_BYTES = 16_384;
const SLOTS = 65_536;
const READ_BYTES = ENTRY_BYTES * 40_000;

/** An open store: a header, sorted entries, and for each kind of note a mark for each line and each absent user. */
export interface StoreFile {
  readonly handle: FileHandle;
  readonly header: StoreHeader;
  readonly key: Buffer;
  /** The first entry of each two bytes that a fingerprint can begin with. */
  readonly slots: Uint32Array;
  /** Tells it from one that was built since. */
  readonly identity: string;
}

/** A store's path. */
export function storePathOf(file: string): string {
  return `${file}.store`;
}

export class StoreDamaged extends Error {}

/** Undefined where there is none; throws `StoreDamaged` where it is not what was written. */
export async function openStoreFile(path: string): Promise<StoreFile | undefined> {
  const handle = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { size, ino, dev } = await handle.stat({ bigint: true });
    const header = parseHeader(await bytesAt(handle, 0, HEADER_BYTES));
    if (BigInt(marksEnd(header)) !== size) throw new StoreDamaged("its size is another");
    const slots = await readSlots(handle, header);
    await requireMarks(handle, header);
    return { handle, header, key: Buffer.from(header.key, "hex"), slots, identity: `${dev}:${ino}` };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function marksAt({ entries }: Pick<StoreHeader, "entries">): number {
  return HEADER_BYTES + entries * ENTRY_BYTES;
}

/** What is noted of a user: each kind has marks of its own, so that two processes never write one byte. */
export const NOTES = ["forgotten", "begun"] as const;
export type Note = (typeof NOTES)[number];

export function marksEnd(header: Pick<StoreHeader, "entries" | "lines" | "absent">): number {
  return marksAt(header) + marksPerNote(header) * NOTES.length;
}

function marksOf(header: StoreHeader, note: Note): number {
  return marksAt(header) + marksPerNote(header) * NOTES.indexOf(note);
}

function marksPerNote({ lines, absent = 0 }: Pick<StoreHeader, "lines" | "absent">): number {
  return lines + absent;
}

export function formatHeader({ check: _, ...header }: StoreHeader): Buffer {
  const whole = JSON.stringify({ ...header, check: checkOf(header) });
  return Buffer.from(`${whole.padEnd(HEADER_BYTES - 1)}\n`);
}

function checkOf({ check: _, ...header }: StoreHeader): string {
  return createHash("sha256").update(JSON.stringify(header)).digest("hex");
}

function parseHeader(bytes: Buffer): StoreHeader {
  try {
    const header = JSON.parse(bytes.toString("utf8")) as StoreHeader;
    const counts = [header.lines, header.users, header.entries, header.absent ?? 0];
    const isSound = counts.every((count) => Number.isSafeInteger(count) && count >= 0);
    const isWhole = header.check === checkOf(header);
    if (header.format === FORMAT && isSound && isWhole && /^[0-9a-f]{64}$/.test(header.key)) return header;
  } catch {
    // The next line says it.
  }
  throw new StoreDamaged("its beginning is not that of a store");
}

async function readSlots(handle: FileHandle, header: StoreHeader): Promise<Uint32Array> {
  const counts = new Uint32Array(SLOTS + 1);
  const hash = createHash("sha256");
  for await (const bytes of entryBlocks(handle, header)) {
    hash.update(bytes);
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
      const after = bytes.readUInt16BE(at) + 1;
      counts[after] = (counts[after] as number) + 1;
    }
  }
  if (hash.digest("hex") !== header.digest) throw new StoreDamaged("its entries are others");
  for (let slot = 1; slot <= SLOTS; slot++) {
    counts[slot] = (counts[slot] as number) + (counts[slot - 1] as number);
  }
  return counts;
}

/** A mark is set or it is not: anything else is damage. */
async function requireMarks(handle: FileHandle, header: StoreHeader): Promise<void> {
  const end = marksEnd(header);
  for (let at = marksAt(header); at < end; at += READ_BYTES) {
    const marks = await bytesAt(handle, at, Math.min(READ_BYTES, end - at));
    if (marks.some((mark) => mark > 1)) throw new StoreDamaged("its marks are others");
  }
}

async function* entryBlocks(handle: FileHandle, header: StoreHeader): AsyncGenerator<Buffer, void> {
  const end = marksAt(header);
  for (let at = HEADER_BYTES; at < end; at += READ_BYTES) {
    yield await bytesAt(handle, at, Math.min(READ_BYTES, end - at));
  }
}

/** All entries, in the order of their fingerprints. */
export async function* allEntries({ handle, header }: StoreFile): AsyncGenerator<StoreEntry, void> {
  for await (const bytes of entryBlocks(handle, header)) {
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) yield decodeEntry(bytes, at);
  }
}

/** The entries that share the first two bytes with a fingerprint. */
export async function neighboursOf({ handle, slots }: StoreFile, fingerprint: Buffer): Promise<readonly StoreEntry[]> {
  const slot = fingerprint.readUInt16BE(0);
  const [from, to] = [slots[slot] as number, slots[slot + 1] as number];
  const bytes = await bytesAt(handle, HEADER_BYTES + from * ENTRY_BYTES, (to - from) * ENTRY_BYTES);
  return Array.from({ length: to - from }, (_, index) => decodeEntry(bytes, index * ENTRY_BYTES));
}

/** The entry of that number. */
export async function entryAt({ handle }: StoreFile, index: number): Promise<StoreEntry> {
  return decodeEntry(await bytesAt(handle, HEADER_BYTES + index * ENTRY_BYTES, ENTRY_BYTES), 0);
}

export async function isMarked({ handle, header }: StoreFile, line: number, note: Note): Promise<boolean> {
  return (await bytesAt(handle, marksOf(header, note) + line, 1))[0] !== 0;
}

/** All marks of one kind: a byte a line, and then one an absent user. */
export async function readMarks({ handle, header }: StoreFile, note: Note): Promise<Buffer> {
  return bytesAt(handle, marksOf(header, note), marksPerNote(header));
}

export async function writeMarks({ handle, header }: StoreFile, note: Note, marks: Buffer): Promise<void> {
  await handle.write(marks, 0, marks.length, marksOf(header, note));
}

/** Survives a crash of the machine once it has ended. */
export async function mark(store: StoreFile, line: number, note: Note): Promise<void> {
  await setMark(store, line, note);
  await store.handle.datasync();
}

export async function setMark({ handle, header }: StoreFile, line: number, note: Note): Promise<void> {
  await handle.write(MARK, 0, 1, marksOf(header, note) + line);
}

const MARK = Buffer.from([1]);

export async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new StoreDamaged("a file ends too early");
    filled += bytesRead;
  }
  return bytes;
}
