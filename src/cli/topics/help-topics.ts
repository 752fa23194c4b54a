import { EXIT, EXIT_MEANINGS } from "../cli-io.js";
import { COMMANDS } from "../commands.js";
import { exitRows, itemLines } from "../output/help.js";
import { wrapped } from "../wrap.js";

/** What `credport help` says beside the help of commands. */
interface Topic {
  readonly text: string;
  readonly lines: (columns: number) => Promise<readonly string[]>;
}

/** By the names that other command lines have for them. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  environment: {
    text: "variables of the environment that credport reads",
    lines: async (columns) => {
      const { PEPPERS, VARIABLES } = await import("./variables.js");
      return [...itemLines(Object.entries(VARIABLES), columns), "", wrapped(PEPPERS, columns)];
    },
  },
  options: {
    text: "options that many commands have",
    lines: async (columns) => itemLines(await generalRows(), columns),
  },
  "exit-codes": { text: "what the exit codes mean, for all commands and for each", lines: exitLines },
};

/** Of all commands, each once. */
async function generalRows(): Promise<readonly (readonly [string, string])[]> {
  const all = await Promise.all(COMMANDS.map(async ({ load }) => (await load()).rows.options));
  const rows = all.flat().filter(({ isGeneral }) => isGeneral === true);
  return [...new Map([...rows, HELP].map(({ flag, text }) => [flag, text]))];
}

/** The parser of options has it of its own. */
const HELP = { flag: "--help", text: "show the help of a command, as -h does" };

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
