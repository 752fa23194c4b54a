import type { BulkEntry } from "../../client/index.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { FirstRefusals } from "../first-refusals.js";
import type { ImportOptions } from "../import-options.js";
import type { Journal } from "../journal/journal.js";
import type { UserTrace } from "../journal/journal-line.js";
import type { RecordedOutcome } from "../outcome.js";
import { ONE_TIME_CODE } from "../plan.js";
import type { RunFrame } from "../run-frame.js";
import type { BulkQueue } from "./bulk-queue.js";
import { BULK_STEP, type BulkRecord } from "./bulk-record.js";
import { stepsOf } from "./bulk-user-of.js";
import type { Doubts } from "./doubts.js";
import { loginIdsIn, type ReadBack } from "./read-back.js";

/** Codes with which the job says that somebody has an address, number, social login or ID (`BulkImport.java`). */
const EXISTS: ReadonlySet<string | undefined> = new Set(["E003", "E005", "E006", "E007", "E031"]);

/** Writes down what became of each user. */
export class BulkLedger {
  readonly #frame: RunFrame;
  readonly #journal: Journal;
  readonly #options: ImportOptions;
  readonly #doubts: Doubts;
  readonly #queue: BulkQueue;
  readonly #firstRefusals: FirstRefusals;
  readonly #traces = new WeakMap<RecordedOutcome, UserTrace>();
  /** Of users whose refusal waits for others. */
  readonly #entries = new Map<number, readonly BulkEntry[]>();
  #settled: BulkEntry[] = [];

  constructor(frame: RunFrame, options: ImportOptions, queue: BulkQueue, doubts: Doubts) {
    const { journal } = frame;
    this.#frame = frame;
    this.#journal = journal;
    this.#queue = queue;
    this.#options = options;
    this.#doubts = doubts;
    this.#firstRefusals = new FirstRefusals(
      (outcome) => this.#record(outcome),
      journal,
      options.acceptRefusals === true,
    );
  }

  /** A user of the round who did not fail. */
  settle(one: BulkRecord, read: ReadBack | undefined): void {
    if (read !== undefined && read.found === undefined) {
      this.#lost(one);
      return;
    }
    const found = read?.found;
    const ids = found === undefined ? (one.loginIds ?? []) : loginIdsIn(found, one.user);
    this.imported(one, ids, { isReconciled: one.isInDoubt, differences: read?.differences ?? [] });
  }

  /** The user is on the service. */
  imported(
    one: BulkRecord,
    loginIds: readonly (string | undefined)[],
    {
      isReconciled,
      differences = [],
    }: { readonly isReconciled: boolean; readonly differences?: readonly Problem[] },
  ): void {
    const { place, user, warnings, source } = one;
    const serviceUserId = user.externalUserId.trim();
    const steps = stepsOf(user);
    const ids: readonly (string | undefined)[] = steps.map((_, at) =>
      at === 0 ? serviceUserId : loginIds[at],
    );
    // An undoing deletes login by login; the only one is in the outcome.
    if (steps.length > 1) {
      for (const [at, step] of steps.entries()) this.#journal.noteStep(place.record, step, ids[at]);
    }
    const codeAt = steps.indexOf(ONE_TIME_CODE);
    const all = [...warnings, ...differences];
    const outcome: RecordedOutcome = {
      ...{ ...place, kind: "imported", serviceUserId, isReconciled, warnings: all },
    };
    const codeUserId = codeAt > 0 ? ids[codeAt] : undefined;
    this.#traces.set(outcome, { codeUserId, print: this.#journal.printOf(source) });
    this.#succeeded();
    this.#record(outcome);
  }

  /** A user whom the job could not make. */
  async failed(one: BulkRecord, entries: readonly BulkEntry[]): Promise<void> {
    const [entry] = entries;
    if (entry === undefined) return;
    if (EXISTS.has(entry.code)) {
      await this.#exists(one, entry, entries);
      return;
    }
    const said = entry.message ?? "";
    const { place } = one;
    this.#entries.set(place.record, entries);
    // The sentence came with an answer of 200.
    this.refused(one, [
      problem("import/bulk-refused", `the service's job said: ${said}`, { httpStatus: 200 }),
    ]);
  }

  refused({ place, warnings }: BulkRecord, problems: readonly Problem[]): void {
    const outcome: RecordedOutcome = {
      ...{ ...place, kind: "refused-by-service", step: BULK_STEP, problems: [...problems, ...warnings] },
      ...{ canSignIn: false, isInDoubt: false },
    };
    this.#frame.stopFor(this.#firstRefusals.take(outcome, BULK_STEP));
  }

  /** A run that was stopped before anybody was imported leaves those who were refused to the next one. */
  async settleRefusals(): Promise<void> {
    if (!this.#frame.isStopping()) this.#firstRefusals.release();
    for (const { record } of this.#firstRefusals.undecided) this.#journal.noteLeft(record);
    await this.tidy();
  }

  /** Takes those off the service's list whose end is in the journal. */
  async tidy(): Promise<void> {
    const settled = this.#settled;
    this.#settled = [];
    if (settled.length === 0) return;
    this.#frame.stopFor(await this.#journal.durable());
    await this.#queue.forget(settled);
  }

  /** Somebody has their address, number, social login or ID: they themselves, where an earlier call has brought them. */
  async #exists(one: BulkRecord, entry: BulkEntry, entries: readonly BulkEntry[]): Promise<void> {
    this.#settled.push(...entries);
    const { place } = one;
    const found = await this.#doubts.find(one);
    if (found.kind !== "answered") return;
    if (found.value !== undefined && one.isInDoubt) {
      this.imported(one, loginIdsIn(found.value, one.user), { isReconciled: true });
      return;
    }
    if (this.#options.existing?.policy === "skip") return this.#skip(one);
    const message = `the service has a user with this address, phone number, social login or ID (${entry.code})`;
    this.refused(one, [problem("import/user-exists", message)]);
    this.#entries.delete(place.record);
  }

  async #skip(one: BulkRecord): Promise<void> {
    const serviceUserId = await this.#doubts.existingId(one);
    if (serviceUserId.kind !== "answered") return;
    const kept = problem(
      "import/existing-kept",
      "the user was on the service already, and was left as they are",
    );
    this.#record({
      ...{ ...one.place, kind: "already-there", isReconciled: false, warnings: [...one.warnings, kept] },
      serviceUserId: serviceUserId.value,
    });
  }

  #lost({ place, warnings }: BulkRecord): void {
    const message = "the user left the queue of the bulk import and is not on the service";
    this.#record({
      ...{ ...place, kind: "failed", step: BULK_STEP, canSignIn: false, isInDoubt: false },
      problems: [problem("import/bulk-lost", message), ...warnings],
    });
  }

  #succeeded(): void {
    if (this.#firstRefusals.succeeded(BULK_STEP)) this.#journal.noteWorked(BULK_STEP);
  }

  #record(outcome: RecordedOutcome): void {
    this.#settled.push(...(this.#entries.get(outcome.record) ?? []));
    this.#entries.delete(outcome.record);
    this.#frame.record(outcome, this.#traces.get(outcome));
  }
}
