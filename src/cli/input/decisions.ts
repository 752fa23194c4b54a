import { defined } from "../../lib/defined.js";
import type { ReadExportOptions } from "../../source/index.js";
import { type LoadedOptions, PREFERENCE_NAMES, type Preference } from "../../source/internal.js";
import { wrongUsage } from "../could-not-run.js";
import type { Row } from "./decision-rows.js";
import { readWholeFile } from "./input-file.js";
import type { Decisions } from "./matched-decisions.js";
import { type FlagsOf, grouped, list, value } from "./option-rows.js";

/** What is chosen among records of which only one can be a user's, and what is decided of single users. */
export const CHOICE_OPTIONS = grouped("The export", [
  list("--prefer <what>", "which record of a user", { of: PREFERENCE_NAMES }),
  value("--decisions <file>", "sheet of --write-decisions in which the column decision is filled in", {
    isInput: true,
  }),
] as const);

/** Where the sheet is written. */
export const SHEET_OPTIONS = grouped("Output", [
  value("--write-decisions <file>", "write a sheet (CSV) to decide about shared and held-back records"),
] as const);

type ChoiceFlags = FlagsOf<typeof CHOICE_OPTIONS>;

/** What the readers take of it. An import does not begin while a decision is about a user who is not found. */
export async function choicesOf(
  { prefer, decisions: path }: ChoiceFlags,
  mustFind = false,
): Promise<Pick<ReadExportOptions, "prefer"> & { readonly decisions?: Decisions }> {
  if (path === undefined) return defined({ prefer });
  const { Decisions } = await import("./matched-decisions.js");
  const decisions = new Decisions(path, await requireSheet(path), mustFind);
  return { ...defined({ prefer }), decisions };
}

/** What a preference looks at in a source, where not every source has it. */
const NEEDED: Readonly<Partial<Record<Preference, "lastLoginFields" | "joinedFields">>> = {
  "last-login": "lastLoginFields",
  newest: "joinedFields",
};

/** The preferences by something that is read of the system's exports. */
export function readPreferences(source: LoadedOptions["from"]): readonly Preference[] {
  return PREFERENCE_NAMES.filter((name) => {
    const needed = NEEDED[name];
    return needed === undefined || (source[needed] ?? []).length > 0;
  });
}

/** Refuses to prefer by what is not read of the system's exports: it would look like a choice and be none. */
export function requireReadPreferences(
  { prefer = [] }: Pick<ChoiceFlags, "prefer">,
  source: LoadedOptions["from"],
): void {
  const read = readPreferences(source);
  for (const name of prefer) {
    if (read.includes(name)) continue;
    const what = name === "newest" ? "when a user joined" : "the last login of a user";
    const message = `--prefer ${name} was given, and an export of ${source.title} does not say ${what}`;
    const remedy = `Give --prefer with any of ${read.join(", ")}, or decide in the sheet of --write-decisions.`;
    throw wrongUsage(message, remedy);
  }
}

/** Ends the command where a file is not a sheet that is filled in. */
export async function requireSheet(path: string): Promise<readonly Row[]> {
  const { parseSheet } = await import("./decision-rows.js");
  return parseSheet(await readWholeFile(path), path);
}
