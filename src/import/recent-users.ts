import { UuidLines } from "./uuid-lines.js";

/** IDs that are remembered at least; of twice as many the older half is forgotten. */
const LEAST_IDS = 1 << 18;

/** Which record a service's user came from, for the latest of a run: one user must not be two records'. */
export class RecentUsers {
  #latest = new Lines();
  #before: Lines | undefined;

  /** The line of another record that has this user already; else the user is this record's. */
  claim(userId: string, line: number): number | undefined {
    const known = this.lineOf(userId);
    if (known !== undefined) return known === line ? undefined : known;
    this.#latest.set(userId, line);
    if (this.#latest.size < LEAST_IDS) return undefined;
    this.#before = this.#latest;
    this.#latest = new Lines();
    return undefined;
  }

  lineOf(userId: string): number | undefined {
    return this.#latest.get(userId) ?? this.#before?.get(userId);
  }
}

/** Nearly every service names its users by UUIDs, which a table holds in a quarter of the room. */
class Lines {
  readonly #byUuid = new UuidLines();
  readonly #byText = new Map<string, number>();

  get size(): number {
    return this.#byUuid.size + this.#byText.size;
  }

  set(userId: string, line: number): void {
    if (!this.#byUuid.set(userId, line)) this.#byText.set(userId, line);
  }

  get(userId: string): number | undefined {
    return this.#byUuid.get(userId) ?? this.#byText.get(userId);
  }
}
