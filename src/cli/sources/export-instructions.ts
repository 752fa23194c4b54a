import type { Source } from "../../source/index.js";
import { fitted, wrapped } from "../wrap.js";

/** Most characters in a line, as in `howToExport`. */
const WIDTH = 116;
const MOST_TABLES = 2;

/** How the users of a system are exported, and which of its accounts are not read. */
export function exportInstructions({ howToExport, staff = [] }: Source): string | undefined {
  const tables = staff.filter((table) => !table.startsWith("*"));
  if (howToExport === undefined || tables.length === 0) return howToExport;
  const named = tables.slice(0, MOST_TABLES).join(", ") + (tables.length > MOST_TABLES ? ", …" : "");
  const note = `Administrators, staff or partners in a table of their own (${named}) are not read from a dump: bring that table into a CSV file, and import that by a map (credport sources init).`;
  return `${howToExport}\n${wrapped(note, WIDTH)}`;
}

/** A sentence, which no command and no statement of SQL begins like. */
const isSentence = (line: string): boolean => /^(?:[A-Z][a-z']*|A|I|credport's)[ ,:(]/.test(line);

/** The same for a terminal: sentences in its width, and commands as they are, since a shell reads their line ends. */
export function fittedInstructions(text: string, columns: number): string {
  const paragraphs: string[] = [];
  let before = "";
  for (const line of text.split("\n")) {
    const [word = ""] = line.split(" ", 1);
    const isFurther = word !== "" && before.length + 1 + word.length > WIDTH && isSentence(paragraphs.at(-1) ?? "");
    if (isFurther) paragraphs.push(`${paragraphs.pop()} ${line}`);
    else paragraphs.push(line);
    before = line;
  }
  return paragraphs.map((line) => (isSentence(line) ? fitted(line, columns) : line)).join("\n");
}
