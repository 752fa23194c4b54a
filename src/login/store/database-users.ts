import { isIdentifierText } from "../../lib/identifier-text.js";
import { counted } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { type FallbackUser, parseFallbackUser } from "../fallback-user.js";
import { keysToKeep } from "../identifier-key.js";
import { type PepperValues, rankOf, type StoredUser, storedUser, type UserStore, verifiedKey } from "./stored-user.js";

/** A store in a database that login servers on several machines share. */
export interface DatabaseStore extends UserStore {
  /**
   * Takes in lines of the file that `credport check --fallback` has written. `system` is a name of your own for the old
   * system: IDs count within it, so that one store has the users of several. Loading a file again brings no forgotten
   * user back. Gives the number of users, and of their identifiers that another user has too. Throws where a user can't
   * be taken in, after the others are: an ID that is there with other identifiers may be another system's, unless
   * `isLater` says that the file is a later export of this one.
   */
  readonly load: (
    system: string,
    lines: AsyncIterable<string> | Iterable<string>,
    options?: { readonly isLater?: boolean | undefined },
  ) => Promise<{ readonly users: number; readonly shared: number }>;
  /** How many can still log in and are not migrated. */
  readonly left: () => Promise<number>;
}

/** Settings of a store in a database. */
export interface DatabaseStoreOptions {
  /** The values of the peppers that the file names. */
  readonly peppers?: PepperValues | undefined;
  /** Milliseconds after which the claim of a server that died ends: more than `timeoutMs`, 60000 unless given. */
  readonly claimMs?: number | undefined;
}

export const CLAIM_MILLISECONDS = 60_000;

/** A line of the file, and what it is found by. */
export interface GivenUser {
  readonly id: string;
  readonly line: string;
  /** Each once and in order, so that those of one user are always the same. */
  readonly keys: readonly string[];
  /** Of each of them: see `rankOf`. */
  readonly ranks: readonly number[];
  readonly email: string | undefined;
  /** That of the keys which is their verified address. */
  readonly verified: string | undefined;
}

/**
 * Hands users on in batches; `take` gives the IDs of those that are not taken in. Nothing is waited for before the first
 * line: readline keeps none for later.
 */
export async function loadUsers(
  system: string,
  lines: AsyncIterable<string> | Iterable<string>,
  take: (batch: readonly GivenUser[]) => Promise<readonly string[]>,
): Promise<number> {
  const refused: string[] = [];
  const damaged: number[] = [];
  let users = 0;
  for await (const batch of batchesOf(lines, prefixOf(system), damaged)) {
    const fit = batch.filter(isFit);
    refused.push(...batch.filter((user) => !isFit(user)).map(({ id }) => id), ...(await take(fit)));
    users += batch.length;
  }
  requireAll(refused, damaged, users);
  return users;
}

/** One user's text that no database takes must not keep all users out. */
function isFit({ id, email, keys }: GivenUser): boolean {
  return keys.length > 0 && isIdentifierText(id) && (email === undefined || isIdentifierText(email));
}

const BATCH = 500;

async function* batchesOf(
  lines: AsyncIterable<string> | Iterable<string>,
  prefix: string,
  damaged: number[],
): AsyncGenerator<readonly GivenUser[], void> {
  let batch = new Map<string, GivenUser>();
  let number = 0;
  for await (const given of lines) {
    // A mark of UTF-8 may begin a file.
    const line = ++number === 1 ? given.replace(/^\u{feff}/u, "") : given;
    if (line === "") continue;
    const read = parseFallbackUser(line);
    if (!read.ok) {
      damaged.push(number);
      continue;
    }
    const user = read.value;
    const { externalUserId, identifiers, email } = user;
    const id = `${prefix}${externalUserId}`;
    // One statement can't write a row twice.
    if (batch.size >= BATCH || batch.has(id)) {
      yield [...batch.values()];
      batch = new Map();
    }
    const keys = [...new Set(identifiers.filter(isIdentifierText).flatMap(keysToKeep))].sort();
    const ranks = keys.map((key) => rankOf(key, user));
    batch.set(id, { id, line, keys, ranks, email, verified: verifiedKey(user) });
  }
  if (batch.size > 0) yield [...batch.values()];
}

/** IDs of two systems are told apart by it: no name has a colon. */
export function prefixOf(system: string): string {
  if (typeof system === "string" && /^[\w.-]{1,64}$/.test(system)) return `${system}:`;
  throw new TypeError("the name of the system must have letters, digits, and . _ - only");
}

const MOST_NAMED = 20;
const MOST_SHOWN = 200;

/** Lines that were read before they were asked for are gone: a file without users is a mistake too. */
function requireAll(refused: readonly string[], damaged: readonly number[], count: number): void {
  const faults: string[] = [];
  if (damaged.length > 0) {
    const numbers = damaged.slice(0, MOST_NAMED).join(", ");
    faults.push(`${counted(damaged.length, "line")} of the file can't be read as a user of the fallback: ${numbers}`);
  } else if (count === 0) faults.push("there are no users in these lines");
  if (refused.length > 0) {
    const named = refused.slice(0, MOST_NAMED).map((id) => printable(id.slice(0, MOST_SHOWN)));
    faults.push(
      `${refused.length} of ${counted(count, "user")} not taken in, because their ID is in the file twice or belongs to a user ` +
        "who logs in with something else, or because what they log in with is not text that can be typed; load each old system under its own name, and a later export of the same one " +
        `with { isLater: true }: ${named.join(", ")}`,
    );
  }
  if (faults.length > 0) throw new Error(faults.join("; "));
}

/** The record of a line, under the ID of a store that has several systems. */
export function recordOf(id: string | undefined, line: string, peppers: PepperValues): StoredUser {
  return storedUser(userIn(line), peppers, id);
}

export function userIn(line: string): FallbackUser {
  const read = parseFallbackUser(line);
  if (read.ok) return read.value;
  throw new Error(read.problems[0].message);
}
