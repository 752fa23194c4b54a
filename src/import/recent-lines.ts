import { randomBytes } from "node:crypto";
import { LineIndex } from "./line-index.js";

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
