import { type Result, refuse, success } from "../../result.js";
import type { JournalFile } from "./journal-file.js";
import { HEADER_START, JOURNAL_VERSION, type JournalBinding, type JournalLine } from "./journal-line.js";
import { readLines } from "./read-lines.js";
import { RecordStates } from "./record-states.js";

/** What earlier runs have written down. */
export interface JournalState {
  /** Undefined where no run came as far as the header. */
  readonly binding: JournalBinding | undefined;
  readonly states: RecordStates;
  /** Records below this one may have been sent. */
  readonly started: number;
  /** Acknowledged steps of users who are not done, with the IDs that they brought. */
  readonly steps: Map<number, Map<string, string>>;
  /** Bytes that are whole; what follows was torn off by a crash. */
  readonly wholeBytes: number;
  readonly bytes: number;
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
  return success({ ...reader.state(), wholeBytes, bytes });
}

function notAJournal(): Result<never> {
  return refuse("import/not-a-journal", "the file does not begin like a journal");
}

function isTornHeader(start: Uint8Array, bytes: number): boolean {
  const text = new TextDecoder().decode(start);
  return bytes < HEADER_START.length ? HEADER_START.startsWith(text) : text === HEADER_START;
}

class Recovery {
  #binding: JournalBinding | undefined;
  readonly #states = new RecordStates();
  readonly #steps = new Map<number, Map<string, string>>();
  #started = 0;

  take(line: JournalLine, number: number): Result<never> | undefined {
    if ("journal" in line !== (number === 1)) {
      return number === 1
        ? notAJournal()
        : refuse("import/journal-damaged", `line ${number} of the journal is a second header`);
    }
    if ("journal" in line) {
      if (line.version !== JOURNAL_VERSION) {
        return refuse("import/journal-version", `the journal has version ${line.version}`);
      }
      this.#binding = line.binding;
    } else if ("started" in line) {
      this.#started = Math.max(this.#started, line.started);
    } else if ("outcome" in line) {
      this.#states.set(line.record, line.outcome);
      if (line.outcome !== "failed") this.#steps.delete(line.record);
    } else if ("step" in line) {
      const steps = this.#steps.get(line.record) ?? new Map<string, string>();
      steps.set(line.step, line.id ?? "");
      this.#steps.set(line.record, steps);
    }
    return undefined;
  }

  state() {
    return {
      binding: this.#binding,
      states: this.#states,
      started: this.#started,
      steps: this.#steps,
    };
  }
}
