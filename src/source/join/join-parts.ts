import { counted } from "../../lib/plural.js";
import { problem } from "../../problems/source.js";
import { Buffer, tmpdir } from "../../runtime/index.js";
import { type Fields, isFields, isSetField } from "../fields/field.js";
import { BEGINNING_BYTES } from "../input/input-beginning.js";
import { InputChanged } from "../input/pinned-input.js";
import { TemporaryFilesFault } from "../input/temporary-files.js";
import { inUtf8, unpacked } from "../input/unpack.js";
import type { UnreadableRest } from "../normalized-user.js";
import { readWithFitting } from "../readers/choose-reader.js";
import { arePagesMissing, type PagedFile, type PagesSaid } from "../readers/further-pages.js";
import { type ItemBatch, itemsOf } from "../readers/item-batches.js";
import type { ReaderItem, ReadRecord, RecordFault } from "../readers/record-reader.js";
import type { RecordRole, Source } from "../source.js";
import { tableName } from "../system/table-readers.js";
import { listsOfItem, nameOfInstallation, severalLists } from "../system/table-rows.js";
import { type JoinReport, LeftOvers } from "./join-report.js";
import type { ExportFile } from "./joined-input.js";
import { type IsGuard, matchParts, type PartsFault } from "./match-parts.js";
import { MOST_IN_MEMORY, type Part, PartLog, type RowPlace } from "./part-log.js";
import type { SpillLog } from "./spill-log.js";

export interface PartsOfUser {
  readonly parts: readonly Part[];
  readonly fault?: PartsFault;
}

export function roleOf({ value, table }: ReadRecord, source: Source, file: number): RecordRole {
  if (!isFields(value) || source.roleOf === undefined) return { role: "user" };
  return source.roleOf(value, { table, isJoined: file > 0 });
}

/** Rows that belong to users, found by key. */
export interface JoinedParts extends Omit<Gathered, "hasUsers"> {
  readonly report: JoinReport;
  /** A pass over the rows, in the order of the files. */
  readonly pass: () => PartsPass;
  readonly close: () => Promise<void>;
}

/** Gives what was found for the record of this number and key, once; undefined where nothing was. */
export type PartsPass = (index: number, key: string) => Promise<PartsOfUser | undefined>;

/** Each bucket is read on as its users come. */
function passOver(matched: SpillLog, keys: PartLog): PartsPass {
  const lines: AsyncGenerator<string>[] = [];
  const next: (string | undefined)[] = [];
  const advance = async (bucket: number) => {
    lines[bucket] ??= matched.linesOf(bucket);
    const { done, value } = await lines[bucket].next();
    next[bucket] = done === true ? undefined : value;
  };
  return async (index, key) => {
    const bucket = keys.bucketOf(key);
    if (lines[bucket] === undefined) await advance(bucket);
    const line = next[bucket];
    if (line?.startsWith(`${index}\t`) !== true) return undefined;
    await advance(bucket);
    const [, fault, parts] = line.split("\t") as [string, PartsFault | "", string];
    return { parts: JSON.parse(parts), ...(fault === "" ? {} : { fault }) };
  };
}

/** Reads all files of an export once and brings rows to their users, in temporary files beyond 8 MiB; `close` must follow. */
export async function joinParts(
  files: readonly ExportFile[],
  source: Source,
  mostInMemory = MOST_IN_MEMORY,
): Promise<JoinedParts | UnreadableRest> {
  const keys = new PartLog(mostInMemory);
  const leftOvers = new LeftOvers(
    files.map(({ name }) => name),
    source,
  );
  try {
    const gathered = await gather(files, source, keys, leftOvers);
    if ("kind" in gathered) return gathered;
    const { hasUsers } = gathered;
    const match = { files: files.length, hasUsers, isGuard: guardsOf(source), mostInMemory };
    const matched = await matchParts(keys, leftOvers, match);
    const report = leftOvers.report();
    return { ...gathered, report, pass: () => passOver(matched, keys), close: () => matched.close() };
  } catch (error) {
    return faultAfter(error, 1);
  } finally {
    await keys.close();
  }
}

/** How a pass ends that found other bytes than an earlier one, or no room; anything else is thrown on. */
export function faultAfter(error: unknown, line: number): UnreadableRest {
  if (error instanceof InputChanged) {
    const message = "the file changed while it was read: after this line it has other content than before";
    return { kind: "unreadable", line, problem: problem("source/input-changed", message) };
  }
  if (!(error instanceof TemporaryFilesFault)) throw error;
  const message = `cannot keep temporary files in ${tmpdir()} (${error.code})`;
  return { kind: "unreadable", line, problem: problem("source/temporary-files", message) };
}

