import { type Result, success } from "../../result.js";
import type { PinnedInput, ReadExportOptions, Source } from "../../source/index.js";
import {
  arrivedRecord,
  type ChunkBytes,
  DuplicateFinder,
  type Duplicates,
  divideInput,
  hasChoices,
  lentPieces,
  type NamedOptions,
  nameOfBuiltIn,
  printKey,
  restAfter,
  sourceOf,
} from "../../source/internal.js";
import { CheckCounter } from "../check-counter.js";
import type { CheckReport } from "../check-report.js";
import { noticeSettings } from "../notices.js";
import { handOver, hasRecordCallbacks, knownUsers, reportOf, unreadable } from "../record-steps.js";
import type { CheckRecordsOptions } from "../run/check-export.js";
import type { ChunkAnswer, ChunkContents, ChunkSetup, ChunkTask } from "./chunk-work.js";
import { type Crew, startThreads } from "./crew.js";

/** How many threads, and what they are given. */
interface ThreadSettings {
  readonly threads: number;
  /** Bytes of a chunk, about. */
  readonly chunkBytes?: number | undefined;
  readonly start?: (size: number, setup: ChunkSetup) => Crew | undefined;
}

/** About 5,000 users; a chunk costs a thread about a millisecond more than its records. */
const CHUNK_BYTES = 1 << 21;

/** Chunks for each thread that are asked before the first of them is answered. */
const AHEAD = 3;

/**
 * As a check on one thread, to the letter: chunks of the file are read in threads and put together in the file's order.
 *
 * @returns Undefined where one thread has to read the file: it can't be divided, it is damaged beyond a record, its
 * source is the caller's own, or there are no threads. The caller has got no record then.
 */
export async function checkInThreads(
  input: PinnedInput,
  reading: NamedOptions,
  options: CheckRecordsOptions,
  { threads, chunkBytes = CHUNK_BYTES, start = startThreads }: ThreadSettings,
): Promise<Result<CheckReport> | undefined> {
  if (threads < 2) return undefined;
  const source = await sourceOf(reading.from);
  const from = await nameOfBuiltIn(source);
  if (from === undefined || !isDivisible(source, reading)) return undefined;
  const unixSeconds = Date.now() / 1000;
  const key = printKey();
  const setup: ChunkSetup = {
    options: sendable({ ...reading, from }),
    printKey: key,
    notices: noticeSettings(options),
    wanted: knownUsers(options, unixSeconds).wanted,
  };
  const crew = start(threads, setup);
  if (crew === undefined) return undefined;
  const finder = new DuplicateFinder({}, key);
  try {
    const file = { crew, input, reading, options, chunkBytes, unixSeconds };
    return await new ThreadedCheck(finder, file).run();
  } finally {
    await crew.end();
    await finder.close();
  }
}

/** Rows of several tables, and records to choose from, are brought together over the whole file. */
function isDivisible({ roleOf }: Source, { join = [], ...choices }: NamedOptions): boolean {
  if (hasChoices(choices) || choices.onShared !== undefined) return false;
  return join.length === 0 && roleOf === undefined;
}

/** What a thread needs of the options beside source and moment: everything but functions. */
const SENT = {
  hashConfig: true,
  service: true,
  includeDisabled: true,
  include: true,
  tablePrefix: true,
  mustReset: true,
  source: true,
  peppered: true,
  phoneRegion: true,
  providers: true,
  decryptionKeys: true,
  totp: true,
  loginOnly: true,
  passwordAlone: true,
  withoutPassword: true,
} as const satisfies Readonly<
  Record<
    keyof Omit<
      ReadExportOptions,
      "from" | "now" | "join" | "fileName" | "onJoined" | "onShared" | "prefer" | "decisions" | "isSent"
    >,
    true
  >
>;

/** The options as a thread gets them: by the source's name, and of one moment. */
function sendable(reading: NamedOptions): NamedOptions {
  const sent = Object.entries(reading).filter(([name, value]) => name in SENT && value !== undefined);
  return { ...(Object.fromEntries(sent) as Partial<NamedOptions>), from: reading.from, now: reading.now ?? Date.now() };
}

interface CheckedFile {
  readonly crew: Crew;
  readonly input: PinnedInput;
  readonly reading: NamedOptions;
  readonly options: CheckRecordsOptions;
  readonly chunkBytes: number;
  readonly unixSeconds: number;
}

/** One check, in one or two passes over the file. */
class ThreadedCheck {
  readonly #finder: DuplicateFinder;
  readonly #file: CheckedFile;
  /** Number of the first record of each chunk, and of what would come after the last, from the first pass. */
  readonly #firstRecords: number[] = [0];
  /** Of the chunk that was read last. */
  #line = 1;

  constructor(finder: DuplicateFinder, file: CheckedFile) {
    this.#finder = finder;
    this.#file = file;
  }

