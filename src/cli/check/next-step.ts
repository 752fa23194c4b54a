import { CHOICE_OPTIONS } from "../input/decisions.js";
import { wordsAgain } from "../input/option-rows.js";
import { SOURCE_OPTIONS, type SourceFlags } from "../input/source-options.js";

/** The import with the same options, ready to be copied into a shell. */
export function nextCommand(path: string, flags: SourceFlags): string {
  return ["credport", "import", path, ...wordsAgain([...SOURCE_OPTIONS, ...CHOICE_OPTIONS], flags)]
    .map(shellWord)
    .join(" ");
}

/** A word of a command, ready to be copied into a shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
