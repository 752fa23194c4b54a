import { IMPORT_PROBLEMS } from "../problems/import.js";
import { problemMaker } from "../problems/problem-maker.js";
import { SOURCE_PROBLEMS } from "../problems/source.js";
import type { Problem, Result } from "../result.js";
import type { InputFingerprint, SourceRecord, UnreadableRest, UserRecord } from "../source/index.js";
import { Account, type ImportReport } from "./account.js";
import { checkPlan } from "./check-plan.js";
import { type ImportOptions, requireSoundOptions } from "./import-options.js";
import { ImportRun } from "./import-run.js";
import { type Journal, NO_JOURNAL, openJournal } from "./journal/journal.js";
import { planImport } from "./plan.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS, SOURCE_PROBLEMS);

/** The account, whether the run came to its end or not. `ok` exactly when every record was reached. */
export type ImportResult = Result<ImportReport> & { readonly progress: ImportReport };

/** What `readUniqueUsers` or `readExport` yields, with the fingerprint of its input where there is one. */
export type ImportRecords = AsyncIterable<SourceRecord> & {
  readonly fingerprint?: () => InputFingerprint | undefined;
};

/**
 * Imports users: as many at a time as the service takes, each by the calls of their plan,
 * and writes down what was acknowledged, so that an interrupted run can be resumed at any
 * point. Users whose outcome is in the journal are never sent again; what was in flight
 * is sent again by calls that are safe to repeat.
 *
 * @param records What `readUniqueUsers` or `readExport` yields, in the file's order and
 * from its beginning, also when a run is resumed. Read as needed: memory holds the
 * users in flight, and half a byte for each record that an earlier run has decided. Where
 * they know the fingerprint of their input (`readUniqueUsers`), no user of another input
 * than the journal's is sent.
 * @param options `client`, and `journal` for anything that matters.
 * @returns ok when every record was reached, whatever became of it: see the numbers. A
 * run that ended early has `progress` all the same, and one of these problems:
 * `import/interrupted`, `import/service-down`, `import/everybody-refused`, `import/journal-…`, `import/not-a-journal`,
 * `import/input-changed`, `import/target-changed`, a `source/…` problem of the input, or
 * the `client/…` problem that every other user would have met too.
 * @throws TypeError for options that cannot be meant; what `onOutcome` throws.
 *
 * @example
 * ```ts
 * import { createImportClient } from "credport/client";
 * import { importUsers } from "credport/import";
 * import { createRehearsalService } from "credport/rehearsal";
 * import { readExport } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"},{"localId":"u2"}]}');
 * }
 * const { fetch } = createRehearsalService();
 * const client = createImportClient({ baseUrl: "http://localhost", apiKey: "rehearsal", fetch });
 * const { progress } = await importUsers(readExport(file(), { from: "firebase" }), { client });
 * [progress.imported, progress.refusedByUs]; // => [1, 1]
 * ```
 */
export async function importUsers(records: ImportRecords, options: ImportOptions): Promise<ImportResult> {
  requireSoundOptions(options);
  const clock = options.clock ?? (() => performance.now());
  const account = new Account(clock);
  const journal =
    options.journal === undefined ? NO_JOURNAL : await openJournal(options.journal, options.signal);
  if ("ok" in journal && !journal.ok) return { ...journal, progress: account.report() };
  const opened = "ok" in journal ? journal.value : journal;
  const run = new ImportRun(opened, account, clock, options);
  let reason: Problem | undefined;
  try {
    reason = await readThrough(records, { run, journal: opened, account, options });
  } finally {
    await run.settle().finally(async () => run.stopFor(await opened.close()));
  }
  const progress = account.report();
  const early = run.stopReason ?? reason;
  if (early === undefined) return { ok: true, value: progress, warnings: [], progress };
  return { ok: false, problems: [early], progress };
}

interface Reading {
  readonly run: ImportRun;
  readonly journal: Journal;
  readonly account: Account;
  readonly options: ImportOptions;
}

/** Begins users until the input or the run ends; gives back what is wrong with the input. */
async function readThrough(records: ImportRecords, reading: Reading): Promise<Problem | undefined> {
  const { run, account, options } = reading;
  const iterator = records[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await run.orStopped(iterator.next());
      if (next === "stopped") return undefined;
      const other = otherInput(records, options);
      if (other !== undefined || next.done === true) return other;
      if (next.value.kind === "unreadable") return endOfInput(next.value);
      account.read(next.value);
      await begin(next.value, reading);
      if (run.isStopping()) return undefined;
    }
  } finally {
    // Not waited for: an input that hangs must not hold up the end.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Whether the records come from other bytes than the journal belongs to. */
function otherInput({ fingerprint }: ImportRecords, { journal }: ImportOptions): Problem | undefined {
  const read = fingerprint?.();
  const bound = journal?.binding.input;
  if (read === undefined || bound === undefined) return undefined;
  if (read.bytes === bound.bytes && read.sha256 === bound.sha256) return undefined;
  return problem("import/input-changed", "the file changed after its fingerprint was taken", {
    field: "input",
  });
}

/** A file that changed while it was read is one that the journal does not belong to. */
function endOfInput({ problem: found, line }: UnreadableRest): Problem {
  const field = `line ${line}`;
  return found.code === "source/input-changed"
    ? problem("import/input-changed", found.message, { field })
    : { ...found, field };
}

async function begin(record: UserRecord, { run, journal, account, options }: Reading): Promise<void> {
  const state = journal.stateOf(record.index);
  const isSelected = options.select?.(record) ?? true;
  const isOpen =
    state === "none" || state === "failed" || (state === "refused-by-service" && options.retryRefused);
  if (state !== "none" && !(isOpen && isSelected)) {
    return account.countEarlier(state, journal.stepsOf(record.index).size > 0);
  }
  if (!isSelected) return account.leaveOut();
  if (!record.result.ok) return run.refuse(record, record.result.problems);
  const { user } = record.result.value;
  const { service } = options.client;
  const plan = planImport(user, service);
  const problems = checkPlan(plan, service);
  if (problems.length > 0) return run.refuse(record, problems);
  await run.begin(record, user, plan, record.result.warnings);
}
