import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { defined } from "../../lib/defined.js";
import { printable, printableJson } from "../../lib/printable.js";
import { withoutSecrets } from "../../lib/redact.js";
import type { CliIo, LogEvent } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { isJsonWith } from "./output-file.js";

/** What a command was asked to say beside its report. */
export interface LogChoices {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly logFile?: string;
}

/** The streams of a command, with a log of what goes by and is said. */
export function withLog(name: string, { quiet, verbose, logFile }: LogChoices, io: CliIo) {
  const file = logFile === undefined ? undefined : openLog(logFile);
  const started = performance.now();
  const log: LogEvent = (event, fields = {}) => {
    const row = { time: new Date().toISOString(), command: name, event, ...fields };
    if (file !== undefined) writeSync(file, `${withoutSecrets(printableJson(row))}\n`);
    if (verbose === true && event !== "note") {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      io.stderr.write(`${seconds.padStart(7)} s  ${[event, ...wordsOf(fields)].join(" ")}\n`);
    }
  };
  const stderr: CliIo["stderr"] = {
    isTTY: io.stderr.isTTY === true,
    ...defined({ columns: io.stderr.columns }),
    write: (text) => {
      if (!text.startsWith("\r")) log("note", { text: text.trimEnd() });
      return io.stderr.write(text);
    },
  };
  const silent = { stdout: { write: () => true }, isQuiet: true };
  return {
    io: { ...io, ...(file === undefined ? {} : { stderr }), ...(quiet === true ? silent : {}), log },
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}

function wordsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${printable(String(value))}`);
}

const isLogLine = isJsonWith("time", "command", "event");

/** Added to, so that the runs of one migration are in one file; a file of anything else stays as it is. */
function openLog(path: string): number {
  try {
    const file = openSync(path, "a+", 0o600);
    const beginning = Buffer.alloc(1 << 12);
    const bytes = readSync(file, beginning, 0, beginning.length, 0);
    const [first = ""] = beginning.toString("utf8", 0, bytes).split("\n", 1);
    if (bytes === 0 || isLogLine(first)) return file;
    closeSync(file);
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    throw new CouldNotRun("cli/not-writable", `cannot write ${path} (${code})`);
  }
  throw new CouldNotRun("cli/output-exists", `${path} exists and is not a log of credport`);
}
