/** Text in lines of so many columns, each after an indent; a word that is longer than a line stays whole. */
export function wrapped(text: string, columns: number, indent = ""): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length === 0 || longer.length > columns) lines.push(indent + word);
    else lines.splice(-1, 1, longer);
  }
  return lines.join("\n");
}

const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 40;

/** The columns that text for people has: a longer line is hard to read. */
export function textColumns({ columns = 80 }: { readonly columns?: number }): number {
  return Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, columns));
}
