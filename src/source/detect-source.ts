import { joined } from "../lib/bytes.js";
import { requireArgument } from "../lib/require-argument.js";
import { refuse } from "../problems/source.js";
import { type Failure, type Problem, type Result, success } from "../result.js";
import { type Fields, isFields } from "./fields/field.js";
import { BEGINNING_BYTES, beginInput, inputOf } from "./input/input-beginning.js";
import { InputFault } from "./input/input-fault.js";
import type { OpenInput } from "./input/pinned-input.js";
import { inUtf8, unpacked } from "./input/unpack.js";
import { foreignFormat } from "./readers/choose-reader.js";
import type { RecordReader } from "./readers/record-reader.js";
import { MOST_RECORDS, SharedInput } from "./readers/shared-input.js";
import { EXTRACT_FROM_BYTES, extractDump } from "./readers/sql/dump-extract.js";
import { looksLikeSql } from "./readers/sql/sql-dump.js";
import type { Source } from "./source.js";
import { allSources, type ReadableSource } from "./sources.js";

/** Bytes of a file that are read to tell its source. */
export const DETECTION_BYTES = 1 << 20;
/** Damaged records that are passed over for them. */
const MOST_DAMAGED = 100;
const MOST_TABLES = 50;
const MOST_KEYS_TOLD = 6;

/** The system that wrote an export, as its content tells. */
export interface DetectedSource {
  /** What `from` takes. */
  readonly source: ReadableSource;
  /** `sure`: no other known system writes such records. */
  readonly certainty: "sure" | "possible";
  /** Clauses that say what was found: a format, keys. */
  readonly reasons: readonly string[];
  /** Sources that the records could also be of, and less likely are. */
  readonly others: readonly ReadableSource[];
}

export interface LikelySource extends Pick<DetectedSource, "certainty" | "reasons"> {
  readonly source: Source;
  readonly others: readonly Source[];
}

/**
 * Tells which system wrote an export from what it looks like: every source reads the first records with its own
 * readers, of which alike ones read them once, and judges them. At most 1 MiB of the input and 20 records of it are read; of an SQL dump whose
 * beginning does not tell, up to 1 GiB is looked through for its tables, in 2 MiB of memory.
 *
 * @param input The file's first bytes, or what opens the file from its beginning.
 * @returns The source with its certainty and the reasons; or `source/system-unclear` with the names of those that
 * fit equally well, or with what the file looks like, or what keeps it from being read at all:
 * `source/empty`, `source/not-utf8`, `source/not-text`, `source/no-users`.
 *
 * @example
 * ```ts
 * import { detectSource } from "credport/source";
 *
 * const file = new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"}]}');
 * const found = await detectSource(file);
 * found.ok && [found.value.source, found.value.certainty]; // => ["firebase", "sure"]
 * ```
 */
export async function detectSource(input: OpenInput | Uint8Array): Promise<Result<DetectedSource>> {
  if (!(input instanceof Uint8Array)) requireArgument("input", input, "opener");
  const sources = await allSources();
  const found =
    input instanceof Uint8Array
      ? await likelySource(input.subarray(0, DETECTION_BYTES), sources)
      : await likelySourceOf(input, sources);
  if (!found.ok) return found;
  const { source, certainty, reasons, others } = found.value;
  const nameOf = ({ name }: Source) => name as ReadableSource;
  return success({ source: nameOf(source), certainty, reasons, others: others.map(nameOf) });
}

export async function readBeginning(open: OpenInput): Promise<Uint8Array> {
  const { beginning, whole, giveUp } = await beginInput(open(), DETECTION_BYTES);
  // What failed at its first byte throws again: a file that can't be read is not an empty one.
  if (beginning.length === 0) for await (const _ of whole) break;
  await giveUp();
  return beginning;
}

/** As `likelySource`; a dump whose beginning does not surely tell is looked through for its tables. */
export async function likelySourceOf(open: OpenInput, sources: readonly Source[]): Promise<Result<LikelySource>> {
  const packed = await readBeginning(open);
  const found = await likelySource(packed, sources);
  if (found.ok && found.value.certainty === "sure") return found;
  const { beginning } = await textOf(packed);
  // Short, and not because it is packed.
  if (packed.length < DETECTION_BYTES && beginning.length < DETECTION_BYTES) return found;
  if (!looksLikeSql(beginning.subarray(0, BEGINNING_BYTES))) return found;
  try {
    const { bytes, isCut } = await extractDump(inUtf8(unpacked(open())));
    const where = isCut ? `what was looked through of it, at most ${EXTRACT_FROM_BYTES / 2 ** 30} GiB,` : "it";
    const told = await likelySource(bytes, sources, where);
    return told.ok || !found.ok ? told : found;
  } catch (error) {
    // Reading the file reports what can't be unpacked.
    if (error instanceof InputFault) return found;
    throw error;
  }
}

