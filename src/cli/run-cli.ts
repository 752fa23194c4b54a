import type { Command, CommanderError } from "commander";
import { printable } from "../lib/printable.js";
import { withoutSecrets } from "../lib/redact.js";
import { type CliIo, EXIT, type ExitCode } from "./cli-io.js";
import { COMMANDS } from "./commands.js";
import type { CouldNotRun } from "./could-not-run.js";
import { OWN_VERSION } from "./own-version.js";
import { styleFor } from "./style.js";

/**
 * Runs one command.
 *
 * @param args Arguments after the program's name.
 * @param io What to read from and write to.
 * @returns 0 fine, 1 problems found, 2 could not run.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.fine;
  if (args.length === 1 && VERSION_FLAGS.includes(args[0] as string)) {
    io.stdout.write(`${OWN_VERSION}\n`);
    return exitCode;
  }
  const program = await createProgram(io);
  const named = namedCommand(args);
  try {
    for (const { name, description, load } of COMMANDS) {
      const command = program.command(name).description(description);
      if (name !== named) continue;
      const extend = await load();
      extend(command, io, (code) => {
        exitCode = code;
      });
    }
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return explain(error, args.includes("--json"), io);
  }
}

/** What shells and scripts ask most often is answered before anything is loaded. */
const VERSION_FLAGS: readonly string[] = ["--version", "-V"];

/** The command that is called or whose help is asked for: no option before it takes a value. */
function namedCommand(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith("-"));
  return first === "help" ? second : first;
}

async function createProgram(io: CliIo): Promise<Command> {
  const { Command } = await import("commander");
  return new Command("credport")
    .description(
      "carry password hashes and second-factor secrets from one identity system to another without breaking a login",
    )
    .version(OWN_VERSION)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // `explain` says it, in the one voice of all errors.
      outputError: () => undefined,
    })
    .exitOverride()
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

/** One clear message and what to do next; never a stack trace for what a user can cause. */
async function explain(error: unknown, json: boolean, io: CliIo): Promise<ExitCode> {
  const { CommanderError } = await import("commander");
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.fine;
  if (error instanceof CommanderError && error.code === "commander.help") return EXIT.couldNotRun;
  const { code, message, remedy } = await faultOf(error);
  if (json) {
    io.stdout.write(`${JSON.stringify({ error: { code, message, remedy } }, null, 2)}\n`);
    return EXIT.couldNotRun;
  }
  const style = styleFor(io.stderr, io.env);
  io.stderr.write(`${style.bad("credport:")} ${printable(message)}\n`);
  io.stderr.write(`  ${remedy}\n`);
  return EXIT.couldNotRun;
}

async function faultOf(error: unknown): Promise<CouldNotRun> {
  const { CommanderError } = await import("commander");
  // With it come the texts of all problems, which help and version do without.
  const { CouldNotRun } = await import("./could-not-run.js");
  if (error instanceof CouldNotRun) return error;
  if (!(error instanceof CommanderError)) return new CouldNotRun("cli/unexpected-error", unexpected(error));
  const [typed = "", near] = error.message.split(SUGGESTION);
  const remedy =
    near === undefined ? remedyFor(error) : `Write ${near} if that is meant, or add --help for all.`;
  return new CouldNotRun("cli/wrong-usage", withoutTypedValues(typed.trimEnd()), remedy);
}

/** A word for what is forgotten most often; the row of the problem has one for the rest. */
function remedyFor({ code, message }: Pick<CommanderError, "code" | "message">): string | undefined {
  return code === "commander.missingMandatoryOptionValue" && message.includes("'--from ")
    ? "Write --from auto to find out what wrote the file, or add --help for the names of all systems."
    : undefined;
}

/** What the parser of options adds where it knows a word that is like the one that was typed. */
const SUGGESTION = /\n\(Did you mean (?:one of )?(.*)\?\)/;

/** Names kind and place of the error; its message could hold data of the input. */
function unexpected(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : { name: "not an Error" };
  const place = stack.split("\n").find((line) => /^ {4}at /.test(line));
  const where = place === undefined ? "" : ` ${place.trim()}`;
  return withoutSecrets(`an unexpected error (${name}${where})`);
}

/** What is typed in place of a command or an option can be a secret; a mistyped word is not. */
const WORD = /^(?:--)?[a-z][a-z-]{0,19}$/;

/**
 * Takes the values that were typed out of a message of the parser of options: a pepper in place of its name, a
 * password after an option that does not exist, a hash in place of a command.
 */
function withoutTypedValues(message: string): string {
  return message
    .replace(/^error: /, "")
    .replace(/ argument '[\s\S]*' is invalid\. /, ": ")
    .replace(/^(unknown (?:option|command)) '([\s\S]*)'$/m, (whole, error, typed: string) => {
      const [name = ""] = typed.split("=", 1);
      if (!WORD.test(name)) return error;
      return name === typed ? whole : `${error} '${name}'`;
    });
}
