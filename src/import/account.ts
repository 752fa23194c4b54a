import type { CallName } from "../client/index.js";
import { type RecordLine, type Tally, TallySheet } from "../lib/tally.js";
import { countedProblems } from "../problems/counted-problem.js";
import type { Problem, ProblemCode } from "../result.js";
import type { UserRecord } from "../source/index.js";
import { AccountCounter, type End, type UserAccount, type Way, wayOf } from "../source/internal.js";
import type { RecordState } from "./journal/record-states.js";
import { hasMarkToSet } from "./mark-verified.js";
import { type ImportOutcome, KEPT, type OutcomeKind, OVERWRITTEN } from "./outcome.js";
import { DECIDED_TOO_LATE, isProblem } from "./settled.js";

/**
 * What became of every record that was read. The numbers add up: records = imported + alreadyThere + existing + atLogin +
 * refusedByUs + skipped + refusedByService + failed + leftOut + unfinished.
 */
export interface ImportReport {
  readonly records: number;
  /**
   * The records as a check counts them: the same numbers for the same file and options, once all are read. What users
   * have counts as carried where the user is imported.
   */
  readonly users: UserAccount;
  readonly imported: number;
  /** Every part of the user was on the service before this import began. */
  readonly alreadyThere: number;
  /** Looked up, and on the service before: by another way than this import. Nothing was sent. */
  readonly existing: number;
  /** Never sent: the user's password comes at login, through the fallback. */
  readonly atLogin: number;
  /** Never sent: the record would break. */
  readonly refusedByUs: number;
  /** Never sent: the record is not a user, such as a service account. */
  readonly skipped: number;
  /** The service's decision about this user; the same request will get it again. */
  readonly refusedByService: number;
  /** Given up after repeated tries; the next run with the same journal tries again. */
  readonly failed: number;
  /**
   * Of these two: a login was acknowledged before the end, so these users can sign in on the service,
   * without what is missing (a second factor, a further login). The mapping has their IDs.
   */
  readonly partlyImported: number;
  /** Left out by `select`. */
  readonly leftOut: number;
  /** The run ended before anything was decided; the next one continues with them. */
  readonly unfinished: number;
  /** Of those: a call for them was acknowledged, or may have been carried out. */
  readonly sentInPart: number;
  /** Of all these: decided by earlier runs and only counted by this one. */
  readonly fromEarlierRuns: number;
  /** Of the imported ones: found on the service after a crash; no second one was made. */
  readonly reconciled: number;
  /**
   * Users who had a password on the service before, which this run replaced by the export's. An attempt of
   * which it is open whether it was carried out may have made the user; those are not counted.
   */
  readonly overwrittenPasswords: number;
  /** Users whom this run has imported, and whose address it marked as verified by a call of its own; with `verification`. */
  readonly verifiedAddresses: number;
  /** With `changedSince`. */
  readonly since?: SinceReport;
  /** With `bulk`. */
  readonly bulk?: BulkReport;
  /** Calls that succeeded in this run. */
  readonly calls: Readonly<Partial<Record<CallName, number>>>;
  /** Why users are not on the service, or not as they should be, by code; most frequent first. */
  readonly problems: readonly Tally[];
  /** What to look at of users who are on the service, by code; most frequent first. */
  readonly warnings: readonly Tally[];
  /** What the service said of users whom it did not take, each text once; most frequent first. */
  readonly serviceSaid: readonly ServiceSaying[];
  /** Fields of users that are not refused for which no import call has a place, by name. */
  readonly notCarried: readonly Tally[];
  /** Milliseconds of this run. */
  readonly elapsedMs: number;
}

/** How a second export compares with the first one, of the users whom this run has decided. */
export interface SinceReport {
  /** As they were: nothing was sent. Counted as already there. */
  readonly unchanged: number;
  /** On the service before, with what has changed now. Counted as already there. */
  readonly changed: number;
  /** On the service before, with a change that was not made: another password, or what no call can change. Counted as refused by us; absent where none was. */
  readonly notChanged?: number;
  /** Imported before, and not in this export; known once all records were read. */
  readonly gone: number;
}

/** What the bulk import was asked. */
export interface BulkReport {
  /** Calls that the service took. */
  readonly batches: number;
  /** Users who were read back and compared with what was sent. */
  readonly compared: number;
  /** Of those: users who are not on the service, or not as they were sent. */
  readonly differing: number;
  /** Of the unfinished ones: handed to the service, which has not confirmed them when the run ended. */
  readonly unconfirmed: number;
}

/** A sentence of the service, from which all that was sent has been taken out. */
export interface ServiceSaying {
  readonly code: string;
  readonly message: string;
  readonly users: number;
  /** Lines of the first of them, at most five. */
  readonly firstLines: readonly number[];
  /** Their IDs in the old system, where several are on one line. */
  readonly firstUsers?: Tally["firstUsers"];
}

/** A service that says something different of each user must not fill the memory. */
const MOST_SAYINGS = 50;

