import { counted } from "../../lib/plural.js";
import type { ImplementationName } from "../protocol/messages.js";
import {
  CASE_STATUSES,
  type CaseResult,
  type CaseStatus,
  type ConformanceReport,
  type Counts,
  isFailing,
} from "../results.js";
import { reportItem } from "./report-item.js";
import { verdictOf } from "./verdict.js";

/** The report as a page: the verdict, the numbers by operation, then what failed, by flag, with its effect on a user. */
export function formatMarkdown(report: ConformanceReport): string {
  const { implementation, suiteVersion, results, brokenReason } = report;
  const suite = suiteVersion === null ? "" : ` of suite ${suiteVersion}`;
  const lines = [
    `# ${escapeMarkdown(`${implementation.name} ${implementation.version}`)}`,
    "",
    `**${verdictOf(report)}**${brokenReason === undefined ? "" : ` (${escapeMarkdown(brokenReason)})`}. ${escapeMarkdown(implementation.language)}, held to ${counted(results.length, "vector")}${suite}.`,
    "",
    ...table(report),
    "",
    ...failuresByFlag(results, implementation),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The columns that have something in them. */
function columnsOf({ totals }: ConformanceReport): readonly CaseStatus[] {
  return CASE_STATUSES.filter((status) => status === "pass" || status === "fail" || totals[status] > 0);
}

function table(report: ConformanceReport): readonly string[] {
  const columns = columnsOf(report);
  const row = (name: string, counts: Counts) => `| ${name} | ${columns.map((status) => counts[status]).join(" | ")} |`;
  return [
    `| operation | ${columns.join(" | ")} |`,
    `| --- | ${columns.map(() => "---:").join(" | ")} |`,
    ...Object.entries(report.byOperation).map(([name, counts]) => row(name, counts)),
    row("all", report.totals),
  ];
}

/** Failing cases under each of their flags: what they have in common, and what a user suffers. */
function failuresByFlag(results: readonly CaseResult[], implementation: ImplementationName): readonly string[] {
  const item = (result: CaseResult) => itemOf(result, implementation);
  const failing = results.filter(isFailing);
  const flags = new Map(failing.flatMap(({ vector }) => vector.flags.map((flag) => [flag.name, flag] as const)));
  const sections = [...flags.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, bugType, description, effect }) => [
      `## ${name}`,
      "",
      `${bugType}. ${escapeMarkdown(description)} ${escapeMarkdown(effect)}`,
      "",
      ...failing.filter(({ vector }) => vector.flags.some((flag) => flag.name === name)).flatMap(item),
      "",
    ]);
  const unflagged = failing.filter(({ vector }) => vector.flags.length === 0);
  return unflagged.length === 0 ? sections : [...sections, "## Others", "", ...unflagged.flatMap(item), ""];
}

function itemOf(result: CaseResult, implementation: ImplementationName): readonly string[] {
  const { effect, reproduce, ...facts } = reportItem(result, implementation).facts;
  const code = reproduce === undefined ? [] : ["", "  ```", `  ${reproduce}`, "  ```"];
  return [
    `- \`${result.vector.id}\` ${escapeMarkdown(result.vector.comment)}`,
    ...Object.entries(facts).map(([name, text]) => `  - ${name}: ${escapeMarkdown(text)}`),
    ...code,
  ];
}

export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_|[\]<>#]/g, "\\$&")
    .replace(/[\u0000-\u001f\u007f]/g, "\ufffd");
}
