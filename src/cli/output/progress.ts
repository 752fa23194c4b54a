import type { CliIo } from "../cli-io.js";

/** A bar on a terminal; nothing in a pipe. */
export interface Progress {
  /** @param done Share from 0 to 1. */
  update(done: number, note: string): void;
  /** Takes the bar off the screen. */
  end(): void;
}

const BAR_WIDTH = 24;
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
      const filled = Math.round(share * BAR_WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
      const line = `${label} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${note}`;
      stderr.write(ERASE_LINE + line.slice(0, (stderr.columns ?? 80) - 1));
    },
    end() {
      if (drawn) stderr.write(ERASE_LINE);
    },
  };
}
