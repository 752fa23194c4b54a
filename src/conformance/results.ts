import { groupBy } from "../lib/group-by.js";
import type { Answer, ImplementationName } from "./protocol/messages.js";
import type { FaultKind } from "./session/session.js";
import { type ConformanceCase, isCostTrap } from "./suite/conformance-case.js";
import { evidenceOf } from "./suite/evidence.js";

/** What the cases of a run show, each under one heading. */
export const HEADINGS = [
  "right",
  "faults",
  "policy",
  "unconfirmed",
  "notReached",
  "skipped",
  "adapterErrors",
  "staleSkips",
  "notRun",
] as const;

type Heading = (typeof HEADINGS)[number];
/** `good` and `failing` are held to the vector, `idle` is not. */
type Standing = "good" | "failing" | "idle";

/** Every status, from good to bad: the heading that it counts under, and its standing. */
const STATUSES = {
  pass: ["right", "good"],
  "accepted-variant": ["right", "good"],
  refused: ["right", "good"],
  /** A wrong answer, or none in time, to a case whose answer no other implementation confirms. */
  policy: ["policy", "good"],
  /** A refusal where the answer is only recomputed, in our own reading: the system may not mean what we read. */
  unconfirmed: ["unconfirmed", "good"],
  fail: ["faults", "failing"],
  /** Was to be skipped because it fails, and passes: the list of skips is out of date. */
  "unexpected-pass": ["staleSkips", "failing"],
  errored: ["adapterErrors", "failing"],
  /** No answer in time. */
  timeout: ["faults", "failing"],
  /** It shows something only of an implementation that takes the sound hash, which this one did not. */
  "not-reached": ["notReached", "idle"],
  skipped: ["skipped", "idle"],
  /** The implementation does not have the operation. */
  unsupported: ["skipped", "idle"],
  /** The implementation names the notations that it speaks, and this is none of them. */
  "not-asked": ["skipped", "idle"],
  /** The run ended before it. */
  "not-run": ["notRun", "idle"],
} as const satisfies Record<string, readonly [Heading, Standing]>;

/** How a case ended. */
export type CaseStatus = keyof typeof STATUSES;

/** Every status, from good to bad. */
export const CASE_STATUSES = Object.keys(STATUSES) as readonly CaseStatus[];

/** Whether it counts against an implementation. */
export const isFailing = ({ status }: Pick<CaseResult, "status">): boolean => STATUSES[status][1] === "failing";

/** Whether the implementation was held to nothing. */
export const isIdle = ({ status }: Pick<CaseResult, "status">): boolean => STATUSES[status][1] === "idle";

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

/** How many cases are under each heading. */
export type Tally = Readonly<Record<Heading, number>>;

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
  /** Skips, notations and owners that fit no vector of the suite: out of date, or misspelt. */
  readonly idlePatterns: readonly string[];
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

/** Only the adapter is to blame where it says itself that it failed; where the program ended, it is not known. */
const headingOf = ({ status, fault }: CaseResult): Heading =>
  fault === "crashed" && status === "errored" ? "faults" : STATUSES[status][0];

export const tallyOf = (results: readonly CaseResult[]): Tally => countNames(HEADINGS, results.map(headingOf));

function countNames<Name extends string>(names: readonly Name[], found: readonly Name[]): Record<Name, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const name of found) counts[name]++;
  return counts;
}

/** Where an output says no, a yes is wrong on any machine, and no answer in time is right for the cost. */
const isKnownTrap = (vector: ConformanceCase): boolean => isCostTrap(vector) && vector.outputs.length > 0;

/** Whether another answer fails no run: we alone say what is right, or computing it takes too long. */
export const isPolicy = (vector: ConformanceCase): boolean => evidenceOf(vector) === "policy" || isKnownTrap(vector);

/**
 * A program with another policy is not wrong, whether it answers otherwise, not in time, or ends; and none is that refuses
 * what we alone say must be taken. Neither fails a run. A wrong output stays wrong, since the arithmetic is confirmed,
 * and letting a user in where no output does is never a policy, but for a cost that is too high and a digest that may be
 * right: whether it is computed in time is the machine's doing.
 */
export function withPolicyApart(result: CaseResult): CaseResult {
  const { status, fault, vector, answer } = result;
  const isOtherwise = status === "fail" || status === "timeout" || fault === "crashed";
  const letsIn = answer !== undefined && "ok" in answer && answer.ok.matches === true;
  const mayBeComputed = isCostTrap(vector) && !isKnownTrap(vector);
  if (isOtherwise && isPolicy(vector) && (mayBeComputed || !letsIn)) return { ...result, status: "policy" };
  const isRefusal = status === "fail" && answer !== undefined && "error" in answer;
  return isRefusal && evidenceOf(vector) === "recomputed" ? { ...result, status: "unconfirmed" } : result;
}

/** How many cases were held to their vectors, and whether that is half of what the implementation says it has. */
export function comparedIn(results: readonly CaseResult[]): { readonly compared: number; readonly isMost: boolean } {
  const compared = results.filter((result) => !isIdle(result)).length;
  const claimed = results.filter(({ status }) => status !== "unsupported" && status !== "not-asked").length;
  return { compared, isMost: compared * 2 >= claimed };
}

export function countStatuses(results: readonly CaseResult[]): Counts {
  const statuses = results.map(({ status }) => status);
  return countNames(CASE_STATUSES, statuses);
}

/** Counts by a property of which a case may have several values. */
export function countBy(results: readonly CaseResult[], keysOf: (of: ConformanceCase) => readonly string[]): CountsBy {
  const keyed = results.flatMap((result) => [...new Set(keysOf(result.vector))].map((key) => ({ ...result, key })));
  const sorted = [...groupBy(keyed, ({ key }) => key)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, group]) => [key, countStatuses(group)]));
}
