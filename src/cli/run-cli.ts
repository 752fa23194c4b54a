import { Command, CommanderError } from "commander";
import { printable } from "../lib/printable.js";
import { checkCommand } from "./check-command.js";
import { type CliIo, CouldNotRun, EXIT, type ExitCode } from "./cli-io.js";
import { conformCommand } from "./conform-command.js";
import { identifyCommand } from "./identify-command.js";
import { importCommand } from "./import-command.js";
import { ownVersion } from "./own-version.js";
import { rehearseCommand } from "./rehearse-command.js";
import { secretCommand } from "./secret-command.js";
import { styleFor } from "./style.js";
import { verifyCommand } from "./verify-command.js";

/** In the order of the help. */
const COMMANDS = [
  checkCommand,
  importCommand,
  identifyCommand,
  verifyCommand,
  secretCommand,
  rehearseCommand,
  conformCommand,
];

/**
 * Runs one command.
 *
 * @param args Arguments behind the program's name.
 * @param io What to read from and write to.
 * @returns 0 fine, 1 problems found, 2 could not run.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.fine;
  const program = createProgram(io);
  for (const add of COMMANDS) {
    add(program, io, (code) => {
      exitCode = code;
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return explain(error, args.includes("--json"), io);
  }
}

function createProgram(io: CliIo): Command {
  return new Command("credport")
    .description(
      "Carries password hashes and second-factor secrets from one identity system to another without breaking a single login.",
    )
    .version(ownVersion())
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride()
    .showHelpAfterError("(add --help for the options and examples)")
    .addHelpText(
      "after",
      `
Examples:
  credport check users.json --from firebase --hash-config hash-config.txt
  credport import users.json --from firebase --hash-config hash-config.txt
  credport identify < hashes.txt
  credport verify --hash-file hash.txt
  credport secret --prove 287082
  credport conform -- python3 adapter.py`,
    );
}

/** One clear sentence and what to do next; never a stack trace for what a user can cause. */
function explain(error: unknown, json: boolean, io: CliIo): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.couldNotRun;
  const { code, message, remedy } = error instanceof CouldNotRun ? error : unexpected(error);
  if (json) {
    io.stdout.write(`${JSON.stringify({ error: { code, message, remedy } }, null, 2)}\n`);
    return EXIT.couldNotRun;
  }
  const style = styleFor(io.stderr, io.env);
  io.stderr.write(`${style.bad("credport:")} ${printable(message)}.\n`);
  io.stderr.write(`  ${remedy}\n`);
  return EXIT.couldNotRun;
}

/** Names kind and place of the error; its message could hold data of the input. */
function unexpected(error: unknown): CouldNotRun {
  const { name, stack = "" } = error instanceof Error ? error : { name: "not an Error" };
  const place = stack.split("\n").find((line) => /^ {4}at /.test(line));
  const where = place === undefined ? "" : ` ${place.trim()}`;
  return new CouldNotRun("cli/unexpected-error", `an unexpected error (${name}${where})`);
}
