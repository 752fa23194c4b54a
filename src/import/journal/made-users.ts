import type { JournalFile } from "./journal-file.js";
import type { JournalLine, OutcomeLine } from "./journal-line.js";
import { readLines } from "./read-lines.js";

/** What a journal has made of one record on the service. */
export interface MadeUser {
  readonly record: number;
  readonly line: number | undefined;
  /** ID in the source system. */
  readonly userId: string | undefined;
  /** IDs of the logins that were made, in the order in which they were; at least one. */
  readonly logins: readonly string[];
  /** The user was on the service before this import, which has added these logins to them. */
  readonly wasThere: boolean;
}

type Ids = Map<string, string | undefined>;

/**
 * The users whom a journal has made on the service, whole or in part. Logins that were there before are none
 * of them. Memory holds the users who are not imported.
 *
 * @param undone How often each record is undone in the journal: what comes before is void.
 */
export async function* madeUsers(
  file: JournalFile,
  undone: ReadonlyMap<number, number>,
): AsyncGenerator<MadeUser> {
  const reading = new MadeUsers(undone);
  for await (const { value } of readLines(file)) {
    const made = value === undefined ? undefined : reading.take(value);
    if (made !== undefined) yield made;
  }
  yield* reading.others();
}

class MadeUsers {
  /** By record and step; those that were there before are `undefined`. */
  readonly #open = new Map<number, Ids>();
  readonly #places = new Map<number, OutcomeLine>();
  readonly #undone: Map<number, number>;

  constructor(undone: ReadonlyMap<number, number>) {
    this.#undone = new Map(undone);
  }

  /** The user whom a line says to be imported. */
  take(line: JournalLine): MadeUser | undefined {
    if ("outcome" in line) return this.#takeOutcome(line);
    if ("step" in line) this.#takeStep(line);
    else if ("anew" in line) this.#open.delete(line.anew);
    else if ("undone" in line) this.#takeUndone(line.undone);
    return undefined;
  }

  /** Those who are not imported and have a login all the same. */
  *others(): Generator<MadeUser> {
    for (const [record, ids] of this.#open) {
      const logins = idsOf(ids);
      const { line, userId, serviceUserId } = this.#places.get(record) ?? {};
      const isOther = serviceUserId !== undefined && !logins.includes(serviceUserId);
      if (logins.length > 0) yield { record, line, userId, logins, wasThere: isOther || hadLogin(ids) };
    }
  }

  #takeOutcome(line: OutcomeLine): MadeUser | undefined {
    const { record, outcome } = line;
    if (outcome !== "imported" && outcome !== "already-there") {
      this.#places.set(record, line);
      return undefined;
    }
    const ids = this.#open.get(record);
    this.#open.delete(record);
    this.#places.delete(record);
    return this.#undone.has(record) ? undefined : madeOf(line, ids);
  }

  #takeStep({ record, step, id, there }: Extract<JournalLine, { readonly step: string }> & StepFields): void {
    const ids = this.#open.get(record) ?? new Map<string, string | undefined>();
    if (id !== undefined) ids.set(step, there === true ? undefined : id);
    this.#open.set(record, ids);
  }

  #takeUndone(record: number): void {
    this.#open.delete(record);
    const left = (this.#undone.get(record) ?? 0) - 1;
    if (left > 0) this.#undone.set(record, left);
    else this.#undone.delete(record);
  }
}

interface StepFields {
  readonly id?: string;
  readonly there?: true;
}

function madeOf(outcome: OutcomeLine, ids: Ids | undefined): MadeUser | undefined {
  const { record, line, userId, serviceUserId } = outcome;
  // A user with one login has no line for it: the outcome follows at once.
  const isOnly = ids === undefined && outcome.outcome === "imported" && serviceUserId !== undefined;
  const logins = isOnly ? [serviceUserId] : idsOf(ids ?? new Map());
  const wasThere = !isOnly && (outcome.outcome === "already-there" || (ids !== undefined && hadLogin(ids)));
  return logins.length === 0 ? undefined : { record, line, userId, logins, wasThere };
}

function hadLogin(ids: Ids): boolean {
  return [...ids.values()].includes(undefined);
}

function idsOf(ids: Ids): readonly string[] {
  return [...ids.values()].filter((id) => id !== undefined);
}
