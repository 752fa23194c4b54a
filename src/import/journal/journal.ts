import { type Failure, failure, type Problem, type Result, refuse, success } from "../../result.js";
import type { RecordedOutcome } from "../outcome.js";
import { DurableLog } from "./durable-log.js";
import { type JournalFile, type OpenJournalFile, openNodeFile } from "./journal-file.js";
import {
  formatLine,
  headerLine,
  type JournalBinding,
  type JournalLine,
  outcomeLine,
} from "./journal-line.js";
import { type Lock, takeLock } from "./lock.js";
import type { RecordState } from "./record-states.js";
import { type JournalState, recover } from "./recover.js";

export interface JournalOptions {
  readonly path: string;
  /** What the journal belongs to; a journal of anything else is refused. */
  readonly binding: JournalBinding;
  /** Milliseconds between two syncs at least: results are reported that much later. Default 50. */
  readonly syncIntervalMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** For tests: what stands under the journal. */
  readonly openFile?: OpenJournalFile;
}

/** What an import writes down as it goes, and what earlier runs wrote down. */
export interface Journal {
  stateOf(record: number): RecordState;
  /** Steps that were acknowledged before, with the IDs that they brought. */
  stepsOf(record: number): ReadonlyMap<string, string>;
  /** Whether an earlier run may have sent something for this record. */
  mayHaveBeenSent(record: number): boolean;
  /** To be waited for before the first call of a record; records come in ascending order. */
  admit(record: number): Promise<Problem | undefined>;
  noteStep(record: number, step: string, id: string | undefined): void;
  noteOutcome(outcome: RecordedOutcome): void;
  /** Resolves when all that was noted so far is on the disk, or with why it is not. */
  durable(): Promise<Problem | undefined>;
  /** Ends the run. The journal can be opened again. */
  close(): Promise<Problem | undefined>;
}

const NO_STEPS: ReadonlyMap<string, string> = new Map();
/** Records that one line declares started. After a crash, as many at most may have been sent unnoted. */
const BLOCK = 2048;
const AHEAD = BLOCK / 2;
/** Lines in memory at most while a slow disk catches up. */
const MOST_UNSYNCED = 4096;

/** For an import without a journal: it remembers nothing. */
export const NO_JOURNAL: Journal = {
  stateOf: () => "none",
  stepsOf: () => NO_STEPS,
  mayHaveBeenSent: () => false,
  admit: async () => undefined,
  noteStep: () => undefined,
  noteOutcome: () => undefined,
  durable: async () => undefined,
  close: async () => undefined,
};

/**
 * Opens a journal, or begins one: takes its lock, reads what earlier runs wrote, cuts off
 * a torn last line and holds it against what it must belong to.
 *
 * Problems: `import/journal-locked`, `import/journal-not-opened`, `import/not-a-journal`,
 * `import/journal-damaged`, `import/journal-version`, `import/input-changed`,
 * `import/target-changed`, `import/journal-not-written`.
 */
export async function openJournal(options: JournalOptions): Promise<Result<Journal>> {
  const lock = await takeLock(options.path);
  if (!lock.ok) return lock;
  const file = await (options.openFile ?? openNodeFile)(options.path).catch(notOpened);
  if ("ok" in file) return giveUp(file, lock.value);
  try {
    const recovered = await recover(file);
    const refused = recovered.ok ? compare(recovered.value.binding, options.binding) : recovered;
    if (!recovered.ok || refused !== undefined) return giveUp(refused as Failure, lock.value, file);
    if (recovered.value.wholeBytes < recovered.value.bytes) await file.truncate(recovered.value.wholeBytes);
    const journal = new FileJournal(file, lock.value, recovered.value, options);
    const unwritten = await journal.begin();
    return unwritten === undefined ? success(journal) : failure(unwritten);
  } catch (error) {
    return giveUp(notOpened(error), lock.value, file);
  }
}

function notOpened(error: unknown): Failure {
  const { code = "unknown reason" } = error as NodeJS.ErrnoException;
  return refuse("import/journal-not-opened", `the journal can't be opened (${code})`);
}

async function giveUp(refused: Failure, lock: Lock, file?: JournalFile): Promise<Failure> {
  await file?.close().catch(() => undefined);
  await lock.release();
  return refused;
}

function compare(before: JournalBinding | undefined, now: JournalBinding): Failure | undefined {
  if (before === undefined) return undefined;
  if (before.input?.bytes !== now.input.bytes || before.input.sha256 !== now.input.sha256) {
    const message = `the journal belongs to a file of ${before.input?.bytes} bytes with other content`;
    return refuse("import/input-changed", message, { field: "input" });
  }
  const changed = (["source", "baseUrl", "tenantPath", "profile"] as const).find(
    (field) => before[field] !== now[field],
  );
  if (changed === undefined) return undefined;
  const message = `the journal belongs to ${changed} ${JSON.stringify(before[changed])}`;
  return refuse("import/target-changed", message, { field: changed });
}

class FileJournal implements Journal {
  readonly #log: DurableLog;
  readonly #lock: Lock;
  readonly #before: JournalState;
  readonly #binding: JournalBinding;
  readonly #now: () => number;
  #started: number;
  #durablyStarted: number;
  #starting: Promise<Problem | undefined> = Promise.resolve(undefined);

  constructor(file: JournalFile, lock: Lock, before: JournalState, options: JournalOptions) {
    this.#log = new DurableLog(file, options.syncIntervalMs ?? 50);
    this.#lock = lock;
    this.#before = before;
    this.#binding = options.binding;
    this.#now = options.now ?? Date.now;
    this.#started = before.started;
    this.#durablyStarted = before.started;
  }

  async begin(): Promise<Problem | undefined> {
    if (this.#before.binding === undefined) this.#note(headerLine(this.#binding));
    this.#note({ run: this.#timestamp() });
    const unwritten = await this.durable();
    if (unwritten !== undefined) await this.close();
    return unwritten;
  }

  stateOf(record: number): RecordState {
    return this.#before.states.get(record);
  }

  stepsOf(record: number): ReadonlyMap<string, string> {
    return this.#before.steps.get(record) ?? NO_STEPS;
  }

  mayHaveBeenSent(record: number): boolean {
    return record < this.#before.started;
  }

  async admit(record: number): Promise<Problem | undefined> {
    if (record + AHEAD >= this.#started) this.#declareStarted(record + BLOCK);
    if (this.#log.backlog > MOST_UNSYNCED) return this.#log.durable();
    return record < this.#durablyStarted ? this.#log.failure : this.#starting;
  }

  noteStep(record: number, step: string, id: string | undefined): void {
    this.#note(id === undefined ? { record, step } : { record, step, id });
  }

  noteOutcome(outcome: RecordedOutcome): void {
    this.#before.steps.delete(outcome.record);
    this.#note(outcomeLine(outcome));
  }

  durable(): Promise<Problem | undefined> {
    return this.#log.durable();
  }

  async close(): Promise<Problem | undefined> {
    this.#note({ ended: this.#timestamp() });
    const unwritten = await this.#log.close();
    await this.#lock.release();
    return unwritten;
  }

  #declareStarted(started: number): void {
    this.#started = started;
    this.#note({ started });
    this.#starting = this.#log.durable().then((unwritten) => {
      if (unwritten === undefined) this.#durablyStarted = Math.max(this.#durablyStarted, started);
      return unwritten;
    });
  }

  #note(line: JournalLine): void {
    this.#log.append(formatLine(line));
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}
