import { type Command, InvalidArgumentError, Option } from "commander";
import { nearest } from "../../lib/require-names.js";
import { wrongUsage } from "../could-not-run.js";
import { type NamedFile, namedFile } from "../output/distinct-files.js";
import type { HelpList } from "../output/help.js";

/** An option of a command: how it is written, what it is for, and what else follows from it. */
export interface OptionRow<Flag extends string = string, Value = unknown, Given extends boolean = boolean> {
  /** As it is written: `--join <file>`. */
  readonly flag: Flag;
  readonly text: string;
  readonly choices?: readonly string[];
  /** What a shell offers where `read` knows the words. */
  readonly suggested?: readonly string[];
  /** The value of a text; an `InvalidArgumentError` says what it must be. */
  read?(text: string, earlier?: Value): Value;
  /** The value where the option is not given. */
  readonly usual?: Value;
  /** Attributes of options that can't be given with it. */
  readonly excludes?: readonly string[];
  /** Its value is a file that the command reads; `-` is none. */
  readonly isInput?: true;
  /** The command can't run without it. */
  readonly isRequired?: true;
  /** Has no use without `--to`. */
  readonly needsTarget?: true;
  /** Whether only the bulk import has a use for it, or all others. */
  readonly bulk?: "only" | "never";
  /** Actions of the command that take it. */
  readonly takenBy?: readonly string[];
  /** What to do in its place: the option is of another command, and this one refuses it. */
  readonly instead?: string;
  /** What the help lists below the options, such as the names that its value can have. */
  readonly listed?: HelpList;
  /** The heading under which the help lists it. */
  readonly group?: string;
  /** Many commands have it: their help names it, and `credport help options` says what it does. */
  readonly isGeneral?: true;
  /** Carries a type alone. */
  readonly has?: readonly [Value, Given];
}

type MoreName = "excludes" | "suggested" | "isInput" | "choices" | "read" | "listed" | "needsTarget" | "bulk";
type More<Value> = Partial<Pick<OptionRow<string, Value>, MoreName>>;

export function flag<const Flag extends string>(
  written: Flag,
  text: string,
  more: More<boolean> = {},
): OptionRow<Flag, boolean, false> {
  return { flag: written, text, ...more };
}

/** An option with a text, or what `read` makes of it. */
export function value<const Flag extends string, Value = string>(
  written: Flag,
  text: string,
  more: More<Value> = {},
): OptionRow<Flag, Value, false> {
  return { flag: written, text, ...more };
}

/** An option with a value also where it is not given. */
export function usually<const Flag extends string, Value = string>(
  written: Flag,
  text: string,
  usual: Value,
  more: More<Value> = {},
): OptionRow<Flag, Value, true> {
  return { flag: written, text, usual, ...more };
}

/** An option with a text, without which the command can't run. */
export function needed<const Flag extends string, Value = string>(
  written: Flag,
  text: string,
  more: More<Value> = {},
): OptionRow<Flag, Value, true> {
  return { flag: written, text, isRequired: true, ...more };
}

export function oneOf<const Flag extends string, const Word extends string>(
  written: Flag,
  text: string,
  choices: readonly Word[],
  more: More<Word> = {},
): OptionRow<Flag, Word, false> {
  return { flag: written, text, choices, ...more };
}

export function list<const Flag extends string, Entry extends string = string>(
  written: Flag,
  text: string,
  more: Omit<More<readonly Entry[]>, "read"> & { readonly of?: readonly Entry[] } = {},
): OptionRow<Flag, readonly Entry[], false> {
  const { of, ...rest } = more;
  const read = (entry: string, earlier: readonly Entry[] = []): readonly Entry[] => {
    if (of === undefined || of.includes(entry as Entry)) return [...earlier, entry as Entry];
    throw noChoice(entry, of);
  };
  return { flag: written, text, read, ...(of === undefined ? {} : { choices: of }), ...rest };
}

/** An option with several words; whether one without a word can be given, its brackets say. */
export function words<const Flag extends string>(
  written: Flag,
  text: string,
  more: More<readonly string[]> = {},
): OptionRow<Flag, WordsOf<Flag>, false> {
  return { flag: written, text, ...more } as OptionRow<Flag, WordsOf<Flag>, false>;
}

/** For a word that is not one of some; what was typed is not repeated, since it can be a secret. */
function noChoice(typed: string, choices: readonly string[]): InvalidArgumentError {
  const near = nearest(typed, choices);
  const suggestion = near === undefined ? "" : `\n(Did you mean ${near}?)`;
  return new InvalidArgumentError(`it must be one of ${choices.join(", ")}${suggestion}`);
}

/** Options that the help lists under one heading. */
export function grouped<const Rows extends readonly object[]>(group: string, rows: Rows): Rows {
  return rows.map((row) => ({ ...row, group })) as readonly object[] as Rows;
}

export function general<const Rows extends readonly object[]>(rows: Rows): Rows {
  return rows.map((row) => ({ ...row, isGeneral: true })) as readonly object[] as Rows;
}

/** Options that only some actions of a command take. */
export function takenBy<const Rows extends readonly object[]>(actions: readonly string[], rows: Rows): Rows {
  return rows.map((row) => ({ ...row, takenBy: actions })) as readonly object[] as Rows;
}

