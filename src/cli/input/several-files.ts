import { createHash } from "node:crypto";
import type { CheckReport } from "../../check/index.js";
import { groupBy } from "../../lib/group-by.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { Problem } from "../../result.js";
import { numberedName } from "../../source/internal.js";
import { CouldNotRun, endFor } from "../could-not-run.js";
import { type ReportRow, type ReportSection, sectionOf } from "../output/report.js";
import { openInput } from "./input-file.js";

/** Two pages without users may well have the same bytes. */
const LEAST_BYTES = 256;

/** Refuses an export of which two files have the same bytes: each of their users would be there twice. */
export async function requireFilesApart(paths: readonly string[]): Promise<void> {
  const files = await Promise.all(paths.map(async (path) => ({ path, size: (await openInput(path)).size })));
  for (const [size, alike] of groupBy(files, (file) => file.size)) {
    if (size >= LEAST_BYTES && alike.length > 1) await requireOtherBytes(alike.map(({ path }) => path));
  }
}

async function requireOtherBytes(paths: readonly string[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const hash = createHash("sha256");
    for await (const bytes of (await openInput(path)).open()) hash.update(bytes);
    const digest = hash.digest("hex");
    const other = seen.get(digest);
    if (other !== undefined) throw sameBytes(other, path);
    seen.set(digest, path);
  }
}

function sameBytes(one: string, other: string): CouldNotRun {
  const message =
    one === other
      ? `${printable(one)} was given twice`
      : `${printable(one)} and ${printable(other)} have the same bytes: their users are the same`;
  return new CouldNotRun("cli/wrong-usage", message, "Give each file of the export once.");
}

/** Days have more. */
const MOST_DIGITS = 4;
const MOST_NAMED = 5;

/**
 * Names of files that are most likely missing: tools number the files of an export, and of some that were given one between
 * two others was not.
 */
export function missingBetween(paths: readonly string[]): readonly string[] {
  const groups = new Map<string, { readonly nameOf: (number: number) => string; readonly numbers: Set<number> }>();
  for (const path of paths) {
    const numbered = numberedName(path);
    if (numbered === undefined || numbered.digits.length > MOST_DIGITS) continue;
    const { before, digits, after, list } = numbered;
    const width = digits.startsWith("0") ? digits.length : 1;
    const nameOf = (number: number) => `${before}${String(number).padStart(width, "0")}${after}`;
    const group = groups.get(list) ?? { nameOf, numbers: new Set() };
    groups.set(list, group);
    group.numbers.add(Number(digits));
  }
  return [...groups.values()].flatMap(({ nameOf, numbers }) => {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    // Years and other numbers are not those of parts.
    if (most - least + 1 > 2 * numbers.size) return [];
    const missing = Array.from({ length: most - least + 1 }, (_, at) => least + at).filter((one) => !numbers.has(one));
    return missing.slice(0, MOST_NAMED).map(nameOf);
  });
}

/** More files are most likely pages of a listing. */
const MOST_FILES = 20;

/** Of several files, how many records are in each, and which of them was most likely forgotten. */
export function readSection({ records, inputs = [] }: CheckReport, paths: readonly string[]): ReportSection {
  const shown = inputs.slice(0, MOST_FILES);
  const rest = shown.reduce((left, { records: own }) => left - own, records);
  const further = inputs.length - shown.length;
  return sectionOf("Files read", [
    ...shown.map(({ file, records: own }): ReportRow => {
      const name = file ?? printable(paths[0] ?? "");
      // A table that is joined, or a page without users.
      if (own === 0) return { number: 0, text: `users in ${name}: its rows, if any, are joined to theirs` };
      return { number: own, text: `${nounFor(own, "record")} in ${name}` };
    }),
    ...(further > 0 ? [{ number: rest, text: `in ${counted(further, "further file")}` }] : []),
    ...missingBetween(paths).map(
      (path): ReportRow => ({
        text: `${printable(path)} was not given: look whether the export has it.`,
        tone: "warn",
      }),
    ),
  ]);
}

/** The end of a command by a problem of an export, whose joined files are named before what is wrong with them. */
export function endIn(found: Problem, path: string, join: readonly string[] = []): CouldNotRun {
  const name = join.map(printable).find((one) => found.message.startsWith(`${one}: `));
  const message = name === undefined ? found.message : found.message.slice(name.length + 2);
  const place = [name ?? path, found.field].filter((part) => part !== undefined).join(", ");
  return endFor({ ...found, message }, `${place}: `);
}
