/** IDs that are remembered: some tens of megabytes. */
const MOST_IDS = 1 << 18;

/** Which record a service's user came from, for the latest of a run: one user must not be two records'. */
export class RecentUsers {
  readonly #lines = new Map<string, number>();

  /** The line of another record that has this user already; else the user is this record's. */
  claim(userId: string, line: number): number | undefined {
    const known = this.#lines.get(userId);
    if (known !== undefined) return known === line ? undefined : known;
    this.#lines.set(userId, line);
    if (this.#lines.size > MOST_IDS) this.#lines.delete(this.#lines.keys().next().value as string);
    return undefined;
  }

  lineOf(userId: string): number | undefined {
    return this.#lines.get(userId);
  }
}
