import { createHash, type Hash } from "node:crypto";
import { ByteWindow } from "../../lib/json-records/byte-window.js";
import { LINE_FEED } from "../../lib/json-records/json-bytes.js";
import { problem, refuse } from "../../problems/source.js";
import { type Failure, failure, type Result, success } from "../../result.js";
import { inUtf8 } from "../input/decode-text.js";
import { BEGINNING_BYTES, beginInput } from "../input/input-beginning.js";
import { InputFault } from "../input/input-fault.js";
import { unpacked } from "../input/unpack.js";
import type { RecordReader } from "../readers/record-reader.js";
import type { NamedOptions } from "../resolve-source.js";
import { sourceOf } from "../sources.js";
import { LineCutter } from "./cut-lines.js";
import { ListCutter } from "./cut-list.js";
import { TableCutter } from "./cut-table.js";
import type { CutPlace, Cutter } from "./cutter.js";
import { findList, isPlainFrame } from "./find-list.js";

/** A part of a file that is read by itself, between the file's head and tail. */
export interface FileChunk {
  /** Place of its first byte. */
  readonly from: number;
  /** After its last byte. */
  readonly to: number;
  /** Line of its first byte, from 1. */
  readonly line: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** How a file is divided. */
export interface ChunkPlan {
  readonly bytes: number;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** Which of the source's readers reads it. */
  readonly reader: number;
  /** The byte at a line's end. */
  readonly lineEnd: number;
  /** Bytes before the first chunk, which are read before each one: a header, or what is around a list. */
  readonly head: number;
  /** Where the file's end begins, which is read after each chunk. */
  readonly tail: number;
  /** Of head and tail, one after the other. */
  readonly frameSha256: string;
  readonly chunks: readonly FileChunk[];
}

/** What is around a list, at most. */
const MOST_TAIL_BYTES = BEGINNING_BYTES;
/** What two records, or the end of a file, can take. */
const MOST_HELD_BYTES = 1 << 24;
/** A chunk that gets so much longer than it should has no places between sound records. */
const MOST_FACTOR = 4;

/**
 * Divides a file into chunks that several machines can read: their records, one chunk after the other, are those of the
 * whole file. Reads it once, and holds two records and what is read at once.
 *
 * @param input The file's bytes.
 * @param chunkBytes Bytes of a chunk, about.
 * @returns The plan, or `source/not-divisible`.
 */
export async function planChunks(
  input: AsyncIterable<Uint8Array>,
  { from }: Pick<NamedOptions, "from">,
  chunkBytes: number,
): Promise<Result<ChunkPlan>> {
  const { beginning, whole, giveUp } = await beginInput(input);
  const chosen = await cutterFor(sourceOf(from), beginning, chunkBytes);
  if ("ok" in chosen) {
    await giveUp();
    return chosen;
  }
  const { cutter, reader, lineEnd } = chosen;
  const log = new ChunkLog(cutter, lineEnd, chunkBytes * MOST_FACTOR + MOST_HELD_BYTES);
  for await (const bytes of whole) {
    const fault = log.push(bytes);
    if (fault !== undefined) return fault;
  }
  return log.finish(reader);
}

interface ChosenCutter {
  readonly cutter: Cutter;
  readonly reader: number;
  readonly lineEnd: number;
}

async function cutterFor(
  { readers, roleOf, title }: ReturnType<typeof sourceOf>,
  beginning: Uint8Array,
  chunkBytes: number,
): Promise<ChosenCutter | Failure> {
  if (roleOf !== undefined) return notDivisible(`an export of ${title} has rows of several tables`);
  if (!(await isPlainUtf8(beginning))) return notDivisible("the file is compressed, or not in UTF-8");
  const found = readers.findIndex(({ fits }) => fits(beginning));
  const reader = found < 0 ? readers.length - 1 : found;
  const { cuts, format } = readers[reader] as RecordReader;
  const unknown = notDivisible(`a file of this form (${format}) is read as a whole only`);
  if (cuts === undefined) return unknown;
  if (cuts.kind === "table") {
    const table = cuts.tableOf(beginning);
    if (table === undefined) return unknown;
    return { cutter: new TableCutter(table, chunkBytes), reader, lineEnd: table.lineEnd };
  }
  const isList = cuts.kind === "list" || beginsArray(beginning);
  if (!isList) return { cutter: new LineCutter(chunkBytes), reader, lineEnd: LINE_FEED };
  const list = findList(beginning, cuts.kind === "list" ? cuts.keys : []);
  if (list === undefined) return notDivisible("the file's beginning shows no list of users");
  return { cutter: new ListCutter(list, chunkBytes), reader, lineEnd: LINE_FEED };
}

function beginsArray(beginning: Uint8Array): boolean {
  return /^\ufeff?\s*\[/.test(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(beginning.subarray(0, 1024)),
  );
}

/** Whether a reader gets the bytes as they are. */
async function isPlainUtf8(beginning: Uint8Array): Promise<boolean> {
  async function* input() {
    yield beginning;
  }
  try {
    const read = await beginInput(inUtf8(unpacked(input())));
    return Buffer.compare(read.beginning, beginning) === 0;
  } catch (error) {
    if (error instanceof InputFault) return false;
    throw error;
  }
}

function notDivisible(message: string, field?: string): Failure {
  return field === undefined
    ? refuse("source/not-divisible", message)
    : failure(problem("source/not-divisible", message, { field }));
}

/** Notes the chunks as the file goes by. */
class ChunkLog {
  readonly #cutter: Cutter;
  readonly #lineEnd: number;
  readonly #mostBytes: number;
  readonly #window = new ByteWindow();
  readonly #whole = createHash("sha256");
  readonly #chunks: FileChunk[] = [];
  #head: Uint8Array = new Uint8Array(0);
  #hash: Hash = createHash("sha256");
  /** Up to here all is digested. */
  #done = 0;
  #line = 1;
  #chunkFrom = 0;
  #chunkLine = 1;
  #hasBegun = false;
  /** Up to here the cutter has got all. */
  #given = 0;

  constructor(cutter: Cutter, lineEnd: number, mostBytes: number) {
    this.#cutter = cutter;
    this.#lineEnd = lineEnd;
    this.#mostBytes = mostBytes;
  }

  push(bytes: Uint8Array): Failure | undefined {
    this.#whole.update(bytes);
    this.#window.add(bytes, this.#done);
    const begun = this.#begin();
    if (begun === undefined) return undefined;
    const cutter = this.#cutter;
    const places = cutter.push(begun);
    if (places === undefined) return this.#damaged();
    for (const place of places) this.#cut(place);
    this.#digestTo(Math.min(cutter.settled, this.#window.end));
    const isTooLong = this.#done - this.#chunkFrom > this.#mostBytes;
    return isTooLong || this.#window.end - this.#done > MOST_HELD_BYTES ? this.#damaged() : undefined;
  }

  finish(reader: number): Result<ChunkPlan> {
    const bytes = this.#window.end;
    const to = this.#cutter.end(bytes);
    if (to === undefined || !this.#hasBegun) return this.#damaged();
    const tail = bytes - to;
    const text = this.#window.slice(to, bytes);
    if (tail > MOST_TAIL_BYTES || (tail > 0 && !isPlainFrame(this.#head, text))) {
      return notDivisible("something follows the list of users");
    }
    this.#digestTo(to);
    this.#endChunk(to);
    const frame = createHash("sha256").update(this.#head).update(text).digest("hex");
    return success({
      bytes,
      sha256: this.#whole.digest("hex"),
      reader,
      lineEnd: this.#lineEnd,
      head: this.#head.length,
      tail: to,
      frameSha256: frame,
      chunks: this.#chunks,
    });
  }

  /** What the cutter is to see of the newest bytes; undefined while the head is not whole. */
  #begin(): Uint8Array | undefined {
    const { from } = this.#cutter;
    const { end } = this.#window;
    if (!this.#hasBegun && end < from) return undefined;
    if (!this.#hasBegun) this.#beginChunks(from);
    const bytes = this.#window.slice(this.#given, end).slice();
    this.#given = end;
    return bytes;
  }

  #beginChunks(from: number): void {
    this.#hasBegun = true;
    this.#given = this.#cutter.at;
    this.#head = this.#window.slice(0, from).slice();
    this.#countLines(0, from);
    this.#done = from;
    this.#chunkFrom = from;
    this.#chunkLine = this.#line;
  }

  #damaged(): Failure {
    const to = Math.min(this.#cutter.at, this.#window.end);
    if (to > this.#done) this.#countLines(this.#done, to);
    const line = this.#line;
    const message = `the list of users is damaged, or has something else than users in it, about line ${line}`;
    return notDivisible(message, `line ${line}`);
  }

  #cut({ end, next }: CutPlace): void {
    this.#digestTo(end);
    this.#endChunk(end);
    this.#countLines(end, next);
    this.#done = next;
    this.#chunkFrom = next;
    this.#chunkLine = this.#line;
  }

  #endChunk(to: number): void {
    const sha256 = this.#hash.digest("hex");
    this.#hash = createHash("sha256");
    this.#chunks.push({ from: this.#chunkFrom, to, line: this.#chunkLine, sha256 });
  }

  #digestTo(to: number): void {
    if (to <= this.#done) return;
    this.#hash.update(this.#window.slice(this.#done, to));
    this.#countLines(this.#done, to);
    this.#done = to;
  }

  #countLines(from: number, to: number): void {
    const bytes = this.#window.slice(from, to);
    for (let at = bytes.indexOf(this.#lineEnd); at >= 0; at = bytes.indexOf(this.#lineEnd, at + 1))
      this.#line++;
  }
}
