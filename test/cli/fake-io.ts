import { PassThrough, Readable } from "node:stream";
import { expect } from "vitest";
import type { CliIo } from "../../src/cli/cli-io.js";

export interface FakeIoOptions {
  /** What comes through standard input; on a terminal use `type`. */
  readonly stdin?: string | Uint8Array | Iterable<string | Uint8Array>;
  readonly stdinIsTerminal?: boolean;
  readonly stdoutIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface FakeIo {
  readonly io: CliIo;
  /** What was written so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Keys, as a terminal in raw mode sends them. */
  readonly type: (keys: string) => void;
  readonly hangUp: () => void;
  /** Every change of raw mode. */
  readonly rawModes: readonly boolean[];
  /** Ctrl-C while the terminal is not in raw mode. */
  readonly interrupt: () => void;
  readonly interruptListeners: () => number;
}

/** Streams, environment and signals of a process that does not exist. */
export function fakeIo(options: FakeIoOptions = {}): FakeIo {
  const { stdin = "", env = {}, columns } = options;
  const keyboard = new PassThrough();
  const written = { out: "", err: "" };
  const rawModes: boolean[] = [];
  const listeners = new Set<() => void>();
  const size = columns === undefined ? {} : { columns };
  const stream = (name: "out" | "err", isTTY: boolean) => ({
    ...size,
    isTTY,
    write(text: string) {
      written[name] += text;
      return true;
    },
  });
  const terminal = Object.assign(keyboard, {
    isTTY: true,
    setRawMode: (raw: boolean) => rawModes.push(raw),
  });
  return {
    io: {
      stdin: options.stdinIsTerminal === true ? terminal : Readable.from(chunksOf(stdin)),
      stdout: stream("out", options.stdoutIsTerminal === true),
      stderr: stream("err", options.stderrIsTerminal === true),
      env,
      onInterrupt(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    out: () => written.out,
    err: () => written.err,
    type: (keys) => keyboard.write(keys),
    hangUp: () => keyboard.end(),
    rawModes,
    interrupt() {
      for (const listener of listeners) listener();
    },
    interruptListeners: () => listeners.size,
  };
}

function* chunksOf(stdin: NonNullable<FakeIoOptions["stdin"]>): Generator<Uint8Array> {
  const pieces = typeof stdin === "string" || stdin instanceof Uint8Array ? [stdin] : stdin;
  for (const piece of pieces) yield Buffer.from(piece as string);
}

export interface SlowOutput {
  readonly stdout: { write(text: string): boolean; once(event: "drain", listener: () => void): void };
  /** How often somebody waited for it. */
  readonly waits: () => number;
}

/** An output that is full after each write, and fails the test where it is written to before it has drained. */
export function slowOutput(sink: { write(text: string): unknown }): SlowOutput {
  let isFull = false;
  let waits = 0;
  const stdout = {
    write(text: string) {
      expect(isFull).toBe(false);
      isFull = true;
      sink.write(text);
      return false;
    },
    once(_: "drain", listener: () => void) {
      waits++;
      setImmediate(() => {
        isFull = false;
        listener();
      });
    },
  };
  return { stdout, waits: () => waits };
}
