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

/** Where a run's journal is and which run it belongs to. */
export interface JournalOptions {
  readonly path: string;
  /** What the journal belongs to; a journal of anything else is refused. */
  readonly binding: JournalBinding;
  /** Milliseconds between two syncs at least: results are reported that much later. Default 50. */
  readonly syncIntervalMs?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** For tests: what stands under the journal. */
  readonly openFile?: OpenJournalFile | undefined;
}

/** What an import writes down as it goes, and what earlier runs wrote down. */
export interface Journal {
  stateOf(record: number): RecordState;
  /** Steps that were acknowledged before, with the IDs that they brought. */
  stepsOf(record: number): ReadonlyMap<string, string>;
  /** Whether the first step that is not acknowledged was on its way when an earlier run ended. */
  isInDoubt(record: number): boolean;
  /** To be waited for before a user is begun: there is room for more lines. */
  room(): Promise<Problem | undefined>;
  /** A call of this user goes out next. */
  noteBegun(record: number): void;
  /** The run ends before this user is done, and nothing of his has an open end. */
  noteLeft(record: number): void;
  noteStep(record: number, step: string, id: string | undefined): void;
  /** The acknowledged steps are void. */
  noteAnew(record: number): void;
  noteOutcome(outcome: RecordedOutcome): void;
  /**
   * To be waited for before a call is sent: resolves when all that was noted so far would outlive this
   * process, or with why it would not.
   */
  written(): Promise<Problem | undefined>;
  /** Resolves when all that was noted so far is on the disk, or with why it is not. */
  durable(): Promise<Problem | undefined>;
  /** Ends the run. The journal can be opened again. */
  close(): Promise<Problem | undefined>;
}

const NO_STEPS: ReadonlyMap<string, string> = new Map();
/** Lines in memory at most while a slow disk catches up. */
const MOST_UNSYNCED = 4096;

/** For an import without a journal: it remembers nothing. */
export const NO_JOURNAL: Journal = {
  stateOf: () => "none",
  stepsOf: () => NO_STEPS,
  isInDoubt: () => false,
  room: async () => undefined,
  noteBegun: () => undefined,
  noteLeft: () => undefined,
  noteStep: () => undefined,
  noteAnew: () => undefined,
  written: async () => undefined,
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
  if (haveChanged(before.hashParameters, now.hashParameters)) {
    const message = "the journal belongs to an import of the same file with other hash parameters";
    return refuse("import/input-changed", message, { field: "hashParameters" });
  }
  const changed = (["source", "baseUrl", "tenantPath", "profile"] as const).find(
    (field) => before[field] !== now[field],
  );
  if (changed === undefined) return undefined;
  const message = `the journal belongs to ${changed} ${JSON.stringify(before[changed])}`;
  return refuse("import/target-changed", message, { field: changed });
}

/** Without parameters no hash that needs them was sent, so they may come later, or be left out. */
function haveChanged(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

class FileJournal implements Journal {
  readonly #log: DurableLog;
  readonly #lock: Lock;
  readonly #before: JournalState;
  readonly #binding: JournalBinding;
  readonly #now: () => number;

  constructor(file: JournalFile, lock: Lock, before: JournalState, options: JournalOptions) {
    this.#log = new DurableLog(file, options.syncIntervalMs ?? 50);
    this.#lock = lock;
    this.#before = before;
    this.#binding = options.binding;
    this.#now = options.now ?? Date.now;
  }

  async begin(): Promise<Problem | undefined> {
    const { binding } = this.#before;
    if (binding === undefined) this.#note(headerLine(this.#binding));
    const { hashParameters } = this.#binding;
    const isNew = binding !== undefined && binding.hashParameters !== hashParameters;
    this.#note({ run: this.#timestamp(), ...(isNew ? { hashParameters } : {}) });
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

  isInDoubt(record: number): boolean {
    return this.#before.inDoubt.has(record);
  }

  async room(): Promise<Problem | undefined> {
    return this.#log.backlog > MOST_UNSYNCED ? this.#log.durable() : this.#log.failure;
  }

  noteBegun(record: number): void {
    this.#note({ begun: record });
  }

  noteLeft(record: number): void {
    this.#note({ left: record });
  }

  noteStep(record: number, step: string, id: string | undefined): void {
    this.#note(id === undefined ? { record, step } : { record, step, id });
  }

  noteAnew(record: number): void {
    this.#note({ anew: record });
  }

  noteOutcome(outcome: RecordedOutcome): void {
    this.#before.steps.delete(outcome.record);
    this.#note(outcomeLine(outcome));
  }

  written(): Promise<Problem | undefined> {
    return this.#log.written();
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

  #note(line: JournalLine): void {
    this.#log.append(formatLine(line));
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}