interface Gathered {
  /** Number of each file's first record over all files. */
  readonly first: readonly number[];
  /** Whether reading a file again brings up anything but parts. */
  readonly hasRecords: readonly boolean[];
  readonly hasUsers: boolean;
  /** What rows name for all users. */
  readonly registered: ReadonlySet<string>;
  /** Of the old system, from a file without users. */
  readonly settings: Fields;
  /** The number of the last user's record, where the files say that there are more. */
  readonly lastOfMore: number | undefined;
}

async function gather(
  files: readonly ExportFile[],
  source: Source,
  keys: PartLog,
  leftOvers: LeftOvers,
): Promise<Gathered | UnreadableRest> {
  const first: number[] = [];
  const hasRecords: boolean[] = [];
  const known: Known = {
    source,
    keys,
    leftOvers,
    users: {
      ...{ users: new Map(), parts: new Map(), passedOver: new Set(), registered: new Set() },
      isGuard: guardsOf(source),
    },
  };
  const lists = new Map<string, string | undefined>();
  const all: GatheredFile[] = [];
  let records = 0;
  let settings: Fields = {};
  let withoutUsers: UnreadableRest | undefined;
  for (const [file, one] of files.entries()) {
    first.push(records);
    const found = await gatherFile(one, { file, before: records, isOnly: files.length === 1 }, known, lists);
    if ("kind" in found) return found;
    records += found.records;
    all.push(found);
    hasRecords.push(found.hasOwn);
    withoutUsers ??= found.withoutUsers;
    const { settings: own } = found;
    if (own !== undefined && (settings.realm ?? own.realm) === own.realm) settings = { ...own, ...settings };
  }
  if (withoutUsers !== undefined && !hasRecords.includes(true)) return withoutUsers;
  const { listsBy = "list" } = source;
  if (lists.size > 1) {
    const named = [...lists].map(([list, file]) => (file === undefined ? list : `${list} (${file})`));
    return endOf(severalLists(listsBy, named, undefined), undefined);
  }
  const { users } = known;
  const several = severalInstallations(users);
  if (several !== undefined) return several;
  if (users.areThere !== true && users.passedOver.size > 0) return withoutPrefix(users);
  const { lost, registered } = users;
  if (users.haveKeys === false && lost !== undefined) return withoutKeys(lost, files[lost.file]?.name);
  const hasUsers = users.areThere === true;
  return { first, hasRecords, hasUsers, registered, settings, lastOfMore: lastOfMore(all) };
}

/** The number of the last user's record, where the files that have users, or an empty list of them, say that there are more. */
function lastOfMore(files: readonly GatheredFile[]): number | undefined {
  const isEmptyList = ({ pages, records }: GatheredFile) => pages !== undefined && records === 0;
  const lists = files.filter((file) => file.hasOwn || isEmptyList(file));
  if (!arePagesMissing(lists)) return undefined;
  return files.findLast(({ lastOwn }) => lastOwn !== undefined)?.lastOwn;
}

interface GatheredFile extends PagedFile {
  readonly records: number;
  readonly hasOwn: boolean;
  /** The number of its last record that may be a user. */
  readonly lastOwn?: number | undefined;
  /** Of a file that has none of the users, which the other files have. */
  readonly settings?: Fields;
  readonly withoutUsers?: UnreadableRest;
}

async function gatherFile(
  { name, fileName, open }: ExportFile,
  { file, before, isOnly }: { readonly file: number; readonly before: number; readonly isOnly: boolean },
  known: Known,
  lists: Map<string, string | undefined>,
): Promise<GatheredFile | UnreadableRest> {
  const { source, leftOvers } = known;
  let hasOwn = file === 0;
  let records = 0;
  let lastOwn: number | undefined;
  let pages: PagesSaid | undefined;
  const noteTables = (batch: ItemBatch) => {
    pages = batch.pages ?? pages;
    leftOvers.further.noteEmpty(batch.emptyTables ?? []);
    leftOvers.noteUnread(batch.unreadTables ?? []);
  };
  for await (const item of itemsOf(readWithFitting(source.readers, open()), noteTables)) {
    if (item.kind === "end-fault") {
      const withoutUsers = endOf(item, name);
      const mayBeSettings = !isOnly && item.problem.code === "source/no-users" && pages?.hasFailed !== true;
      return mayBeSettings ? settingsOr(withoutUsers, open(), source) : withoutUsers;
    }
    const { index, line } = item.place;
    if (item.kind === "fault" && isUnsurePart(item, source, file)) {
      return endOf({ kind: "end-fault", line, problem: item.problem }, name);
    }
    records = index + 1;
    for (const list of listsOfItem(item, source))
      if (lists.size < MOST_PREFIXES && !lists.has(list)) lists.set(list, name);
    const place = { index: before + index, file, line };
    const isOwn = item.kind === "fault" || (await note(item, place, known));
    if (isOwn) lastOwn = place.index;
    hasOwn ||= isOwn;
  }
  return { name: name ?? fileName, records, hasOwn, lastOwn, pages };
}

