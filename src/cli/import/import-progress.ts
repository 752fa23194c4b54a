import type { ImportReport } from "../../import/index.js";
import { counted } from "../../lib/plural.js";
import type { InputFile } from "../input/input-file.js";
import type { Progress } from "../output/progress.js";

const INTERVAL_MS = 200;

/** What is known of a running import. */
interface ImportWatch {
  readonly update: (report: ImportReport) => void;
  /** Told how many records the file holds, once they are counted. */
  readonly count: (records: number) => void;
  readonly end: () => void;
}

/** Draws the three passes over the file, a bar for each: its fingerprint, the search for duplicates, the import. */
export function drawImport(progress: Progress, input: InputFile, now = () => performance.now()): ImportWatch {
  let last: ImportReport | undefined;
  let total: number | undefined;
  const speed = new Speed();
  const draw = (): void => {
    if (total !== undefined) {
      const decided = last === undefined ? 0 : last.records - last.unfinished;
      if (last !== undefined) speed.note(now(), decided - last.fromEarlierRuns);
      progress.update(decided / total, `3 of 3: ${noteOf(decided, total, speed.perSecond)}`);
      return;
    }
    const passes = input.size === 0 ? 0 : input.bytesRead() / input.size;
    if (passes <= 1) progress.update(passes, "1 of 3: reading the file");
    else progress.update(passes - 1, "2 of 3: looking for duplicates");
  };
  const timer = setInterval(draw, INTERVAL_MS);
  timer.unref();
  return {
    update: (report) => {
      last = report;
    },
    count: (records) => {
      total = records;
    },
    end: () => {
      clearInterval(timer);
      progress.end();
    },
  };
}

function noteOf(decided: number, total: number, perSecond: number): string {
  const users = `${decided} of ${counted(total, "user")}`;
  if (perSecond === 0) return users;
  return `${users}, ${perSecond.toFixed(0)}/s, ${duration(((total - decided) / perSecond) * 1000)} left`;
}

/** Long enough to be steady, and short enough to follow a service that grows slow. */
const WINDOW_MS = 15_000;
/** Before that, the few users who are done say little. */
const LEAST_MS = 1_000;

/** How fast it went in the last seconds, whatever came before: another pass, an earlier run, an outage. */
class Speed {
  #notes: readonly { readonly at: number; readonly users: number }[] = [];

  note(at: number, users: number): void {
    this.#notes = [...this.#notes.filter((note) => at - note.at <= WINDOW_MS), { at, users }];
  }

  /** 0 where it is not known. */
  get perSecond(): number {
    const [first, last] = [this.#notes[0], this.#notes.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return 0;
    return ((last.users - first.users) / (last.at - first.at)) * 1000;
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
