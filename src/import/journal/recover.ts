import { refuse } from "../../problems/import.js";
import { type Result, success } from "../../result.js";
import { FOUND, KEPT, OVERWRITTEN } from "../outcome.js";
import { PASSWORD } from "../plan.js";
import type { JournalFile } from "./journal-file.js";
import {
  CLOCK_MS,
  type EndedLine,
  HEADER_START,
  isBinding,
  JOURNAL_VERSION,
  type JournalBinding,
  type JournalLine,
  LATER,
  OLDEST_VERSION,
  type OutcomeLine,
} from "./journal-line.js";
import { readLines } from "./read-lines.js";
import { type RecordState, RecordStates } from "./record-states.js";
import { UserSample } from "./user-sample.js";

/** How much later than its run wrote last a service may carry a call out, and how far its clock may be off. */
export const LATE_MS = 5 * 60_000;

/** What is known of a call that may have been carried out. */
export interface Doubt {
  /** Milliseconds since the epoch at which the run that has sent it wrote last; absent where nothing tells. */
  readonly until?: number;
  /** The service had an account of the user before it. */
  readonly isThere: boolean;
}

/** What earlier runs have written down. */
export interface JournalState {
  /** Undefined where no run came as far as the header. */
  readonly binding: JournalBinding | undefined;
  /** Of the fingerprints of users; undefined also where an older version began the journal. */
  readonly key: string | undefined;
  /** Of the lines, as the header says it. */
  readonly version: number;
  /** A service has answered for a user, with a step or a decision, so the journal belongs to it. */
  readonly isAcknowledged: boolean;
  /** Users were undone, and none is left that was sent. */
  readonly isTakenBack: boolean;
  /** A run has come to the end of its records. */
  readonly isRead: boolean;
  /** The journal was last written by an undo that may have deleted a few users more than it has noted. */
  readonly isUndoOpen: boolean;
  /** Kinds of calls of which one has succeeded. */
  readonly worked: ReadonlySet<string>;
  /** How often each record was undone. */
  readonly undone: ReadonlyMap<number, number>;
  /** Marked are those whose password an earlier run has overwritten. */
  readonly states: RecordStates;
  /** How many outcomes a record has, of those that have more than one: the last one counts. */
  readonly repeated: ReadonlyMap<number, number>;
  /** Users of whom a call may have been on its way when a run ended: the first that is not acknowledged. */
  readonly inDoubt: ReadonlyMap<number, Doubt>;
  /** When the file was last written. */
  readonly writtenAt: number | undefined;
  /** Acknowledged steps of users who are not imported, with the IDs that they brought. */
  readonly steps: Map<number, Map<string, string>>;
  /** Of the users who are on the service by their outcome. */
  readonly sample: UserSample;
  /** Bytes that are whole; what follows was torn off by a crash. */
  readonly wholeBytes: number;
  readonly bytes: number;
}

/** Of a journal that is begun from its first byte. */
export function blankState(bytes: number): JournalState {
  return { ...new Recovery().state(undefined), wholeBytes: 0, bytes };
}

/**
 * Reads a journal whole, in one pass. A torn end is left out of account: its writer
 * died before it could report it. Anything else that is not a line is damage.
 */
export async function recover(file: JournalFile): Promise<Result<JournalState>> {
  const reader = new Recovery();
  let number = 0;
  let tornAt: { readonly at: number; readonly number: number } | undefined;
  let wholeBytes = 0;
  const modifiedAt = await file.writtenAt?.();
  for await (const { at, end, value } of readLines(file)) {
    number++;
    if (value === undefined) {
      if (number === 1) return notAJournal();
      tornAt ??= { at, number };
      continue;
    }
    if (tornAt !== undefined) {
      return refuse("import/journal-damaged", `line ${tornAt.number} of the journal is not readable`);
    }
    const refused = reader.take(value, number);
    if (refused !== undefined) return refused;
    wholeBytes = end;
  }
  const bytes = await file.size();
  if (number === 0 && bytes > 0 && !isTornHeader(await file.read(0, HEADER_START.length), bytes)) {
    return notAJournal();
  }
  return success({ ...reader.state(modifiedAt), wholeBytes, bytes });
}

const NOT_A_JOURNAL = {
  remedy: "Give the journal of this import, or the path of a file that does not exist yet; this file is left as it is.",
};
const OTHER_VERSION = { remedy: "Resume with the version of credport that began this journal." };

function notAJournal(): Result<never> {
  return refuse("import/journal-unusable", "the file does not begin like a journal", NOT_A_JOURNAL);
}

function isTornHeader(start: Uint8Array, bytes: number): boolean {
  const text = new TextDecoder().decode(start);
  return bytes < HEADER_START.length ? HEADER_START.startsWith(text) : text === HEADER_START;
}

/** Whether a user of this state is on the service. */
export const isThere = (state: RecordState): boolean => ["imported", "already-there", "kept"].includes(state);

class Recovery {
  #binding: JournalBinding | undefined;
  #key: string | undefined;
  #version = JOURNAL_VERSION;
  #isAcknowledged = false;
  /** Users who are on the service by their outcome. */
  #there = 0;
  /** The last time that a line says. */
  #lastAt: number | undefined;
  #isRead = false;
  #isUndoOpen = false;
  /** It would be so if the process that writes now ended in order, before it was done. */
  #isLeftOpen = false;
  readonly #states = new RecordStates();
  readonly #steps = new Map<number, Map<string, string>>();
  readonly #inDoubt = new Map<number, Doubt>();
  readonly #repeated = new Map<number, number>();
  readonly #worked = new Set<string>();
  readonly #undone = new Map<number, number>();
  readonly #sample = new UserSample();

