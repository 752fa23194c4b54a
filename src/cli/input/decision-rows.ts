import { parse } from "csv-parse/sync";
import { printableJson } from "../../lib/printable.js";
import type { Decision } from "../../source/index.js";
import { CouldNotRun } from "../could-not-run.js";
import { checkOf, type Identity, phoneIn } from "../output/row-check.js";
import { delimiterOf } from "./input-file.js";

const WORDS: ReadonlySet<string> = new Set(["import", "overwrite", "leave-out"] satisfies Decision[]);

export interface Row extends Identity {
  readonly at: number;
  readonly decision: Decision;
  /** What credport wrote of the user whose row it is; empty in a row that a person has written, and in older sheets. */
  readonly check: string;
  /** The cells are those that the check was written for. */
  readonly fits: boolean;
  /** To write the row again. */
  readonly cells: Readonly<Record<"user_id" | "email" | "phone" | "row", string>>;
}

const SHEET =
  "Give the sheet that --write-decisions wrote, with import, overwrite, leave-out or nothing in the column decision.";

/** The rows of a sheet as a spreadsheet has saved it, whatever it divides the cells by. */
export function parseSheet(text: string, path: string): readonly Row[] {
  const malformed = (what: string) => new CouldNotRun("cli/file-malformed", `${path}${what}`, SHEET);
  const [head = "", ...lines] = linesOf(text, malformed);
  if (!head.includes("user_id") || !head.includes("decision")) throw malformed(" has no columns user_id and decision");
  const rows = new Map<string, Row>();
  for (const [index, cells] of lines.entries()) {
    const row = rowOf(index + 2, (name) =>
      head.includes(name) ? unmarked(cells[head.indexOf(name)] ?? "") : undefined,
    );
    const fault = note(rows, row);
    if (fault !== undefined) throw malformed(`, row ${row.at}: ${fault}`);
  }
  return [...rows.values()];
}

/** Without the mark of a cell that a spreadsheet would compute; of one with characters that a terminal acts upon, the text. */
function unmarked(cell: string): string {
  if (cell.startsWith(`'"`)) {
    try {
      return String(JSON.parse(cell.slice(1)));
    } catch {
      // A person has written it.
    }
  }
  return cell.replace(/^'/, "");
}

function rowOf(at: number, written: (name: string) => string | undefined): Row {
  const cell = (name: string) => (written(name) ?? "").trim();
  const word = cell("decision")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  const check = cell("row").toLowerCase();
  const cells = { user_id: written("user_id") ?? "", email: cell("email"), phone: cell("phone"), row: check };
  // Of a user who was read long ago credport has written the ID alone: the cells say nothing else of them.
  const isById =
    [cells.email, cells.phone, check, cell("has_password")].every((text) => text === "") && cell("now") !== "";
  const identity = {
    // IDs that differ by a blank are of two users.
    userId: cells.user_id.trim() === "" ? "" : cells.user_id,
    email: isById || written("email") === undefined ? undefined : cells.email.toLowerCase().replace(/^mailto:/, ""),
    phone: isById || written("phone") === undefined ? undefined : phoneIn(cells.phone),
  };
  const fits = check !== "" && check === checkOf(identity);
  // A program that writes 42.0 does so of all numbers; a row with a check is known by that.
  const userId = check === "" ? identity.userId.replace(/^(\d+)\.0$/, "$1") : identity.userId;
  return { ...identity, userId, at, decision: word === "" ? "open" : (word as Decision), check, fits, cells };
}

const MOST_WORD = 20;

/** Notes a row of the sheet; or says what is wrong with it. */
function note(rows: Map<string, Row>, row: Row): string | undefined {
  const { userId, email, phone, check, decision } = row;
  if (decision !== "open" && !WORDS.has(decision)) {
    return `the decision ${printableJson(decision.slice(0, MOST_WORD))} is not one of ${[...WORDS].join(", ")}`;
  }
  if (userId === "" && check === "") return decision === "open" ? undefined : "there is no user_id to decide about";
  const key = JSON.stringify([userId, email, phone, check]);
  const known = rows.get(key);
  if (known === undefined || known.decision === "open") rows.set(key, row);
  else if (decision !== "open" && decision !== known.decision) {
    return "another row decides otherwise about the same user_id";
  }
  return undefined;
}

function linesOf(text: string, malformed: (what: string) => CouldNotRun): readonly (readonly string[])[] {
  const [header = ""] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(header);
  try {
    // An editor may end the lines that it changes otherwise than the program did that wrote the sheet.
    const settings = { bom: true, relax_column_count: true, skip_empty_lines: true };
    return parse(text, { ...settings, delimiter, record_delimiter: ["\r\n", "\n", "\r"] });
  } catch {
    throw malformed(" is not a table of comma-separated values");
  }
}
