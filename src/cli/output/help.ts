import type { Command, Help, Option } from "commander";
import { type CliIo, EXIT, EXIT_MEANINGS } from "../cli-io.js";
import type { OptionRow } from "../input/option-rows.js";
import { fittedCommand, textColumns, wrapped } from "../wrap.js";

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
  readonly options: readonly Pick<OptionRow, "flag" | "listed" | "takenBy" | "isGeneral">[];
  readonly actions?: Readonly<Record<string, string>>;
}

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
  const more = `credport ${command.name()} <action> --help shows the options of an action.`;
  return ["", "Actions:", ...itemLines(rows, columns), "", wrapped(more, columns)];
}

/** Terms with what they are, in two columns. */
export function itemLines(rows: readonly (readonly [string, string])[], columns: number): readonly string[] {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => itemOf(term, width, text, { helpWidth: columns }));
}

/** The end of every command's help, in the same order and words. */
export function addHelp(command: Command, given: Takes, { stdout }: Pick<CliIo, "stdout">, action?: string): Command {
  const columns = textColumns(stdout);
  command.configureHelp(HELP_STYLE);
  const isWhole = action === undefined;
  const { notes = [], examples, exitCodes, options } = isWhole ? given : helpOfAction(command, given, action);
  const lists = options.flatMap(({ listed, takenBy }) => (isWhole && takenBy !== undefined ? [] : (listed ?? [])));
  const also = options.filter(({ isGeneral }) => isGeneral === true).map(({ flag }) => flag);
  const lines = [
    ...["", wrapped(`Also ${also.join(" ")} --help (credport help options)`, columns)],
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
    ...exitRows(exitCodes).map(([code, text]) => itemOf(code, 1, text, { helpWidth: columns })),
  ];
  return command.addHelpText("after", lines.join("\n"));
}

/** The exit codes of a command with what they mean there. */
export function exitRows(codes: ExitCodeHelp): readonly (readonly [code: string, text: string])[] {
  const { couldNotRun } = EXIT_MEANINGS;
  return Object.entries({ couldNotRun, ...codes })
    .map(([name, text]) => [String(EXIT[name as keyof ExitCodeHelp]), text] as const)
    .sort();
}

/** They are there to be copied: where a line is too long, a shell reads several as one. */
export function exampleLines(examples: readonly string[], columns: number): readonly string[] {
  return examples.map((example) => fittedCommand(`  ${example}`, columns));
}

/** How options and commands are listed, and what is typed before them. */
export const HELP_STYLE = {
  // Further files are said beside the first one.
  visibleArguments: ({ registeredArguments }: Command) => registeredArguments.filter(({ variadic }) => !variadic),
  formatItem: itemOf,
  commandUsage: usageOf,
  optionDescription: describe,
  minWidthToWrap: 20,
};

/** What an option is for, the words that its value can be, and the usual one. */
function describe({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? "" : ` {${argChoices.join("|")}}`;
  const [, text = "", end = ""] = /^(.*?)( \(default: .*\))?$/.exec(description) ?? [];
  return `${text}${choices}${end}${defaultValue === undefined ? "" : ` (default: ${defaultValue})`}`;
}

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
  const indent = " ".repeat(beside < LEAST_BESIDE ? 6 : termWidth + 4);
  // Choices that are wider than the column are several words.
  const broken = (words: string) => (words.length > helpWidth - indent.length ? words.replaceAll("|", " | ") : words);
  const text = wrapped(description.replace(/\{\S+\}/, broken), helpWidth, indent);
  return beside < LEAST_BESIDE ? `  ${term}\n${text}` : `  ${term.padEnd(termWidth)}  ${text.trimStart()}`;
}
