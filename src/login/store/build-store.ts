import { createHash, randomBytes } from "node:crypto";
import { appendFile, type FileHandle, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { identifyHash } from "../../hash/index.js";
import { type FallbackUser, parseFallbackUser } from "../fallback-user.js";
import { type FileLine, fileLines } from "./file-lines.js";
import {
  decodeEntry,
  ENTRY_BYTES,
  entriesOf,
  FINGERPRINT_BYTES,
  isUnplaced,
  MOST_LINES,
  type Place,
  placeEntry,
  unplacedEntry,
} from "./store-entry.js";
import {
  allEntries,
  FORMAT,
  formatHeader,
  HEADER_BYTES,
  marksEnd,
  NOTES,
  type Note,
  neighboursOf,
  openStoreFile,
  readMarks,
  type StoreFile,
  type StoreHeader,
  setMark,
  writeMarks,
} from "./store-file.js";

/** Lines that are named; all are counted. */
const MOST_NAMED = 100;
const BUCKETS = 256;
const FLUSH_BYTES = ENTRY_BYTES * 2048;

type Found = Pick<StoreHeader, "lines" | "users" | "damaged" | "damagedCount" | "isCut" | "peppers" | "signerKeyUsers">;
type Sorted = Pick<StoreHeader, "entries" | "absent" | "digest" | "doubled" | "doubledCount">;

/** Says why a store must not take the place of an older one, whose marks it has, and which has so many users left. */
type FaultOver = (built: StoreFile, left: number) => Promise<string | undefined>;

/** A file that is not the fallback's, or not all of it. */
export class FileFaulty extends Error {}

/**
 * Writes the store over a file: fingerprints go to buckets by their first byte, and each bucket is sorted
 * in memory. The marks of an older store, which says who is migrated, are taken along, also those of users whom the file
 * lacks: a later one may have them again. The older store stays where the file is faulty.
 */
export async function buildStore(
  file: FileHandle,
  path: string,
  older: StoreFile | undefined,
  faultOver: FaultOver,
): Promise<StoreFile> {
  await removeLeftovers(path);
  const folder = await mkdtemp(buildingAt(path));
  try {
    const key = older?.key ?? randomBytes(32);
    const { size, mtimeMs } = await file.stat();
    const buckets = new Buckets(folder);
    const { place: anyLine, ...found } = await readUsers(file, key, buckets);
    const left = older === undefined ? 0 : await addAbsent(older, buckets);
    const place = join(folder, "store");
    const out = await open(place, "wx", 0o600);
    try {
      const sorted = await writeSorted(out, buckets, (entry, count) => placeEntry(entry, anyLine, found.lines + count));
      const header = { format: FORMAT, key: key.toString("hex"), bytes: size, modified: mtimeMs } as const;
      await finish(out, { ...header, ...found, ...sorted });
    } finally {
      await out.close();
    }
    return await moveIn(place, path, older, (built) => faultOver(built, left));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the parts of this store are while it is built. */
function buildingAt(path: string): string {
  return join(dirname(path), `.${basename(path)}-building-`);
}

/** Of a process that was killed: the one that builds has the lock. */
async function removeLeftovers(path: string): Promise<void> {
  const prefix = basename(buildingAt(path));
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}

async function readUsers(file: FileHandle, key: Buffer, buckets: Buckets): Promise<Found & { readonly place: Place }> {
  const damaged: number[] = [];
  const peppers = new Set<string>();
  const counts = { lines: 0, users: 0, damagedCount: 0, signerKeyUsers: 0 };
  let isCut = false;
  let place: Place = { offset: 0, length: 0 };
  for await (const line of fileLines(file)) {
    counts.lines = line.index + 1;
    if (line.text?.trim() === "") continue;
    const user = readUser(line);
    // One that is too long was not cut.
    isCut = user === undefined && line.text !== null;
    if (user === undefined) {
      counts.damagedCount++;
      if (damaged.length < MOST_NAMED) damaged.push(line.index + 1);
      continue;
    }
    counts.users++;
    // A look-up without a match may read it: its size, which a user has a hand in, is not to tell.
    if (place.length === 0 || line.length < place.length) place = line;
    if (needsSignerKey(user)) counts.signerKeyUsers++;
    if (user.pepper !== undefined && peppers.size < MOST_NAMED) peppers.add(user.pepper);
    const entries = entriesOf(key, user, { offset: line.offset, length: line.length, line: line.index });
    for (const entry of entries) await buckets.add(entry);
  }
  return { ...counts, damaged, isCut, peppers: [...peppers].sort(), place };
}

/** Of users who were absent before, those are taken along who have a mark. Gives how many users of the file are left. */
async function addAbsent(older: StoreFile, buckets: Buckets): Promise<number> {
  const marks = await Promise.all(NOTES.map((note) => readMarks(older, note)));
  const [forgotten] = marks;
  let left = 0;
  for await (const { fingerprint, line, isId } of allEntries(older)) {
    const [isMarked, isInFile] = [marks.some((ofNote) => ofNote[line] === 1), line < older.header.lines];
    if (!isId || !(isMarked || isInFile)) continue;
    if (isInFile && forgotten?.[line] !== 1) left++;
    await buckets.add(unplacedEntry(fingerprint));
  }
  return left;
}

function readUser({ text, index }: FileLine) {
  if (text === null || index > MOST_LINES) return undefined;
  const read = parseFallbackUser(text);
  return read.ok ? read.value : undefined;
}

function needsSignerKey({ passwordHash = "" }: FallbackUser): boolean {
  // Most hashes need not be read for it.
  return passwordHash.includes("scrypt") && identifyHash(passwordHash).scheme === "provider-scrypt";
}

async function writeSorted(
  out: FileHandle,
  buckets: Buckets,
  placed: (entry: Buffer, count: number) => Buffer,
): Promise<Sorted> {
  const hash = createHash("sha256");
  const doubled: [number, number][] = [];
  let [entries, absent, doubledCount] = [0, 0, 0];
  for await (const sorted of buckets.sorted()) {
    const bucket = sorted
      .filter((entry, index) => !isUnplaced(entry) || !isSame(entry, sorted[index - 1]))
      .map((entry) => (isUnplaced(entry) ? placed(entry, absent++) : entry));
    const bytes = Buffer.concat(bucket);
    await out.write(bytes, 0, bytes.length, HEADER_BYTES + entries * ENTRY_BYTES);
    hash.update(bytes);
    entries += bucket.length;
    for (const [first, second] of equalNeighbours(bucket)) {
      doubledCount++;
      if (doubled.length < MOST_NAMED) doubled.push([first + 1, second + 1]);
    }
  }
  return { entries, absent, digest: hash.digest("hex"), doubled, doubledCount };
}

/** Lines that have one fingerprint. */
function* equalNeighbours(bucket: readonly Buffer[]): Generator<readonly [number, number]> {
  for (const [index, entry] of bucket.entries()) {
    const before = bucket[index - 1];
    if (before === undefined || !isSame(entry, before)) continue;
    const [first, second] = [decodeEntry(before, 0).line, decodeEntry(entry, 0).line];
    if (first !== second) yield first < second ? [first, second] : [second, first];
  }
}

function isSame(entry: Buffer, before: Buffer | undefined): boolean {
  return before !== undefined && entry.compare(before, 0, FINGERPRINT_BYTES, 0, FINGERPRINT_BYTES) === 0;
}

async function finish(out: FileHandle, header: StoreHeader): Promise<void> {
  const bytes = formatHeader(header);
  await out.write(bytes, 0, bytes.length, 0);
  // All marks are nought, without being written one by one.
  await out.truncate(marksEnd(header));
  await out.sync();
}

/**
 * The marks are taken along twice: a process that still has the older store open may have set one after they
 * were read, and looks for a newer store only after that.
 */
async function moveIn(
  place: string,
  path: string,
  older: StoreFile | undefined,
  faultOf: (built: StoreFile) => Promise<string | undefined>,
): Promise<StoreFile> {
  const built = await openStoreFile(place);
  if (built === undefined) throw new Error("the store that was just built is gone");
  try {
    const marks = older === undefined ? [] : await allMarks(older);
    if (older !== undefined) await copyMarks(older, built, marks);
    // Also without an older one: nothing is left beside a file that is another's.
    const fault = await faultOf(built);
    if (fault !== undefined) throw new FileFaulty(fault);
    if (older === undefined) await moveTo(place, path);
    else {
      // Also before: if this process is killed after it has renamed the store, little is lost that was marked meanwhile.
      const later = await addMarks(older, built, marks);
      await moveTo(place, path);
      await addMarks(older, built, later);
    }
    return built;
  } catch (error) {
    await built.handle.close();
    throw error;
  }
}

async function moveTo(place: string, path: string): Promise<void> {
  await rename(place, path);
  await syncFolder(dirname(path));
}

type Marks = readonly (readonly [note: Note, marks: Buffer])[];

function allMarks(store: StoreFile): Promise<Marks> {
  return Promise.all(NOTES.map(async (note) => [note, await readMarks(store, note)] as const));
}

/** All at once: no other process has the new store yet. Both are in the order of their fingerprints. */
async function copyMarks(older: StoreFile, built: StoreFile, marks: Marks): Promise<void> {
  const own = await allMarks(built);
  const there = allEntries(built);
  let next = await there.next();
  for await (const { fingerprint, line, isId } of allEntries(older)) {
    if (!isId || marks.every(([, set]) => set[line] === 0)) continue;
    while (next.done !== true && next.value.fingerprint.compare(fingerprint) < 0) next = await there.next();
    // Several lines may have the ID, in both of them.
    while (next.done !== true && next.value.fingerprint.equals(fingerprint)) {
      for (const [at, [, set]] of marks.entries()) if (set[line] === 1) (own[at]?.[1] as Buffer)[next.value.line] = 1;
      next = await there.next();
    }
  }
  for (const [note, set] of own) await writeMarks(built, note, set);
  await built.handle.sync();
}

/** Those that were set since, one by one: others may set theirs in the new store by now. Gives all that there are. */
async function addMarks(older: StoreFile, built: StoreFile, before: Marks): Promise<Marks> {
  const now = await allMarks(older);
  if (now.every(([, set], at) => set.equals(before[at]?.[1] as Buffer))) return now;
  for await (const { fingerprint, line, isId } of allEntries(older)) {
    if (!isId) continue;
    for (const [at, [note, set]] of now.entries()) {
      if (set[line] === before[at]?.[1][line]) continue;
      for (const entry of await neighboursOf(built, fingerprint)) {
        if (entry.isId && entry.fingerprint.equals(fingerprint)) await setMark(built, entry.line, note);
      }
    }
  }
  await built.handle.sync();
  return now;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Entries by the first byte of their fingerprint, each bucket in a file of its own. */
class Buckets {
  readonly #folder: string;
  /** Those that have a file: a small store needs none. */
  readonly #flushed = new Set<number>();
  readonly #waiting: Buffer[][] = Array.from({ length: BUCKETS }, () => []);

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(entry: Buffer): Promise<void> {
    const number = entry[0] as number;
    const waiting = this.#waiting[number] as Buffer[];
    waiting.push(entry);
    if (waiting.length * ENTRY_BYTES >= FLUSH_BYTES) await this.#flush(number);
  }

  async *sorted(): AsyncGenerator<readonly Buffer[], void> {
    for (let number = 0; number < BUCKETS; number++) {
      const isFlushed = this.#flushed.has(number);
      if (isFlushed) await this.#flush(number);
      const bytes = isFlushed ? await readFile(this.#pathOf(number)) : Buffer.concat(this.#waiting[number] as Buffer[]);
      const entries = Array.from({ length: bytes.length / ENTRY_BYTES }, (_, index) =>
        bytes.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
      );
      yield entries.sort(Buffer.compare);
    }
  }

  async #flush(number: number): Promise<void> {
    const waiting = this.#waiting[number] as Buffer[];
    await appendFile(this.#pathOf(number), Buffer.concat(waiting), { mode: 0o600 });
    waiting.length = 0;
    this.#flushed.add(number);
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${number}`);
  }
}
