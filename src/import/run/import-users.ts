import { requireArgument } from "../../lib/require-argument.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SOURCE_PROBLEMS } from "../../problems/source.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import type { InputFingerprint, SourceRecord, UserRecord } from "../../source/index.js";
import { type UnreadableRest, wayOf } from "../../source/internal.js";
import { Account, type ImportReport } from "../account.js";
import { SendingInBulk } from "../bulk/sending-in-bulk.js";
import { FirstUsers, notSignedIn } from "../first-users.js";
import { type ImportOptions, type ImportProof, requireSoundOptions } from "../import-options.js";
import { type Journal, noJournal, openJournal } from "../journal/journal.js";
import { type ImportOutcome, isUnsent } from "../outcome.js";
import { allSignedIn, type KnownSignIns, proveSignIns } from "../prove-sign-ins.js";
import { FirstImport } from "../since/first-import.js";
import { confirmAtEnd, lostBefore } from "./confirm-users.js";
import { ImportRun, type Sending } from "./import-run.js";
import { SendingByCalls } from "./sending-by-calls.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS, SOURCE_PROBLEMS);

/** The account, whether the run came to its end or not. `ok` exactly when every record was reached. */
export type ImportResult = Result<ImportReport> & {
  readonly progress: ImportReport;
  /** With `proof`: how the known users fared once they were imported. */
  readonly signIns?: KnownSignIns;
};

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
 * users in flight, digests of the latest 262,144 addresses, numbers and social logins that were sent, and half a byte for
 * each record that an earlier run has decided. A record that shares one of these with another one is refused. Where
 * they know the fingerprint of their input (`readUniqueUsers`), no user of another input
 * than the journal's is sent. With `proof`, a function that gives the same records each time: they are read twice.
 * @param options `client`, what becomes of users who are there already, and `journal` for anything that matters.
 * @returns ok when every record was reached, whatever became of it: see the numbers. A
 * run that ended early has `progress` all the same, and one of these problems:
 * `import/interrupted`, `import/service-down`, `import/all-refused`, `import/journal-…`,
 * `import/input-changed`, `import/target-changed`, `import/known-not-signed-in`, a `source/…` problem of the input, or
 * the `client/…` problem that every other user would have met too.
 * @throws TypeError for options that cannot be meant; what `onOutcome` throws.
 *
 * @example
 * ```ts
 * import { createAdministrationClient, createImportClient } from "credport/client";
 * import { importUsers } from "credport/import";
 * import { createRehearsalService } from "credport/rehearsal";
 * import { readExport } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"},{"localId":"u2"}]}');
 * }
 * const { fetch } = createRehearsalService({ service: "supertokens" });
 * const service = { baseUrl: "http://localhost", apiKey: "rehearsal", service: "supertokens", fetch } as const;
 * const client = createImportClient(service);
 * const existing = { policy: "refuse", administration: createAdministrationClient(service) } as const;
 * const { progress } = await importUsers(readExport(file(), { from: "firebase" }), { client, existing });
 * [progress.imported, progress.refusedByUs]; // => [1, 1]
 * ```
 */
export async function importUsers(
  records: ImportRecords | (() => ImportRecords),
  options: ImportOptions,
): Promise<ImportResult> {
  requireSoundOptions(options);
  if (options.proof !== undefined) return importProven(records, options, options.proof);
  return importAll(typeof records === "function" ? records() : records, options);
}

/** Imports the known users first, and the others only if those sign in. */
async function importProven(
  records: ImportRecords | (() => ImportRecords),
  options: ImportOptions,
  { known, administration }: ImportProof,
): Promise<ImportResult> {
  if (typeof records !== "function") throw new TypeError("with proof, records must be a function that gives them");
  const first = new FirstUsers(known);
  const decided: ImportOutcome[] = [];
  const { select = () => true, changedSince } = options;
  const part: ImportOptions = {
    ...options,
    select: (record) => first.isOne(record) && select(record),
    onOutcome: (outcome) => {
      first.note(outcome);
      // Others are decided again by the second part.
      if (!isUnsent(outcome) && outcome.kind !== "failed") decided.push(outcome);
    },
    // Only the second part reads on to know who is gone.
    changedSince: changedSince && { ...changedSince, onGone: undefined },
  };
  const begun = await importAll(records(), part, { isFirstPart: true });
  if (!begun.ok) return begun;
  const { progress } = begun;
  const signIns = await proveSignIns(administration, known, (user) => first.isThere(user));
  if (!allSignedIn(signIns)) return { ok: false, problems: [notSignedIn(signIns)], progress, signIns };
  const prepare = (account: Account) => account.takeOver(progress, decided);
  return { ...(await importAll(records(), options, { prepare })), signIns };
}

interface ImportPart {
  /** Gets the account before it counts. */
  readonly prepare?: (account: Account) => void;
  /** The same journal gets another one. */
  readonly isFirstPart?: boolean;
}

