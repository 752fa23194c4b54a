import type { Command, Help } from "commander";
import type { CliIo } from "../cli-io.js";
import { fittedCommand, textColumns, wrapped } from "../wrap.js";

export { textColumns };

/** What the help of a command says after its options. */
export interface CommandHelp {
  /** Paragraphs, for what no option's description has room for. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  readonly exitCodes: ExitCodeHelp;
}

interface ExitCodeHelp {
  readonly fine: string;
  /** Absent where a command finds no problems: it does its work or could not run. */
  readonly problems?: string;
  readonly couldNotRun?: string;
}

/** What a command takes, as far as its help says more of it than the parser of options does. */
interface Takes extends CommandHelp {
  readonly options: readonly { readonly listed?: HelpList; readonly takenBy?: readonly string[] }[];
  readonly actions?: Readonly<Record<string, string>>;
}

/** Words under a title. */
export interface HelpList {
  readonly title: string;
  readonly words: readonly string[];
}

/** The help of one action: what it does and takes, and its examples. */
function helpOfAction(command: Command, given: Takes, action: string): CommandHelp & Pick<Takes, "options"> {
  const start = `credport ${command.name()} ${action} `;
  command.description(given.actions?.[action] ?? "");
  command.usage(command.usage().replace("<action>", "").replace("[options]", `${action} [options]`));
  command.configureHelp({ ...HELP_STYLE, visibleArguments: ({ registeredArguments }) => registeredArguments.slice(1) });
  const examples = given.examples.filter((example) => example.includes(start));
  return {
    ...given,
    notes: [],
    examples,
    options: given.options.filter(({ takenBy = [action] }) => takenBy.includes(action)),
  };
}

function actionLines(command: Command, actions: Takes["actions"] = {}, columns: number): readonly string[] {
  const rows = Object.entries(actions);
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name]) => name.length));
  const more = `credport ${command.name()} <action> --help shows the options of an action.`;
  const lines = rows.map(([name, text]) => itemOf(name, width, text, { helpWidth: columns }));
  return ["", "Actions:", ...lines, "", wrapped(more, columns)];
}

/** The end of every command's help, in the same order and words. */
export function addHelp(command: Command, given: Takes, { stdout }: Pick<CliIo, "stdout">, action?: string): Command {
  const columns = textColumns(stdout);
  command.configureHelp(HELP_STYLE);
  const isWhole = action === undefined;
  const { notes = [], examples, exitCodes, options } = isWhole ? given : helpOfAction(command, given, action);
  const lists = options.flatMap(({ listed, takenBy }) => (isWhole && takenBy !== undefined ? [] : (listed ?? [])));
  const { fine, problems, couldNotRun = "the command could not run" } = exitCodes;
  const codes = Object.entries({ 0: fine, 1: problems, 2: couldNotRun });
  const lines = [
    ...(isWhole ? actionLines(command, given.actions, columns) : []),
    ...notes.flatMap((note) => ["", wrapped(note, columns)]),
    ...lists.flatMap(({ title, words }) => [
      "",
      wrapped(`${title}:`, columns),
      wrapped(words.join(" "), columns, "  "),
    ]),
    "",
    "Examples:",
    ...exampleLines(examples, columns),
    "",
    "Exit codes:",
    ...codes.flatMap(([code, text]) =>
      text === undefined ? [] : [wrapped(text, columns, "     ").replace(/^ {5}/, `  ${code}  `)],
    ),
  ];
  return command.addHelpText("after", lines.join("\n"));
}

/** They are there to be copied: where a line is too long, a shell reads several as one. */
export function exampleLines(examples: readonly string[], columns: number): readonly string[] {
  return examples.map((example) => fittedCommand(`  ${example}`, columns));
}

/** How options and commands are listed, and what is typed before them. */
export const HELP_STYLE = { formatItem: itemOf, commandUsage: usageOf, minWidthToWrap: 20 };

const BEFORE_USAGE = "Usage: ";

function usageOf(this: Help, command: Command): string {
  const usage: string = Object.getPrototypeOf(this).commandUsage.call(this, command);
  const lines = wrapped(usage, (this.helpWidth ?? 80) - BEFORE_USAGE.length);
  return lines.replaceAll("\n", `\n${" ".repeat(BEFORE_USAGE.length)}`);
}

/** Beside a term there must be room for a few words. */
const LEAST_BESIDE = 30;

/** An option with what it is for: beside it, or on a narrow terminal below it. */
function itemOf(
  term: string,
  termWidth: number,
  description: string,
  { helpWidth = 80 }: Pick<Help, "helpWidth">,
): string {
  const beside = helpWidth - termWidth - 4;
  if (description === "") return `  ${term}`;
  if (beside < LEAST_BESIDE) return `  ${term}\n${wrapped(description, helpWidth, "      ")}`;
  const indent = " ".repeat(termWidth + 4);
  return `  ${term.padEnd(termWidth)}  ${wrapped(description, helpWidth, indent).trimStart()}`;
}
