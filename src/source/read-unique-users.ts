import { problem as nameProblem } from "../problems/fallback.js";
import { problem, type UserProblemCode } from "../problems/user.js";
import type { Problem } from "../result.js";
import { withOwnAddresses, withoutName } from "./assemble-user.js";
import { checkSourceName, rightEnd } from "./check-source-name.js";
import {
  type Chosen,
  candidatesOf,
  chooseRecords,
  hasChoices,
  isDecidedFor,
  type LeftOut,
  userIn,
} from "./choose-records.js";
import { type Duplicate, DuplicateFinder, Duplicates } from "./duplicate-finder.js";
import { type InputFingerprint, type OpenInput, type PinnedInput, pinInput } from "./input/pinned-input.js";
import { combinedFingerprint, type ExportFile, exportFiles, faultAfter, type JoinedParts } from "./join/index.js";
import type { IdentifierKind, SourceRecord, UnreadableRest, UserRecord } from "./normalized-user.js";
import {
  isOfSeveral,
  joinFiles,
  type ReadExportOptions,
  type RecordBatch,
  readRecords,
  recordsOf,
  requireReading,
} from "./read-export.js";
import { type OfOthers, type PassPurpose, rejectedRecord } from "./read-record.js";
import { resolveSource, unresolved } from "./resolve-source.js";
import { sourceOf } from "./sources.js";

/** The records of an input that is read twice. */
export interface UniqueUsers extends AsyncGenerator<SourceRecord> {
  /** Of the bytes that all records come from; known before the first of them is yielded. */
  readonly fingerprint: () => InputFingerprint | undefined;
}

/**
 * Reads an export twice: once to find what appears in it more than once, and once to yield the users. All records
 * that share an e-mail address, phone number, social login or ID are not importable: which of them is the user's can't
 * be told from the file, and importing both would overwrite one password with the other.
 *
 * @param input Opens the file from its beginning, and is called twice, or three times for a source with rows of several tables; or what `pinInput`
 * gives, where other passes over the same file have to be of the same bytes as well.
 * @param options As for `readExport`.
 * @param onCounted Told how many records the file holds, before the first one is yielded.
 * @returns As `readExport`, with the problems `user/duplicate-email`, `user/duplicate-phone`,
 * `user/duplicate-third-party` and `user/duplicate-id`. A file that can't be read to its end yields that one item and
 * no user, and so does one whose users need hash parameters that were not given (`source/hash-config-unusable`), or
 * for whose fingerprints the temporary folder has no room (`source/temporary-files`). A file that changes between the
 * passes ends with an item of kind `unreadable` and the problem `source/input-changed`: no record is ever read from
 * bytes that the first pass did not see.
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
export function readUniqueUsers(
  input: OpenInput | PinnedInput,
  options: ReadExportOptions,
  onCounted: (records: number) => void = () => undefined,
): UniqueUsers {
  requireReading("readUniqueUsers", options);
  return uniqueUsersOf(input, options, onCounted);
}

/** As `readUniqueUsers`, for options with more in them whose names are known to be right. */
export function uniqueUsersOf(
  input: OpenInput | PinnedInput,
  options: ReadExportOptions,
  onCounted: (records: number) => void = () => undefined,
): UniqueUsers {
  const files = exportFiles(typeof input === "function" ? pinInput(input) : input, options);
  const fingerprint = () => combinedFingerprint(files.map((file) => file.fingerprint()));
  return Object.assign(recordsOf(readTwice(files, options, onCounted)), { fingerprint });
}

/** How often the export is read: once more where rows have to be brought to their users first. */
export async function passesOver(from: ReadExportOptions["from"]): Promise<number> {
  return from !== "auto" && (await sourceOf(from)).roleOf === undefined ? 2 : 3;
}

type Files = readonly [ExportFile, ...ExportFile[]];

