import type { UserRecord } from "../source/index.js";

/** Finds the users whom the caller has named, by any identifier. */
export class WantedUsers {
  readonly #keys: ReadonlySet<string>;

  /** @param keys What `wantedKeys` gives. */
  constructor(keys: Iterable<string>) {
    this.#keys = new Set(keys);
  }

  has(record: UserRecord): boolean {
    return this.#keys.size > 0 && keysOf(record).some((key) => this.#keys.has(key));
  }
}

/** What a user is found by who was named so: addresses are kept in lower case; in an ID the case tells users apart. */
export function wantedKeys(identifier: string): readonly string[] {
  const wanted = identifier.trim();
  return [...new Set([`email ${wanted.toLowerCase()}`, `phone ${wanted}`, `id ${wanted}`])];
}

/** What a user can be found by. */
export function keysOf({ identifiers }: UserRecord): readonly string[] {
  return identifiers.map(({ kind, value }) => `${kind} ${value}`);
}
