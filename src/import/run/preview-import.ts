import type { CallName } from "../../client/index.js";
import { defined } from "../../lib/defined.js";
import { requireArgument, requireRecord } from "../../lib/require-argument.js";
import { type OptionNames, requireOptions } from "../../lib/require-names.js";
import { type Tally, TallySheet } from "../../lib/tally.js";
import { countedProblems } from "../../problems/counted-problem.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import type { ContentCounts, ReadUser, SourceRecord, UserRecord } from "../../source/index.js";
import { wayOf } from "../../source/internal.js";
import { Account } from "../account.js";
import { type BulkContents, bulkJudge } from "../bulk/bulk-judge.js";
import { BULK_DEFAULTS, FIRST_ROUND, MOST_BATCH_CHARACTERS } from "../bulk/bulk-options.js";
import { stepsOf } from "../bulk/bulk-user-of.js";
import { checkPlan } from "../check-plan.js";
import { unsentOutcome } from "../outcome.js";
import { type PlannedCall, planImport } from "../plan.js";

/** For which service and which records an import is previewed. */
export interface PreviewOptions {
  /** The service that the users are for (`default`). */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
  readonly select?: ((record: UserRecord) => boolean) | undefined;
  /** Marks of verification are set by a call of their own, and count as carried. */
  readonly verification?: boolean | undefined;
  /** Users would be sent by the bulk import, in place of the calls of the interface; `onPlan` is not called then. */
  readonly bulk?: BulkContents | undefined;
  /** Called with each user's plan, which holds their hash and secrets. */
  readonly onPlan?: ((record: UserRecord, plan: readonly PlannedCall[]) => void) | undefined;
  /** Called for each record for which nothing would be sent. */
  readonly onRefused?: ((record: UserRecord, problems: readonly Problem[]) => void | Promise<void>) | undefined;
}

const KNOWN: OptionNames<PreviewOptions> = {
  ...{ service: true, select: true, verification: true, bulk: true, onPlan: true, onRefused: true },
};

/** What an import would do. The numbers add up: records = users + atLogin + refusedByUs + skipped + leftOut. */
export interface ImportPreview {
  readonly records: number;
  readonly users: number;
  /** Users whose password comes at login, through the fallback, and of whom nothing is sent. */
  readonly atLogin: number;
  readonly refusedByUs: number;
  /** Records that are not users, such as service accounts. */
  readonly skipped: number;
  readonly leftOut: number;
  /** What would become of what users have. */
  readonly contents: ContentCounts;
  /** Calls that would be sent; none of them with `bulk`. */
  readonly calls: Readonly<Partial<Record<CallName, number>>>;
  /** With `bulk`: calls of the bulk import, the first of which has 20 users. */
  readonly bulkCalls?: number;
  /** The different plans, and how many users have each; most frequent first. */
  readonly plans: readonly PlanTally[];
  readonly problems: readonly Tally[];
  /** What a careful user would want to know of the users who would be imported. */
  readonly warnings: readonly Tally[];
  /** Their fields for which no import call has a place, by name. */
  readonly notCarried: readonly Tally[];
  /** As in `UserAccount`. */
  readonly unknownColumns?: readonly string[];
}

/** How many users need the same calls. */
export interface PlanTally {
  readonly steps: readonly string[];
  readonly users: number;
}

/** Plans that are told apart; users with several social logins and devices can have very many. */
const MOST_PLANS = 1000;

/**
 * Says what an import would do, without sending anything.
 *
 * @param records What `readUniqueUsers` or `readExport` yields.
 * @returns The counts, or the `source/…` problem for which the input can't be read to its end.
 *
 * @example
 * ```ts
 * import { previewImport } from "credport/import";
 * import { readExport } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"}]}');
 * }
 * const preview = await previewImport(readExport(file(), { from: "firebase" }));
 * preview.ok && preview.value.calls; // => { "createPasswordlessCode": 1, "consumePasswordlessCode": 1 }
 * ```
 */
