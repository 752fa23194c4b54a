import type { CallName } from "../../client/index.js";
import { defined } from "../../lib/defined.js";
import { type Tally, TallySheet } from "../../lib/tally.js";
import { countedProblems } from "../../problems/counted-problem.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import type { ContentCounts, ReadUser, SourceRecord, UserRecord } from "../../source/index.js";
import { AccountCounter, VERIFICATION_LEFT_OUT } from "../../source/internal.js";
import { BatchCount } from "../bulk/batch-count.js";
import { type BulkContents, bulkJudge, carriesOf, notCarriedInBulk } from "../bulk/bulk-judge.js";
import { stepsOf } from "../bulk/bulk-user-of.js";
import { checkPlan } from "../check-plan.js";
import { type UnsentKind, unsentKindOf } from "../outcome.js";
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
/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

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
  const service = resolveServiceProfile(options.service);
  const judge = options.bulk === undefined ? callJudge(service, options) : judgeForBulk(service, options.bulk);
  const counter = new Counter(options);
  for await (const record of records) {
    if (record.kind === "unreadable") return failure({ ...record.problem, field: `line ${record.line}` });
    counter.read(record);
    if (options.select?.(record) === false) {
      counter.leftOut++;
      continue;
    }
    const judged = record.result.ok ? judge(record.result.value) : { problems: record.result.problems };
    if (!("steps" in judged)) {
      counter.refuse(record, judged.problems);
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
  readonly notCarried: readonly string[];
  readonly plan?: readonly PlannedCall[];
  /** In the bulk import: how long their text is. */
  readonly characters?: number;
}

/** The user, or why nothing would be sent. */
type Judge = (read: ReadUser) => JudgedUser | { readonly problems: readonly Problem[] };

function callJudge(service: ServiceProfile, { verification = false }: PreviewOptions): Judge {
  return ({ user, notCarried = [] }) => {
    const plan = planImport(user, service);
    const problems = checkPlan(plan, service);
    if (problems.length > 0) return { problems };
    const lost = notCarried.filter((name) => !verification || name !== VERIFICATION_LEFT_OUT);
    return { plan, steps: plan.map(({ step }) => step), notCarried: lost };
  };
}

function judgeForBulk(service: ServiceProfile, bulk: BulkContents): Judge {
  const judge = bulkJudge(service, bulk);
  return (read) => {
    const { user, problems } = judge(read);
    if (problems.length > 0) return { problems };
    const devices = user.totpDevices === undefined ? [] : ["totp"];
    const characters = JSON.stringify(user).length;
    return { steps: [...stepsOf(user), ...devices], notCarried: notCarriedInBulk(read, bulk), characters };
  };
}

class Counter {
  readonly #batches: BatchCount | undefined;
  readonly #account: AccountCounter;
  leftOut = 0;
  #users = 0;
  readonly #unsent: Record<UnsentKind, number> = { "at-login": 0, "refused-by-us": 0, skipped: 0 };
  readonly #calls = new Map<CallName, number>();
  readonly #plans = new Map<string, number>();
  readonly #problems = new TallySheet();
  readonly #warnings = new TallySheet();
  readonly #notCarried = new TallySheet(MOST_FIELD_NAMES);

  constructor({ bulk, verification }: PreviewOptions) {
    this.#batches = bulk === undefined ? undefined : new BatchCount();
    this.#account = new AccountCounter(carriesOf(bulk, verification === true));
  }

  read(record: UserRecord): void {
    this.#account.count(record);
  }

  refuse(record: UserRecord, problems: readonly Problem[]): void {
    this.#unsent[unsentKindOf(record)]++;
    this.#problems.add(record, countedProblems(problems));
  }

  count(record: UserRecord, { steps, plan = [], notCarried, characters = 0 }: JudgedUser): void {
    this.#users++;
    this.#batches?.add(characters);
    const { result } = record;
    if (result.ok) this.#warnings.add(record, countedProblems(result.warnings));
    this.#notCarried.addNames(record, notCarried);
    for (const { call } of plan) this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
    const all = steps.join(" ");
    const name = this.#plans.has(all) || this.#plans.size < MOST_PLANS ? all : "…";
    this.#plans.set(name, (this.#plans.get(name) ?? 0) + 1);
  }

  preview(): ImportPreview {
    const { records, contents, unknownColumns } = this.#account.account();
    return {
      records,
      users: this.#users,
      atLogin: this.#unsent["at-login"],
      refusedByUs: this.#unsent["refused-by-us"],
      skipped: this.#unsent.skipped,
      leftOut: this.leftOut,
      contents,
      calls: Object.fromEntries(this.#calls),
      ...(this.#batches === undefined ? {} : { bulkCalls: this.#batches.calls }),
      plans: [...this.#plans]
        .map(([steps, users]) => ({ steps: steps.split(" "), users }))
        .sort((a, b) => b.users - a.users),
      problems: this.#problems.tallies(),
      warnings: this.#warnings.tallies(),
      notCarried: this.#notCarried.tallies(),
      ...defined({ unknownColumns }),
    };
  }
}
