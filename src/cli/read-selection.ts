import type { ImportOptions } from "../import/index.js";
import { type PinnedInput, type ReadExportOptions, readExport } from "../source/index.js";
import { CouldNotRun } from "./cli-io.js";
import { openInput } from "./input-file.js";
import { linesOf } from "./input-lines.js";

/** A line of `--rejects` is a record's number, ID and problems. */
const MOST_LINE_CHARACTERS = 1 << 20;

/** The records that a file of `--rejects` names, by number, with the user ID that each had. */
type Wanted = ReadonlyMap<number, string | null>;

/**
 * The records that a file of `--rejects` names, to be tried once more. They are looked up
 * in the export before anything is sent: in another one, other users have their numbers.
 */
export async function readSelection(
  path: string,
  exported: PinnedInput,
  source: ReadExportOptions,
): Promise<Pick<ImportOptions, "select" | "retryRefused">> {
  const wanted = await readWanted(path);
  await requireSameUsers(wanted, path, exported, source);
  return { retryRefused: true, select: ({ index }) => wanted.has(index) };
}

async function readWanted(path: string): Promise<Wanted> {
  const { open } = await openInput(path);
  const wanted = new Map<number, string | null>();
  for await (const { line, text, fault } of linesOf(open(), MOST_LINE_CHARACTERS)) {
    if (fault === undefined && text.trim() === "") continue;
    const { record, userId } = wantedRecord(text, path, line);
    wanted.set(record, userId);
  }
  return wanted;
}

function wantedRecord(text: string, path: string, line: number) {
  try {
    const { record, userId } = JSON.parse(text) as { record?: unknown; userId?: unknown };
    if (Number.isInteger(record)) {
      return { record: record as number, userId: typeof userId === "string" ? userId : null };
    }
  } catch {
    // Said below.
  }
  throw new CouldNotRun(
    "cli/selection-malformed",
    `${path}, line ${line}: not a line of a file that credport import --rejects wrote`,
  );
}

async function requireSameUsers(
  wanted: Wanted,
  path: string,
  { open }: PinnedInput,
  source: ReadExportOptions,
): Promise<void> {
  let missing = wanted.size;
  if (missing === 0) return;
  for await (const record of readExport(open(), source)) {
    // A file that can't be read further is told by the import itself.
    if (record.kind === "unreadable") return;
    const userId = wanted.get(record.index);
    if (userId === undefined) continue;
    if (userId !== null && userId !== record.userId) {
      throw new CouldNotRun(
        "cli/selection-of-other-export",
        `${path} names record ${record.index} as that of another user than the one on line ${record.line} of the export`,
      );
    }
    if (--missing === 0) return;
  }
  throw new CouldNotRun(
    "cli/selection-of-other-export",
    `${path} names records that the export does not have`,
  );
}
