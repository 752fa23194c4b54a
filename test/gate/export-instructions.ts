import { READABLE_SOURCES, type ReadableSource, type Source } from "../../src/source/index.js";
import { loadedSource } from "../source/all-sources.js";

/** How the users of a source are exported, as a page shows it: the commands, and what has to be known of them. */
export function instructionsOn(name: ReadableSource): string {
  const { title, howToExport = "" }: Source = loadedSource(name);
  const [commands = "", ...texts] = howToExport.split("\n\n");
  const language = /^\s*SELECT\b/.test(commands) ? "sql" : "sh";
  return `How to export the users of ${title}:\n\n\`\`\`${language}\n${commands}\n\`\`\`\n\n${texts.map(escaped).join("\n\n")}`;
}

/** What a page would take for a tag, an emphasis or a column is text here. */
function escaped(text: string): string {
  return text.replace(/[<>*_|[\]]/g, (character) => `\\${character}`);
}

/** The instructions by the names of their places on docs/sources.md. */
export function exportInstructions(): readonly (readonly [name: string, text: string])[] {
  return READABLE_SOURCES.filter((name) => name !== "credport").map((name) => [name, instructionsOn(name)] as const);
}
