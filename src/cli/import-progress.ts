import type { ImportReport } from "../import/index.js";
import type { InputFile } from "./input-file.js";
import type { Progress } from "./progress.js";

const INTERVAL_MS = 200;

/** Draws the three passes over the file: its fingerprint, the search for duplicates, the import itself. */
export function drawImport(
  progress: Progress,
  input: InputFile,
): { readonly update: (report: ImportReport) => void; readonly end: () => void } {
  let last: ImportReport | undefined;
  let importingSince: number | undefined;
  const draw = (): void => {
    const passes = input.size === 0 ? 0 : input.bytesRead() / input.size;
    if (passes <= 2 || last === undefined) {
      progress.update(passes / 2, passes <= 1 ? "reading the file" : "looking for duplicates");
      return;
    }
    const now = performance.now();
    importingSince ??= now;
    const done = passes - 2;
    progress.update(done, noteOf(last, done, now - importingSince));
  };
  const timer = setInterval(draw, INTERVAL_MS);
  timer.unref();
  return {
    update: (report) => {
      last = report;
    },
    end: () => {
      clearInterval(timer);
      progress.end();
    },
  };
}

function noteOf(
  { records, unfinished, fromEarlierRuns, elapsedMs }: ImportReport,
  done: number,
  ms: number,
): string {
  const decided = records - unfinished;
  const rate = elapsedMs === 0 ? 0 : ((decided - fromEarlierRuns) / elapsedMs) * 1000;
  const left = done > 0 ? (ms / done) * (1 - done) : 0;
  return `${decided} users, ${rate.toFixed(0)}/s, ${duration(left)} left`;
}

/** `1 h 05 min`, `12 min 30 s`, `8 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (number: number): string => String(number).padStart(2, "0");
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
