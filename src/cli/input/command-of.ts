import type { Command } from "commander";
import { printable } from "../../lib/printable.js";
import type { CliIo, ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { type LogChoices, withLog } from "../output/run-log.js";
import { OWN_VERSION } from "../own-version.js";
import { applyConfig, CONFIG_FILE, CONFIG_KEYS } from "./config-file.js";
import {
  addOptions,
  attributeOf,
  type FlagsOf,
  flag,
  general,
  type OptionRow,
  requireNeeded,
  requireTaken,
  value,
} from "./option-rows.js";
import { unknownName } from "./unknown-name.js";

const CONFIG_NAMES: readonly string[] = CONFIG_KEYS;

const [CONFIG_OPTION, NO_COLOR_OPTION] = general([
  value("--config <file>", `settings (default: ${CONFIG_FILE} where there is one)`),
  flag("--no-color", "show no colours, as where NO_COLOR is set"),
] as const);

/** Gives a command its options and its action; the rows are for what else follows from them, such as completion. */
export interface ExtendCommand extends Extend {
  readonly rows: CommandRows;
}

/** @param words What follows the command's name. */
type Extend = (command: Command, io: CliIo, finish: (code: ExitCode) => void, words?: readonly string[]) => void;

/** What a command takes, and the end of its help. */
export interface CommandRows<Rows extends readonly OptionRow[] = readonly OptionRow[]> extends CommandHelp {
  /** Arguments, the last with the words that it can be; what it is for an action alone is in `ofAction`. */
  readonly takes?: readonly (readonly [
    written: string,
    text: string,
    words?: (() => readonly string[]) | undefined,
    ofAction?: (action: string) => string,
  ])[];
  /** What the first argument can ask for, each with what it does. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly options: Rows;
}

/** Makes a command of what it takes, and of what it does with the flags and the arguments; the last is the command. */
export function commandOf<const Rows extends readonly OptionRow[], Given extends readonly unknown[]>(
  given: CommandRows<Rows>,
  run: (flags: FlagsOf<Rows>, io: CliIo, ...words: Given) => Promise<ExitCode>,
): ExtendCommand {
  const { takes = [], options, actions = {} } = given;
  const isConfigurable = options.some((row) => CONFIG_NAMES.includes(attributeOf(row)));
  const rows: readonly OptionRow[] = [...options, ...(isConfigurable ? [CONFIG_OPTION] : []), NO_COLOR_OPTION];
  const extend: Extend = (command, io, finish, [word = ""] = []) => {
    const action = Object.hasOwn(actions, word) ? word : undefined;
    for (const [written, text, , ofAction] of takes) {
      command.argument(written, action === undefined ? text : (ofAction?.(action) ?? text));
    }
    addHelp(addOptions(command, rows, action), { ...given, options: rows }, io, action)
      .hook("preAction", async () => {
        if (Object.hasOwn(actions, command.args[0] ?? "")) requireTaken(command, options, command.args[0] ?? "");
        if (takes[1] === FURTHER_FILES) joinFurther(command);
        if (isConfigurable) await applyConfig(command, options, command.opts().config);
        requireNeeded(options, command.opts());
      })
      .action(async (...all: unknown[]) => {
        const words = all.filter((_, at) => at !== takes.length && takes[at] !== FURTHER_FILES) as unknown as Given;
        const flags = all[takes.length] as FlagsOf<Rows>;
        finish(await runLogged(command.name(), flags, io, (logged) => run(flags, logged, ...words)));
      });
  };
  return Object.assign(extend, { rows: { ...given, options: rows } });
}

/** Further files of an export, as a shell names them all by `users-*.json`, are files of `--join`. */
export const FURTHER_FILES = ["[further...]", "further files of the same export, as of --join"] as const;

function joinFurther(command: Command): void {
  const further = command.args.slice(1);
  if (further.length > 0) command.setOptionValueWithSource("join", [...(command.opts().join ?? []), ...further], "cli");
}

/** Notes how a command began and ended, where that was asked for. */
async function runLogged(
  name: string,
  flags: LogChoices,
  io: CliIo,
  run: (io: CliIo) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { quiet, verbose, logFile } = flags;
  if (quiet === undefined && verbose === undefined && logFile === undefined) return run(io);
  const logged = withLog(name, flags, io);
  const log = (event: string, fields: object) => logged.io.log?.(event, { ...fields });
  try {
    log("start", { version: OWN_VERSION, options: Object.keys(flags).sort().join(" ") });
    const exitCode = await run(logged.io);
    log("end", { exitCode });
    return exitCode;
  } catch (error) {
    if (error instanceof CouldNotRun) log("error", { code: error.code, message: error.message });
    throw error;
  } finally {
    logged.close();
  }
}

/** One of the actions of a command, by the word that was given for it. */
export function actionOf<Action>(actions: Readonly<Record<string, Action>>, word: string): Action {
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action !== undefined) return action;
  const message = `${printable(word)} is not something to do`;
  throw unknownName(message, word, Object.keys(actions));
}
