import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { type PinnedInput, type ReadExportOptions, readExport } from "../../source/index.js";
import { idOfUser } from "../../source/internal.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import { linesOf } from "../input/input-lines.js";

/** IDs of source systems have some hundred characters at most. */
const MOST_ID_CHARACTERS = 1 << 16;
const MOST_NAMED = 5;

/**
 * Refuses an export in which users are missing: `--expect` has their number, or a file with their IDs, one a
 * line. Listings that end at a page, and exports that leave a provider or a realm out, look whole.
 */
export async function requireExpectedUsers(
  expect: string | undefined,
  { open }: PinnedInput,
  source: ReadExportOptions,
): Promise<void> {
  if (expect === undefined) return;
  const number = /^[0-9]{1,12}$/.test(expect) ? Number(expect) : undefined;
  const missing = number === undefined ? await readIds(expect) : new Set<string>();
  const expected = number ?? missing.size;
  let found = 0;
  for await (const record of readExport(open(), source)) {
    // The import itself reports a file that can't be read further.
    if (record.kind === "unreadable") return;
    if (record.isSkipped === true) continue;
    found++;
    const id = idOfUser(record);
    if (id !== undefined) missing.delete(id);
  }
  if (number !== undefined && found !== number) {
    const wanted = `${number} ${nounFor(number, "is", "are")} expected`;
    throw notAsExpected(`the export has ${counted(found, "user")}, and ${wanted}`);
  }
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MOST_NAMED).map(printable).join(", ");
  const more = missing.size > MOST_NAMED ? ", …" : "";
  const whom = `${missing.size} of ${counted(expected, "expected user")} ${nounFor(missing.size, "is", "are")}`;
  throw notAsExpected(`${whom} not in the export: ${named}${more}`);
}

async function readIds(path: string): Promise<Set<string>> {
  const { open } = await openInput(path);
  const ids = new Set<string>();
  for await (const { line, text, fault } of linesOf(open(), MOST_ID_CHARACTERS)) {
    if (fault !== undefined) throw notAsExpected(`${path}, line ${line}: not a user ID`);
    const id = text.replace(/\r$/, "");
    if (id !== "") ids.add(id);
  }
  return ids;
}

const notAsExpected = (message: string): CouldNotRun => new CouldNotRun("import/users-missing", message);
