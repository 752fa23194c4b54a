import type { Command } from "commander";
import { printable } from "../lib/printable.js";
import { type CliIo, EXIT, type ExitCode } from "./cli-io.js";
import { COMMANDS, HELP_TEXT } from "./commands.js";
import { OWN_VERSION } from "./own-version.js";
import { styleFor } from "./style.js";
import { textColumns } from "./wrap.js";

/**
 * Runs one command.
 *
 * @param args Arguments after the program's name.
 * @param given What to read from and write to.
 * @param whenLoaded Called once the command's code is loaded, before it begins.
 * @returns 0 fine, 1 problems found, 2 could not run.
 */
export async function runCli(
  args: readonly string[],
  given: CliIo,
  whenLoaded: () => void = () => {},
): Promise<ExitCode> {
  const io = withoutColours(args) ? { ...given, env: { ...given.env, NO_COLOR: "1" } } : given;
  let exitCode: ExitCode = EXIT.fine;
  if (args.length === 1 && VERSION_WORDS.includes(args[0] as string)) {
    io.stdout.write(`${OWN_VERSION}\n`);
    return exitCode;
  }
  const program = await createProgram(io);
  const [named, ...words] = wordsIn(args);
  if (args[0] === "help" && (await tellTopic(named, io))) return exitCode;
  try {
    for (const { name, description, heading, load } of COMMANDS) {
      if (heading !== undefined) program.commandsGroup(heading);
      const command = program.command(name).description(description);
      if (name !== named) continue;
      const extend = await load();
      const finish = (code: ExitCode) => {
        exitCode = code;
      };
      extend(command, io, finish, words);
    }
    program.helpCommand("help [name]", HELP_TEXT);
    whenLoaded();
    // Its help would be that of all commands, and the mistake would go unnoticed.
    const isKnown = named === undefined || COMMANDS.some(({ name }) => name === named);
    if (args[0] === "help" && !isKnown) await suggestTopic(named);
    await program.parseAsync(isKnown ? args : [named], { from: "user" });
    return exitCode;
  } catch (error) {
    return explain(error, args.includes("--json"), io);
  }
}

/** `credport help environment` and its like; whether there is such a topic. */
async function tellTopic(name = "", { stdout }: CliIo): Promise<boolean> {
  const { TOPICS } = await import("./topics/help-topics.js");
  const topic = Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined;
  if (topic !== undefined) stdout.write(`${(await topic.lines(textColumns(stdout))).join("\n")}\n`);
  return topic !== undefined;
}

/** What was typed is not repeated: nothing says that it is a word. */
async function suggestTopic(typed: string): Promise<void> {
  const { TOPICS } = await import("./topics/help-topics.js");
  const { nearest } = await import("../lib/require-names.js");
  const near = nearest(typed, [...COMMANDS.map(({ name }) => name), ...Object.keys(TOPICS)]);
  if (near === undefined || !Object.hasOwn(TOPICS, near)) return;
  const { wrongUsage } = await import("./could-not-run.js");
  throw wrongUsage("unknown help topic", `Write ${near} if that is meant, or add --help for all.`);
}

/** Known before the options are read, since errors of reading them have colours too. */
function withoutColours(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).includes("--no-color");
}

/** What shells and scripts ask most often is answered before anything is loaded. */
const VERSION_WORDS: readonly string[] = ["--version", "-V", "-v", "version"];

/** The command that is called or whose help is asked for, and what follows it: no option before it takes a value. */
function wordsIn(args: readonly string[]): readonly string[] {
  const words = args.filter((arg) => !arg.startsWith("-"));
  return words[0] === "help" ? words.slice(1) : words;
}

async function createProgram(io: CliIo): Promise<Command> {
  const { Command } = await import("commander");
  const { exampleLines, HELP_STYLE, itemLines } = await import("./output/help.js");
  const { TOPICS } = await import("./topics/help-topics.js");
  const columns = textColumns(io.stdout);
  const topics = Object.entries(TOPICS).map(([name, { text }]) => [name, text] as const);
  const more = [
    ...["", "Help topics (credport help <topic>):", ...itemLines(topics, columns)],
    ...["", "Examples:", ...exampleLines(EXAMPLES, columns)],
  ];
  return new Command("credport")
    .configureHelp(HELP_STYLE)
    .description(
      "carry password hashes and second-factor secrets from one identity system to another without breaking a login",
    )
    .version(OWN_VERSION)
    .helpOption("-h, --help", "show this help")
    .configureOutput({
      getOutHelpWidth: () => columns,
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // `explain` says it, in the one voice of all errors.
      outputError: () => undefined,
    })
    .exitOverride()
    .addHelpText("after", more.join("\n"));
}

const EXAMPLES = [
  "credport migrate users.json",
  "credport check users.json",
  "credport import users.json",
  "credport identify < hashes.txt",
  "credport conform -- python3 adapter.py",
];

/** One clear message and what to do next; never a stack trace for what a user can cause. */
async function explain(error: unknown, json: boolean, io: CliIo): Promise<ExitCode> {
  const { CommanderError } = await import("commander");
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.fine;
  if (error instanceof CommanderError && error.code === "commander.help") return EXIT.couldNotRun;
  // With it come the texts of all problems, which help and version do without.
  const { faultOf } = await import("./fault-of.js");
  const { code, message, remedy } = await faultOf(error);
  io.noteFault?.(code);
  if (json) {
    io.stdout.write(`${JSON.stringify({ error: { code, message, remedy } }, null, 2)}\n`);
    return EXIT.couldNotRun;
  }
  const style = styleFor(io.stderr, io.env);
  io.stderr.write(`${style.bad("credport:")} ${printable(message)}\n`);
  io.stderr.write(`  ${remedy}\n`);
  return EXIT.couldNotRun;
}