async function* readTwice(
  files: Files,
  given: ReadExportOptions,
  onCounted: (records: number) => void,
): AsyncGenerator<RecordBatch> {
  const opened = await openUsers(files, given);
  if ("unreadable" in opened) return yield [opened.unreadable];
  try {
    const counted = { records: 0 };
    const duplicates = await findDuplicates(opened.read("identifiers"), given, (batch) => {
      counted.records += batch.length;
    });
    if (!(duplicates instanceof Duplicates)) return yield [duplicates];
    given.decisions?.whenRead?.();
    onCounted(counted.records);
    const judgement = await judge(duplicates, opened, given);
    yield* batchesWithDuplicates(opened.read("users"), judgement);
  } finally {
    await opened.close();
  }
}

/** Who counts the users of an export and keeps none: it is called for each batch, in the order of the files. */
export type UserCounter = (users: readonly UserRecord[]) => void | Promise<void>;

/** As `readUniqueUsers`, for a caller that can begin again: `begin` voids what was counted, as does a returned failure. */
export async function countUniqueUsers(
  input: PinnedInput,
  options: ReadExportOptions,
  begin: () => UserCounter,
): Promise<UnreadableRest | undefined> {
  const opened = await openUsers(exportFiles(input, options), options);
  if ("unreadable" in opened) return opened.unreadable;
  try {
    const duplicates = await findDuplicates(opened.read("counts"), options, begin());
    if (!(duplicates instanceof Duplicates)) return duplicates;
    const { decisions, isSent } = options;
    decisions?.whenRead?.();
    if (isClear({ duplicates, decisions, isSent })) return undefined;
    const count = begin();
    const again = batchesWithDuplicates(opened.read("counts"), await judge(duplicates, opened, options));
    for await (const batch of again) {
      const { users, rest } = dividedBatch(batch);
      await count(users);
      if (rest !== undefined) return rest;
    }
    return undefined;
  } finally {
    await opened.close();
  }
}

/** An export whose source is known and whose rows have been brought to their users; `close` must follow. */
interface OpenedUsers {
  readonly read: (purpose: PassPurpose) => AsyncGenerator<RecordBatch>;
  /** Of several files, what messages call the one with a record of this number; else undefined. */
  readonly fileOf: FileOf;
  readonly close: () => Promise<void>;
}

type FileOf = (record: number) => string | undefined;

async function openUsers(
  files: Files,
  given: ReadExportOptions,
): Promise<OpenedUsers | { readonly unreadable: UnreadableRest }> {
  const resolved = await resolveSource(files[0].open, given);
  if (!("options" in resolved)) return { unreadable: unresolved(resolved) };
  const { options } = resolved;
  const { from: source } = options;
  if (!isOfSeveral(options)) {
    return {
      read: (purpose) => checkSourceName(readRecords(files, options, purpose), files, source),
      fileOf: () => undefined,
      close: async () => undefined,
    };
  }
  const joined = await joinFiles(files, options);
  if ("kind" in joined) return { unreadable: await rightEnd(joined, files, source) };
  return {
    read: (purpose) => checkSourceName(readRecords(files, options, purpose, joined), files, source),
    fileOf: (record) => fileWith(record, files, joined),
    close: joined.close,
  };
}

function fileWith(record: number, files: Files, joined: JoinedParts): string | undefined {
  if (files.length === 1) return undefined;
  const file = files.findLastIndex((_, index) => (joined.first[index] ?? 0) <= record);
  return files[file]?.name ?? "the export";
}

/** The first pass, which also finds what would stop a second one; no temporary file of it is left after it. */
async function findDuplicates(
  batches: AsyncIterable<RecordBatch>,
  { decisions }: Pick<ReadExportOptions, "decisions">,
  count: UserCounter,
): Promise<Duplicates | UnreadableRest> {
  const finder = new DuplicateFinder();
  let line = 1;
  try {
    for await (const batch of batches) {
      const { users, rest } = dividedBatch(batch);
      line = rest?.line ?? users.at(-1)?.line ?? line;
      const unmet = users.find((user) => neededForAll(user) !== undefined);
      if (unmet !== undefined) {
        return { kind: "unreadable", line: unmet.line, problem: neededForAll(unmet) as Problem };
      }
      if (rest !== undefined) return rest;
      if (decisions !== undefined) for (const user of users) decisions.get(user.userId ?? "", user.identifiers);
      await finder.add(users);
      await count(users);
    }
    return await finder.finish();
  } catch (error) {
    return faultAfter(error, line);
  } finally {
    await finder.close();
  }
}