async function settingsOr(
  withoutUsers: UnreadableRest,
  input: AsyncIterable<Uint8Array>,
  source: Source,
): Promise<GatheredFile | UnreadableRest> {
  const settings = await settingsIn(input, source);
  return settings === undefined ? withoutUsers : { records: 0, hasOwn: false, settings, withoutUsers };
}

/** A longer file is more than the settings of a realm. */
const MOST_SETTINGS = 1 << 26;

/** The plain values of what a system writes before its users; undefined where the file is anything else, or has users of another kind. */
async function settingsIn(input: AsyncIterable<Uint8Array>, { beforeUsers }: Source): Promise<Fields | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of inUtf8(unpacked(input))) {
    length += pieces.push(bytes.slice()) && bytes.length;
    if (length > MOST_SETTINGS) return undefined;
  }
  const whole = Buffer.concat(pieces);
  try {
    const document = JSON.parse(new TextDecoder().decode(whole));
    const values = Object.entries(document);
    const filled = values.filter(([, value]) => typeof value === "object" && Object.keys(value ?? {}).length > 0);
    const isOfUsers = filled.some(([key]) => /users$/i.test(key));
    const isOfSystem = beforeUsers?.isBeginning(whole.subarray(0, BEGINNING_BYTES)) === true;
    const isError = values.some(([key]) => /^(?:error\w*|message|code)$/i.test(key));
    const hasEmptyList = values.some(([key, value]) => /users$/i.test(key) && Array.isArray(value)) && !isError;
    const isEmptyPage = filled.length === 0 && (hasEmptyList || Array.isArray(document));
    if (isOfUsers || !(isOfSystem || isEmptyPage)) return undefined;
    return Object.fromEntries(values.filter(([, value]) => typeof value !== "object"));
  } catch {
    return undefined;
  }
}

/** What is missed and lets no one in who was kept out: a stranger's row of it is to keep no one from the import. */
const CONTACTS: readonly string[] = ["e-mail addresses", "phone numbers", "social logins"];

function guardsOf({ furtherTables = [], guards }: Source): IsGuard {
  const others = new Set(
    furtherTables.filter(({ holds }) => holds.every((what) => CONTACTS.includes(what))).map(({ part }) => part),
  );
  return (part, fields) => {
    const test = guards?.get(part);
    const its = test === undefined ? undefined : fields();
    return test === undefined || its === undefined ? !others.has(part) : test(its);
  };
}

/** Such as the row of a second factor: its user would be imported without it. */
function isUnsurePart({ unsure }: RecordFault, source: Source, file: number): boolean {
  return unsure !== undefined && roleOf(unsure, source, file).role === "part";
}

interface Known {
  readonly source: Source;
  readonly keys: PartLog;
  readonly leftOvers: LeftOvers;
  readonly users: UserTables;
}

interface UserTables {
  areThere?: true;
  /** Of an installation, by what it is chosen. */
  readonly users: Map<string, TablePlace>;
  /** By their names. */
  readonly parts: Map<string, TablePlace>;
  /** Of users of installations that are not read. */
  readonly passedOver: Set<string>;
  readonly registered: Set<string>;
  haveKeys?: boolean;
  readonly isGuard: IsGuard;
  /** The first row of what keeps users out: it finds none where no user has a key. */
  lost?: RowPlace & { readonly part: string };
}

interface TablePlace {
  readonly file: number;
  readonly table: string;
  readonly role: Exclude<RecordRole, { role: "other" }>;
}

/** Whether a part is of another installation than the users: their numbers are alike, and say nothing. */
function isOfOthers(part: TablePlace, user: TablePlace): boolean {
  const [own, its] = [part.role, user.role];
  const isBothNamed = own.schema !== undefined && its.schema !== undefined;
  if (own.schema !== its.schema && (isBothNamed || part.file === user.file)) return true;
  if (own.role === "part" && own.ofTables?.includes(tableName(user.table) as string) === false) return true;
  return own.prefix !== undefined && its.prefix !== undefined && own.prefix !== its.prefix;
}

