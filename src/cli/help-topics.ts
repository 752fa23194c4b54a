import { EXIT, EXIT_MEANINGS } from "./cli-io.js";
import { COMMANDS } from "./commands.js";
import { VARIABLES } from "./environment.js";
import { exitRows, itemLines } from "./output/help.js";
import { wrapped } from "./wrap.js";

/** What `credport help` says beside the help of commands. */
interface Topic {
  readonly text: string;
  readonly lines: (columns: number) => Promise<readonly string[]>;
}

/** By the names that other command lines have for them. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  environment: {
    text: "variables of the environment that credport reads",
    lines: async (columns) => [...itemLines(Object.entries(VARIABLES), columns), "", wrapped(PEPPERS, columns)],
  },
  options: {
    text: "options that many commands have",
    lines: async (columns) => {
      const { GENERAL_OPTIONS } = await import("./input/command-of.js");
      return itemLines(
        GENERAL_OPTIONS.map(({ flag, text }) => [flag, text]),
        columns,
      );
    },
  },
  "exit-codes": { text: "what the exit codes mean, in all and of each command", lines: exitLines },
};

const PEPPERS = "The pepper of an old system is in the variable that --pepper-name of credport check names.";

async function exitLines(columns: number): Promise<readonly string[]> {
  const rows = exitMeanings();
  const ofCommands = COMMANDS.map(async ({ name, load }) => {
    const { exitCodes } = (await load()).rows;
    return ["", `${name}:`, ...itemLines(exitRows(exitCodes), columns)];
  });
  return ["Of every command:", ...itemLines(rows, columns), ...(await Promise.all(ofCommands)).flat()];
}

/** The exit codes of every command. */
export function exitMeanings(): readonly (readonly [code: string, text: string])[] {
  return Object.entries(EXIT_MEANINGS).map(([name, text]) => [String(EXIT[name as keyof typeof EXIT]), text]);
}
