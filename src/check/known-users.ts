import type { UserRecord } from "../source/index.js";
import {
  isWrong,
  type KnownPassword,
  type KnownPasswordResult,
  type KnownSettings,
  NOT_FOUND,
  proveKnownPassword,
} from "./known-password.js";
import { keysOf, wantedKeys } from "./required-users.js";

/**
 * What became of all known passwords: of the only one, or of them together with those that are not proven. Of several the
 * outcome is `matches` where none is wrong and one matches: those that could not be tested say nothing.
 */
export interface KnownResult extends KnownPasswordResult {
  /** Of several: how many match. */
  readonly matching?: number;
  /** Of several: how many were given. */
  readonly given?: number;
  /** Of several: those that don't match, at most 20. */
  readonly notProven?: readonly (KnownPasswordResult & { readonly identifier: string })[];
}

const MOST_LISTED = 20;

/** Finds the users whose passwords are known while the records go by, and proves each password. */
export class KnownUsers {
  readonly #known: readonly KnownPassword[];
  readonly #results: KnownPasswordResult[];
  readonly #settings: KnownSettings;
  /** Numbers of the known users, by kind of identifier and what it is compared by; and which of their keys that is. */
  readonly #byIdentifier = new Map<string, (readonly [index: number, rank: number])[]>();
  /** By which of their keys each was found: whose address it is comes before who has it for a name. */
  readonly #ranks: number[] = [];

  constructor(known: readonly KnownPassword[], settings: KnownSettings) {
    this.#known = known;
    this.#settings = settings;
    this.#results = known.map(() => NOT_FOUND);
    for (const [index, { identifier }] of known.entries()) {
      for (const [rank, key] of wantedKeys(identifier).entries()) {
        this.#byIdentifier.set(key, [...(this.#byIdentifier.get(key) ?? []), [index, rank]]);
      }
    }
  }

  get hasAny(): boolean {
    return this.#known.length > 0;
  }

  /** What `RequiredUsers` finds the known users by. */
  get wanted(): readonly string[] {
    return [...this.#byIdentifier.keys()];
  }

  async note(record: UserRecord): Promise<void> {
    const found = keysOf(record).flatMap((key) => this.#byIdentifier.get(key) ?? []);
    // The best key of each is the last one here.
    for (const [index, rank] of new Map(found.toSorted(([, a], [, b]) => b - a))) {
      if (rank > (this.#ranks[index] ?? rank)) continue;
      this.#ranks[index] = rank;
      this.#results[index] = await proveKnownPassword(record, this.#known[index] as KnownPassword, this.#settings);
    }
  }

  result(): KnownResult | undefined {
    const [first] = this.#results;
    if (first === undefined || this.#results.length === 1) return first;
    const notProven = this.#known.flatMap(({ identifier }, index) => {
      const result = this.#results[index] as KnownPasswordResult;
      return result.outcome === "matches" ? [] : [{ identifier, ...result }];
    });
    const given = this.#results.length;
    const matching = given - notProven.length;
    const wrong = notProven.filter(isWrong);
    const outcome = wrong[0]?.outcome ?? (matching > 0 ? "matches" : first.outcome);
    const message = messageOf(matching, wrong.length, notProven.length - wrong.length);
    return { outcome, message, matching, given, notProven: notProven.slice(0, MOST_LISTED) };
  }
}

function messageOf(matching: number, wrong: number, untested: number): string {
  const tested = matching + wrong;
  const rest = untested === 0 ? "" : `; ${untested} could not be tested`;
  if (tested === 0) return `none of ${untested} known passwords could be tested`;
  return `${matching} of ${tested} that can be tested ${matching === 1 ? "matches" : "match"}${rest}`;
}
