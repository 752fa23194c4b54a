import { parse } from "csv-parse/sync";
import type { Decision, ReadExportOptions } from "../../source/index.js";
import { PREFERENCE_NAMES, type Preference, sourceOf } from "../../source/internal.js";
import { CouldNotRun } from "../could-not-run.js";
import { readWholeFile } from "./input-file.js";
import { type FlagsOf, grouped, list, value } from "./option-rows.js";

/** What is chosen among records of which only one can be a user's, and what is decided of single users. */
export const CHOICE_OPTIONS = grouped("The export", [
  list(
    "--prefer <what>",
    `which of several records of a user to import: ${PREFERENCE_NAMES.join(", ")}; may be repeated`,
    { of: PREFERENCE_NAMES },
  ),
  value("--decisions <file>", "sheet of --write-decisions in which the column decision is filled in", {
    isInput: true,
  }),
] as const);

/** Where the sheet is written. */
export const SHEET_OPTIONS = grouped("Output", [
  value(
    "--write-decisions <file>",
    "write a sheet (CSV) of records that share something and of held users, to decide about them",
  ),
] as const);

type ChoiceFlags = FlagsOf<typeof CHOICE_OPTIONS>;

const WORDS: ReadonlySet<string> = new Set(["import", "overwrite", "leave-out"] satisfies Decision[]);

/** What a person has decided, by IDs of the old system. */
export class Decisions {
  readonly #rows: ReadonlyMap<string, Decision>;
  readonly #asked = new Set<string>();

  constructor(rows: ReadonlyMap<string, Decision>) {
    this.#rows = rows;
  }

  get(userId: string): Decision | undefined {
    const decision = this.#rows.get(userId);
    if (decision !== undefined) this.#asked.add(userId);
    return decision;
  }

  /** Those of users whom no export that was read has. */
  unused(): readonly (readonly [userId: string, decision: Decision])[] {
    return [...this.#rows].filter(([userId, decision]) => decision !== "open" && !this.#asked.has(userId));
  }
}

/** What the readers take of it. */
export async function choicesOf({
  prefer,
  decisions: path,
}: ChoiceFlags): Promise<Pick<ReadExportOptions, "prefer"> & { readonly decisions?: Decisions }> {
  return {
    ...(prefer === undefined ? {} : { prefer }),
    ...(path === undefined ? {} : { decisions: new Decisions(parseSheet(await readWholeFile(path), path)) }),
  };
}

/** What a preference looks at in a source, where not every source has it. */
const NEEDED: Readonly<Partial<Record<Preference, "lastLoginFields" | "joinedFields">>> = {
  "last-login": "lastLoginFields",
  newest: "joinedFields",
};

/** Refuses to prefer by what is not read of the system's exports: it would look like a choice and be none. */
export function requireReadPreferences(
  { prefer = [] }: Pick<ChoiceFlags, "prefer">,
  from: Exclude<ReadExportOptions["from"], "auto">,
): void {
  const source = sourceOf(from);
  for (const name of prefer) {
    const needed = NEEDED[name];
    if (needed === undefined || (source[needed] ?? []).length > 0) continue;
    const what = name === "newest" ? "when a user joined" : "the last login of a user";
    const message = `--prefer ${name} was given, and an export of ${source.title} does not say ${what}`;
    throw new CouldNotRun("cli/preference-unread", message);
  }
}

/** The sheet as a spreadsheet has saved it, whatever it divides the cells by. */
function parseSheet(text: string, path: string): ReadonlyMap<string, Decision> {
  const malformed = (what: string) => new CouldNotRun("cli/decisions-malformed", `${path}${what}`);
  const [head = "", ...rows] = rowsOf(text, malformed);
  const [id, word] = [head.indexOf("user_id"), head.indexOf("decision")];
  if (id < 0 || word < 0) throw malformed(" has no columns user_id and decision");
  const decisions = new Map<string, Decision>();
  for (const [at, row] of rows.entries()) {
    const fault = note(decisions, (row[id] ?? "").replace(/^'/, ""), (row[word] ?? "").trim().toLowerCase());
    if (fault !== undefined) throw malformed(`, row ${at + 2}: ${fault}`);
  }
  return decisions;
}

/** Notes a row of the sheet; or says what is wrong with it. */
function note(decisions: Map<string, Decision>, userId: string, word: string): string | undefined {
  if (word !== "" && !WORDS.has(word)) return `the decision is not one of ${[...WORDS].join(", ")}`;
  if (userId === "") return word === "" ? undefined : "there is no user_id to decide about";
  const known = decisions.get(userId) ?? "open";
  const decision = word === "" ? "open" : (word as Decision);
  if (known !== "open" && decision !== "open" && decision !== known) {
    return "another row decides otherwise about the same user_id";
  }
  if (known === "open") decisions.set(userId, decision);
  return undefined;
}

function rowsOf(text: string, malformed: (what: string) => CouldNotRun): readonly (readonly string[])[] {
  const [header = ""] = text.split(/\r?\n/, 1);
  const delimiter = [";", "\t"].find((sign) => header.includes(sign)) ?? ",";
  try {
    // An editor may end the lines that it changes otherwise than the program did that wrote the sheet.
    const settings = { bom: true, relax_column_count: true, skip_empty_lines: true };
    return parse(text, { ...settings, delimiter, record_delimiter: ["\r\n", "\n", "\r"] });
  } catch {
    throw malformed(" is not a table of comma-separated values");
  }
}
