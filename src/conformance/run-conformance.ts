import { availableParallelism } from "node:os";
import { defined } from "../lib/defined.js";
import { requireArgument } from "../lib/require-argument.js";
import { type OptionNames, requireOptions } from "../lib/require-names.js";
import { refuse } from "../problems/conformance.js";
import { type Result, success } from "../result.js";
import { OPERATIONS } from "./judge/operation-rules.js";
import { settleTwins } from "./judge/settle-twins.js";
import { shownText } from "./protocol/shown-text.js";
import {
  type CaseResult,
  type ConformanceReport,
  countBy,
  countStatuses,
  isFailing,
  isIdle,
  tallyOf,
  withPolicyApart,
} from "./results.js";
import { type RunOutcome, runCases } from "./run-cases.js";
import { type Implementation, inProcessSessions } from "./session/in-process-session.js";
import { oneShotSessions } from "./session/one-shot-session.js";
import { processSessions } from "./session/process-session.js";
import { createRunMark } from "./session/run-mark.js";
import { DEFAULT_OUTPUT_LIMITS, type OpenSession, type OutputLimits, type Session } from "./session/session.js";
import { type ConformanceCase, type ConformanceSuite, isCostTrap } from "./suite/conformance-case.js";
import { loadSuite } from "./suite/load-suite.js";
import {
  idlePatterns,
  isSpoken,
  type SkipRule,
  selectCases,
  skipReason,
  spokenPatterns,
  twinsFirst,
} from "./suite/select-cases.js";

/** Whom to hold to the vectors. */
export type Subject =
  /** A program that answers case after case over standard input and output. */
  | { readonly command: readonly string[] }
  /** A program that is started for each case. */
  | { readonly oneShot: readonly string[] }
  /** Functions in this process. */
  | Implementation;

