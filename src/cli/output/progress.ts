import { type CliIo, variable } from "../cli-io.js";

/** A bar on a terminal; a line from time to time in a pipe and in a log. */
export interface Progress {
  /**
   * @param done Share from 0 to 1.
   * @param amount What was done, for the rate, where the note does not say it.
   */
  update(done: number, note: string, amount?: Amount): void;
  /** Writes lines of text in a place of their own; the bar is drawn again below them. */
  say(text: string): void;
  /** Takes the bar off the screen. */
  end(): void;
}

/** So many units were done. */
interface Amount {
  readonly number: number;
  /** After the number, with its space; empty for what the note counts. */
  readonly unit?: string;
}

export const megabytes = (bytes: number): Amount => ({ number: bytes / 1e6, unit: " MB" });

const BAR_WIDTH = 24;
/** A shorter one says nothing that the number does not. */
const LEAST_BAR = 4;
const INTERVAL_MS = 100;
/** Of lines in a pipe, whose reader wants to know that something happens. */
const LINE_INTERVAL_MS = 30_000;
/** Columns that stay free: for the cursor, and for the ^C that a terminal shows. What is on two lines is not erased. */
const ROOM = 3;
const ERASE_LINE = "\r\u001b[2K";

/** Draws on standard error, so that standard output stays clean for pipes. */
export function createProgress(label: string, io: CliIo, now = () => performance.now()): Progress {
  const { stderr, env, log } = io;
  if (io.isQuiet === true && log === undefined)
    return { update() {}, end() {}, say: (text) => void stderr.write(text) };
  const isTerminal = stderr.isTTY === true && variable(env, "TERM") !== "dumb" && variable(env, "CI") !== "true";
  const isDrawn = isTerminal && io.isQuiet !== true;
  const [speed, rate] = [new Speed(), new Speed()];
  const wordsOf = (note: string, share: number, amount?: Amount): string => {
    const words = amount === undefined ? note : withRate(note, rate.perSecond, amount);
    return withTimeLeft(words, share, speed);
  };
  let [drawnAt, saidAt] = [Number.NEGATIVE_INFINITY, now()];
  const erase = (): void => {
    if (isDrawn && drawnAt > Number.NEGATIVE_INFINITY) stderr.write(ERASE_LINE);
  };
  return {
    update(done, note, amount) {
      const at = now();
      // The file may grow while it is read.
      const share = Math.min(1, Math.max(0, done || 0));
      if (at - saidAt >= LINE_INTERVAL_MS) {
        saidAt = at;
        const words = wordsOf(note, share, amount);
        const text = `${Math.floor(share * 100)} %${words === "" ? "" : `, ${words}`}`;
        log?.("progress", { share, note });
        if (!isDrawn && io.isQuiet !== true) stderr.write(`${label}: ${text}\n`);
      }
      if (at - drawnAt < INTERVAL_MS) return;
      drawnAt = at;
      speed.note(at, share);
      if (amount !== undefined) rate.note(at, amount.number);
      if (isDrawn) {
        const words = wordsOf(note, share, amount);
        stderr.write(ERASE_LINE + lineOf(label, share, words, (stderr.columns ?? 80) - ROOM));
      }
    },
    say(text) {
      erase();
      stderr.write(text);
    },
    end: erase,
  };
}

function withRate(note: string, perSecond: number, { unit = "" }: Amount): string {
  if (perSecond <= 0) return note;
  const rate = `${perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0)}${unit}/s`;
  return note === "" ? rate : `${note}, ${rate}`;
}

/** A note that knows better has the time left already. */
function withTimeLeft(note: string, share: number, { perSecond }: Speed): string {
  if (perSecond <= 0 || share >= 1 || note.endsWith(" left")) return note;
  const left = `${duration(((1 - share) / perSecond) * 1000)} left`;
  return note === "" ? left : `${note}, ${left}`;
}

/** Long enough to be steady, and short enough to follow a service that grows slow. */
const WINDOW_MS = 15_000;
/** Before that, the little that is done says little. */
const LEAST_MS = 1_000;

/** How fast it went in the last seconds, whatever came before: another pass, an earlier run, an outage. */
export class Speed {
  #notes: readonly { readonly at: number; readonly done: number }[] = [];

  note(at: number, done: number): void {
    const last = this.#notes.at(-1);
    // Another pass has begun.
    if (last !== undefined && last.done > done) this.#notes = [];
    this.#notes = [...this.#notes.filter((note) => at - note.at <= WINDOW_MS), { at, done }];
  }

  /** 0 where it is not known. */
  get perSecond(): number {
    const [first, last] = [this.#notes[0], this.#notes.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return 0;
    return ((last.done - first.done) / (last.at - first.at)) * 1000;
  }
}

/** `1 h 05 min`, `12 min 30 s`, `8 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (number: number): string => String(number).padStart(2, "0");
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}

/** Where the line is short, the bar goes before the words do, and of the words the last. */
function lineOf(label: string, share: number, note: string, columns: number): string {
  const start = `${label} `;
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const fits = (words: string) => start.length + percent.length + words.length <= columns;
  const parts = note === "" ? [] : note.split(", ");
  while (parts.length > 0 && !fits(`  ${parts.join(", ")}`)) parts.pop();
  const words = parts.length === 0 ? "" : `  ${parts.join(", ")}`;
  const width = Math.min(BAR_WIDTH, columns - `${start} ${percent}${words}`.length);
  if (width < LEAST_BAR) return `${start}${percent}${words}`.slice(0, columns);
  const filled = Math.round(share * width);
  return `${start}${"█".repeat(filled)}${"░".repeat(width - filled)} ${percent}${words}`;
}