/** Prefixes that a message names; a hostile file has more. */
const MOST_PREFIXES = 8;
/** Tables of parts that are kept; no system has as many. */
const MOST_PLACES = 256;

function withoutPrefix({ passedOver }: UserTables): UnreadableRest {
  const prefixes = [...passedOver].map(shownName);
  const message = `no table of users has the prefix or the name that was given; the dump has ${prefixes.join(", ")}`;
  return endOf({ kind: "end-fault", line: 1, problem: problem("source/table-prefix", message) }, undefined);
}

function withoutKeys({ line, part }: { readonly line: number; readonly part: string }, name: string | undefined) {
  const message = `this row (${part}) names a user by a key, and no user has one`;
  return endOf({ kind: "end-fault", line, problem: problem("source/columns-unknown", message) }, name);
}

/** Two installations in one dump, or administrators beside customers, number their users alike, and their rows would be brought to each other's. */
function severalInstallations({ users, parts }: UserTables): UnreadableRest | undefined {
  const [user, ...others] = users.values();
  if (user === undefined) return undefined;
  const strange = [...parts.values()].find((part) => isOfOthers(part, user));
  if (others.length === 0 && strange === undefined) return undefined;
  const tables = [user, ...others].map(({ table }) => table);
  const names = [...users.keys()].slice(0, MOST_PREFIXES).map(shownName);
  const fault =
    others.length === 0
      ? `rows of ${strange?.table} beside the users of ${user.table}, and they belong to others`
      : `users in ${counted(tables.length, "table")}, ${tables.slice(0, MOST_PREFIXES).join(" and ")}, which may all number them alike`;
  const message = `the dump has ${fault}; choose by ${names.join(" or ")}`;
  return endOf({ kind: "end-fault", line: 1, problem: problem("source/table-prefix", message) }, undefined);
}

function shownName(name: string): string {
  return name === "" ? "none" : name;
}

/** Notes a record; says whether it may be a user. */
async function note(item: ReadRecord, place: RowPlace, { source, keys, leftOvers, users }: Known): Promise<boolean> {
  const role = roleOf(item, source, place.file);
  if (role.role === "other") {
    leftOvers.further.noteTable(item.table);
    if (role.passedOver !== undefined && users.passedOver.size < MOST_PREFIXES) users.passedOver.add(role.passedOver);
    return false;
  }
  if (role.role === "user") {
    users.areThere = true;
    leftOvers.noteUserIn(place.file, item);
    notePlace(
      users.users,
      nameOfInstallation(role) ?? tableName(item.table) ?? "",
      { file: place.file, role },
      item.table,
    );
    if (role.key === undefined) {
      // Who has no ID either is refused.
      if (isFields(item.value) && isSetField(item.value, source.idField)) users.haveKeys ??= false;
      return true;
    }
    users.haveKeys = true;
    await keys.add(place, role.key);
    return true;
  }
  notePlace(users.parts, `${item.table} ${role.ofTables?.join()}`, { file: place.file, role }, item.table);
  const { part: name, key, aloneIsUser = false, registers } = role;
  if (registers !== undefined) users.registered.add(registers);
  leftOvers.noteRowIn(place.file, name);
  if (aloneIsUser !== false) leftOvers.noteUserIn(place.file, item, true);
  if (key === undefined) {
    if (aloneIsUser !== true) leftOvers.addRow(place.file, name, place.line);
    return aloneIsUser === true;
  }
  const { value, conflictingFields, damage } = item;
  const fields = value as Part["fields"];
  if (users.haveKeys !== true && aloneIsUser === false && users.isGuard(name, () => fields))
    users.lost ??= { ...place, part: name };
  await keys.add(place, key, { name, fields, conflictingFields, damage }, aloneIsUser);
  return aloneIsUser !== false;
}

function notePlace(
  places: Map<string, TablePlace>,
  name: string,
  place: Omit<TablePlace, "table">,
  table: string | undefined,
): void {
  if (table !== undefined && !places.has(name) && places.size < MOST_PLACES) places.set(name, { ...place, table });
}

/** The end of a file that can't be read to its end, which is named where it is a joined one. */
export function endOf(item: ReaderItem & { kind: "end-fault" }, name: string | undefined): UnreadableRest {
  const { line, problem: found } = item;
  if (name === undefined) return { kind: "unreadable", line, problem: found };
  return { kind: "unreadable", line, problem: { ...found, message: `${name}: ${found.message}` } };
}