/** @param where What was looked through of a dump, where nothing was found. */
export async function likelySource(
  packed: Uint8Array,
  sources: readonly Source[],
  where?: string,
): Promise<Result<LikelySource>> {
  const { beginning, fault } = await textOf(packed);
  if (beginning.length === 0 && fault !== undefined) return { ok: false, problems: [fault] };
  const input = new SharedInput(beginning);
  const fitting: Evidence[] = [];
  for (const source of sources) {
    const evidence = await evidenceFor(source, input);
    if (evidence.certainty !== "no") fitting.push(evidence);
  }
  const sure = fitting.filter(({ certainty }) => certainty === "sure");
  const [best, ...equals] = sure.length > 0 ? sure : fitting;
  if (best === undefined) return sourceWithoutUsers(beginning, sources) ?? unknownSource(beginning, where);
  if (equals.length > 0) return maybeOf([best, ...equals].map(({ source }) => source));
  const { source, certainty, reasons } = best;
  const others = fitting.filter((one) => one !== best).map((one) => one.source);
  return success({ source, certainty: certainty === "sure" ? "sure" : "possible", reasons, others });
}

/** The other source that surely wrote a file, where the named one, whose readers found the records, surely did not. */
export async function otherSource(
  named: Source,
  packed: Uint8Array,
  found: Pick<Reading, "records" | "table">,
): Promise<Source | undefined> {
  if (named.detect === undefined) return undefined;
  const { beginning } = await textOf(packed);
  const input = new SharedInput(beginning);
  const readings = [...(await readingsOf(named, input)), found];
  const isNamed = ({ records, table }: typeof found) => records.length > 0 && named.detect?.(records, table) !== "no";
  if (readings.some(isNamed)) return undefined;
  const others = (await allSources()).filter((source) => isOtherThan(named, source));
  for (const source of others) {
    if ((await evidenceFor(source, input)).certainty === "sure") return source;
  }
  const isSure = ({ detect, beforeUsers }: Source) =>
    beforeUsers?.isBeginning(beginning) === true ||
    readings.some(({ records, table }) => records.length > 0 && detect?.(records, table) === "sure");
  return others.find(isSure);
}

export function isOtherThan(named: Source, source: Source): boolean {
  return source !== named && named.builtOn?.includes(source.name) !== true;
}

/** The other source that surely wrote a dump in which the named one found nothing, by all of its tables. */
export async function otherSourceOfDump(named: Source, input: AsyncIterable<Uint8Array>): Promise<Source | undefined> {
  if (named.detect === undefined) return undefined;
  const { beginning, whole, giveUp } = await beginInput(inUtf8(unpacked(input)));
  if (!looksLikeSql(beginning)) {
    await giveUp();
    return undefined;
  }
  const found = await likelySource((await extractDump(whole)).bytes, await allSources());
  return found.ok && found.value.certainty === "sure" && isOtherThan(named, found.value.source)
    ? found.value.source
    : undefined;
}

interface Evidence {
  readonly source: Source;
  readonly certainty: "sure" | "possible" | "no";
  readonly reasons: readonly string[];
}

async function evidenceFor(source: Source, input: SharedInput): Promise<Evidence> {
  const found = (await readingsOf(source, input)).map((reading): Evidence => {
    const certainty = source.detect?.(reading.records, reading.table) ?? "no";
    return { source, certainty, reasons: reasonsFor(reading, source) };
  });
  return (
    found.find(({ certainty }) => certainty === "sure") ??
    found.find(({ certainty }) => certainty === "possible") ?? { source, certainty: "no", reasons: [] }
  );
}

interface Reading {
  readonly format: string;
  readonly records: readonly Fields[];
  readonly table: string | undefined;
}

async function readingsOf({ readers }: Source, input: SharedInput): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const reader of readers) {
    if (!reader.fits(input.beginning)) continue;
    for (const [table, records] of await firstRecords(reader, input)) {
      readings.push({ format: reader.format, table, records });
    }
  }
  return readings;
}

/** The first records that are objects; in a format with tables, those of each of the first ones. */
async function firstRecords(reader: RecordReader, input: SharedInput) {
  const tables = new Map<string | undefined, Fields[]>();
  let damaged = 0;
  for await (const item of reader.read(input)) {
    if (item.kind === "fault" && ++damaged === MOST_DAMAGED) break;
    if (item.kind !== "record" || !isFields(item.value)) continue;
    const records = tables.get(item.table) ?? [];
    if (records.length < MOST_RECORDS) records.push(item.value);
    else if (item.table === undefined) break;
    if (tables.size < MOST_TABLES) tables.set(item.table, records);
  }
  return tables;
}

