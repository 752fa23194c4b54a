import { randomBytes } from "node:crypto";
import { type Lock, type Owner, takeLock } from "../../files/index.js";
import { printable } from "../../lib/printable.js";
import { problem, refuse } from "../../problems/import.js";
import { type Failure, failure, type Problem, type Result, success } from "../../result.js";
import type { NormalizedUser } from "../../source/index.js";
import type { Awaitable } from "../awaitable.js";
import { OVERWRITTEN, type RecordedOutcome } from "../outcome.js";
import { PASSWORD } from "../plan.js";
import { compareBindings } from "./binding.js";
import { DurableLog } from "./durable-log.js";
import { type JournalFile, type OpenJournalFile, openNodeFile } from "./journal-file.js";
import {
  CLOCK_MS,
  type EndedLine,
  formatLine,
  headerLine,
  type JournalBinding,
  type JournalLine,
  LATER,
  outcomeLine,
  type UserTrace,
} from "./journal-line.js";
import { type KeyedPrint, keyedPrint } from "./keyed-print.js";
import { type ReadLine, readLines } from "./read-lines.js";
import { NOT_OPENED, notOpened } from "./read-outcomes.js";
import type { RecordState } from "./record-states.js";
import { blankState, type Doubt, type JournalState, recover } from "./recover.js";
import { printOf, type UserPrint } from "./user-print.js";
import { UserSample } from "./user-sample.js";

/** Where a run's journal is and which run it belongs to. */
export interface JournalOptions {
  readonly path: string;
  /** What the journal belongs to; a journal of anything else is refused. */
  readonly binding: JournalBinding;
  /** Milliseconds between two syncs at least: results are reported that much later. Default 50. */
  readonly syncIntervalMs?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /**
   * Called for a process that can't be asked whether it still writes this journal, because it is on another
   * machine: its heartbeat is watched for 20 seconds.
   */
  readonly onWatch?: ((holder: string) => void) | undefined;
  /** For tests: the file below the journal. */
  readonly openFile?: OpenJournalFile | undefined;
}

/** What an import writes down as it goes, and what earlier runs wrote down. */
export type Journal = Omit<FileJournal, "begin" | "append">;

const NO_STEPS: ReadonlyMap<string, string> = new Map();
const KEY_BYTES = 32;

/** For an import without a journal: it remembers nothing. */
export const noJournal = (): Journal => ({
  isAcknowledged: false,
  worked: new Set(),
  sample: new UserSample(),
  stateOf: () => "none",
  stepsOf: () => NO_STEPS,
  doubtOf: () => undefined,
  hasBegun: () => false,
  hasOverwritten: () => false,
  room: () => undefined,
  note: () => undefined,
  written: () => undefined,
  mark: () => 0,
  reached: () => undefined,
  noteOutcome: () => undefined,
  printOf: () => undefined,
  lines: async function* () {},
  durable: async () => undefined,
  close: async () => undefined,
});

/**
 * Opens a journal, or begins one: takes its lock, reads what earlier runs wrote, cuts off
 * a torn last line and holds it against what it must belong to. A journal in which no service
 * has acknowledged anything belongs to nothing yet: it is begun again for any other target. One whose users were all
 * undone is begun again for the same target.
 *
 * Problems: `import/journal-locked`, `import/journal-unusable`,
 * `import/journal-damaged`, `import/input-changed`,
 * `import/target-changed`, `import/journal-not-written`.
 *
 * @param signal Ends the watch of another process's heartbeat.
 */
export async function openJournal(options: JournalOptions, signal?: AbortSignal): Promise<Result<Journal>> {
  const lock = await lockJournal(options, signal);
  if (!lock.ok) return lock;
  const file = await (options.openFile ?? openNodeFile)(options.path).catch(notOpened);
  if ("ok" in file) return giveUp(file, lock.value);
  try {
    const recovered = await recover(file);
    const before = recovered.ok ? startingPoint(recovered.value, options.binding) : recovered;
    if (!before.ok) return giveUp(before, lock.value, file);
    const { wholeBytes, bytes } = before.value;
    if (wholeBytes < bytes) await file.truncate(wholeBytes);
    const journal = new FileJournal(file, lock.value, before.value, options);
    const unwritten = await journal.begin();
    return unwritten === undefined ? success(journal) : failure(unwritten);
  } catch (error) {
    return giveUp(notOpened(error), lock.value, file);
  }
}

async function lockJournal({ path, onWatch }: JournalOptions, signal: AbortSignal | undefined): Promise<Result<Lock>> {
  try {
    const taken = await takeLock(path, { signal, onWatch: (holder) => onWatch?.(nameOf(holder)) });
    return "lock" in taken
      ? success(taken.lock)
      : refuse("import/journal-locked", `${nameOf(taken.holder)} writes this journal`);
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    return refuse("import/journal-unusable", `the lock beside the journal can't be written (${code})`, NOT_OPENED);
  }
}

/** The host is text from a file that another program may have written. */
function nameOf({ pid, host }: Owner): string {
  return pid === 0 ? "another process" : `process ${pid} on ${printable(host)}`;
}

/** What the run continues from: what the journal says, or nothing where it binds no run. */
function startingPoint(state: JournalState, binding: JournalBinding): Result<JournalState> {
  const changed = state.binding === undefined ? undefined : compareBindings(state.binding, binding);
  if (changed === undefined) return success(state);
  const isFree = !state.isAcknowledged || (state.isTakenBack && changed.code === "import/input-changed");
  return isFree ? success(blankState(state.bytes)) : failure(changed);
}