/** Which cases to run, how many at once, and how long each may take. */
export interface ConformanceOptions {
  /** Folder of vectors; those of the package if absent. */
  readonly vectors?: string | undefined;
  /**
   * Patterns of ids (`verify/php-*`), topics (`verify/bypass`), names of operations, or properties
   * (`flag:NulByte`, `scheme:bcrypt`, `variant:2x`, `owner:!django`, `evidence:policy`); all if empty.
   */
  readonly only?: readonly string[] | undefined;
  /** Cases that are not to be run. */
  readonly skip?: readonly SkipRule[] | undefined;
  /** Run the skipped cases all the same, and count it as a failure where one passes. */
  readonly skipMustFail?: boolean | undefined;
  /** Milliseconds for a cheap case, 10,000 by default; a costly one gets six times as much. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for a case whose cost must be refused, 2,000 by default: to refuse takes no time. */
  readonly costTimeoutMs?: number | undefined;
  /** Milliseconds until a program must have said hello, 30,000 by default. */
  readonly helloTimeoutMs?: number | undefined;
  /** Processes at the same time; by default one for each core, up to 8. Functions in this process: 1. */
  readonly parallel?: number | undefined;
  /** Count as a failure the right verdict with another reason, and an answer by another policy. */
  readonly strict?: boolean | undefined;
  readonly limits?: Partial<OutputLimits> | undefined;
  /** Told after each case, before it is known whether its twin was taken. */
  readonly onResult?: ((result: CaseResult, done: number, all: number) => void) | undefined;
  /** Ends the run; what was not run is `not-run`. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const COSTLY_FACTOR = 6;
const DEFAULT_COST_TIMEOUT_MS = 2000;
const MOST_BY_DEFAULT = 8;

/**
 * Holds an implementation, in whatever language, to the vectors.
 *
 * @param subject A program that speaks the protocol of docs/conformance.md, a program
 * that is started for each case, or functions in this process.
 * @param options What to run and how long to wait.
 * @returns The report; its `outcome` is `broken` where the adapter, not the
 * implementation, failed. Problems: `conformance/vectors-unusable`,
 * `conformance/option-malformed`, `conformance/adapter-unusable`.
 *
 * A function whose promise never settles is a `timeout` after its limit, and the run resumes with the next case; its work
 * can't be stopped. One that never returns, such as an endless loop, blocks the run for ever: for it use a program.
 *
 * @example
 * ```ts
 * import { runConformance } from "credport/conformance";
 *
 * const report = await runConformance(
 *   {
 *     name: "takes no secret",
 *     version: "1.0",
 *     language: "JavaScript",
 *     operations: { "secret-to-base32": () => ({ error: { code: "secret/empty" } }) },
 *   },
 *   { only: ["secret-to-base32/refused-*"] },
 * );
 * report.ok && [report.value.outcome, report.value.totals.fail]; // => ["pass", 0]
 * ```
 */
export async function runConformance(
  subject: Subject,
  options: ConformanceOptions = {},
): Promise<Result<ConformanceReport>> {
  requireOptions("runConformance", options, KNOWN);
  requireRanges(options);
  requireArgument("subject", subject, "object");
  // Functions in this process need no mark; to read the environment may be forbidden.
  if ("operations" in subject) return run(inProcessSessions(subject), options);
  const mark = createRunMark();
  const parallel = options.parallel ?? Math.min(availableParallelism(), MOST_BY_DEFAULT);
  try {
    return await run(programSessions(subject, options, mark.env), { ...options, parallel });
  } finally {
    await mark.endLeftovers();
  }
}

async function run(open: OpenSession, options: ConformanceOptions): Promise<Result<ConformanceReport>> {
  const suite = await loadSuite(options.vectors);
  if (!suite.ok) return suite;
  const { only = [], skip = [] } = options;
  const idle = idlePatterns(suite.value.cases, [...only, ...skip.filter((rule) => rule.mustFit).map(patternOf)]);
  if (idle.length > 0) return refuse("conformance/option-malformed", `no vector matches ${idle.join(", ")}`);
  const selected = selectCases(suite.value.cases, options.only);
  const first = await open();
  if (!first.ok) return first;
  const plan = arrange(twinsFirst(selected, suite.value.cases), first.value, options);
  const settled = new Map(plan.settled.map((result) => [result.vector.id, result] as const));
  let done = 0;
  const outcome = await runCases({
    cases: plan.toRun,
    open,
    firstSession: first.value,
    parallel: options.parallel ?? 1,
    timeoutOf: (vector) => timeoutOf(vector, options),
    onResult: (result) => options.onResult?.(final(result, options), ++done, plan.toRun.length),
    signal: options.signal,
  });
  for (const result of outcome.results) settled.set(result.vector.id, result);
  const judged = new Map(settleTwins([...settled.values()]).map((result) => [result.vector.id, result]));
  const results = selected.map(({ id }) => final(judged.get(id) as CaseResult, options));
  const idleOnes = idlePatterns(suite.value.cases, [
    ...skip.map(patternOf),
    ...spokenPatterns(first.value.spoken).map((pattern) => shownText(pattern, 100)),
  ]);
  return success({ ...report(suite.value, first.value, results, outcome), idlePatterns: idleOnes });
}

const patternOf = ({ pattern }: SkipRule): string => pattern;

/** A cost that must be refused takes no time to refuse, and too long to compute. */
function timeoutOf(
  vector: ConformanceCase,
  { timeoutMs = DEFAULT_TIMEOUT_MS, costTimeoutMs = DEFAULT_COST_TIMEOUT_MS }: ConformanceOptions,
): number {
  if (isCostTrap(vector)) return costTimeoutMs;
  return vector.cost === "costly" ? timeoutMs * COSTLY_FACTOR : timeoutMs;
}

const KNOWN: OptionNames<ConformanceOptions> = {
  ...{ vectors: true, only: true, skip: true, skipMustFail: true, timeoutMs: true, costTimeoutMs: true },
  ...{ helloTimeoutMs: true, parallel: true, strict: true, limits: true, onResult: true, signal: true },
};

function requireRanges(options: ConformanceOptions): void {
  const { parallel = 1, timeoutMs = 1, costTimeoutMs = 1, helloTimeoutMs = 1 } = options;
  if (!Number.isInteger(parallel) || parallel < 1) {
    throw new TypeError("parallel must be a whole number of at least 1");
  }
  for (const milliseconds of [timeoutMs, costTimeoutMs, helloTimeoutMs]) {
    if (!(milliseconds > 0 && milliseconds * COSTLY_FACTOR <= 0x7fffffff)) {
      throw new TypeError("timeoutMs, costTimeoutMs and helloTimeoutMs must be from 1 to 357913941");
    }
  }
}

function programSessions(
  subject: Exclude<Subject, Implementation>,
  { limits, helloTimeoutMs, signal }: ConformanceOptions,
  env: NodeJS.ProcessEnv,
): OpenSession {
  const command = "command" in subject ? subject.command : subject.oneShot;
  requireArgument("subject.command", command, "array");
  if (command.length === 0 || command[0] === "") throw new TypeError("the command must not be empty");
  const options = { command, limits: { ...DEFAULT_OUTPUT_LIMITS, ...limits }, signal, env };
  return "oneShot" in subject ? oneShotSessions(options) : processSessions({ ...options, helloTimeoutMs });
}

/** What is settled without asking, and what is to be run. */
function arrange(
  cases: readonly ConformanceCase[],
  { operations, spoken }: Session,
  { skip = [], skipMustFail = false }: ConformanceOptions,
): { readonly settled: readonly CaseResult[]; readonly toRun: readonly ConformanceCase[] } {
  const settled: CaseResult[] = [];
  const toRun: ConformanceCase[] = [];
  for (const vector of cases) {
    const reason = skipReason(vector, skip);
    if (operations !== null && !operations.includes(vector.operation)) {
      settled.push({ vector, status: "unsupported" });
    } else if (!isSpoken(vector, spoken)) {
      settled.push({ vector, status: "not-asked", detail: "a notation that the implementation does not name" });
    } else if (reason !== null && !skipMustFail) {
      settled.push({ vector, status: "skipped", detail: reason, isSkippedByCaller: true });
    } else {
      toRun.push(vector);
    }
  }
  return { settled, toRun };
}

/** The result after the caller's wishes. */
function final(result: CaseResult, { skip = [], skipMustFail, strict = false }: ConformanceOptions): CaseResult {
  const judged: CaseResult =
    strict && result.otherReason !== undefined ? { ...result, status: "fail", detail: result.otherReason } : result;
  const reason = skipMustFail ? skipReason(result.vector, skip) : null;
  if (reason === null || judged.status === "not-run") return strict ? judged : withPolicyApart(judged);
  if (!isFailing(judged) && !isIdle(judged)) {
    return { ...judged, status: "unexpected-pass", detail: `passes, but is skipped: ${reason}` };
  }
  return { ...judged, status: "skipped", detail: reason, isSkippedByCaller: true };
}

function report(
  suite: ConformanceSuite,
  { implementation, operations }: Session,
  results: readonly CaseResult[],
  { brokenReason: runReason }: RunOutcome,
): Omit<ConformanceReport, "idlePatterns"> {
  const totals = countStatuses(results);
  const failing = results.filter(isFailing).length;
  // What is skipped because it fails has been run and compared all the same.
  const known = ({ isSkippedByCaller, answer, fault }: CaseResult) => isSkippedByCaller && (answer ?? fault);
  // Who refuses all that nobody else confirms, or answers all of it otherwise, has shown nothing.
  const isShown = (one: CaseResult) => !isIdle(one) && one.status !== "unconfirmed" && one.status !== "policy";
  const nothing = !results.some((one) => isShown(one) || one.status === "not-run" || known(one));
  const unknownOperations = unknownTo(suite, operations ?? []);
  const brokenReason = runReason ?? (nothing ? nothingCompared(unknownOperations) : undefined);
  return {
    implementation,
    suiteVersion: suite.version,
    outcome: brokenReason !== undefined ? "broken" : failing > 0 ? "fail" : "pass",
    ...defined({ brokenReason }),
    unknownOperations,
    tally: tallyOf(results),
    totals,
    byOperation: countBy(results, ({ operation }) => [operation]),
    byFlag: countBy(results, ({ flags }) => flags.map(({ name }) => name)),
    byBugType: countBy(results, ({ flags }) => flags.map(({ bugType }) => bugType)),
    results,
  };
}

/** Operations that a program offers and the suite does not have: misspelt, or of another suite. */
function unknownTo({ cases }: ConformanceSuite, operations: readonly string[]): readonly string[] {
  const known = new Set([...OPERATIONS, ...cases.map(({ operation }) => operation)]);
  return [...new Set(operations)].filter((name) => !known.has(name)).map((name) => shownText(name, 100));
}

function nothingCompared(unknown: readonly string[]): string {
  return unknown.length === 0
    ? "nothing was compared"
    : `nothing was compared; the program offers operations that the vectors do not have (${unknown.join(", ")})`;
}
