import { hash, randomBytes } from "node:crypto";

const SMALLEST = 1 << 10;
/** Filled to at most so much, so that a search stays short. */
const MOST_FILLED = 0.7;

/**
 * A line, or where it is in a file, for each user ID, and which of them were asked for: 17 bytes a slot, 24 to 49 a
 * user, and nothing that a garbage collector has to look at. IDs are kept as 64 bits of a digest under a key, so that
 * nobody can choose IDs that all come to one slot.
 */
export class LineIndex {
  readonly #key: string;
  #high = new Uint32Array(SMALLEST);
  #low = new Uint32Array(SMALLEST);
  /** One more than the place; 0 is free. */
  #places = new Float64Array(SMALLEST);
  #asked = new Uint8Array(SMALLEST);
  #used = 0;
  #askedFor = 0;

  /** How many of them were asked for. */
  get asked(): number {
    return this.#askedFor;
  }

  get size(): number {
    return this.#used;
  }

  constructor(key: string) {
    this.#key = key;
  }

  /** The last place of an ID counts. */
  set(userId: string, place: number): void {
    if (this.#used >= this.#places.length * MOST_FILLED) this.#grow();
    const [high, low] = this.#digest(userId);
    this.#put(high, low, place + 1, 0);
  }

  get(userId: string): number | undefined {
    const [high, low] = this.#digest(userId);
    const place = this.#places[this.#slotOf(high, low)] as number;
    return place === 0 ? undefined : place - 1;
  }

  noteAsked(userId: string): void {
    const [high, low] = this.#digest(userId);
    const slot = this.#slotOf(high, low);
    if (this.#asked[slot] === 0) this.#askedFor++;
    this.#asked[slot] = 1;
  }

  forgetAsked(): void {
    this.#asked.fill(0);
    this.#askedFor = 0;
  }

  wasAsked(userId: string): boolean {
    const [high, low] = this.#digest(userId);
    return this.#asked[this.#slotOf(high, low)] === 1;
  }

  #digest(userId: string): readonly [number, number] {
    const digest = hash("sha256", `${this.#key}\n${userId}`, "buffer");
    return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  }

  /** That of the ID, or the free one where it would be. */
  #slotOf(high: number, low: number): number {
    const mask = this.#places.length - 1;
    let slot = low & mask;
    while (this.#places[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #put(high: number, low: number, place: number, asked: number): void {
    const slot = this.#slotOf(high, low);
    if (this.#places[slot] === 0) this.#used++;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#places[slot] = place;
    this.#asked[slot] = asked;
  }

  #grow(): void {
    const [high, low, places, asked] = [this.#high, this.#low, this.#places, this.#asked];
    const length = places.length * 2;
    this.#high = new Uint32Array(length);
    this.#low = new Uint32Array(length);
    this.#places = new Float64Array(length);
    this.#asked = new Uint8Array(length);
    this.#used = 0;
    for (const [slot, place] of places.entries()) {
      if (place !== 0) this.#put(high[slot] as number, low[slot] as number, place, asked[slot] as number);
    }
  }
}

/** IDs that are remembered at least; of twice as many the older half is forgotten. */
const LEAST_IDS = 1 << 18;

/** Which record has an ID, or a contact, for the latest of a run: one user of the service must not be two records'. */
export class RecentLines {
  readonly #key = randomBytes(16).toString("base64url");
  #latest = new LineIndex(this.#key);
  #before: LineIndex | undefined;

  get isEmpty(): boolean {
    return this.#latest.size === 0 && this.#before === undefined;
  }

  /** The line of another record that has it already; else it is this record's. */
  claim(id: string, line: number): number | undefined {
    const known = this.lineOf(id);
    if (known !== undefined) return known === line ? undefined : known;
    this.#latest.set(id, line);
    if (this.#latest.size < LEAST_IDS) return undefined;
    this.#before = this.#latest;
    this.#latest = new LineIndex(this.#key);
    return undefined;
  }

  lineOf(id: string): number | undefined {
    return this.#latest.get(id) ?? this.#before?.get(id);
  }
}