/** The users of a batch, and the end of a file that can't be read further, which is always last. */
export function dividedBatch(batch: RecordBatch): {
  readonly users: readonly UserRecord[];
  readonly rest: UnreadableRest | undefined;
} {
  const last = batch.at(-1);
  if (last?.kind !== "unreadable") return { users: batch as readonly UserRecord[], rest: undefined };
  return { users: batch.slice(0, -1) as readonly UserRecord[], rest: last };
}

interface Judgement {
  readonly decisions: ReadExportOptions["decisions"];
  readonly isSent: ReadExportOptions["isSent"];
  readonly duplicates: Duplicates;
  readonly chosen: Chosen;
  readonly fileOf: FileOf;
}

/** Reads the records that share something once more where a choice is to be made among them. */
async function judge(
  duplicates: Duplicates,
  { read, fileOf }: OpenedUsers,
  options: ReadExportOptions,
): Promise<Judgement> {
  const { decisions, isSent, onShared } = options;
  const known = { duplicates, decisions, isSent, fileOf };
  if (duplicates.isEmpty || (!hasChoices(options) && onShared === undefined)) {
    return { ...known, chosen: new Map() };
  }
  const sharing: UserRecord[] = [];
  for await (const batch of read("choices")) {
    const { users } = dividedBatch(batch);
    sharing.push(...users.filter(({ index }) => duplicates.of(index).some(isShared)));
  }
  const candidates = candidatesOf(sharing);
  const chosen = chooseRecords(candidates, options);
  await onShared?.(candidates, chosen);
  return { ...known, chosen };
}

/** Whether each record stays as it was read. */
function isClear({ duplicates, decisions, isSent }: Omit<Judgement, "chosen" | "fileOf">): boolean {
  return duplicates.isEmpty && decisions === undefined && isSent === undefined;
}

async function* batchesWithDuplicates(
  batches: AsyncIterable<RecordBatch>,
  judgement: Judgement,
): AsyncGenerator<RecordBatch> {
  const isAsRead = isClear(judgement);
  for await (const batch of batches) {
    yield isAsRead ? batch : batch.map((record) => (record.kind === "user" ? judged(record, judgement) : record));
  }
}

function judged(read: UserRecord, { duplicates, chosen, decisions, isSent, fileOf }: Judgement): UserRecord {
  const { index, userId } = read;
  if (read.isSkipped === true) return read;
  const decision = decisions?.get(userId ?? "", read.identifiers);
  const { record: own, found } = withLoginAddresses(read, duplicates.of(index), fileOf);
  const record = decision === "unclear" ? refusedWith([ofOther(decisions?.reasonOf?.(userId ?? ""))], own, found) : own;
  const isKept = decision === "leave-out" && isSent?.(index) === true;
  const fate = chosen.get(index) ?? (decision === "leave-out" && !isKept ? { taken: [] } : undefined);
  // Other settings, or another release, refuse a user who is on the service.
  if (!record.result.ok && isSent?.(index) === true) return tooLate(record);
  if (fate === "kept") {
    const taken = loginAddressTaken(record, duplicates.of(index), chosen);
    if (taken !== undefined) return refusedFor(record, [taken], fileOf);
    return isKept ? tooLate(record) : record;
  }
  if (fate !== undefined) return leftOut(record, fate, found, { isWanted: isDecidedFor(decision), fileOf });
  const refused = refusedFor(isKept ? tooLate(record) : record, found, fileOf);
  return isDecidedFor(decision) && found.length > 0 ? undecided(refused) : refused;
}

const ofOther = (why = "what was decided of the user's ID may be about another user"): Problem =>
  problem("user/decision-of-other-user", why);

/** What was decided after an import is carried out by the next one only. */
const TOO_LATE = "user/decided-too-late";
const SENT = "the user was sent before the decision to leave them out, and stays on the service";