const FIELDS = {
  imported: "imported",
  "already-there": "alreadyThere",
  "at-login": "atLogin",
  "refused-by-us": "refusedByUs",
  skipped: "skipped",
  "refused-by-service": "refusedByService",
  failed: "failed",
} as const satisfies Record<OutcomeKind, keyof ImportReport>;

/** Why a user of the first import stays as the service has them. */
const NOT_CHANGED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "import/password-changed",
  "import/change-not-carried",
  "import/signed-in-since",
]);

type OutcomeCount = (typeof FIELDS)[OutcomeKind] | "existing";

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

/** Numbers beside the outcomes: of a run by calls, of a second export, of the bulk import. */
const MORE = {
  ...{ leftOut: 0, partlyImported: 0, sentInPart: 0, fromEarlierRuns: 0, reconciled: 0 },
  ...{ overwrittenPasswords: 0, verifiedAddresses: 0 },
  ...{ unchanged: 0, changed: 0, notChanged: 0, gone: 0 },
  ...{ batches: 0, compared: 0, differing: 0, unconfirmed: 0 },
};

/** How a run sends users, and whether it is of a second export. */
type WayOfRun = Way & { readonly isSecond?: boolean };

/** Counts outcomes; memory grows with the number of problem codes, which is closed. */
export class Account {
  /** What became of records: of each, one of these. */
  readonly #counts = {
    ...{ imported: 0, alreadyThere: 0, existing: 0, atLogin: 0, refusedByUs: 0, skipped: 0 },
    ...{ refusedByService: 0, failed: 0 },
  };
  readonly #more = { ...MORE };
  readonly #users: AccountCounter;
  /** Users in flight, by their place in the file. */
  readonly #open = new Map<number, UserRecord>();
  /** Whether the address is marked, of users whose end is not written down yet, by their place in the file. */
  readonly #marks = new Map<number, boolean>();
  readonly #calls = new Map<CallName, number>();
  readonly #problems = new TallySheet();
  readonly #warnings = new TallySheet();
  /** By code and message. */
  readonly #said = new TallySheet(MOST_SAYINGS);
  readonly #notCarried = new TallySheet(MOST_FIELD_NAMES);
  readonly #clock: () => number;
  #startedAt: number;
  readonly #way: WayOfRun;
  readonly #byCalls: Way;

  constructor(clock: () => number, way: WayOfRun = wayOf(undefined, false)) {
    this.#way = way;
    this.#byCalls = way.isBulk === true ? wayOf(undefined, true) : way;
    this.#users = new AccountCounter(way.carries);
    this.#clock = clock;
    this.#startedAt = clock();
  }

  /** A record was read; what becomes of it is counted by itself. */
  read(record: UserRecord): void {
    const { result, index } = record;
    this.#users.count(record, "notReached");
    if (result.ok) this.#open.set(index, record);
    if (result.ok && result.warnings.some(({ code }) => code === DECIDED_TOO_LATE)) {
      this.#problems.add(record, [{ name: DECIDED_TOO_LATE }]);
    }
  }

  /** What is lost of a user who is sent, or was, or whom the fallback imports, which does it by calls. */
  noteFields(record: UserRecord): void {
    const { result, loginOnly } = record;
    if (result.ok) this.#notCarried.addNames(record, this.#way.notCarriedBy(result.value));
    else if (loginOnly !== undefined) this.#notCarried.addNames(record, this.#byCalls.notCarriedBy(loginOnly));
  }

  add(name: keyof typeof MORE, number = 1): void {
    this.#more[name] += number;
  }

  /** @param isSet False where the service keeps the address as it was. */
  noteMark(index: number, isSet: boolean): void {
    this.#marks.set(index, isSet);
  }

  /** A user whom the caller has not selected. */
  leaveOut(record: UserRecord): void {
    this.#more.leftOut++;
    this.settle(record.index, "leftOut");
  }

  /** Says what becomes of what a user has. */
  settle(index: number, end: End): void {
    const record = this.#open.get(index);
    if (record === undefined) return;
    this.#open.delete(index);
    this.#users.move(record, "notReached", end);
  }

  /** @param canSignIn Whether a login of the user was acknowledged; for users who are not imported. */
  countEarlier(record: UserRecord, state: Exclude<RecordState, "none">, canSignIn: boolean): void {
    const isKept = state === "kept";
    this.#counts[FIELDS[isKept ? "already-there" : state]]++;
    this.settle(record.index, isKept ? "leftOut" : endOf(state));
    if (isKept) this.#problems.add(record, [{ name: KEPT }]);
    if (canSignIn && (state === "failed" || state === "refused-by-service")) this.#more.partlyImported++;
    this.#more.fromEarlierRuns++;
  }

  /** A user whose password an earlier run has overwritten. */
  countOverwritten(record: UserRecord): void {
    this.#more.overwrittenPasswords++;
    this.#warnings.add(record, [{ name: OVERWRITTEN }]);
  }

  /** A user of an earlier run whose mark of verification was not set. */
  loseMark({ result }: UserRecord): void {
    if (result.ok && hasMarkToSet(result.value.user)) this.#users.loseMark();
  }

  count(outcome: ImportOutcome): void {
    this.#counts[countOf(outcome)]++;
    this.#settleWhole(outcome);
    if ("isReconciled" in outcome && outcome.isReconciled) this.#more.reconciled++;
    if ("canSignIn" in outcome && outcome.canSignIn) this.#more.partlyImported++;
    if (outcome.kind === "refused-by-us" && outcome.problems.some(({ code }) => NOT_CHANGED.has(code)))
      this.#more.notChanged++;
    this.#noteProblems(outcome);
  }

  #settleWhole(outcome: ImportOutcome): void {
    const { record } = outcome;
    const isMarked = this.#marks.get(record);
    this.#marks.delete(record);
    if (isMarked === true) this.#more.verifiedAddresses++;
    const isKept = "warnings" in outcome && outcome.warnings.some(({ code }) => code === KEPT);
    const end = isKept ? "leftOut" : endOf(outcome.kind);
    const user = this.#open.get(record);
    this.settle(record, end);
    if (isMarked === false && end === "carried" && user !== undefined) this.#users.loseMark();
  }

  /**
   * Takes over what the first users of the same run have come to, who are counted again as decided before.
   *
   * @param outcomes Of those that are decided.
   */
  takeOver({ calls, since, elapsedMs, ...first }: ImportReport, outcomes: readonly ImportOutcome[]): void {
    this.#startedAt -= elapsedMs;
    this.add("fromEarlierRuns", -outcomes.length);
    for (const name of ["reconciled", "verifiedAddresses"] as const) this.add(name, first[name]);
    for (const name of ["unchanged", "changed"] as const) this.add(name, since?.[name] ?? 0);
    for (const [call, number] of Object.entries(calls)) this.#calls.set(call as CallName, number);
    for (const outcome of outcomes) this.#noteProblems(outcome, ({ code }) => code !== OVERWRITTEN);
  }

  #noteProblems(outcome: ImportOutcome, isNoted: (found: Problem) => boolean = () => true): void {
    const isRefused = "problems" in outcome;
    const problems = (isRefused ? outcome.problems : outcome.warnings).filter(isNoted);
    if (problems.length === 0) return;
    const counted = countedProblems(problems);
    const ofProblems = counted.filter(({ name }) => isRefused || isProblem(name));
    this.#problems.add(outcome, ofProblems);
    this.#warnings.add(
      outcome,
      counted.filter((one) => !ofProblems.includes(one)),
    );
    const said = problems.filter(({ httpStatus }) => httpStatus !== undefined);
    this.#said.add(
      outcome,
      said.map(({ code, message }) => ({ name: `${code} ${message}` })),
    );
  }

  /** Of a user who was counted before. */
  noteProblem(user: RecordLine, name: ProblemCode): void {
    this.#problems.add(user, [{ name }]);
  }

  countCall(call: CallName): void {
    this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
  }

  hasSucceeded(call?: CallName): boolean {
    return call === undefined ? this.#calls.size > 0 : this.#calls.has(call);
  }

  report(): ImportReport {
    const users = this.#users.account();
    const { unchanged, changed, notChanged, gone, batches, compared, differing, unconfirmed, ...more } = this.#more;
    const decided = Object.values(this.#counts).reduce((sum, count) => sum + count, more.leftOut);
    const { isSecond = false, isBulk = false } = this.#way;
    return {
      records: users.records,
      users,
      ...this.#counts,
      ...more,
      fromEarlierRuns: Math.max(0, more.fromEarlierRuns),
      unfinished: users.records - decided,
      ...(isSecond ? { since: { unchanged, changed, ...(notChanged > 0 ? { notChanged } : {}), gone } } : {}),
      ...(isBulk ? { bulk: { batches, compared, differing, unconfirmed } } : {}),
      calls: Object.fromEntries(this.#calls),
      problems: this.#problems.tallies(),
      warnings: this.#warnings.tallies(),
      serviceSaid: this.#said.tallies().map(sayingOf),
      notCarried: this.#notCarried.tallies(),
      elapsedMs: Math.round(this.#clock() - this.#startedAt),
    };
  }
}

/** What becomes of what a user has. */
function endOf(kind: OutcomeKind): End {
  return kind === "imported" || kind === "already-there" ? "carried" : "refused";
}

/** Of an import that has not begun. */
export function accountOfNone(): ImportReport {
  return new Account(() => 0).report();
}

/** As which of a report's numbers a record counts. Who is looked up and found is not a user who would break. */
export function countOf({
  kind,
  problems,
}: {
  readonly kind: OutcomeKind;
  readonly problems?: readonly Pick<Problem, "code">[];
}): OutcomeCount {
  const isExisting = kind === "refused-by-us" && problems?.[0]?.code === "import/user-exists";
  return isExisting ? "existing" : FIELDS[kind];
}

function sayingOf({ name, records: users, ...places }: Tally): ServiceSaying {
  const end = name.indexOf(" ");
  return end < 0
    ? { code: name, message: name, users, ...places }
    : { code: name.slice(0, end), message: name.slice(end + 1), users, ...places };
}
