import { randomBytes } from "node:crypto";
import { LineIndex } from "./line-index.js";

/** IDs that are remembered at least; of twice as many the older half is forgotten. */
const LEAST_IDS = 1 << 18;

/** Which record a service's user came from, for the latest of a run: one user must not be two records'. */
export class RecentUsers {
  readonly #key = randomBytes(16).toString("base64url");
  #latest = new LineIndex(this.#key);
  #before: LineIndex | undefined;

  /** The line of another record that has this user already; else the user is this record's. */
  claim(userId: string, line: number): number | undefined {
    const known = this.lineOf(userId);
    if (known !== undefined) return known === line ? undefined : known;
    this.#latest.set(userId, line);
    if (this.#latest.size < LEAST_IDS) return undefined;
    this.#before = this.#latest;
    this.#latest = new LineIndex(this.#key);
    return undefined;
  }

  lineOf(userId: string): number | undefined {
    return this.#latest.get(userId) ?? this.#before?.get(userId);
  }
}
