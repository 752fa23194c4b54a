import { CommanderError } from "commander";
import { withoutSecrets } from "../lib/redact.js";
import { COMMANDS } from "./commands.js";
import { CouldNotRun } from "./could-not-run.js";

/** What is said of an error that ends a command. */
export async function faultOf(error: unknown): Promise<CouldNotRun> {
  if (error instanceof CouldNotRun) return error;
  if (!(error instanceof CommanderError)) {
    const { pluginFault } = await import("./input/plugin-sources.js");
    return pluginFault(error) ?? new CouldNotRun("cli/unexpected-error", unexpected(error));
  }
  const [typed = "", near] = error.message.split(SUGGESTION);
  const message = withoutTypedValues(typed.trimEnd());
  const others = error.code === "commander.unknownOption" ? await commandsWith(message) : [];
  const isHash = error.code === "commander.excessArguments" && /'(?:verify|identify)'/.test(message);
  return new CouldNotRun("cli/wrong-usage", message, isHash ? GIVE_HASH : remedyFor(others, near));
}

const GIVE_HASH = "Give the hash on standard input: others on the machine can read arguments. Add --help for examples.";

/** The row of the problem has the remedy where nothing is near. */
function remedyFor(others: readonly string[], near: string | undefined): string | undefined {
  if (others.length > 0) {
    const commands = [...others.slice(0, -2), others.slice(-2).join(" or ")].join(", ");
    return `Give it to credport ${commands}, or leave it out.`;
  }
  return near === undefined ? undefined : `Write ${near} if that is meant, or add --help for all.`;
}

/** The commands that have an option which another one does not know. */
async function commandsWith(message: string): Promise<readonly string[]> {
  const [, option] = /'(--[a-z-]+)'$/.exec(message) ?? [];
  if (option === undefined) return [];
  const found = COMMANDS.map(async ({ name, load }) => {
    const { options } = (await load()).rows;
    return options.some((row) => row.flag.split(" ")[0] === option && row.instead === undefined) ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

/** What the parser of options adds where it knows a word that is like the one that was typed. */
const SUGGESTION = /\n\(Did you mean (?:one of )?(.*)\?\)/;

/** Names kind and place of the error; its message could hold data of the input. */
function unexpected(error: unknown): string {
  const { name, stack = "", cause } = error instanceof Error ? error : { name: "not an Error" };
  // Of a source of credport's own.
  if (name === "SourceFault") return unexpected(cause);
  const place = stack.split("\n").find((line) => /^ {4}at /.test(line));
  const where = place === undefined ? "" : ` ${place.trim()}`;
  return withoutSecrets(`an unexpected error (${name}${where})`);
}

/** What is typed in place of a command or an option can be a secret; a mistyped word is not. */
const WORD = /^(?:-[a-z]|(?:--)?[a-z][a-z-]{0,19})$/;

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
