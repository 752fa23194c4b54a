#!/usr/bin/env node
import { EXIT, processIo } from "./cli-io.js";
import { runCli } from "./run-cli.js";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has gone, as `head` does: there is nobody left to tell.
    if (error.code === "EPIPE") process.exit(EXIT.couldNotRun);
    throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), processIo());
