import { escapedCharacter } from "../../lib/printable.js";

/** Characters of a text of the adapter's that are shown or kept. */
const LONGEST = 2000;
/** What a terminal or a reader could take for something else: controls, direction marks, line ends, halves. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/**
 * Text that an adapter wrote, fit for a terminal and a report: on one line, cut, and with
 * escapes in place of what could pass for the runner's own words.
 */
export function shownText(text: string, longest: number = LONGEST): string {
  const shown = text
    .slice(0, longest)
    .replace(/\s*[\r\n]+\s*/g, " ")
    .replace(/\t/g, " ")
    .replace(UNSAFE, escapedCharacter);
  return text.length > longest ? `${shown} …` : shown;
}