/** Reads a whole number within bounds. */
export function wholeNumber(
  least: number,
  most: number,
  fault = (): Error => new InvalidArgumentError(`it must be a whole number from ${least} to ${most}`),
): (text: string) => number {
  return (text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw fault();
  };
}

export function portOption(text: string, usual: number) {
  const fault = () => wrongUsage("--port is not a number from 0 to 65535", "Give a free port, or 0 for any.");
  return usually("--port <number>", text, usual, { read: wholeNumber(0, 65_535, fault) });
}

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Long<Flag extends string> = Flag extends `--no-${infer Name}`
  ? Long<`--${Name}`>
  : Flag extends `--${infer Name} ${string}`
    ? Name
    : Flag extends `--${infer Name}`
      ? Name
      : never;

type WordsOf<Flag extends string> = readonly string[] | (Flag extends `${string} [${string}` ? true : never);

/** By what name an option's value is known. */
type AttributeOf<Row extends OptionRow> = Camel<Long<Row["flag"]>>;
type ValueOf<Row> = Row extends { readonly has?: readonly [infer Value, boolean] } ? Value : never;
type GivenRow = OptionRow<string, unknown, true>;

/** The values of some options: those that have a usual one are always there. */
export type FlagsOf<Rows extends readonly OptionRow[]> = {
  readonly [Row in Extract<Rows[number], GivenRow> as AttributeOf<Row>]: ValueOf<Row>;
} & {
  readonly [Row in Exclude<Rows[number], GivenRow> as AttributeOf<Row>]?: ValueOf<Row>;
};

/** The attribute of a row, as `AttributeOf` has it. */
export function attributeOf({ flag: written }: OptionRow): string {
  const [long = ""] = written.replace(/^--(?:no-)?/, "").split(" ");
  return long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** How an option is called in messages: without its value. */
export const nameOf = ({ flag: written }: OptionRow): string => written.split(" ")[0] as string;

/** Gives a command its options, in their order; the help of an action has those that it takes, and that of all what each takes. */
export function addOptions(command: Command, rows: readonly OptionRow[], action?: string): Command {
  const names = rows.map(nameOf);
  for (const row of rows) {
    const { flag: written, text, choices, read, usual, excludes, instead, group } = row;
    const { takenBy: actions, isGeneral = false } = row;
    const option = new Option(written, text);
    if (group !== undefined) option.helpGroup(`${group}:`);
    if (choices !== undefined) option.choices(choices).argParser(choiceOf(choices));
    if (read !== undefined) option.argParser(read as (given: string, earlier: unknown) => unknown);
    if (usual !== undefined) option.default(usual);
    if (excludes !== undefined) option.conflicts([...excludes]);
    // A pair is one line: --[no-]peppered.
    if (names.includes(written.replace("--", "--no-"))) option.flags = written.replace("--", "--[no-]");
    const isTwin = written.startsWith("--no-") && names.includes(written.replace("--no-", "--"));
    const isOfOther = actions !== undefined && (action === undefined || !actions.includes(action));
    command.addOption(option.hideHelp(instead !== undefined || isOfOther || isTwin || isGeneral));
  }
  return command.addHelpOption(new Option("-h, --help").hideHelp());
}

function choiceOf(choices: readonly string[]): (typed: string) => string {
  return (typed) => {
    if (choices.includes(typed)) return typed;
    throw noChoice(typed, choices);
  };
}

/** Looked at after all words are known: a mistyped name of the option must be named as one. */
export function requireNeeded(rows: readonly OptionRow[], flags: object): void {
  const missing = rows.find((row) => row.isRequired === true && givenValue(row, flags) === undefined);
  if (missing === undefined) return;
  throw wrongUsage(`required option '${missing.flag}' not specified`);
}

/** Refuses an option that the action would pass by in silence. */
export function requireTaken(command: Command, rows: readonly OptionRow[], action: string): void {
  for (const row of rows) {
    const { takenBy: actions = [action] } = row;
    if (actions.includes(action) || command.getOptionValueSource(attributeOf(row)) !== "cli") continue;
    const name = `credport ${command.name()}`;
    const message = `${nameOf(row)} was given to ${name} ${action}`;
    throw wrongUsage(message, `Give it to ${name} ${actions.join(" or ")}.`);
  }
}

/** The files that some options name and the command reads. */
export function inputsOf(rows: readonly OptionRow[], flags: object): readonly NamedFile[] {
  return rows
    .filter(({ isInput }) => isInput === true)
    .flatMap((row) => {
      const given = givenValue(row, flags);
      const paths = (Array.isArray(given) ? given : [given]) as readonly (string | undefined)[];
      return paths.flatMap((path) => namedFile(nameOf(row), path === "-" ? undefined : path));
    });
}

export function givenValue(row: OptionRow, flags: object): unknown {
  return (flags as Record<string, unknown>)[attributeOf(row)];
}

/** The words that give a further command what these options were given. */
export function wordsAgain(rows: readonly OptionRow[], flags: object): readonly string[] {
  return rows.flatMap((row) => {
    const given = givenValue(row, flags);
    if (given === undefined || given === row.usual) return [];
    const name = nameOf(row);
    if (typeof given === "boolean") return given === !name.startsWith("--no-") ? [name] : [];
    if (Array.isArray(given)) return given.flatMap((one) => [name, String(one)]);
    if (typeof given !== "object") return [name, String(given)];
    return Object.entries(given as object).flatMap(([key, one]) => [name, `${key}=${one}`]);
  });
}