async function importAll(
  records: ImportRecords,
  options: ImportOptions,
  { prepare, isFirstPart = false }: ImportPart = {},
): Promise<ImportResult> {
  requireArgument("records", records, "iterable");
  const clock = options.clock ?? (() => performance.now());
  const { bulk, verification, changedSince } = options;
  const way = wayOf(bulk, verification !== undefined);
  const account = new Account(clock, { ...way, isSecond: changedSince !== undefined });
  prepare?.(account);
  const first = await openFirst(options);
  if (first?.ok === false) return { ...first, progress: account.report() };
  const journal = await openJournalOf(options, first?.value);
  if (!journal.ok) {
    await first?.value.close();
    return { ...journal, progress: account.report() };
  }
  const opened = journal.value;
  const lost = await lostBefore(opened.sample, options);
  if (lost !== undefined) {
    await first?.value.close();
    await opened.close();
    return { ...failure(lost), progress: account.report() };
  }
  const run = new ImportRun(opened, account, clock, options);
  const sending = bulk === undefined ? new SendingByCalls(run, first?.value) : new SendingInBulk(run, bulk);
  const reading = { run, sending, first: first?.value };
  let reason: Problem | undefined;
  let isAtEnd = false;
  try {
    reason = await readThrough(records, reading);
    if (reason === undefined && !run.isStopping()) await tellGone(reading);
    isAtEnd = reason === undefined;
  } finally {
    await settleAll(reading, isAtEnd, isFirstPart).finally(async () => {
      await first?.value.close();
      const read = isAtEnd && !isFirstPart && !run.isStopping();
      run.stopFor(await opened.close({ read: read || undefined }));
    });
  }
  const progress = account.report();
  const early = run.stopReason ?? reason;
  if (early === undefined) return { ok: true, value: progress, warnings: [], progress };
  return { ok: false, problems: [early], progress };
}

async function settleAll(reading: Reading, isAtEnd: boolean, isFirstPart: boolean): Promise<void> {
  const { run, sending } = reading;
  await sending.settle();
  if (isAtEnd && !isFirstPart) await noteUnsaid(reading);
  if (isAtEnd) await confirmAtEnd(run);
  await run.settle();
}

/** A third export is compared with this journal alone. */
async function noteUnsaid({ run, first }: Reading): Promise<void> {
  const { journal, options } = run;
  if (first === undefined || options.journal === undefined || run.isStopping()) return;
  run.stopFor(await journal.durable());
  for await (const known of first.unsaid(journal.lines())) {
    if (run.isStopping()) return;
    journal.note(known);
    run.stopFor(await journal.room());
  }
}

async function openFirst(options: ImportOptions): Promise<Result<FirstImport> | undefined> {
  const { changedSince, journal, signal } = options;
  if (changedSince === undefined) return undefined;
  const first = await FirstImport.open(changedSince.journal, journal?.binding);
  if (!first.ok || changedSince.users === undefined) return first;
  try {
    await first.value.noteAll(changedSince.users());
  } catch (error) {
    await first.value.close();
    throw error;
  }
  // What was read of an export until an interruption says nothing of the rest; nothing is sent then.
  const other = signal?.aborted === true ? undefined : otherUsers(first.value, options);
  if (other === undefined) return first;
  await first.value.close();
  return failure(other);
}

function otherUsers(first: FirstImport, { existing, changedSince }: ImportOptions): Problem | undefined {
  return first.otherUsers(existing.policy === "overwrite" || changedSince?.onGone !== undefined);
}

/** A journal is bound to the first one as well: against another, other users would count as changed. */
function openJournalOf({ journal, signal, bulk }: ImportOptions, first?: FirstImport): Promise<Result<Journal>> {
  if (journal === undefined) return Promise.resolve(success(noJournal()));
  const binding = {
    ...journal.binding,
    ...(first === undefined ? {} : { changedSince: first.name }),
    ...(bulk === undefined ? {} : { via: "bulk" as const }),
  };
  return openJournal({ ...journal, binding }, signal);
}

async function tellGone({ first, run }: Reading): Promise<void> {
  if (first === undefined) return;
  const { account, options } = run;
  const other = options.changedSince?.users === undefined ? otherUsers(first, options) : undefined;
  if (other !== undefined) return run.stop(other);
  for await (const user of first.gone()) {
    account.add("gone");
    await options.changedSince?.onGone?.(user);
  }
}

interface Reading {
  readonly run: ImportRun;
  readonly sending: Sending;
  readonly first: FirstImport | undefined;
}

/** Begins users until the input or the run ends; gives back what is wrong with the input. */
async function readThrough(records: ImportRecords, reading: Reading): Promise<Problem | undefined> {
  const { run } = reading;
  const { account, options } = run;
  const iterator = records[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await run.orStopped(iterator.next());
      if (next === "stopped") return undefined;
      const other = otherInput(records, options);
      if (other !== undefined || next.done === true) return other;
      if (next.value.kind === "unreadable") return endOfInput(next.value);
      account.read(next.value);
      const begun = begin(next.value, reading);
      if (begun !== undefined) await begun;
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

/** Nothing is to be waited for where nothing is sent. */
function begin(record: UserRecord, reading: Reading): Promise<void> | undefined {
  const { run, sending, first } = reading;
  const { journal, account, options } = run;
  if (options.changedSince?.users === undefined) first?.noteSeen(record);
  const state = journal.stateOf(record.index);
  if (journal.hasOverwritten(record.index)) account.countOverwritten(record);
  const isSelected = options.select?.(record) ?? true;
  // Who was there may be deleted since, as a stranger's account.
  const isOpen =
    ["none", "failed", "kept"].includes(state) || (state === "refused-by-service" && options.retryRefused === true);
  if (state !== "none" && !(isOpen && isSelected)) {
    account.noteFields(record);
    account.countEarlier(record, state, journal.stepsOf(record.index).size > 0);
    // Existing users keep their verification marks; whom a first import has brought has got theirs then.
    const isUnmarked = state === "already-there" && first === undefined && options.verification !== undefined;
    if (isUnmarked) account.loseMark(record);
    sending.noteEarlier?.(record);
    return undefined;
  }
  if (!isSelected) {
    account.leaveOut(record);
    return undefined;
  }
  account.noteFields(record);
  if (!record.result.ok) {
    const { problems } = record.result;
    const noted = first === undefined ? undefined : sending.noteRefused?.(record);
    return noted === undefined
      ? run.refuse(record, problems)
      : noted.then((more) => run.refuse(record, [...problems, ...more]));
  }
  return sending.send(record, record.result.value, record.result.warnings);
}