  async run(): Promise<Result<CheckReport> | undefined> {
    const { options } = this.#file;
    const tellsOfRecords = hasRecordCallbacks(options);
    const first = new Tallied(this.#file);
    const gives = tellsOfRecords ? "identifiers" : "counts";
    const isRead = await this.#firstPass(gives, first);
    if (!isRead) return undefined;
    const duplicates = await this.#finder.finish();
    if (!tellsOfRecords && duplicates.isEmpty) return first.result();
    return this.#secondPass(duplicates, tellsOfRecords ? "users" : "counts");
  }

  /** Whether all chunks could be read. Whatever is wrong is found again, and told, by the one thread that follows. */
  async #firstPass(gives: ChunkTask["gives"], tallied: Tallied): Promise<boolean> {
    let records = 0;
    const pass = this.#answers(({ chunk, number }) => ({ chunk, isFirst: number === 0, finds: true, gives }));
    try {
      for await (const answer of pass) {
        if (answer?.entries === undefined) return false;
        await this.#finder.addEntries(answer.entries, records);
        records += answer.records;
        this.#firstRecords.push(records);
        if (gives === "counts" && !(await tallied.add(answer))) return false;
      }
    } catch {
      this.#file.options.signal?.throwIfAborted();
      return false;
    }
    return this.#firstRecords.length > 1;
  }

  async #secondPass(duplicates: Duplicates, gives: ChunkTask["gives"]): Promise<Result<CheckReport> | undefined> {
    const tallied = new Tallied(this.#file);
    const taskOf = ({ chunk, number }: NumberedChunk): ChunkTask => {
      const from = this.#firstRecords[number] as number;
      const own = duplicates.between(from, this.#firstRecords[number + 1] as number);
      return { chunk, isFirst: number === 0, finds: false, gives, duplicates: own };
    };
    let done = 0;
    // Once a thread has ended, the crew reads what is left in this one.
    for (let attempt = 0; attempt < 2; attempt++) {
      const end = await this.#tell(this.#answers(taskOf, done), tallied, () => done++);
      if (end !== "thread-ended") return end;
    }
    throw new TypeError("a chunk that was read before can't be read again");
  }

  /** Adds the answers until one is missing. The caller gets no record twice. */
  async #tell(
    pass: AsyncGenerator<ChunkAnswer>,
    tallied: Tallied,
    onAdded: () => void,
  ): Promise<Result<CheckReport> | undefined | "thread-ended"> {
    try {
      for (;;) {
        const next = await pass.next().catch((error: unknown) => restAfter(error, this.#line));
        if ("problem" in next) return unreadable(next);
        if (next.done) return tallied.result();
        if (next.value === undefined) return "thread-ended";
        if (!(await tallied.add(next.value))) return undefined;
        if (next.value.rest !== undefined) return unreadable(next.value.rest);
        onAdded();
      }
    } finally {
      // Closes the file, also after an error.
      await pass.return(undefined);
    }
  }

  /** The answers for all chunks from one on, in the file's order; a few chunks are read ahead. */
  async *#answers(taskOf: (place: NumberedChunk) => ChunkTask, first = 0): AsyncGenerator<ChunkAnswer> {
    const { input, reading, chunkBytes, options, crew } = this.#file;
    const asked: Promise<ChunkAnswer>[] = [];
    let number = 0;
    for await (const chunk of divideInput(lentPieces(input), reading, chunkBytes, crew.roomOf)) {
      options.signal?.throwIfAborted();
      if ("ok" in chunk) return yield undefined;
      this.#line = chunk.line;
      const task = number < first ? undefined : taskOf({ chunk, number });
      number++;
      if (task === undefined) continue;
      const answer = crew.ask(task);
      // Where several fail, the first one is reported.
      answer.catch(() => undefined);
      asked.push(answer);
      await crew.free();
      if (asked.length > crew.size * AHEAD) yield await asked.shift();
    }
    for (const answer of asked) {
      options.signal?.throwIfAborted();
      yield await answer;
    }
  }
}

interface NumberedChunk {
  readonly chunk: ChunkBytes;
  readonly number: number;
}

/** What the chunks hold, added up in the file's order; the caller gets its records. */
class Tallied {
  readonly #options: CheckRecordsOptions;
  readonly #counter: CheckCounter;
  readonly #known: ReturnType<typeof knownUsers>;
  #records = 0;

  constructor({ options, unixSeconds }: CheckedFile) {
    this.#options = options;
    this.#counter = new CheckCounter(options);
    this.#known = knownUsers(options, unixSeconds);
  }

  /** Whether it can be added. */
  async add({ part, users, records }: ChunkContents): Promise<boolean> {
    const before = this.#records;
    this.#records += records;
    // A chunk numbers its own records.
    for (const user of users.map((one) => arrivedRecord({ ...one, index: before + one.index }))) {
      this.#options.signal?.throwIfAborted();
      if (part === undefined) {
        this.#counter.count(user);
        await handOver(user, this.#options);
      }
      if (this.#known.hasAny) await this.#known.note(user);
    }
    return part === undefined || this.#counter.addPart(part);
  }

  result(): Result<CheckReport> {
    return success(reportOf(this.#counter, this.#known));
  }
}