async function giveUp(refused: Failure, lock: Lock, file?: JournalFile): Promise<Failure> {
  await file?.close().catch(() => undefined);
  await lock.release();
  return refused;
}

class FileJournal extends DurableLog {
  readonly #file: JournalFile;
  readonly #lock: Lock;
  readonly #before: JournalState;
  readonly #binding: JournalBinding;
  readonly #now: () => number;
  #notedAt = Number.POSITIVE_INFINITY;
  readonly #key: string | undefined;
  readonly #keyed: KeyedPrint | undefined;
  /** The reason to write no further, or that the lock is another one's. */
  readonly #orLost = (failure: Problem | undefined): Awaitable<Problem | undefined> =>
    failure !== undefined || this.#lock.isFresh() ? failure : this.#confirmLock();

  constructor(file: JournalFile, lock: Lock, before: JournalState, options: JournalOptions) {
    super(file, before.wholeBytes, options.syncIntervalMs ?? 50);
    this.#file = file;
    this.#lock = lock;
    this.#before = before;
    this.#binding = options.binding;
    this.#now = options.now ?? Date.now;
    this.#key = before.binding === undefined ? randomBytes(KEY_BYTES).toString("base64url") : before.key;
    this.#keyed = this.#key === undefined ? undefined : keyedPrint(this.#key);
  }

  /** Whether the service had acknowledged or refused anything before this run. */
  get isAcknowledged(): boolean {
    return this.#before.isAcknowledged;
  }

  /** A few of the users who are on the service by this journal; a run adds its own. */
  get sample(): UserSample {
    return this.#before.sample;
  }

  /** Kinds of calls of which one has succeeded before this run. */
  get worked(): ReadonlySet<string> {
    return this.#before.worked;
  }

  async begin(): Promise<Problem | undefined> {
    const { binding } = this.#before;
    if (binding === undefined) this.note(headerLine(this.#binding, this.#key));
    const added = binding === undefined ? [] : LATER.filter((name) => binding[name] !== this.#binding[name]);
    const later = Object.fromEntries(added.map((name) => [name, this.#binding[name]]));
    const { inDoubt, writtenAt } = this.#before;
    const lastWritten = inDoubt.size === 0 || writtenAt === undefined ? undefined : Math.ceil(writtenAt);
    this.#notedAt = this.#now();
    this.note({ run: this.#timestamp(), lastWritten, ...later });
    const unwritten = await this.durable();
    if (unwritten !== undefined) await this.close();
    return unwritten;
  }

  stateOf(record: number): RecordState {
    return this.#before.states.get(record);
  }

  /** Steps that were acknowledged before, with the IDs that they brought. */
  stepsOf(record: number): ReadonlyMap<string, string> {
    return this.#before.steps.get(record) ?? NO_STEPS;
  }

  /** Of the first step that is not acknowledged, where it was on its way when an earlier run ended. */
  doubtOf(record: number): Doubt | undefined {
    return this.#before.inDoubt.get(record);
  }

  /** Whether an earlier run has begun the user, who is this journal's own then. */
  hasBegun(record: number): boolean {
    return this.stepsOf(record).size > 0 || this.doubtOf(record) !== undefined;
  }

  /** Whether an earlier run has overwritten the user's password. */
  hasOverwritten(record: number): boolean {
    return this.#before.states.isMarked(record);
  }

  note(line: JournalLine): void {
    const now = this.#now();
    if (now >= this.#notedAt + CLOCK_MS) {
      this.#notedAt = now;
      this.append(formatLine({ at: Math.floor(now) }));
    }
    this.append(formatLine(line));
  }

  noteOutcome(outcome: RecordedOutcome, trace?: UserTrace): void {
    this.#before.steps.delete(outcome.record);
    const line = outcomeLine(outcome, trace);
    const { problems = [] } = line;
    // What is written of a user last says it, whichever run has done it.
    const isUnsaid = this.hasOverwritten(outcome.record) && !problems.some(({ code }) => code === OVERWRITTEN);
    this.note(isUnsaid ? { ...line, problems: [...problems, { code: OVERWRITTEN, field: PASSWORD }] } : line);
  }

  /** The fingerprints of a user under this journal's key; undefined where it has none. */
  printOf(user: NormalizedUser): UserPrint | undefined {
    return this.#keyed === undefined ? undefined : printOf(user, this.#keyed);
  }

  /**
   * To be waited for before a call is sent: resolves when all that was noted so far would outlive this
   * process and this process may continue, or with why not.
   */
  override written(): Awaitable<Problem | undefined> {
    const unwritten = super.written();
    return unwritten instanceof Promise ? unwritten.then(this.#orLost) : this.#orLost(unwritten);
  }

  /** What is in the file by now. */
  lines(): AsyncIterable<ReadLine> {
    return readLines(this.#file);
  }

  /** Ends the run. The journal can be opened again. */
  override async close(end: Pick<EndedLine, "whole" | "read"> = {}): Promise<Problem | undefined> {
    this.note({ ended: this.#timestamp(), ...end });
    const unwritten = await super.close();
    await this.#lock.release();
    return unwritten;
  }

  async #confirmLock(): Promise<Problem | undefined> {
    try {
      if (await this.#lock.confirm()) return undefined;
      return problem("import/journal-locked", "the lock of this journal was taken over by another process");
    } catch (error) {
      const { code = "unknown reason" } = error as NodeJS.ErrnoException;
      return problem("import/journal-not-written", `the lock beside the journal can't be written (${code})`);
    }
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}
