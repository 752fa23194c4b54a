/** What a journal says of a record. */
const RECORD_STATES = ["none", "imported", "already-there", "refused-by-service", "failed"] as const;

export type RecordState = (typeof RECORD_STATES)[number];

const RECORDS_IN_CHUNK = 1 << 17;
const MOST_RECORDS = 2 ** 32;

/**
 * The state of every record in half a byte: 50 MB for 100 million records. Grows in
 * chunks of 64 KiB with the records that were noted.
 */
export class RecordStates {
  readonly #chunks = new Map<number, Uint8Array>();

  get(record: number): RecordState {
    const chunk = this.#chunks.get(Math.floor(record / RECORDS_IN_CHUNK));
    if (chunk === undefined) return "none";
    const byte = chunk[(record % RECORDS_IN_CHUNK) >> 1] as number;
    return RECORD_STATES[record % 2 === 0 ? byte & 15 : byte >> 4] as RecordState;
  }

  set(record: number, state: RecordState): void {
    const number = Math.floor(record / RECORDS_IN_CHUNK);
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      chunk = new Uint8Array(RECORDS_IN_CHUNK / 2);
      this.#chunks.set(number, chunk);
    }
    const at = (record % RECORDS_IN_CHUNK) >> 1;
    const byte = chunk[at] as number;
    const code = RECORD_STATES.indexOf(state);
    chunk[at] = record % 2 === 0 ? (byte & 0xf0) | code : (byte & 0x0f) | (code << 4);
  }
}

export function isRecordNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_RECORDS;
}
