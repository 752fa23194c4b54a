import { type Problem, type ProblemCode, problem } from "../result.js";
import { type Duplicate, DuplicateFinder, Duplicates } from "./duplicate-finder.js";
import type { IdentifierKind, SourceRecord, UnreadableRest, UserRecord } from "./normalized-user.js";
import { type ReadExportOptions, readExport } from "./read-export.js";

/**
 * Reads an export twice: once to find what stands in it more than once, and once to
 * yield the users. All records that share an e-mail address, phone number, social
 * login or ID are refused: which of them is the user's can't be told from the file,
 * and importing both would overwrite one password with the other.
 *
 * @param open Opens the file from its beginning; called twice.
 * @param options As for `readExport`.
 * @param onCounted Told how many records the file holds, before the first one is yielded.
 * @returns As `readExport`, with the problems `user/duplicate-email`,
 * `user/duplicate-phone`, `user/duplicate-third-party` and `user/duplicate-id`. A file
 * that can't be read to its end yields that one item and no user.
 *
 * @example
 * ```ts
 * import { readUniqueUsers } from "credport/source";
 *
 * const users = '[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b","phoneNumber":"+15555550100"}]';
 * async function* open() {
 *   yield new TextEncoder().encode(users);
 * }
 * const codes = [];
 * for await (const record of readUniqueUsers(open, { from: "firebase" })) {
 *   if (record.kind === "user" && !record.result.ok) codes.push(record.result.problems[0].code);
 * }
 * codes; // => ["user/duplicate-phone", "user/duplicate-phone"]
 * ```
 */
export async function* readUniqueUsers(
  open: () => AsyncIterable<Uint8Array>,
  options: ReadExportOptions,
  onCounted: (records: number) => void = () => undefined,
): AsyncGenerator<SourceRecord> {
  const duplicates = await findDuplicates(open(), options, onCounted);
  if (!(duplicates instanceof Duplicates)) return yield duplicates;
  for await (const record of readExport(open(), options)) {
    yield record.kind === "user" ? withDuplicates(record, duplicates) : record;
  }
}

/** The first pass; no temporary file is left after it. */
async function findDuplicates(
  input: AsyncIterable<Uint8Array>,
  options: ReadExportOptions,
  onCounted: (records: number) => void,
): Promise<Duplicates | UnreadableRest> {
  const finder = new DuplicateFinder();
  let records = 0;
  try {
    for await (const record of readExport(input, options)) {
      if (record.kind === "unreadable") return record;
      records++;
      await finder.add(record.index, record.line, record.identifiers);
    }
    onCounted(records);
    return await finder.finish();
  } finally {
    await finder.close();
  }
}

const CODES: Readonly<Record<IdentifierKind, ProblemCode>> = {
  email: "user/duplicate-email",
  phone: "user/duplicate-phone",
  "third-party": "user/duplicate-third-party",
  id: "user/duplicate-id",
};

const NAMES: Readonly<Record<IdentifierKind, string>> = {
  email: "e-mail address",
  phone: "phone number",
  "third-party": "social login",
  id: "ID",
};

function withDuplicates(record: UserRecord, duplicates: Duplicates): UserRecord {
  const [first, ...others] = duplicates.of(record.index).map(duplicateProblem);
  if (first === undefined) return record;
  const before = record.result.ok ? [] : record.result.problems;
  return { ...record, result: { ok: false, problems: [first, ...others, ...before] } };
}

function duplicateProblem({ kind, otherLine }: Duplicate): Problem {
  return problem(CODES[kind], `the record on line ${otherLine} has the same ${NAMES[kind]}`, { field: kind });
}
