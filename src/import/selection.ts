import type { SourceRecord, UserRecord } from "../source/index.js";
import type { ImportOptions } from "./import-options.js";

/** Records of an export by number, each with the user ID that it had when it was named; null where it had none. */
export type Selection = ReadonlyMap<number, string | null>;

/** What shows that the records of a selection are those of another export. */
export type SelectionFault =
  | { readonly kind: "other-user"; readonly record: number; readonly line: number }
  | { readonly kind: "records-missing" };

/** Tries these records and no others, also those that the service has refused before. */
export function onlySelected(selection: Selection) {
  return {
    retryRefused: true,
    select: ({ index }: UserRecord) => selection.has(index),
  } satisfies Partial<ImportOptions>;
}

/**
 * Looks the selected records up before anything is sent: in another export, other users have their numbers.
 * Undefined where all are there, and where the export can't be read further, which the import itself tells.
 */
export async function findSelectionFault(
  selection: Selection,
  records: AsyncIterable<SourceRecord>,
): Promise<SelectionFault | undefined> {
  let missing = selection.size;
  if (missing === 0) return undefined;
  for await (const record of records) {
    if (record.kind === "unreadable") return undefined;
    const userId = selection.get(record.index);
    if (userId === undefined) continue;
    if (userId !== null && userId !== record.userId) {
      return { kind: "other-user", record: record.index, line: record.line };
    }
    if (--missing === 0) return undefined;
  }
  return { kind: "records-missing" };
}