  take(line: JournalLine, number: number): Result<never> | undefined {
    if ("journal" in line !== (number === 1)) {
      return number === 1
        ? notAJournal()
        : refuse("import/journal-damaged", `line ${number} of the journal is a second header`);
    }
    if ("journal" in line) {
      if (line.version < OLDEST_VERSION || line.version > JOURNAL_VERSION) {
        return refuse("import/journal-unusable", `the journal has version ${line.version}`, OTHER_VERSION);
      }
      if (!isBinding(line.binding)) {
        return refuse("import/journal-damaged", "line 1 of the journal does not say what it belongs to");
      }
      this.#binding = line.binding;
      this.#version = line.version;
      this.#key = typeof line.key === "string" && line.key !== "" ? line.key : undefined;
    } else {
      this.#takeNote(line);
    }
    return undefined;
  }

  #takeNote(line: Exclude<JournalLine, { readonly journal: string }>): void {
    if ("outcome" in line) this.#takeOutcome(line);
    else if ("step" in line) this.#takeStep(line);
    else if ("begun" in line) this.#inDoubt.set(line.begun, { isThere: line.there === true });
    else if ("at" in line) this.#lastAt = line.at;
    else if ("left" in line) this.#inDoubt.delete(line.left);
    else if ("anew" in line) this.#steps.delete(line.anew);
    else if ("undone" in line) this.#takeUndone(line.undone);
    else if ("worked" in line) this.#worked.add(line.worked);
    else if ("ended" in line) this.#takeEnded(line);
    else if ("run" in line && this.#binding !== undefined) {
      this.#isUndoOpen = true;
      this.#endDoubts(line.lastWritten);
      this.#lastAt = Date.parse(line.run) || undefined;
      const added = LATER.filter((name) => line[name] !== undefined);
      this.#binding = { ...this.#binding, ...Object.fromEntries(added.map((name) => [name, line[name]])) };
    }
  }

  /** Whatever later runs leave open, each user has a line by then. */
  #takeEnded({ whole, read }: EndedLine): void {
    this.#isRead ||= read === true;
    this.#isUndoOpen = this.#isLeftOpen &&= whole !== true;
  }

  /** The steps of a user who was refused or failed remain: asked again, they continue after them. */
  #takeOutcome(line: OutcomeLine): void {
    const { record, outcome, inDoubt, problems = [] } = line;
    this.#isUndoOpen = this.#isLeftOpen = false;
    if (this.#states.get(record) !== "none") this.#repeated.set(record, (this.#repeated.get(record) ?? 1) + 1);
    const isKept = outcome === "already-there" && problems.some(({ code }) => code === KEPT);
    this.#setState(record, isKept ? "kept" : outcome);
    if (problems.some(({ code }) => code === OVERWRITTEN)) this.#states.setMark(record, true);
    if (isThere(outcome)) this.#sample.add(line);
    if (outcome !== "failed") this.#isAcknowledged = true;
    if (outcome === "imported" || outcome === "already-there") this.#steps.delete(record);
    if (inDoubt === true) this.#inDoubt.set(record, this.#inDoubt.get(record) ?? { isThere: false });
    else this.#inDoubt.delete(record);
  }

  #takeUndone(record: number): void {
    this.#isUndoOpen = this.#isLeftOpen = true;
    this.#setState(record, "none");
    this.#states.setMark(record, false);
    this.#repeated.delete(record);
    this.#sample.remove(record);
    this.#steps.delete(record);
    this.#inDoubt.delete(record);
    this.#undone.set(record, (this.#undone.get(record) ?? 0) + 1);
  }

  #setState(record: number, state: RecordState): void {
    this.#there += Number(isThere(state)) - Number(isThere(this.#states.get(record)));
    this.#states.set(record, state);
  }

  #takeStep({ record, step, id, there }: Extract<JournalLine, { readonly step: string }>): void {
    if (step === PASSWORD && there === true) this.#states.setMark(record, true);
    const steps = this.#steps.get(record) ?? new Map<string, string>();
    steps.set(step, id ?? "");
    if (there === true) steps.set(FOUND, "");
    this.#isAcknowledged = true;
    this.#steps.set(record, steps);
  }

  /** The time of the file is later where it is a copy. */
  #writtenAt(modifiedAt: number | undefined): number | undefined {
    if (this.#lastAt === undefined || modifiedAt === undefined) return modifiedAt;
    return Math.min(modifiedAt, this.#lastAt + CLOCK_MS);
  }

  /** Nothing of what the process before had open was sent after it wrote last. */
  #endDoubts(at: number | undefined): void {
    if (typeof at !== "number") return;
    for (const [record, doubt] of this.#inDoubt) {
      if (doubt.until === undefined) this.#inDoubt.set(record, { ...doubt, until: at });
    }
  }

  state(modifiedAt: number | undefined) {
    const writtenAt = this.#writtenAt(modifiedAt);
    this.#endDoubts(writtenAt);
    return {
      binding: this.#binding,
      key: this.#key,
      version: this.#version,
      isAcknowledged: this.#isAcknowledged,
      isTakenBack: this.#undone.size > 0 && this.#there + this.#steps.size + this.#inDoubt.size === 0,
      isRead: this.#isRead,
      isUndoOpen: this.#isUndoOpen,
      worked: this.#worked,
      undone: this.#undone,
      states: this.#states,
      inDoubt: this.#inDoubt,
      writtenAt,
      repeated: this.#repeated,
      steps: this.#steps,
      sample: this.#sample,
    };
  }
}
