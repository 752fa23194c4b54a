import { JsonReading, type Phase, type Turn } from "./json-reading.js";
import type { JsonRecord, JsonStop } from "./json-record.js";
import { JsonSurroundings, type PageWords, type WantedLists } from "./json-surroundings.js";
import { LinesPhase } from "./lines-phase.js";
import { type ListPath, repeatedListKeys } from "./list-paths.js";
import { ListPhase } from "./list-phase.js";
import { LostPhase } from "./lost-phase.js";
import { OutsidePhase } from "./outside-phase.js";
import { RecordShapes } from "./record-shapes.js";

export type { JsonFault, JsonRecord, JsonStop } from "./json-record.js";
export type { JsonStopReason } from "./json-surroundings.js";
export type { ListPath } from "./list-paths.js";

/**
 * Finds the records of a JSON document while it streams in: the elements of the array under one of some keys of the
 * top-level object, of a top-level array, or the lines of newline-delimited JSON. Each record is then parsed by
 * itself, so that a damaged one does not hide the next, and memory holds one record at a time.
 *
 * A record is damaged from the byte on that the grammar forbids; then the next one is
 * looked for, by what the beginning of a record looks like in this document.
 */
export interface JsonRecordOptions {
  /** Key of the top-level object under which the records are, or several that it may be; other keys are passed over. Without one and without `paths`, one record a line. */
  readonly key?: string | readonly string[];
  /** Lists further in: keys from the top level on, `*` for any element of a list. Where there are several, they are read one after the other. */
  readonly paths?: readonly ListPath[] | undefined;
  /** Keys of the objects around a list whose plain values, where they come before it, its records get. */
  readonly around?: readonly string[] | undefined;
  /** The usual first key of a record, by which the next one is found where the first is damaged. */
  readonly firstKey?: string | undefined;
  /** Told what is around the lists: a list in pages is read page after page. */
  readonly pages?: PageWords | undefined;
  /** The document is a list of pages, each of which has to have a list of records. */
  readonly ofPages?: boolean | undefined;
  /** Longest record in bytes; a longer one is passed over and reported. Default 1 MiB. */
  readonly maxRecordBytes?: number;
}

const DEFAULT_MAX_RECORD_BYTES = 1 << 20;
/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;

/** Yields the records that complete together. Never throws on any bytes. */
export async function* jsonRecordBatches(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions = {},
): AsyncGenerator<readonly (JsonRecord | JsonStop)[]> {
  const splitter = new Splitter(options);
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += MOST_CHUNK_BYTES) {
      splitter.push(chunk.subarray(from, from + MOST_CHUNK_BYTES));
      yield splitter.reading.takeItems();
      if (splitter.reading.isStopped) return;
    }
  }
  splitter.end();
  yield splitter.reading.takeItems();
}

function wantedLists({ key, paths = [], around = [], pages, ofPages }: JsonRecordOptions): WantedLists {
  const keys = typeof key === "string" ? [key] : (key ?? []);
  const all = [...keys.map((one) => [one]), ...paths];
  return { paths: all.length === 0 ? undefined : all, around, pages, ofPages };
}

/**
 * Whether a document that begins like this can have a list of records where one is looked for: it
 * begins with one, or the beginning does not tell.
 *
 * @param beginning As many bytes as are at hand.
 */
export function mayHoldRecords(beginning: Uint8Array, options: JsonRecordOptions): boolean {
  const splitter = new Splitter(options);
  splitter.push(beginning);
  const { surroundings, isStopped, hasRecords } = splitter.reading;
  return surroundings.sawRecords || hasRecords || !(isStopped || surroundings.isBehindDocument);
}

/**
 * Where the records of a document's first list begin: after its opening bracket. Undefined where the beginning does not
 * show it.
 */
export function firstListIn(beginning: Uint8Array, options: JsonRecordOptions): number | undefined {
  const { reading, phase } = new Splitter(options);
  reading.window.add(beginning, 0);
  let turn = phase.step();
  while (turn === "on") turn = phase.step();
  return turn?.to === "list" ? reading.at : undefined;
}

/** Hands the bytes to the phase that the document is in. */
class Splitter {
  readonly reading: JsonReading;
  readonly #outside: OutsidePhase;
  readonly #list: ListPhase;
  readonly #lines: LinesPhase;
  #phase: Phase;

  constructor(options: JsonRecordOptions) {
    const { firstKey, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES } = options;
    const wanted = wantedLists(options);
    const shapes = new RecordShapes(firstKey, repeatedListKeys(wanted.paths ?? []));
    this.reading = new JsonReading(new JsonSurroundings(wanted, maxRecordBytes), shapes, maxRecordBytes);
    this.#outside = new OutsidePhase(this.reading);
    this.#list = new ListPhase(this.reading);
    this.#lines = new LinesPhase(this.reading);
    this.#phase = this.#outside;
  }

  get phase(): Phase {
    return this.#phase;
  }

  push(chunk: Uint8Array): void {
    this.reading.window.add(chunk, this.#phase.neededFrom());
    this.#run();
  }

  end(): void {
    this.reading.isAtEnd = true;
    this.#run();
    while (!this.reading.isStopped) {
      const turn = this.#phase.conclude();
      if (turn === null) return;
      this.#phase = this.#phaseOf(turn);
      this.#run();
    }
  }

  #run(): void {
    while (!this.reading.isStopped) {
      const turn = this.#phase.step();
      if (turn === null) return;
      if (turn !== "on") this.#phase = this.#phaseOf(turn);
    }
  }

  #phaseOf(turn: Turn): Phase {
    switch (turn.to) {
      case "outside":
        this.#outside.begin();
        return this.#outside;
      case "list":
        this.reading.around = this.reading.surroundings.around;
        this.reading.isListDamaged = false;
        this.reading.isListEndDoubtful = false;
        this.#list.beginList();
        return this.#list;
      case "between":
        this.#list.beginBetween();
        return this.#list;
      case "record":
        this.#list.beginFoundRecord();
        return this.#list;
      case "line":
        this.#lines.begin();
        return this.#lines;
      case "lost":
        return new LostPhase(this.reading, turn.damage);
    }
  }
}
