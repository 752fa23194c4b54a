import type { AnswerStatus } from "./judge/judge-answer.js";
import type { Answer, ImplementationName } from "./protocol/messages.js";
import type { FaultKind } from "./session/session.js";
import type { ConformanceCase } from "./suite/conformance-case.js";
import { evidenceOf } from "./suite/evidence.js";

/** How a case ended. */
export type CaseStatus =
  | AnswerStatus
  /** A wrong answer, or none in time, to a case whose answer no other implementation confirms. */
  | "policy"
  /** The implementation does not have the operation. */
  | "unsupported"
  /** No answer in time. */
  | "timeout"
  /** Was to be skipped because it fails, and passes: the list of skips is out of date. */
  | "unexpected-pass"
  /** It shows something only of an implementation that takes the sound hash, which this one did not. */
  | "not-reached"
  /** The run ended before it. */
  | "not-run";

/** Every status, from good to bad. */
export const CASE_STATUSES: readonly CaseStatus[] = [
  "pass",
  "accepted-variant",
  "refused",
  "policy",
  "fail",
  "unexpected-pass",
  "errored",
  "timeout",
  "not-reached",
  "skipped",
  "unsupported",
  "not-run",
];

/** The result of one case. */
export interface CaseResult {
  readonly vector: ConformanceCase;
  readonly status: CaseStatus;
  /** Why, for a person; absent with `pass`. */
  readonly detail?: string;
  /** What explains a right answer otherwise than the vector does. */
  readonly otherReason?: string;
  readonly issueUrl?: string;
  /** What the implementation answered, if it did. */
  readonly answer?: Answer;
  /** What went wrong instead of an answer. */
  readonly fault?: FaultKind;
  /** Skipped by the caller of the suite, not by the implementation. */
  readonly isSkippedByCaller?: boolean;
}

/** How many cases ended in each status. */
export type Counts = Readonly<Record<CaseStatus, number>>;

/** Counts by a property of the cases. */
export type CountsBy = Readonly<Record<string, Counts>>;

/** What the cases of a run show, each under one heading. */
export const HEADINGS = [
  "right",
  "faults",
  "policy",
  "notReached",
  "skipped",
  "adapterErrors",
  "staleSkips",
  "notRun",
] as const;

/** How many cases are under each heading. */
export type Tally = Readonly<Record<(typeof HEADINGS)[number], number>>;

/** The whole of a run. */
export interface ConformanceReport {
  readonly implementation: ImplementationName;
  readonly suiteVersion: string | null;
  /** `broken`: the results can't be relied upon, because the adapter broke the protocol or the run was cut short. */
  readonly outcome: "pass" | "fail" | "broken";
  /** Why it is broken. */
  readonly brokenReason?: string;
  /** Operations that the program offers and the vectors do not have. */
  readonly unknownOperations: readonly string[];
  /** Patterns of the skips that fit no vector of the suite: the list is out of date, or misspelt. */
  readonly idleSkips: readonly string[];
  /** What the cases show: `pass` is without `faults`, `adapterErrors` and `staleSkips`. */
  readonly tally: Tally;
  readonly totals: Counts;
  readonly byOperation: CountsBy;
  /** A case with several flags counts under each. */
  readonly byFlag: CountsBy;
  readonly byBugType: CountsBy;
  /** In the order of the suite. */
  readonly results: readonly CaseResult[];
}

/** What counts against an implementation. */
export const FAILING: readonly CaseStatus[] = ["fail", "unexpected-pass", "errored", "timeout"];

/** What shows that an implementation was held to something. */
export const COMPARED: readonly CaseStatus[] = ["pass", "accepted-variant", "refused", "policy", "fail"];

/** The heading of each status; only the adapter is to blame where it says itself that it failed. */
function headingOf({ status, fault }: CaseResult): keyof Tally {
  switch (status) {
    case "pass":
    case "accepted-variant":
    case "refused":
      return "right";
    case "errored":
      return fault === "crashed" ? "faults" : "adapterErrors";
    case "fail":
    case "timeout":
      return "faults";
    case "unsupported":
      return "skipped";
    case "unexpected-pass":
      return "staleSkips";
    case "not-reached":
      return "notReached";
    case "not-run":
      return "notRun";
    default:
      return status;
  }
}

export function tallyOf(results: readonly CaseResult[]): Tally {
  const tally = Object.fromEntries(HEADINGS.map((heading) => [heading, 0])) as Record<keyof Tally, number>;
  for (const result of results) tally[headingOf(result)]++;
  return tally;
}

/** A program with another policy is not wrong: its answer is reported, and fails no run. A crash is a fault all the same. */
export function withPolicyApart(result: CaseResult): CaseResult {
  const isOtherAnswer = result.status === "fail" || result.status === "timeout";
  return isOtherAnswer && evidenceOf(result.vector) === "policy" ? { ...result, status: "policy" } : result;
}

export function countStatuses(results: readonly CaseResult[]): Counts {
  const counts = Object.fromEntries(CASE_STATUSES.map((status) => [status, 0])) as Record<CaseStatus, number>;
  for (const { status } of results) counts[status]++;
  return counts;
}

/** Counts by a property of which a case may have several values. */
export function countBy(
  results: readonly CaseResult[],
  keysOf: (vector: ConformanceCase) => readonly string[],
): CountsBy {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) {
    for (const key of new Set(keysOf(result.vector))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [result]);
      else group.push(result);
    }
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, group]) => [key, countStatuses(group)]));
}
