import { counted } from "../../lib/plural.js";
import {
  CASE_STATUSES,
  type CaseResult,
  type CaseStatus,
  type ConformanceReport,
  type Counts,
  FAILING,
} from "../results.js";
import { describeStanding, standingOf } from "../suite/standing.js";

/** Marks of meaning; the command line gives colours. */
export interface TextStyle {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
}

const same = (text: string): string => text;
export const PLAIN_STYLE: TextStyle = { strong: same, faint: same, good: same, bad: same, warn: same };

/** Of one flag. */
const MOST_FAILURES = 8;
const MOST_REASONS = 10;

/** The report for a person: the numbers, what failed and what a user would suffer, the verdict. */
export function formatText(report: ConformanceReport, style: TextStyle): string {
  const { implementation, suiteVersion, results } = report;
  const { name, version, language } = implementation;
  const suite = suiteVersion === null ? "" : ` of suite ${suiteVersion}`;
  const lines = [
    style.strong(`${name} ${version} (${language}) against ${counted(results.length, "vector")}${suite}`),
    "",
    ...table(report, style),
    "",
    ...failures(results, style),
    ...otherReasons(results, style),
    ...skips(results, style),
    ...warnings(report, style),
    verdict(report, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** The columns that have something in them. */
export function columnsOf({ totals }: ConformanceReport): readonly CaseStatus[] {
  return CASE_STATUSES.filter((status) => status === "pass" || status === "fail" || totals[status] > 0);
}

function table(report: ConformanceReport, style: TextStyle): readonly string[] {
  const columns = columnsOf(report);
  const rows = [...Object.entries(report.byOperation), ["all", report.totals] as const];
  const width = Math.max(...rows.map(([name]) => name.length), "operation".length);
  const cells = (values: readonly (string | number)[]) =>
    values
      .map((value, index) => String(value).padStart(Math.max(5, (columns[index] as string).length)))
      .join("  ");
  const row = (name: string, counts: Counts) =>
    `  ${name.padEnd(width)}  ${cells(columns.map((status) => counts[status]))}`;
  return [
    style.faint(`  ${"operation".padEnd(width)}  ${cells(columns)}`),
    ...rows.map(([name, counts]) => row(name, counts)),
  ];
}

/** Each under its first flag, so that what a user suffers is said once. */
function failures(results: readonly CaseResult[], style: TextStyle): readonly string[] {
  const failing = results.filter(({ status }) => FAILING.includes(status));
  if (failing.length === 0) return [];
  const groups = groupBy(failing, ({ vector }) => vector.flags[0]?.name ?? "Others");
  const sections = [...groups].flatMap(([name, group]) => {
    const flag = group[0]?.vector.flags[0];
    const more = group.length - MOST_FAILURES;
    return [
      `  ${style.strong(name)}${flag === undefined ? "" : ` (${flag.bugType}): ${flag.effect}`}`,
      ...group.slice(0, MOST_FAILURES).map((result) => failure(result, style)),
      ...(more > 0 ? [`    … and ${more} more; --report json shows them all`] : []),
    ];
  });
  return [style.strong("Failed"), ...sections, ""];
}

function failure({ vector, status, detail = "" }: CaseResult, style: TextStyle): string {
  const how = status === "fail" ? detail : `${status}: ${detail}`;
  return `    ${style.bad(vector.id)}  ${vector.comment}: ${style.faint(`${how} (${describeStanding(vector)})`)}`;
}

function groupBy(
  results: readonly CaseResult[],
  keyOf: (result: CaseResult) => string,
): ReadonlyMap<string, readonly CaseResult[]> {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) {
    const group = groups.get(keyOf(result));
    if (group === undefined) groups.set(keyOf(result), [result]);
    else group.push(result);
  }
  return groups;
}

/** Those with the same difference together. */
function otherReasons(results: readonly CaseResult[], style: TextStyle): readonly string[] {
  const others = results.filter(({ status }) => status === "other-reason");
  return grouped("Right verdict, other reason", others, style.warn, style);
}

function skips(results: readonly CaseResult[], style: TextStyle): readonly string[] {
  const skipped = results.filter(({ status }) => status === "skipped");
  return grouped("Skipped", skipped, style.faint, style);
}

function grouped(
  title: string,
  results: readonly CaseResult[],
  colour: (text: string) => string,
  style: TextStyle,
): readonly string[] {
  const groups = groupBy(results, ({ detail = "" }) => detail);
  if (groups.size === 0) return [];
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const rows = sorted
    .slice(0, MOST_REASONS)
    .map(
      ([detail, group]) =>
        `  ${colour(String(group.length).padStart(5))}  ${detail}  ${style.faint(`(${group[0]?.vector.id}${group.length > 1 ? ", …" : ""})`)}`,
    );
  const more = sorted.length - MOST_REASONS;
  return [style.strong(title), ...rows, ...(more > 0 ? [`  … and ${more} other kinds`] : []), ""];
}

/** What was meant for the run and had no part in it. */
function warnings({ unknownOperations, idleSkips }: ConformanceReport, style: TextStyle): readonly string[] {
  const lines = [
    ...unknownOperations.map(
      (name) => `the program offers ${name}, which is not an operation of the vectors`,
    ),
    ...idleSkips.map((pattern) => `no vector matches the skip ${pattern}`),
  ];
  return lines.length === 0 ? [] : [...lines.map((line) => `${style.warn("Warning:")} ${line}`), ""];
}

function verdict({ outcome, brokenReason, results }: ConformanceReport, style: TextStyle): string {
  if (outcome === "broken") return style.bad(`Broken: ${brokenReason}. The numbers can't be relied upon.`);
  return outcome === "pass" ? style.good("Conforms: no failure.") : style.bad(`${failedText(results)}.`);
}

/** How many failed, and how many of them by our policy alone. */
export function failedText(results: readonly CaseResult[]): string {
  const failing = results.filter(({ status }) => FAILING.includes(status));
  const policy = failing.filter(({ vector }) => standingOf(vector) === "policy").length;
  return policy === 0
    ? `${failing.length} failed`
    : `${failing.length} failed, ${policy} of them by policy alone`;
}
