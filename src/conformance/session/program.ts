import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { offAbort, onAbort } from "../../lib/abort-listeners.js";
import { shownText } from "../protocol/shown-text.js";
import type { OutputLimits } from "./session.js";
import { Tail } from "./tail.js";

interface Ending {
  /** Null where a signal ended it or it never started. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The system's name of the reason for which it could not be started. */
  readonly startFailure?: string;
}

/** How a program is run. */
export interface ProcessOptions {
  /** The program and its arguments; no shell sees them. */
  readonly command: readonly string[];
  readonly limits: OutputLimits;
  /** Ends the program at once. */
  readonly signal?: AbortSignal | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** Milliseconds between asking a program to end and ending it. */
const GRACE_MS = 2000;
/** Milliseconds between the end of a program and the end of what it has left behind. */
const LEFTOVER_MS = 500;
/** What it left behind may write without end. */
const MOST_TURNS = 1000;

/** A program with its own process group, so that what it starts ends with it. No shell is involved. */
export class Program {
  readonly stdout: Readable;
  /** Settles once the program has ended and its output has been read; never rejects. */
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #stderr: Tail;
  #hasEnded = false;

  /**
   * @param signal Ends the program at once.
   * @param env Its environment; that of this process if absent.
   */
  constructor(command: readonly string[], limits: OutputLimits, signal?: AbortSignal, env?: NodeJS.ProcessEnv) {
    const [file = "", ...args] = command;
    this.#stderr = new Tail(limits.stderrBytes);
    this.#child = spawn(file, args, {
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      ...(env === undefined ? {} : { env }),
    });
    this.stdout = this.#child.stdout;
    this.#child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    // A program that has ended no longer reads; `ended` reports its end.
    this.#child.stdin.on("error", () => {});
    this.#child.stdout.on("error", () => {});
    this.#child.stderr.on("error", () => {});
    this.ended = new Promise((resolve) => {
      const stop = () => void this.kill();
      const place = onAbort(signal, stop);
      const finish = (ending: Ending) => {
        this.#hasEnded = true;
        // What it left behind need not hold its output open to live on.
        this.#signalGroup();
        offAbort(signal, place, stop);
        resolve(ending);
      };
      this.#child.once("error", (error: NodeJS.ErrnoException) => {
        if (this.#child.pid === undefined) {
          finish({ code: null, signal: null, startFailure: error.code ?? "unknown reason" });
        }
      });
      this.#child.once("close", (code, signal) => finish({ code, signal }));
      this.#child.once("exit", () => void this.#endLeftovers());
    });
    if (signal?.aborted) void this.kill();
  }

  write(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  /** The end of what it wrote to standard error, or nothing. */
  stderr(): string {
    return this.#stderr.text();
  }

  /** Waits for it to end by itself, then ends it. */
  async end(graceMs: number = GRACE_MS): Promise<void> {
    this.closeInput();
    const patience = new AbortController();
    await Promise.race([this.ended, delay(graceMs, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.#hasEnded) return;
    this.#signalGroup();
    this.#release();
    await this.ended;
  }

  /** A process that it left behind can hold its output open: the run must not wait for it. */
  async #endLeftovers(): Promise<void> {
    await delay(LEFTOVER_MS, undefined, { ref: false });
    await this.#readRest();
    if (this.#hasEnded) return;
    this.#signalGroup();
    this.#release();
  }

  /** On a busy machine the program's own output may still wait to be read. */
  async #readRest(): Promise<void> {
    const output = this.#child.stdout as Readable & { readonly bytesRead?: number };
    for (let turns = 0, read = -1; turns < MOST_TURNS && read !== output.bytesRead; turns++) {
      read = output.bytesRead ?? read;
      await turn();
      await turn();
    }
  }

  #release(): void {
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.stdin.destroy();
  }

  #signalGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill("SIGKILL");
      else process.kill(-pid, "SIGKILL");
    } catch {
      // It ended in this very moment.
    }
  }
}

export function describeEnding({ code, signal, startFailure }: Ending): string {
  if (startFailure !== undefined) return `could not be started (${startFailure})`;
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

/** A sentence and what the program said on standard error. */
export function withStderr(sentence: string, program: Program): string {
  const said = shownText(program.stderr(), Number.POSITIVE_INFINITY);
  return said === "" ? sentence : `${sentence}; standard error: ${said}`;
}