/** What becomes of the record stays; that the user is on the service all the same is said beside it. */
function tooLate(record: UserRecord): UserRecord {
  const { result } = record;
  const said = problem(TOO_LATE, SENT);
  if (result.ok) return { ...record, result: { ...result, warnings: [...result.warnings, said] } };
  return { ...record, result: { ok: false, problems: [...result.problems, said] } };
}

/** What was decided for the record does not tell which of several is the user's. */
function undecided(record: UserRecord): UserRecord {
  const [first, ...others] = record.result.ok ? [] : record.result.problems;
  if (first === undefined) return record;
  const message = `${first.message}, and is to be imported too, or not in the sheet: only one of them can be`;
  return { ...record, result: { ok: false, problems: [{ ...first, message }, ...others] } };
}

/** The record, refused because another one is the user's, or because a person has decided so. */
function leftOut(
  record: UserRecord,
  { for: other, taken }: LeftOut,
  found: readonly Duplicate[],
  { isWanted, fileOf }: { readonly isWanted: boolean; readonly fileOf: FileOf },
): UserRecord {
  const place = other?.file === fileOf(record.index) ? "" : ` of ${other?.file ?? "the export"}`;
  const message =
    other === undefined
      ? "the user is left out by decision"
      : `the record on line ${other.line}${place} has the same ${NAMES[other.kind]} and was ${other.isSent ? "sent before" : "chosen"}`;
  const before = saidBefore(record);
  const { shared = [], idTail } = laterIn(record, found);
  const values = [...new Set([...shared, ...taken.map(({ value }) => value)])];
  const of = idTail !== undefined || taken.some(({ kind }) => kind === "id") ? UNKNOWN : { shared: values };
  const problems: [Problem, ...Problem[]] = [
    problem(isWanted && other?.isSent === true ? TOO_LATE : "user/left-out", message),
    ...(other?.isUnproven === true ? [OWNER_OUT] : []),
    ...before,
  ];
  return { ...rejectedRecord(record, of), result: { ok: false, problems } };
}

const UNKNOWN = { standing: "unknown" } as const;
const OWNER_OUT = problem("user/owner-left-out", "this user has verified the address, and the chosen one has not");

/** What the caller has not given and every other user may need as well. */
export function neededForAll({ result }: UserRecord): Problem | undefined {
  return result.ok ? undefined : result.problems.find(({ code }) => code === "source/hash-config-unusable");
}

const CODES: Readonly<Record<string, UserProblemCode>> = {
  email: "user/duplicate-email",
  phone: "user/duplicate-phone",
  "third-party": "user/duplicate-third-party",
  "login-email": "user/duplicate-email",
};

const NAMES: Readonly<Record<IdentifierKind, string>> = {
  email: "e-mail address",
  phone: "phone number",
  "third-party": "social login",
  id: "ID",
  name: "user name",
  "listed-name": "user name",
  "login-email": "e-mail address",
};

const isShared = ({ kind }: Duplicate): boolean => kind !== "login-email" && kind !== "listed-name";

/** Without a user name that is another's. */
function withoutOthersName(
  record: UserRecord,
  found: readonly Duplicate[],
  fileOf: FileOf,
): { readonly record: UserRecord; readonly found: readonly Duplicate[] } {
  const taken = found.find(({ kind }) => kind === "listed-name");
  if (taken === undefined) return { record, found };
  const { message } = duplicateProblem(taken, record.line, fileOf(record.index), fileOf);
  const warning = nameProblem("fallback/users-doubled", `${message} in its entry's own name, and keeps it`);
  return { record: withoutName(record, warning), found: found.filter((one) => one !== taken) };
}

/**
 * An address of a social login that another user has is not this user's: at the service it would be theirs who is sent first.
 * The service tells logins apart by their IDs, so this user's own address does as well; without one, the address is shared.
 */
function withLoginAddresses(
  read: UserRecord,
  all: readonly Duplicate[],
  fileOf: FileOf,
): { readonly record: UserRecord; readonly found: readonly Duplicate[] } {
  const { record, found } = withoutOthersName(read, all, fileOf);
  const taken = found.find((one) => !isShared(one));
  if (taken === undefined) return { record, found };
  if (userIn(record)?.email === undefined) {
    // Of records of one social login, that is what they share.
    return { record, found: found.some(({ kind }) => kind === "third-party") ? found.filter(isShared) : found };
  }
  const { message } = duplicateProblem(taken, record.line, fileOf(record.index), fileOf);
  const warning = problem(
    "user/login-address-taken",
    `${message} as a social login of this user, which is imported with the user's own`,
  );
  return { record: withOwnAddresses(record, warning), found: found.filter(isShared) };
}

