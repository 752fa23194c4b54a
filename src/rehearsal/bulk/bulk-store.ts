import type { QueuedUser } from "./bulk-user.js";

export type BulkStatus = "NEW" | "PROCESSING" | "FAILED";

/** A user who is queued, or whose import failed. */
export interface BulkEntry {
  readonly user: QueuedUser;
  readonly status: BulkStatus;
  readonly errorMessage?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The queue of the bulk import. Users who were made leave it. */
export class BulkStore {
  readonly #entries = new Map<string, BulkEntry>();
  /** Those that the job has yet to look at, oldest first. */
  #waiting: readonly string[] = [];

  add(users: readonly QueuedUser[], now: number): void {
    for (const user of users) this.#entries.set(user.id, { user, status: "NEW", createdAt: now, updatedAt: now });
    this.#waiting = [...this.#waiting, ...users.map(({ id }) => id)];
  }

  /** Takes those off the queue that were added until a time. */
  takeDue(until: number): readonly BulkEntry[] {
    if (this.#waiting.length === 0) return [];
    const entries = this.#waiting.flatMap((id) => this.#entries.get(id) ?? []);
    const due = entries.filter(({ createdAt }) => createdAt <= until);
    this.#waiting = entries.filter(({ createdAt }) => createdAt > until).map(({ user }) => user.id);
    return due;
  }

  /** What the job did with a user; without a status they were made. */
  settle({ user }: BulkEntry, now: number, outcome?: Pick<BulkEntry, "status" | "errorMessage">): void {
    const entry = this.#entries.get(user.id);
    if (outcome === undefined || entry === undefined) this.#entries.delete(user.id);
    else this.#entries.set(user.id, { ...entry, ...outcome, updatedAt: now });
  }

  remove(id: string): boolean {
    return this.#entries.delete(id);
  }

  /** Newest first, the larger ID first among those of one time. */
  list(status: BulkStatus | undefined): readonly BulkEntry[] {
    return [...this.#entries.values()]
      .filter((entry) => status === undefined || entry.status === status)
      .sort((one, other) => other.createdAt - one.createdAt || (one.user.id < other.user.id ? 1 : -1));
  }

  count(status: BulkStatus | undefined): number {
    if (status === undefined) return this.#entries.size;
    let count = 0;
    for (const entry of this.#entries.values()) if (entry.status === status) count++;
    return count;
  }
}
