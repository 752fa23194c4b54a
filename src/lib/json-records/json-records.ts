import { JsonReading, type Phase, type Turn } from "./json-reading.js";
import type { JsonRecord, JsonStop } from "./json-record.js";
import { JsonSurroundings } from "./json-surroundings.js";
import { LinesPhase } from "./lines-phase.js";
import { ListPhase } from "./list-phase.js";
import { LostPhase } from "./lost-phase.js";
import { OutsidePhase } from "./outside-phase.js";
import { RecordShapes } from "./record-shapes.js";

export type { JsonFault, JsonRecord, JsonStop } from "./json-record.js";
export type { JsonStopReason } from "./json-surroundings.js";

/**
 * Finds the records of a JSON document while it streams in: the elements of the
 * array under one of some keys of the top-level object, of a top-level array, or the lines
 * of newline-delimited JSON. Each record is then parsed by itself, so that a damaged
 * one does not hide the next, and memory holds one record at a time.
 *
 * A record is damaged from the byte on that the grammar forbids; then the next one is
 * looked for, by what the beginning of a record looks like in this document.
 */
export interface JsonRecordOptions {
  /** Key of the top-level object under which the records are, or several that it may be; other keys are passed over. Without one, one record a line. */
  readonly key?: string | readonly string[];
  /** The usual first key of a record, by which the next one is found where the first is damaged. */
  readonly firstKey?: string;
  /** Longest record in bytes; a longer one is passed over and reported. Default 1 MiB. */
  readonly maxRecordBytes?: number;
}

const DEFAULT_MAX_RECORD_BYTES = 1 << 20;
/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;

/** Yields each record as it completes. Never throws on any bytes. */
export async function* jsonRecords(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions = {},
): AsyncGenerator<JsonRecord | JsonStop> {
  const splitter = new Splitter(options);
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += MOST_CHUNK_BYTES) {
      splitter.push(chunk.subarray(from, from + MOST_CHUNK_BYTES));
      for (const item of splitter.reading.takeItems()) yield item;
      if (splitter.reading.isStopped) return;
    }
  }
  splitter.end();
  for (const item of splitter.reading.takeItems()) yield item;
}

/** Hands the bytes to the phase that the document is in. */
class Splitter {
  readonly reading: JsonReading;
  readonly #outside: OutsidePhase;
  readonly #list: ListPhase;
  readonly #lost: LostPhase;
  readonly #lines: LinesPhase;
  #phase: Phase;

  constructor({ key, firstKey, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES }: JsonRecordOptions) {
    const keys = typeof key === "string" ? [key] : key;
    const surroundings = new JsonSurroundings(keys, maxRecordBytes);
    this.reading = new JsonReading(surroundings, new RecordShapes(firstKey), maxRecordBytes);
    this.#outside = new OutsidePhase(this.reading);
    this.#list = new ListPhase(this.reading);
    this.#lost = new LostPhase(this.reading);
    this.#lines = new LinesPhase(this.reading);
    this.#phase = this.#outside;
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
      this.#phase = this.#phaseOf(turn);
    }
  }

  #phaseOf(turn: Turn): Phase {
    switch (turn.to) {
      case "outside":
        this.#outside.begin();
        return this.#outside;
      case "list":
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
        this.#lost.begin(turn.damage);
        return this.#lost;
    }
  }
}
