import { exportInstructions as wholeInstructions } from "../../src/cli/sources/export-instructions.js";
import { READABLE_SOURCES, type ReadableSource, type Source } from "../../src/source/index.js";
import { loadedSource } from "../source/all-sources.js";

/** How the users of a source are exported, as its guide shows it: the commands, and what has to be known of them. */
export function instructionsOn(name: ReadableSource): string {
  const source: Source = loadedSource(name);
  return asMarkdown(source, wholeInstructions(source));
}

function asMarkdown({ title }: Source, instructions = ""): string {
  const [commands = "", ...texts] = instructions.split("\n\n");
  const language = /^\s*SELECT\b/.test(commands) ? "sql" : "sh";
  return `How to export the users of ${title}:\n\n\`\`\`${language}\n${commands}\n\`\`\`\n\n${texts.map(escaped).join("\n\n")}`;
}

/** What a page would take for a tag, an emphasis or a column is text here. */
function escaped(text: string): string {
  return text.replace(/[<>*_|[\]]/g, (character) => `\\${character}`);
}

/** The instructions by the names of their places on docs/sources.md, which says once for all what is not read. */
export function exportInstructions(): readonly (readonly [name: string, text: string])[] {
  return READABLE_SOURCES.filter((name) => name !== "credport").map((name) => {
    const source: Source = loadedSource(name);
    return [name, asMarkdown(source, source.howToExport)] as const;
  });
}
