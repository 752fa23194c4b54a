import type { CliIo } from "../cli-io.js";

/** A bar on a terminal; nothing in a pipe. */
export interface Progress {
  /** @param done Share from 0 to 1. */
  update(done: number, note: string): void;
  /** Takes the bar off the screen. */
  end(): void;
}

const BAR_WIDTH = 24;
/** A shorter one says nothing that the number does not. */
const LEAST_BAR = 4;
const INTERVAL_MS = 100;
const ERASE_LINE = "\r\u001b[2K";

/** Draws on standard error, so that standard output stays clean for pipes. */
export function createProgress(label: string, { stderr, env }: CliIo): Progress {
  if (stderr.isTTY !== true || env.TERM === "dumb" || env.CI === "true") return { update() {}, end() {} };
  let drawnAt = 0;
  let drawn = false;
  return {
    update(done, note) {
      const now = performance.now();
      if (drawn && now - drawnAt < INTERVAL_MS) return;
      drawnAt = now;
      drawn = true;
      // The file may grow while it is read.
      const share = Math.min(1, Math.max(0, done || 0));
      stderr.write(ERASE_LINE + lineOf(label, share, note, (stderr.columns ?? 80) - 1));
    },
    end() {
      if (drawn) stderr.write(ERASE_LINE);
    },
  };
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
