/** A page for each problem, from docs/problems.md, which has the remedies of src/problems. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOCS, MADE } from "./places.mjs";

/** The sections of a text under headings of a level, each with its heading. */
function sectionsOf(text, level) {
  return text
    .split(new RegExp(`^${level} `, "m"))
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n"))]);
}

const SECTIONS = sectionsOf(readFileSync(join(DOCS, "problems.md"), "utf8"), "##");

/** The headings of docs/problems.md. */
export const AREAS = SECTIONS.map(([title]) => title);

/** What is written of each problem, by its code. */
const PROBLEMS = new Map(
  SECTIONS.flatMap(([area, text]) =>
    sectionsOf(text, "###").map(([code, meaning]) => [code.replaceAll("`", ""), { area, meaning }]),
  ),
);

export function isCode(text) {
  return PROBLEMS.has(text);
}

/** The address of a problem's page on the site. */
export function addressOf(code) {
  return `/problems/${code}/`;
}

export function writeProblemPages() {
  for (const [code, { area, meaning }] of PROBLEMS) {
    const folder = join(MADE, addressOf(code));
    mkdirSync(folder, { recursive: true });
    const more = `[All problems](problems.md). \`credport explain ${code}\` prints this page.\n`;
    writeFileSync(join(folder, "index.md"), `# ${code}\n\n_${area}_\n${meaning.trimEnd()}\n\n${more}`);
  }
}
