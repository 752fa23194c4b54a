import { defined } from "../../lib/defined.js";
import { CHOICE_OPTIONS } from "../input/decisions.js";
import { wordsAgain } from "../input/option-rows.js";
import { SOURCE_OPTIONS, type SourceFlags } from "../input/source-options.js";

/** The import with the same options, ready to be copied into a shell. */
export function nextCommand(path: string, flags: SourceFlags & { readonly known?: string | undefined }): string {
  const { known = "-" } = flags;
  // A list that came through standard input is not there again.
  const proof = known === "-" ? [] : ["--known", known];
  return commandLine("import", [path], [...wordsAgain([...SOURCE_OPTIONS, ...CHOICE_OPTIONS], flags), ...proof]);
}

/** A command, ready to be copied into a shell: a file whose name begins like an option is one of this folder. */
export function commandLine(command: string, files: readonly string[], options: readonly string[] = []): string {
  const operands = files.map((file) => (/^-./.test(file) ? `./${file}` : file));
  return [...`credport ${command}`.split(" "), ...operands, ...options].map(shellWord).join(" ");
}

/** Options by their names without dashes, as words. */
export function optionWords(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(defined(options)).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
