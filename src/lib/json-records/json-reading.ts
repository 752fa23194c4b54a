import { ByteWindow } from "./byte-window.js";
import type { EndedRecord, JsonRecord, JsonStop } from "./json-record.js";
import type { JsonStopReason, JsonSurroundings } from "./json-surroundings.js";
import type { RecordShapes } from "./record-shapes.js";

/** Where the reading of a document is, and what came of it so far: what its phases share. */
export class JsonReading {
  readonly window = new ByteWindow();
  readonly surroundings: JsonSurroundings;
  readonly shapes: RecordShapes;
  readonly maxRecordBytes: number;
  /** The next byte to look at, and its line. */
  at = 0;
  line = 1;
  /** No more bytes come. */
  isAtEnd = false;
  isStopped = false;
  /** A record that is whole, until what follows shows that it was all. */
  pending: EndedRecord | null = null;
  /** A text where a record should be: a field, if a colon follows. */
  text: EndedRecord | null = null;
  /** Commas are missing, doubled or damaged before what comes next. */
  isBadlySeparated = false;
  /** Plain values around the list that is being read. */
  around: Readonly<Record<string, unknown>> | undefined;
  /** Something in the list that is being read, or was read last, is damaged. */
  isListDamaged = false;
  /** What ended the list may have been a bracket of a damaged record: another list may begin in what looks like one. */
  isListEndDoubtful = false;
  #items: (JsonRecord | JsonStop)[] = [];
  #index = 0;

  constructor(surroundings: JsonSurroundings, shapes: RecordShapes, maxRecordBytes: number) {
    this.surroundings = surroundings;
    this.shapes = shapes;
    this.maxRecordBytes = maxRecordBytes;
  }

  get hasRecords(): boolean {
    return this.#index > 0;
  }

  takeItems(): readonly (JsonRecord | JsonStop)[] {
    const items = this.#items;
    if (items.length > 0) this.#items = [];
    return items;
  }

  emit(record: EndedRecord): void {
    // A record with nothing to say of it, as almost all are, is put together in one piece.
    const { line, value, lastLine, fault, isBadlySeparated, duplicateKeys } = record;
    const isPlain = lastLine === undefined && fault === undefined && duplicateKeys === undefined;
    const index = this.#index++;
    const item: JsonRecord =
      isPlain && isBadlySeparated === undefined
        ? { kind: "record", index, line, value }
        : { kind: "record", index, ...record };
    this.#items.push(this.around === undefined ? item : { ...item, around: this.around });
  }

  emitPending(): void {
    if (this.pending === null) return;
    this.emit(this.pending);
    this.pending = null;
  }

  /** The record, with what was wrong between it and the last one. */
  withSeparation(record: EndedRecord): EndedRecord {
    if (!this.isBadlySeparated) return record;
    this.isBadlySeparated = false;
    return { ...record, isBadlySeparated: true };
  }

  stop(reason: JsonStopReason, line = this.line): null {
    this.emitPending();
    if (this.text !== null) this.emit(this.text);
    this.isStopped = true;
    this.#items.push({ kind: "stop", reason, line });
    return null;
  }
}

/** What comes next in the document, from the place on that the reading is at. */
export type Turn =
  /** Something around the list, its first record or its end, something between two records, a record that was searched for, a line. */
  | { readonly to: "outside" | "list" | "between" | "record" | "line" }
  /** Something damaged, in which the next record is searched for. */
  | { readonly to: "lost"; readonly damage: Damage };

/** What is known of a damaged stretch when it is noticed. */
export interface Damage {
  /** Where to search from. */
  readonly from: number;
  /** Opening brackets around the place where it was noticed; null where they are not known. */
  readonly brackets: Uint8Array | null;
  readonly isInText: boolean;
  /** Where the damaged record begins, and its line. */
  readonly recordAt: number;
  readonly recordLine: number;
  /** Where the record's first key begins, or -1; null where the record itself is not at hand. */
  readonly firstKeyAt: number | null;
  /** What is damaged is not in the list; why the document can't be read further if no other record is found. */
  readonly outside?: { readonly reason: JsonStopReason; readonly sawText: boolean };
}

/** A stretch of a document of one kind: around the list, the list, damage, lines. */
export abstract class Phase {
  protected readonly reading: JsonReading;

  constructor(reading: JsonReading) {
    this.reading = reading;
  }

  /** Reads on; what comes next, or null where it wants more bytes or has stopped. */
  abstract step(): Turn | "on" | null;
  /** At the end of the input: what has to be read once more, or null where all is said. */
  abstract conclude(): Turn | null;
  /** Bytes before this place are not looked at any more. */
  abstract neededFrom(): number;
}
