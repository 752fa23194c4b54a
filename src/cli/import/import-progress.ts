import type { ImportReport } from "../../import/index.js";
import { counted } from "../../lib/plural.js";
import type { InputFile } from "../input/input-file.js";
import { duration, type Progress, Speed } from "../output/progress.js";

const INTERVAL_MS = 200;

/** Draws the three passes over the file, a bar for each: its fingerprint, the search for duplicates, the import. */
export function drawImport(progress: Progress, input: InputFile, now = () => performance.now()) {
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
    update: (report: ImportReport) => {
      last = report;
    },
    /** Told how many records the file holds, once they are counted. */
    count: (records: number) => {
      total = records;
    },
    say: progress.say,
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