function reasonsFor({ format, records, table }: Reading, { fields }: Source): readonly string[] {
  const keys = [...(fields[0]?.read ?? [])].filter((key) => records.some((record) => Object.hasOwn(record, key)));
  const told = keys.slice(0, MOST_KEYS_TOLD).join(", ");
  return [
    `the file is ${format}`,
    ...(table === undefined ? [] : [`it has rows of the table ${table}`]),
    ...(told === "" ? [] : [`its records have ${told}`]),
  ];
}

export function maybeOf(sources: readonly Source[]): Failure {
  const names = sources.map(({ title, name }) => `${title} (${name})`);
  const last = names.pop() ?? "";
  const all = names.length === 0 ? `${last}, and of others` : `${names.join(", ")} or ${last}`;
  return refuse("source/system-unclear", `the file may be of ${all}`);
}

/** The source whose export begins so, where its users are not in the beginning; they may still follow. */
function sourceWithoutUsers(beginning: Uint8Array, sources: readonly Source[]): Result<LikelySource> | undefined {
  const source = sources.find(({ beforeUsers }) => beforeUsers?.isBeginning(beginning) === true);
  if (source?.beforeUsers === undefined) return undefined;
  const { title } = source.beforeUsers;
  if (beginning.length < DETECTION_BYTES) {
    return refuse("source/no-users", `this looks like ${title} without users`);
  }
  return success({ source, certainty: "sure", reasons: [`the file begins like ${title}`], others: [] });
}

function unknownDump(where: string): Failure {
  const message = `the file is an SQL dump, and no table in ${where} is one of a known system's users`;
  return refuse("source/system-unclear", message);
}

function unknownSource(beginning: Uint8Array, where: string | undefined): Failure {
  if (beginning.every((byte) => byte <= 0x20)) return refuse("source/empty", "the file is empty");
  const foreign = foreignFormat(beginning);
  if (foreign !== undefined) return { ok: false, problems: [foreign.problem] };
  if (beginning.subarray(0, BEGINNING_BYTES).includes(0)) {
    return refuse("source/not-utf8", "the file is in UTF-16 or another encoding with NUL bytes");
  }
  const isDump = beginning.length >= DETECTION_BYTES && looksLikeSql(beginning.subarray(0, BEGINNING_BYTES));
  if (isDump || where !== undefined) return unknownDump(where ?? "its first 1 MiB");
  const message = `the file is ${lookOf(beginning)}, and no known system's export looks like it`;
  return refuse("source/system-unclear", message);
}

/** The text of a file's first bytes, unpacked and in UTF-8 as far as they go; and why it goes no further. */
async function textOf(packed: Uint8Array): Promise<{ readonly beginning: Uint8Array; readonly fault?: Problem }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of inUtf8(unpacked(inputOf(packed)))) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= DETECTION_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { beginning: joined(...chunks), fault: error.problem };
  }
  return { beginning: joined(...chunks).subarray(0, DETECTION_BYTES) };
}

const MOST_LOOK_BYTES = 1 << 14;
const MOST_NAMES = 8;

/** What a file looks like whose system is not known: its format and the names in it, never a value. */
function lookOf(beginning: Uint8Array): string {
  const text = new TextDecoder().decode(beginning.subarray(0, MOST_LOOK_BYTES)).trimStart();
  if (/^[[{]/.test(text)) return withNames("JSON", "keys", keysOf(text));
  if (/^(?:--|\/\*|SET |INSERT |COPY |CREATE )/i.test(text)) return "an SQL dump";
  if (/^(?:version: ?\d+\s+)?dn:/i.test(text)) return "LDIF";
  const separator = [",", ";", "\t"].find((one) => lineOf(text).includes(one));
  if (separator === undefined) return "neither JSON nor a table";
  const columns = lineOf(text)
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const isHeader = columns.every((cell) => /^(?:[A-Za-z_][\w .:-]{0,39})?$/.test(cell));
  return isHeader ? withNames("a table", "columns", columns.filter(Boolean)) : "a table without column names";
}

function lineOf(text: string): string {
  return text.slice(0, text.search(/[\r\n]|$/));
}

function keysOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/"([A-Za-z_$][\w.:-]{0,39})"\s{0,8}:/g)].map(([, key]) => key as string))];
}

function withNames(format: string, what: string, names: readonly string[]): string {
  if (names.length === 0) return format;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return `${format} with the ${what} ${shown}${names.length > MOST_NAMES ? ", …" : ""}`;
}
