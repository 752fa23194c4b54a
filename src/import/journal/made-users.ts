import { CONTACT, CONTACT_CHANGE, ONE_TIME_CODE, PASSWORD } from "../plan.js";
import type { JournalFile } from "./journal-file.js";
import type { JournalLine, OutcomeLine } from "./journal-line.js";
import { readLines } from "./read-lines.js";
import { countDown } from "./read-outcomes.js";
import type { UserPrint } from "./user-print.js";

/** What a journal has made or changed on the service for one record. */
export interface MadeUser {
  readonly record: number;
  readonly line: number | undefined;
  /** ID in the source system. */
  readonly userId: string | undefined;
  /** IDs of the logins that were made, in the order in which they were. */
  readonly logins: readonly string[];
  /** The user was on the service before this import, which has added these logins to them. */
  readonly wasThere: boolean;
  /** On the service; of one who was there before, second factors are kept under it. */
  readonly serviceUserId: string | undefined;
  /** Names of the TOTP devices that were added to one who was there before. */
  readonly devices: readonly string[];
  /** What was changed of one who was there before, and no call takes back. */
  readonly changed: readonly ("password" | "contact")[];
}

/** With what the export had of them, of users who are imported whole. */
export interface SentUser extends MadeUser {
  readonly print: UserPrint | undefined;
}

type StepLine = Extract<JournalLine, { readonly step: string }>;
type StepFields = Pick<StepLine, "id" | "there" | "device">;
type Steps = Map<string, StepFields>;

/**
 * The users whom a journal has made on the service, whole or in part, or changed. Logins that were there before are
 * not listed. Memory holds the users who are not imported.
 *
 * @param undone How often each record is undone in the journal: what comes before is void.
 */
export async function* madeUsers(file: JournalFile, undone: ReadonlyMap<number, number>): AsyncGenerator<SentUser> {
  const reading = new MadeUsers(undone);
  for await (const { value } of readLines(file)) {
    const made = value === undefined ? undefined : reading.take(value);
    if (made !== undefined) yield made;
  }
  yield* reading.others();
}

class MadeUsers {
  /** By record and step. */
  readonly #open = new Map<number, Steps>();
  readonly #places = new Map<number, OutcomeLine>();
  readonly #undone: Map<number, number>;

  constructor(undone: ReadonlyMap<number, number>) {
    this.#undone = new Map(undone);
  }

  /** The user whom a line says to be imported. */
  take(line: JournalLine): SentUser | undefined {
    if ("outcome" in line) return this.#takeOutcome(line);
    if ("step" in line) this.#takeStep(line);
    else if ("anew" in line) this.#open.delete(line.anew);
    else if ("undone" in line) this.#takeUndone(line.undone);
    return undefined;
  }

  /** Users who are not imported and yet have a login. */
  *others(): Generator<SentUser> {
    for (const [record, steps] of this.#open) {
      const { serviceUserId } = this.#places.get(record) ?? {};
      const isOther = serviceUserId !== undefined && !loginsIn(steps).includes(serviceUserId);
      const made = madeIn({ ...this.#places.get(record), record }, steps, isOther);
      if (made !== undefined) yield made;
    }
  }

  #takeOutcome(line: OutcomeLine): SentUser | undefined {
    const { record, outcome } = line;
    if (outcome !== "imported" && outcome !== "already-there") {
      this.#places.set(record, line);
      return undefined;
    }
    const steps = this.#open.get(record);
    this.#open.delete(record);
    this.#places.delete(record);
    if (this.#undone.has(record)) return undefined;
    // A user with one login has no line for it: the outcome follows at once.
    const isOnly = steps === undefined && outcome === "imported";
    const all: Steps = isOnly ? new Map([["", { id: line.serviceUserId ?? "" }]]) : (steps ?? new Map());
    return madeIn(line, all, outcome === "already-there");
  }

  #takeStep({ record, step, ...fields }: StepLine): void {
    const steps = this.#open.get(record) ?? new Map<string, StepFields>();
    this.#open.set(record, steps.set(step, fields));
  }

  #takeUndone(record: number): void {
    this.#open.delete(record);
    countDown(this.#undone, record);
  }
}

/** Undefined where nothing was made or changed. */
function madeIn(
  { record, line, userId, serviceUserId, print }: Pick<OutcomeLine, "record"> & Partial<OutcomeLine>,
  steps: Steps,
  isThere: boolean,
): SentUser | undefined {
  const all = [...steps.values()];
  const wasThere = isThere || all.some(({ id, there }) => id !== undefined && there === true);
  const logins = loginsIn(steps);
  const added = wasThere ? all.filter(({ there }) => there !== true) : [];
  const devices = added.flatMap(({ device }) => device ?? []);
  const changed = wasThere ? changedBy(steps) : [];
  if (logins.length + devices.length + changed.length === 0) return undefined;
  return { record, line, userId, logins, wasThere, serviceUserId, devices, changed, print };
}

/** What was replaced of logins that were there before. */
function changedBy(steps: Steps): MadeUser["changed"] {
  const isThere = (step: string): boolean => steps.get(step)?.there === true;
  const isContact = steps.has(CONTACT_CHANGE) || (steps.has(CONTACT) && isThere(ONE_TIME_CODE));
  return [...(isThere(PASSWORD) ? ["password" as const] : []), ...(isContact ? ["contact" as const] : [])];
}

function loginsIn(steps: Steps): readonly string[] {
  return [...steps.values()].flatMap(({ id, there }) => (id === undefined || id === "" || there ? [] : id));
}