export async function previewImport(
  records: AsyncIterable<SourceRecord>,
  options: PreviewOptions = {},
): Promise<Result<ImportPreview>> {
  requireOptions<PreviewOptions>("previewImport", options, KNOWN);
  requireArgument("records", records, "iterable");
  const service = resolveServiceProfile(options.service);
  const judge = options.bulk === undefined ? callJudge(service) : judgeForBulk(service, options.bulk);
  const counter = new Counter(options);
  for await (const record of records) {
    requireRecord(record);
    if (record.kind === "unreadable") return failure({ ...record.problem, field: `line ${record.line}` });
    counter.account.read(record);
    if (options.select?.(record) === false) {
      counter.account.leaveOut(record);
      continue;
    }
    const judged = record.result.ok ? judge(record.result.value) : { problems: record.result.problems };
    if (!("steps" in judged)) {
      counter.account.count(unsentOutcome(record, judged.problems));
      await options.onRefused?.(record, judged.problems);
    } else {
      counter.count(record, judged);
      if (judged.plan !== undefined) options.onPlan?.(record, judged.plan);
    }
  }
  return success(counter.preview());
}

/** What would be sent for a user. */
interface JudgedUser {
  readonly steps: readonly string[];
  readonly plan?: readonly PlannedCall[];
  /** In the bulk import: how long their text is. */
  readonly characters?: number;
}

/** The user, or why nothing would be sent. */
type Judge = (read: ReadUser) => JudgedUser | { readonly problems: readonly Problem[] };

function callJudge(service: ServiceProfile): Judge {
  return ({ user }) => {
    const plan = planImport(user, service);
    const problems = checkPlan(plan, service);
    return problems.length > 0 ? { problems } : { plan, steps: plan.map(({ step }) => step) };
  };
}

function judgeForBulk(service: ServiceProfile, bulk: BulkContents): Judge {
  const judge = bulkJudge(service, bulk);
  return (read) => {
    const { user, problems } = judge(read);
    if (problems.length > 0) return { problems };
    const devices = user.totpDevices === undefined ? [] : ["totp"];
    return { steps: [...stepsOf(user), ...devices], characters: JSON.stringify(user).length };
  };
}

class Counter {
  readonly account: Account;
  readonly #batches: BatchCount | undefined;
  #users = 0;
  readonly #calls = new Map<CallName, number>();
  readonly #plans = new Map<string, number>();
  readonly #warnings = new TallySheet();

  constructor({ bulk, verification = false }: PreviewOptions) {
    this.#batches = bulk && new BatchCount();
    this.account = new Account(() => 0, wayOf(bulk, verification));
  }

  count(record: UserRecord, { steps, plan = [], characters = 0 }: JudgedUser): void {
    this.#users++;
    this.#batches?.add(characters);
    const { result } = record;
    if (result.ok) this.#warnings.add(record, countedProblems(result.warnings));
    this.account.noteFields(record);
    this.account.settle(record.index, "carried");
    for (const { call } of plan) this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
    const all = steps.join(" ");
    const name = this.#plans.has(all) || this.#plans.size < MOST_PLANS ? all : "…";
    this.#plans.set(name, (this.#plans.get(name) ?? 0) + 1);
  }

  preview(): ImportPreview {
    const { users: read, ...report } = this.account.report();
    const { records, atLogin, refusedByUs, skipped, leftOut, problems, notCarried } = report;
    return {
      ...{ records, users: this.#users, atLogin, refusedByUs, skipped, leftOut },
      contents: read.contents,
      calls: Object.fromEntries(this.#calls),
      ...defined({ bulkCalls: this.#batches?.calls }),
      plans: [...this.#plans]
        .map(([steps, users]) => ({ steps: steps.split(" "), users }))
        .sort((a, b) => b.users - a.users),
      problems,
      warnings: this.#warnings.tallies(),
      notCarried,
      ...defined({ unknownColumns: read.unknownColumns }),
    };
  }
}

/** Counts the calls of a bulk import: the first has few users, the others as many as a call takes. */
class BatchCount {
  #calls = 0;
  #users = 0;
  #characters = 0;

  /** @param characters Of the user's text. */
  add(characters: number): void {
    const most = this.#calls < 2 ? FIRST_ROUND : BULK_DEFAULTS.batchUsers;
    const isFull = this.#users === most || this.#characters + characters > MOST_BATCH_CHARACTERS;
    if (this.#calls === 0 || isFull) {
      this.#calls++;
      this.#users = 0;
      this.#characters = 0;
    }
    this.#users++;
    this.#characters += characters;
  }

  get calls(): number {
    return this.#calls;
  }
}
