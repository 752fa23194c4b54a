import type { Tally } from "../check/index.js";
import { PROBLEM_REMEDIES, type ProblemCode } from "../problems.js";
import type { Style } from "./style.js";

/** A section of a report: how often each thing came up, where first, and what to do about it. */
export function tallyLines(
  title: string,
  tallies: readonly Tally[],
  colour: (text: string) => string,
  style: Style,
): string[] {
  if (tallies.length === 0) return [];
  const rows = tallies.flatMap((tally) => {
    const { name } = tally;
    const remedy = Object.hasOwn(PROBLEM_REMEDIES, name) ? PROBLEM_REMEDIES[name as ProblemCode] : undefined;
    const row = `  ${count(tally.records)} ${colour(name)}${fieldsOf(tally)}  ${style.faint(placesOf(tally))}`;
    return remedy === undefined ? [row] : [row, `         ${remedy}`];
  });
  return [style.strong(title), ...rows, ""];
}

/** The section that says what the import leaves out of the users that it carries. */
export function notCarriedLines(tallies: readonly Tally[], style: Style): string[] {
  return tallyLines("Not carried: no import call has a place for these fields", tallies, style.warn, style);
}

export function count(number: number): string {
  return `${indent(number)}${number}`;
}

const COLUMN = 6;

/** What puts a number's last digit under those of the other numbers. */
export function indent(number: number): string {
  return " ".repeat(Math.max(0, COLUMN - String(number).length));
}

function fieldsOf({ fields }: Tally): string {
  return fields === undefined ? "" : `: ${fields.join(", ")}`;
}

function placesOf({ records, firstLines }: Tally): string {
  const more = records > firstLines.length ? ", …" : "";
  return `line${firstLines.length > 1 ? "s" : ""} ${firstLines.join(", ")}${more}`;
}
