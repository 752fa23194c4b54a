import type { Command } from "commander";
import { printable } from "../../lib/printable.js";
import type { CliIo, ExitCode } from "../cli-io.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { addOptions, type FlagsOf, type OptionRow, requireNeeded } from "./option-rows.js";
import { unknownName } from "./unknown-name.js";

/** Gives a command its options and its action. */
export type ExtendCommand = (command: Command, io: CliIo, finish: (code: ExitCode) => void) => void;

/** What a command takes, and the end of its help. */
interface CommandRows<Rows extends readonly OptionRow[]> {
  readonly takes?: readonly (readonly [written: string, text: string])[];
  readonly options: Rows;
  readonly help: CommandHelp;
}

/** Makes a command of what it takes, and of what it does with the flags and the arguments; the last is the command. */
export function commandOf<const Rows extends readonly OptionRow[], Given extends readonly unknown[]>(
  { takes = [], options, help }: CommandRows<Rows>,
  run: (flags: FlagsOf<Rows>, io: CliIo, ...given: Given) => Promise<ExitCode>,
): ExtendCommand {
  return (command, io, finish) => {
    for (const [written, text] of takes) command.argument(written, text);
    const lists = options.flatMap(({ listed }) => listed ?? []);
    addHelp(addOptions(command, options), help, lists)
      .hook("preAction", () => requireNeeded(options, command.opts()))
      .action(async (...all: unknown[]) => {
        const given = all.filter((_, at) => at !== takes.length) as unknown as Given;
        finish(await run(all[takes.length] as FlagsOf<Rows>, io, ...given));
      });
  };
}

/** One of the actions of a command, by the word that was given for it. */
export function actionOf<Action>(actions: Readonly<Record<string, Action>>, word: string): Action {
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action !== undefined) return action;
  const message = `${printable(word)} is not something to do`;
  throw unknownName("cli/unknown-name", message, word, Object.keys(actions));
}
