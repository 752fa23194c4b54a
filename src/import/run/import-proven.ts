import type { AdministrationClient } from "../../client/index.js";
import { addedPlaces, type Tally, TallySheet } from "../../lib/tally.js";
import { countedProblems } from "../../problems/counted-problem.js";
import type { ImportReport } from "../account.js";
import { FirstUsers, notSignedIn } from "../first-users.js";
import type { ImportOptions } from "../import-options.js";
import { type ImportOutcome, isUnsent } from "../outcome.js";
import { allSignedIn, type KnownSignIns, type KnownUser, proveSignIns } from "../prove-sign-ins.js";
import { type ImportRecords, type ImportResult, importUsers } from "./import-users.js";

/** An import that begins with users whose password is known. */
export interface ProvenImportOptions extends ImportOptions {
  /** Users who are imported first and signed in before others are sent. */
  readonly known: readonly KnownUser[];
  /** For the service that `client` is for; its profile must have the call `signIn`. */
  readonly administration: AdministrationClient;
}

/** The account of both parts, and how the known users fared once they were imported. */
export type ProvenImportResult = ImportResult & { readonly signIns?: KnownSignIns };

/**
 * Imports users whose password is known, signs them in at the service, and imports the others only if that
 * works. With another signer key, or with wrong hash parameters, the service takes every hash and nobody
 * signs in: so this is found out with a handful of users on the service, and not with all of them.
 *
 * @param records Gives the same records each time, from the beginning: they are read twice.
 * @param options Those of `importUsers`. With a journal, a run that was stopped here is resumed with the
 * same call once the service is put right.
 * @returns As `importUsers`, or `import/known-not-signed-in`.
 *
 * @experimental It is to be an option of `importUsers`.
 *
 * @example
 * ```ts
 * import { createAdministrationClient, createImportClient } from "credport/client";
 * import { importProven } from "credport/import";
 * import { readExport } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"}]}');
 * }
 * const options = { baseUrl: "http://localhost", apiKey: "key", service: "supertokens" } as const;
 * const result = await importProven(() => readExport(file(), { from: "firebase" }), {
 *   client: createImportClient(options),
 *   administration: createAdministrationClient(options),
 *   known: [{ email: "ada@example.com", password: "…" }],
 * });
 * result.ok ? "" : result.problems[0].code; // => "import/known-not-signed-in"
 * ```
 */
export async function importProven(
  records: () => ImportRecords,
  options: ProvenImportOptions,
): Promise<ProvenImportResult> {
  const { known, administration, ...all } = options;
  const first = new FirstUsers(known);
  const account = new FirstAccount();
  const { select = () => true } = all;
  const begun = await importUsers(records(), {
    ...all,
    select: (record) => first.isOne(record) && select(record),
    onOutcome: (outcome) => {
      first.note(outcome);
      account.note(outcome);
    },
    // Only the second part reads on to know who is gone.
    changedSince: all.changedSince && { ...all.changedSince, onGone: undefined },
  });
  if (!begun.ok) return begun;
  const signIns = await proveSignIns(administration, known, (user) => first.isThere(user));
  if (!allSignedIn(signIns)) {
    return { ok: false, problems: [notSignedIn(signIns)], progress: begun.progress, signIns };
  }
  const others = await importUsers(records(), all);
  const progress = account.addedTo(others.progress, begun.progress);
  return others.ok ? { ...others, value: progress, progress, signIns } : { ...others, progress, signIns };
}

/** What the users who were imported first add to the account of the others. */
class FirstAccount {
  readonly #problems = new TallySheet();
  /** Whom the second part finds in the journal. */
  #decided = 0;

  note(outcome: ImportOutcome): void {
    // Decided again by the second part.
    if (isUnsent(outcome) || outcome.kind === "failed") return;
    this.#decided++;
    const found = "problems" in outcome ? outcome.problems : outcome.warnings;
    this.#problems.add(outcome, countedProblems(found));
  }

  addedTo(others: ImportReport, first: ImportReport): ImportReport {
    return {
      ...others,
      fromEarlierRuns: Math.max(0, others.fromEarlierRuns - this.#decided),
      reconciled: others.reconciled + first.reconciled,
      overwrittenPasswords: others.overwrittenPasswords + first.overwrittenPasswords,
      ...addedSince(others.since, first.since),
      calls: addedCalls(others.calls, first.calls),
      problems: addedTallies(this.#problems.tallies(), others.problems),
      elapsedMs: others.elapsedMs + first.elapsedMs,
    };
  }
}

function addedSince(others: ImportReport["since"], first: ImportReport["since"]): Pick<ImportReport, "since"> {
  if (others === undefined || first === undefined) return {};
  const { gone } = others;
  const unchanged = others.unchanged + first.unchanged;
  return { since: { unchanged, changed: others.changed + first.changed, gone } };
}

function addedCalls(one: ImportReport["calls"], other: ImportReport["calls"]): ImportReport["calls"] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof typeof one)[];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

function addedTallies(one: readonly Tally[], other: readonly Tally[]): readonly Tally[] {
  const rest = one.filter(({ name }) => other.every((tally) => tally.name !== name));
  const both = other.map((tally) => {
    const same = one.find(({ name }) => name === tally.name);
    if (same === undefined) return tally;
    return { ...tally, records: tally.records + same.records, ...addedPlaces(same, tally) };
  });
  return [...both, ...rest].sort((a, b) => b.records - a.records || a.name.localeCompare(b.name));
}
