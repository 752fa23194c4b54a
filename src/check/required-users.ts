import type { UserRecord } from "../source/index.js";

/** Finds the users whom the caller has named, by any identifier. */
export class RequiredUsers {
  readonly #keys: ReadonlySet<string>;

  /** @param keys What `wantedKeys` gives. */
  constructor(keys: Iterable<string>) {
    this.#keys = new Set(keys);
  }

  has(record: UserRecord): boolean {
    return this.#keys.size > 0 && keysOf(record).some((key) => this.#keys.has(key));
  }
}

/** What a user is found by who was named so: addresses and names are kept in lower case; in an ID the case tells users apart. */
export function wantedKeys(identifier: string): readonly string[] {
  const wanted = identifier.trim();
  const lower = wanted.toLowerCase();
  return [...new Set([`email ${lower}`, `phone ${wanted}`, `id ${wanted}`, `name ${lower}`])];
}

/** What a user can be found by, also one who is refused. */
export function keysOf({ identifiers, result, loginOnly, rejected }: UserRecord): readonly string[] {
  const own = identifiers.map(({ kind, value }) => `${kind} ${value}`);
  const further = (loginOnly ?? rejected ?? (result.ok ? result.value : undefined))?.further;
  if (further === undefined) return own;
  const { emails, phoneNumbers, userName, otherUserName } = further;
  return [
    ...own,
    ...emails.map(({ value }) => `email ${value.toLowerCase()}`),
    ...phoneNumbers.map(({ value }) => `phone ${value}`),
    ...[userName, otherUserName].flatMap((name) => (name === undefined ? [] : `name ${name.toLowerCase()}`)),
  ];
}
