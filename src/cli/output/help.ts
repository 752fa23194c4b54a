import type { Command } from "commander";

/** What the help of a command says after its options. */
export interface CommandHelp {
  /** Lines as they are shown, for what no option's description has room for. */
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

/** Words under a title. */
export interface HelpList {
  readonly title: string;
  readonly words: readonly string[];
}

/** The end of every command's help, in the same order and words. */
export function addHelp(
  command: Command,
  { notes = [], examples, exitCodes }: CommandHelp,
  lists: readonly HelpList[] = [],
): Command {
  const { fine, problems, couldNotRun = "the command could not run" } = exitCodes;
  const codes = [
    `  0  ${fine}`,
    ...(problems === undefined ? [] : [`  1  ${problems}`]),
    `  2  ${couldNotRun}`,
  ];
  const lines = [
    ...(notes.length === 0 ? [] : ["", ...notes]),
    ...lists.flatMap(({ title, words }) => ["", `${title}:`, inLines(words)]),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
    "Exit codes:",
    ...codes,
  ];
  return command.addHelpText("after", lines.join("\n"));
}

const HELP_COLUMNS = 78;

/** Words in lines that are indented by two. */
function inLines(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? " "} ${word}`;
    if (lines.length === 0 || longer.length > HELP_COLUMNS) lines.push(`  ${word}`);
    else lines.splice(-1, 1, longer);
  }
  return lines.join("\n");
}
