import { operatorRemedyOf, type ProblemCode, remedyOf } from "../../src/problems/index.js";

/** What docs/problems.md says of one problem. */
export interface Section {
  readonly code: string;
  /** What it means and where it comes from; what helps in code; whose fault it is: written by hand. */
  readonly paragraphs: readonly string[];
}

const REMEDY = "**Remedy:** ";
const AT_COMMAND_LINE = "**At the command line:** ";

/** The sections of the page, each under its code, without what is written from the rows. */
export function sectionsOf(page: string): readonly Section[] {
  const sections: { code: string; paragraphs: string[] }[] = [];
  for (const paragraph of page.trimEnd().split("\n\n")) {
    const code = codeOf(paragraph);
    if (code !== undefined) sections.push({ code, paragraphs: [] });
    else if (!isHeading(paragraph) && !isWritten(paragraph)) sections.at(-1)?.paragraphs.push(paragraph);
  }
  return sections;
}

/** The page with the remedies of today's rows after each meaning. */
export function withRemedies(page: string, codes: readonly string[]): string {
  let code: string | undefined;
  const paragraphs = page
    .trimEnd()
    .split("\n\n")
    .filter((paragraph) => !isWritten(paragraph))
    .flatMap((paragraph) => {
      const meant = code;
      code = codeOf(paragraph);
      return meant !== undefined && codes.includes(meant)
        ? [paragraph, ...remediesOf(meant as ProblemCode)]
        : [paragraph];
    });
  return `${paragraphs.join("\n\n")}\n`;
}

function remediesOf(code: ProblemCode): readonly string[] {
  const atCommandLine = operatorRemedyOf(code);
  return [
    REMEDY + withoutElements(remedyOf(code)),
    ...(atCommandLine === remedyOf(code) ? [] : [AT_COMMAND_LINE + withoutElements(atCommandLine)]),
  ];
}

/** `<name>` in a remedy is not an element of the page. */
function withoutElements(remedy: string): string {
  return remedy.replaceAll("<", "\\<");
}

function codeOf(paragraph: string): string | undefined {
  return /^### `(.*)`$/.exec(paragraph)?.[1];
}

function isHeading(paragraph: string): boolean {
  return paragraph.startsWith("#");
}

function isWritten(paragraph: string): boolean {
  return paragraph.startsWith(REMEDY) || paragraph.startsWith(AT_COMMAND_LINE);
}
