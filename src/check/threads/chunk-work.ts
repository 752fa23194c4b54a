import type { UserRecord } from "../../source/index.js";
import {
  type ChunkBytes,
  type ChunkReader,
  chunkReader,
  Duplicates,
  dividedBatch,
  IdentifierPrints,
  isPairedList,
  type NamedOptions,
  neededForAll,
  type PassPurpose,
  printEntries,
  type UnreadableRest,
  withDuplicates,
} from "../../source/internal.js";
import { CheckCounter, type CheckPart } from "../check-counter.js";
import type { NoticeSettings } from "../notices.js";
import { RequiredUsers } from "../required-users.js";

/** What holds for all chunks of a file. Everything in it can be sent to a thread. */
export interface ChunkSetup {
  readonly options: NamedOptions;
  /** Under which identifiers are fingerprinted. */
  readonly printKey: Uint8Array;
  readonly notices: NoticeSettings;
  /** Users of interest to the caller: `KnownUsers.wanted`. */
  readonly wanted: readonly string[];
}

export interface ChunkTask {
  readonly chunk: ChunkBytes;
  /** The file's first one: it shows whether the file is another system's. */
  readonly isFirst: boolean;
  /** Whether fingerprints of the identifiers are wanted. */
  readonly finds: boolean;
  readonly gives: PassPurpose;
  /** Of the chunk's records; `Duplicates.from` reads them. */
  readonly duplicates?: Uint32Array;
}

export interface ChunkContents {
  readonly records: number;
  readonly entries?: Uint32Array;
  readonly part?: CheckPart;
  /** Those that are wanted, or all. */
  readonly users: readonly UserRecord[];
  /** Why the file can't be read further. */
  readonly rest?: UnreadableRest;
}

/** Undefined: the chunk can't be read by itself, or not by this thread. */
export type ChunkAnswer = ChunkContents | undefined;

export class ChunkWork {
  readonly #setup: ChunkSetup;
  readonly #wanted: RequiredUsers;
  readonly #prints: IdentifierPrints;
  readonly #readers = new Map<PassPurpose, Promise<ChunkReader>>();

  constructor(setup: ChunkSetup) {
    this.#setup = setup;
    this.#wanted = new RequiredUsers(setup.wanted);
    this.#prints = new IdentifierPrints(setup.printKey);
  }

  async answer(task: ChunkTask): Promise<ChunkAnswer> {
    const read = await this.#reader(task.gives);
    const found = new ChunkFindings(task, this.#setup, this.#wanted, this.#prints);
    const guess = new GuessedChunk(task.chunk);
    for await (const batch of read(task.chunk, task.isFirst)) {
      const { users, rest } = dividedBatch(batch);
      // One thread alone says what is wrong with a file.
      const isWrong = rest !== undefined || users.some((user) => neededForAll(user) !== undefined);
      if (task.finds && isWrong) return undefined;
      guess.note(users);
      found.add(users);
      if (rest !== undefined) return { ...found.contents(), rest };
    }
    return task.finds && !guess.holds ? undefined : found.contents();
  }

  #reader(purpose: PassPurpose): Promise<ChunkReader> {
    const reader = this.#readers.get(purpose) ?? chunkReader(this.#setup.options, purpose);
    this.#readers.set(purpose, reader);
    return reader;
  }
}

/** Whether a chunk is what it was taken for; the frame that it is read in shows the rest. */
class GuessedChunk {
  readonly #chunk: ChunkBytes;
  #isFirstRead: boolean | undefined;
  #isLastRead = false;
  #isDamaged = false;

  constructor(chunk: ChunkBytes) {
    this.#chunk = chunk;
  }

  note(users: readonly UserRecord[]): void {
    const last = users.at(-1);
    if (this.#chunk.isGuessed !== true || last === undefined) return;
    this.#isFirstRead ??= users[0]?.isUnreadable !== true;
    this.#isLastRead = last.isUnreadable !== true;
    this.#isDamaged ||= users.some(({ isUnreadable }) => isUnreadable === true);
  }

  get holds(): boolean {
    if (!this.#isDamaged) return true;
    return this.#isFirstRead === true && this.#isLastRead && isPairedList(this.#chunk.body);
  }
}

/** What is noted of a chunk, batch by batch: the records of one are forgotten before the next one is read. */
class ChunkFindings {
  readonly #task: ChunkTask;
  readonly #wanted: RequiredUsers;
  readonly #prints: IdentifierPrints;
  readonly #duplicates: Duplicates | undefined;
  readonly #counter: CheckCounter;
  readonly #entries: Uint32Array[] = [];
  readonly #given: UserRecord[] = [];
  #records = 0;

  constructor(task: ChunkTask, setup: ChunkSetup, wanted: RequiredUsers, prints: IdentifierPrints) {
    this.#task = task;
    this.#wanted = wanted;
    this.#prints = prints;
    this.#duplicates = task.duplicates === undefined ? undefined : Duplicates.from(task.duplicates);
    this.#counter = new CheckCounter(setup.notices, true);
  }

  add(users: readonly UserRecord[]): void {
    const { finds, gives } = this.#task;
    this.#records += users.length;
    if (finds) this.#entries.push(printEntries(this.#prints, users));
    if (gives === "users") for (const user of users) this.#given.push(this.#judged(user));
    if (gives === "counts") for (const user of users) this.#count(this.#judged(user));
  }

  contents(): ChunkContents {
    const { finds, gives } = this.#task;
    return {
      records: this.#records,
      users: this.#given,
      ...(finds ? { entries: joinedWords(this.#entries) } : {}),
      ...(gives === "counts" ? { part: this.#counter.part() } : {}),
    };
  }

  /** The record, refused where others have the same identifiers. */
  #judged(user: UserRecord): UserRecord {
    const duplicates = this.#duplicates;
    if (duplicates === undefined || duplicates.isEmpty) return user;
    return withDuplicates(user, duplicates.of(user.index));
  }

  #count(user: UserRecord): void {
    this.#counter.count(user);
    if (this.#wanted.has(user)) this.#given.push(user);
  }
}

function joinedWords(pieces: readonly Uint32Array[]): Uint32Array {
  const words = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    words.set(piece, at);
    at += piece.length;
  }
  return words;
}