/**
 * Of a chosen record without an address of its own: which of the others keeps the address of its social login. One that was
 * left out keeps nothing, but may have been left out for the one that does.
 */
function loginAddressTaken(record: UserRecord, found: readonly Duplicate[], chosen: Chosen): Duplicate | undefined {
  if (userIn(record)?.email !== undefined) return undefined;
  const addresses = record.identifiers.filter(({ kind }) => kind === "login-email").map(({ value }) => value);
  return found.find((one) => {
    const fate = one.otherRecord === undefined ? undefined : chosen.get(one.otherRecord);
    const isOut =
      typeof fate === "object" && !fate.taken.some(({ kind, value }) => kind === "email" && addresses.includes(value));
    return one.kind === "login-email" && !isOut;
  });
}

/** The record, refused where others have the same identifiers. */
export function withDuplicates(
  read: UserRecord,
  all: readonly Duplicate[],
  fileOf: FileOf = () => undefined,
): UserRecord {
  const { record, found } = withLoginAddresses(read, all, fileOf);
  return refusedFor(record, found, fileOf);
}

function refusedFor(record: UserRecord, found: readonly Duplicate[], fileOf: FileOf): UserRecord {
  const own = fileOf(record.index);
  const [first, ...others] = found.map((duplicate) => duplicateProblem(duplicate, record.line, own, fileOf));
  return first === undefined ? record : refusedWith([first, ...others], record, found);
}

function refusedWith(
  problems: readonly [Problem, ...Problem[]],
  record: UserRecord,
  found: readonly Duplicate[],
): UserRecord {
  return {
    ...rejectedRecord(record, laterIn(record, found)),
    result: { ok: false, problems: [...problems, ...saidBefore(record)] },
  };
}

/** What is wrong with the record; where nothing is, what is wrong with the file around it, which would not be said otherwise. */
function saidBefore({ result }: UserRecord): readonly Problem[] {
  return result.ok ? result.warnings.filter(({ code }) => code.startsWith("source/")) : result.problems;
}

/**
 * What an earlier record stands for at the fallback, so that no two of its lines share anything but a verified address. An ID that both have is
 * made another one there: the addresses of the later record are somebody's too.
 */
function laterIn(record: UserRecord, found: readonly Duplicate[]): OfOthers {
  const { index, line, identifiers } = record;
  const isLater = ({ otherLine, otherRecord }: Duplicate) =>
    otherRecord === undefined ? otherLine < line : otherRecord < index;
  const kinds = new Set(found.filter(isLater).map(({ kind }) => kind));
  const hasId = kinds.delete("id");
  // Who has verified an address has it in their line too: the earlier record may be a stranger's, and the store tells.
  if (userIn(record)?.emailVerified === true) kinds.delete("email");
  const shared = identifiers.filter(({ kind }) => kinds.has(kind)).map(({ value }) => value);
  return {
    ...(shared.length === 0 ? {} : { shared }),
    ...(hasId ? { idTail: ` (record ${index + 1} on line ${line})` } : {}),
  };
}

/** The file is named where it is not the record's own. */
function duplicateProblem(
  { kind, otherLine, otherRecord }: Duplicate,
  ownLine: number,
  own: string | undefined,
  fileOf: FileOf,
): Problem {
  const file = otherRecord === undefined ? undefined : fileOf(otherRecord);
  const isOwnFile = file === own || file === undefined;
  const place = isOwnFile ? `line ${otherLine}` : `line ${otherLine} of ${file}`;
  const which = isOwnFile && otherLine === ownLine ? "another record on the same line" : `the record on ${place}`;
  return problem(CODES[kind] ?? "user/duplicate-id", `${which} has the same ${NAMES[kind]}`, { field: kind });
}
