import type { ImportOptions } from "../../import/index.js";
import { findSelectionFault, onlySelected, type Selection, type SelectionFault } from "../../import/internal.js";
import { jsonObject } from "../../lib/json-text.js";
import type { PinnedInput } from "../../source/index.js";
import { type NamedOptions, readIdentifiers } from "../../source/internal.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import { linesOf } from "../input/input-lines.js";

/** A line of `--rejects` is a record's number, ID and problems. */
const MOST_LINE_CHARACTERS = 1 << 20;

/** The records that a file of `--rejects` names, to be tried once more; refused where they are of another export. */
export async function readSelection(
  path: string,
  { open }: PinnedInput,
  source: NamedOptions,
): Promise<Pick<ImportOptions, "select" | "retryRefused">> {
  const selection = await readSelected(path);
  const fault = await findSelectionFault(selection, readIdentifiers(open(), source));
  if (fault !== undefined) throw new CouldNotRun("cli/of-other-export", describe(fault, path), OF_ONE_EXPORT);
  return onlySelected(selection);
}

const OF_ONE_EXPORT = "Give the export that the --rejects file was written for; the two belong together.";

function describe(fault: SelectionFault, path: string): string {
  return fault.kind === "records-missing"
    ? `${path} names records that the export does not have`
    : `record ${fault.record} in ${path} is another user than the one on line ${fault.line} of the export`;
}

/** What a file of `--rejects` names, without a look at any export. */
export async function readSelected(path: string): Promise<Selection> {
  const { open } = await openInput(path);
  const selected = new Map<number, string | null>();
  for await (const { line, text, fault } of linesOf(open(), MOST_LINE_CHARACTERS)) {
    if (fault === undefined && text.trim() === "") continue;
    const { record, userId } = selectedRecord(text, path, line);
    selected.set(record, userId);
  }
  return selected;
}

function selectedRecord(text: string, path: string, line: number) {
  const { record, userId } = jsonObject(text) ?? {};
  if (Number.isInteger(record)) {
    return { record: record as number, userId: typeof userId === "string" ? userId : null };
  }
  const message = `${path}, line ${line}: not a line of a file that credport import --rejects wrote`;
  const remedy = "Give a file that credport import --rejects wrote, whole or with a part of its lines.";
  throw new CouldNotRun("cli/file-malformed", message, remedy);
}
