/** What a journal says of a record. `kept`: they were there already, and were left as they are. */
const RECORD_STATES = ["none", "imported", "already-there", "refused-by-service", "failed", "kept"] as const;

export type RecordState = (typeof RECORD_STATES)[number];

/** Beside the number of a state. */
const MARK = 8;
const RECORDS_IN_CHUNK = 1 << 17;
const MOST_RECORDS = 2 ** 32;

/**
 * The state of every record, and whether it is marked, in half a byte: 50 MB for 100 million records. Grows in
 * chunks of 64 KiB with the records that were noted.
 */
export class RecordStates {
  readonly #chunks = new Map<number, Uint8Array>();

  get(record: number): RecordState {
    return RECORD_STATES[this.#bitsOf(record) & ~MARK] as RecordState;
  }

  /** As the line of an outcome has it. */
  outcomeOf(record: number): Exclude<RecordState, "kept"> {
    const state = this.get(record);
    return state === "kept" ? "already-there" : state;
  }

  isMarked(record: number): boolean {
    return (this.#bitsOf(record) & MARK) !== 0;
  }

  /** Keeps the mark. */
  set(record: number, state: RecordState): void {
    this.#setBits(record, RECORD_STATES.indexOf(state) | (this.#bitsOf(record) & MARK));
  }

  setMark(record: number, isMarked: boolean): void {
    this.#setBits(record, (this.#bitsOf(record) & ~MARK) | (isMarked ? MARK : 0));
  }

  #bitsOf(record: number): number {
    const byte = this.#chunks.get(Math.floor(record / RECORDS_IN_CHUNK))?.[(record % RECORDS_IN_CHUNK) >> 1] ?? 0;
    return record % 2 === 0 ? byte & 15 : byte >> 4;
  }

  #setBits(record: number, bits: number): void {
    const number = Math.floor(record / RECORDS_IN_CHUNK);
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      chunk = new Uint8Array(RECORDS_IN_CHUNK / 2);
      this.#chunks.set(number, chunk);
    }
    const at = (record % RECORDS_IN_CHUNK) >> 1;
    const byte = chunk[at] as number;
    chunk[at] = record % 2 === 0 ? (byte & 0xf0) | bits : (byte & 0x0f) | (bits << 4);
  }
}

export function isRecordNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_RECORDS;
}
