import { counted } from "../../lib/plural.js";
import { type CaseResult, type ConformanceReport, type Counts, FAILING } from "../results.js";
import { describeStanding } from "../suite/standing.js";
import { columnsOf } from "./format-text.js";

/** The report as a page: the numbers by operation, then what failed, by flag, with its effect on a user. */
export function formatMarkdown(report: ConformanceReport): string {
  const { implementation, suiteVersion, results, outcome, brokenReason } = report;
  const suite = suiteVersion === null ? "" : ` of suite ${suiteVersion}`;
  const lines = [
    `# ${escapeMarkdown(`${implementation.name} ${implementation.version}`)}`,
    "",
    `${escapeMarkdown(implementation.language)}, held to ${counted(results.length, "vector")}${suite}: **${outcome}**${brokenReason === undefined ? "" : ` (${escapeMarkdown(brokenReason)})`}.`,
    "",
    ...table(report),
    "",
    ...failuresByFlag(results),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function table(report: ConformanceReport): readonly string[] {
  const columns = columnsOf(report);
  const row = (name: string, counts: Counts) =>
    `| ${name} | ${columns.map((status) => counts[status]).join(" | ")} |`;
  return [
    `| operation | ${columns.join(" | ")} |`,
    `| --- | ${columns.map(() => "---:").join(" | ")} |`,
    ...Object.entries(report.byOperation).map(([name, counts]) => row(name, counts)),
    row("all", report.totals),
  ];
}

/** Failing cases under each of their flags: what they have in common, and what a user suffers. */
export function failuresByFlag(results: readonly CaseResult[], level = "##"): readonly string[] {
  const failing = results.filter(({ status }) => FAILING.includes(status));
  const flags = new Map(
    failing.flatMap(({ vector }) => vector.flags.map((flag) => [flag.name, flag] as const)),
  );
  const sections = [...flags.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, bugType, description, effect }) => [
      `${level} ${name}`,
      "",
      `${bugType}. ${escapeMarkdown(description)} ${escapeMarkdown(effect)}`,
      "",
      ...failing.filter(({ vector }) => vector.flags.some((flag) => flag.name === name)).map(item),
      "",
    ]);
  const unflagged = failing.filter(({ vector }) => vector.flags.length === 0);
  return unflagged.length === 0 ? sections : [...sections, `${level} Others`, "", ...unflagged.map(item), ""];
}

function item({ vector, status, detail = "" }: CaseResult): string {
  const how = status === "fail" ? detail : `${status}: ${detail}`;
  return `- \`${vector.id}\` ${escapeMarkdown(vector.comment)}: ${escapeMarkdown(`${how} (${describeStanding(vector)})`)}`;
}

export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_|[\]<>#]/g, "\\$&")
    .replace(/[\u0000-\u001f\u007f]/g, "\ufffd");
}
