#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { EXIT, processIo } from "./cli-io.js";
import { runCli } from "./run-cli.js";

// A short run ends before optimised code or a whole collection of garbage has paid for itself. In a long one little lives, and
// much passes through: V8 lets a heap become four times as large as what lives in it, and without the limit a check of an
// export takes a third to a half more memory. Bun has another engine.
const LONG_RUN_MILLISECONDS = 1000;
const SHORT_RUN = "--no-opt --no-incremental-marking";
const LONG_RUN = "--opt --incremental-marking --heap-growing-percent=60";

/** Not before the command is loaded: with other flags V8 compiles Node's own modules again, as they are needed. */
function setFlags(): void {
  if (process.versions.bun !== undefined) return;
  setFlagsFromString(SHORT_RUN);
  setTimeout(setFlagsFromString, LONG_RUN_MILLISECONDS, LONG_RUN).unref();
}
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has gone, as `head` does, reads no message either.
  if (error.code !== "EPIPE") process.stderr.write(`credport: cannot write the output (${error.code})\n`);
  process.exit(EXIT.couldNotRun);
});
process.stderr.on("error", () => process.exit(EXIT.couldNotRun));

// No await at the top level: Node's single executable takes CommonJS, which has none.
void runCli(process.argv.slice(2), processIo(), setFlags).then((code) => {
  process.exitCode = code;
});
