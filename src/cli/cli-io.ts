import type { ProblemCode } from "../problems/index.js";
import type { ReportSection } from "../report/report-model.js";
import type { VariableName } from "./topics/variables.js";
import { fitted } from "./wrap.js";

/** What a command reads and writes: the process's own, or a test's. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & {
    isTTY?: boolean;
    readonly readableEnded?: boolean;
    setRawMode?: (raw: boolean) => unknown;
  };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls back on Ctrl-C, and when the system ends the process, until the returned function is called; at once where that
   * has come before.
   */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Notes an event for `--log-file` and `--verbose`, with what is known of it and is not a secret. */
  readonly log?: LogEvent;
  /** Neither a report nor progress is shown. */
  readonly isQuiet?: boolean;
  /** The command is a step of another, which says what comes next. */
  readonly isStep?: boolean;
  /** A step's report without what earlier steps have shown. */
  readonly unsaid?: (sections: readonly ReportSection[]) => readonly ReportSection[];
  /** How many known users a step may find missing on the service: the rehearsal did not import them either. */
  readonly mayLack?: number;
  /** Told why a step could not run. */
  readonly noteFault?: (code: ProblemCode) => void;
}

export type LogEvent = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

export interface OutputStream {
  /** False when the reader is slow; `once` then tells when it has caught up. */
  write(text: string): unknown;
  once?(event: "drain", listener: () => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Writes, and waits while the reader is slower, so that memory does not grow with the output. */
export async function writeWaiting(stream: OutputStream, text: string): Promise<void> {
  if (stream.write(text) !== false || stream.once === undefined) return;
  await new Promise<void>((resolve) => stream.once?.("drain", () => resolve()));
}

/** Ctrl-C, the end that the system asks for, and a terminal that is closed. */
const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** After a signal between two steps: the next one ends the command in order. One that can't be ended so must not continue. */
const NEXT_STEP_MILLISECONDS = 1000;

/** The process's own streams and environment. */
export function processIo(): CliIo {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: fittedStream(process.stderr),
    env: process.env,
    onInterrupt: interrupts(),
  };
}

/**
 * The process's own signals. Once there was one, every new listener is told at once: a signal that comes between two steps of a
 * command must not be lost, nor one that a step took for its answer. So the process listens from the first step on: Node
 * drops a signal that it has caught and not yet told when the last listener goes.
 */
function interrupts(): CliIo["onInterrupt"] {
  const listeners = new Set<() => void>();
  let isListening = false;
  let isInterrupted = false;
  let isTold = false;
  const tell = (listener: () => void): void => {
    isTold = true;
    listener();
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    const isFirst = !isInterrupted;
    isInterrupted = true;
    for (const listener of [...listeners]) tell(listener);
    if (listeners.size > 0) return;
    if (isFirst) setTimeout(() => isTold || endBy(signal, onSignal), NEXT_STEP_MILLISECONDS).unref();
    else endBy(signal, onSignal);
  };
  return (listener) => {
    if (!isListening) for (const signal of END_SIGNALS) process.on(signal, onSignal);
    isListening = true;
    listeners.add(listener);
    if (isInterrupted) tell(listener);
    return () => listeners.delete(listener);
  };
}

/** By the signal itself, as without a listener. */
function endBy(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
  process.off(signal, listener);
  process.kill(process.pid, signal);
}

/** For people alone: what is wider than the terminal goes into further lines. */
function fittedStream(stream: NodeJS.WriteStream): OutputStream {
  return {
    write: (text) => stream.write(fitted(text, stream.columns)),
    once: (event, listener) => stream.once(event, listener),
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns;
    },
  };
}

export const EXIT = { fine: 0, problems: 1, couldNotRun: 2 } as const;

/** What each says, whatever the command; a command's help says what it means there. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  fine: "all is well",
  problems: "the command ran to its end, and found problems",
  couldNotRun: "the command could not run",
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The value of a variable; an empty one counts as not set. */
export function variable(env: CliIo["env"], name: VariableName): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}
