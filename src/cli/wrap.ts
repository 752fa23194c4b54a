/** Text in lines of so many columns, each after an indent; a word that is longer than a line stays whole. */
export function wrapped(text: string, columns: number, indent = ""): string {
  return folded(indent + text.trim().replace(/\s+/g, " "), columns, indent);
}

const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 40;

/** The columns that text for people has: a longer line is hard to read. */
export function textColumns({ columns = 80 }: { readonly columns?: number | undefined }): number {
  return Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, columns));
}

/** Lines as a terminal has room for them, each further one below the text of the first; as they are where there is no terminal. */
export function fitted(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const width = textColumns({ columns });
  return text.replace(/[^\n]+/g, (line) => {
    // What is drawn over has its own width.
    if (line.includes("\r")) return line;
    const [start = ""] = /^ *(?:\d+ )?/.exec(line) ?? [];
    return COMMAND.test(line) ? fittedCommand(line, width) : folded(line, width, " ".repeat(start.length));
  });
}

const COMMAND = /^ *(?:[A-Z_]+=\S+ )?credport [a-z]/;
/** An option stays with its value, and what is quoted is one word. */
const WORDS_OF_COMMAND = / *(?:--[a-z-]+ (?![-|<>&]))?(?:[^\s"']|"[^"]*"|'[^']*')+/g;

/** A command in lines that a shell reads as one. */
export function fittedCommand(line: string, columns: number): string {
  const indent = `${/^ */.exec(line)?.[0] ?? ""}  `;
  return folded(line, columns, indent, { words: WORDS_OF_COMMAND, end: " \\" });
}

const COLOUR = /\u001b\[[0-9;]*m/g;
const widthOf = (text: string): number => text.replace(COLOUR, "").length;

/** Takes a line apart between words. Colours take no room. */
function folded(line: string, columns: number, indent: string, { words = / *\S+| +$/g, end = "" } = {}): string {
  if (widthOf(line) <= columns) return line;
  const [first = "", ...others] = line.match(words) ?? [];
  const lines = [first];
  for (const word of others) {
    const longer = lines.at(-1) + word;
    if (widthOf(longer) + end.length > columns) lines.push(indent + word.trimStart());
    else lines.splice(-1, 1, longer);
  }
  return lines.join(`${end}\n`);
}
