import { groupBy } from "../../lib/group-by.js";
import { counted } from "../../lib/plural.js";
import {
  type CaseResult,
  type CaseStatus,
  type ConformanceReport,
  HEADINGS,
  isFailing,
  type Tally,
  tallyOf,
} from "../results.js";
import { reportItem } from "./report-item.js";
import { verdictOf } from "./verdict.js";

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

/** Failures of one flag that are shown in full. */
const MOST_FAILURES = 3;
const MOST_IDS = 12;
const MOST_REASONS = 10;
const WIDTH = 80;
/** What is pasted elsewhere is never broken into lines. */
const UNBROKEN = ["input", "reproduce"];

/** The report for a person: the verdict, the numbers, what fails and what a user suffers. */
export function formatText(report: ConformanceReport, style: TextStyle): string {
  const { implementation, suiteVersion, results, outcome, brokenReason } = report;
  const { name, version, language } = implementation;
  const suite = suiteVersion === null ? "" : ` of suite ${suiteVersion}`;
  const verdict = (outcome === "pass" ? style.good : style.bad)(verdictOf(report));
  const broken = brokenReason === undefined ? [] : [`${brokenReason}; the numbers can't be relied upon`];
  const details = [
    ...failures(report, style),
    ...grouped("Policy: no other implementation confirms the suite's answer", results, "policy", style),
    ...grouped("Unconfirmed: only our own reading of the system says it must be taken", results, "unconfirmed", style),
    ...grouped("Right, for another reason", results, "otherReason", style),
    ...grouped("Skipped", results, "skipped", style),
    ...warnings(report, style),
  ];
  const lines = [
    verdict,
    ...broken.flatMap((reason) => wrapped(reason, 0)),
    ...wrapped(`${name} ${version} (${language}) against ${counted(results.length, "vector")}${suite}`, 0),
    "",
    ...table(report, style),
    ...(details.length === 0 ? [] : ["", ...details, verdict]),
  ];
  return `${lines.join("\n")}\n`;
}

const headed = (heading: keyof Tally) => heading.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A row for each operation that the program offers. */
function table({ results, tally }: ConformanceReport, style: TextStyle): readonly string[] {
  const columns = HEADINGS.filter((heading, at) => at < 3 || tally[heading] > 0);
  const groups = [...groupBy(results, ({ vector }) => vector.operation)];
  const absent = groups.filter(([, group]) => group.every(({ status }) => status === "unsupported"));
  const offered = groups.filter((group) => !absent.includes(group));
  const rows = [...offered.map(([name, group]) => [name, tallyOf(group)] as const), ["all", tally] as const];
  const width = Math.max(...rows.map(([name]) => name.length), "operation".length);
  const line = (name: string, cellOf: (heading: keyof Tally) => string | number) =>
    `  ${name.padEnd(width)}  ${columns
      .map((heading) => String(cellOf(heading)).padStart(Math.max(6, headed(heading).length)))
      .join("  ")}`;
  return [
    style.faint(line("operation", headed)),
    ...rows.map(([name, counts]) => line(name, (heading) => counts[heading])),
    ...(absent.length === 0 ? [] : wrapped(`not offered: ${absent.map(([name]) => name).join(", ")}`, 2)),
  ];
}

/** Each under its first flag, so that what a user suffers is said once. */
function failures({ results, implementation }: ConformanceReport, style: TextStyle): readonly string[] {
  const failing = results.filter(isFailing);
  return [...groupBy(failing, ({ vector }) => vector.flags[0]?.name ?? "Others")].flatMap(([name, group]) => {
    const flag = group[0]?.vector.flags[0];
    const shown = differentOf(group);
    const rest = group.filter((result) => !shown.includes(result)).map(({ vector }) => vector.id);
    const ids = [...rest.slice(0, MOST_IDS), ...(rest.length > MOST_IDS ? ["…"] : [])].join(", ");
    return [
      `${style.strong(name)}, ${group.length}${flag === undefined ? "" : ` (${flag.bugType})`}`,
      ...(flag === undefined ? [] : wrapped(flag.effect, 2)),
      "",
      ...shown.flatMap((result) => [...failure(result, implementation, style), ""]),
      ...(rest.length === 0 ? [] : [...wrapped(`and ${rest.length} more (--json shows all): ${ids}`, 2), ""]),
    ];
  });
}

/** A few failures, of as many kinds as there are. */
function differentOf(group: readonly CaseResult[]): readonly CaseResult[] {
  const firsts = [...groupBy(group, ({ detail = "" }) => detail).values()].flatMap((same) => same.slice(0, 1));
  return [...new Set([...firsts.slice(0, MOST_FAILURES), ...group])].slice(0, MOST_FAILURES);
}

function failure(
  result: CaseResult,
  implementation: ConformanceReport["implementation"],
  style: TextStyle,
): readonly string[] {
  const { effect, ...facts } = reportItem(result, implementation).facts;
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return [
    `  ${style.bad(result.vector.id)}  ${result.vector.comment}`,
    ...Object.entries(facts).flatMap(([name, text]) => {
      const indent = 6 + width;
      const whole = text.split("\n").map((line) => " ".repeat(indent) + line);
      const [first = "", ...more] = UNBROKEN.includes(name) ? whole : wrapped(text, indent);
      return [`    ${style.faint(name.padEnd(width))}  ${first.trimStart()}`, ...more];
    }),
  ];
}

/** Those with the same explanation together. */
function grouped(
  title: string,
  results: readonly CaseResult[],
  kind: CaseStatus | "otherReason",
  style: TextStyle,
): readonly string[] {
  const isOther = kind === "otherReason";
  const chosen = results.filter((result) => (isOther ? result.otherReason !== undefined : result.status === kind));
  const groups = groupBy(chosen, ({ detail = "", otherReason = "" }) => (isOther ? otherReason : detail));
  if (groups.size === 0) return [];
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const rows = sorted.slice(0, MOST_REASONS).flatMap(([why, group]) => {
    const example = `(${group[0]?.vector.id}${group.length > 1 ? ", …" : ""})`;
    const [first = "", ...more] = wrapped(`${why} ${example}`, 9);
    return [`  ${String(group.length).padStart(5)}  ${first.trimStart()}`, ...more];
  });
  const more = sorted.length - MOST_REASONS;
  return [style.strong(title), ...rows, ...(more > 0 ? [`  and ${more} other kinds`] : []), ""];
}

/** What was meant for the run and had no part in it. */
function warnings(
  { unknownOperations, idlePatterns, results }: ConformanceReport,
  style: TextStyle,
): readonly string[] {
  const owned = results.filter((result) => isFailing(result) && result.vector.owner !== undefined);
  const owners = [...new Set(owned.map(({ vector }) => vector.owner))].join(", ");
  const those = `${counted(owned.length, "failure")} in a notation that one system alone writes (${owners})`;
  const lines = [
    ...(owned.length === 0 ? [] : [`${those}; let the adapter's hello name what it speaks, or --skip 'owner:*'`]),
    ...unknownOperations.map((name) => `the program offers ${name}, which is not an operation of the vectors`),
    ...idlePatterns.map((pattern) => `no vector matches ${pattern}`),
  ];
  const shown = lines.flatMap((line) => {
    const [first = "", ...more] = wrapped(`Warning: ${line}`, 0);
    return [first.replace("Warning:", style.warn("Warning:")), ...more];
  });
  return shown.length === 0 ? [] : [...shown, ""];
}

/** Lines of at most 80 columns, each after the same number of blanks; a long word has its own. */
function wrapped(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(" ".repeat(indent) + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
