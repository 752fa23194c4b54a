import type { ImplementationName } from "../protocol/messages.js";
import type { CaseResult, ConformanceReport } from "../results.js";
import { reportItem } from "./report-item.js";
import { verdictOf } from "./verdict.js";

/** Test Anything Protocol, version 14 (https://testanything.org). */
export function formatTap(report: ConformanceReport): string {
  const { results, brokenReason, implementation } = report;
  const lines = results.flatMap((result, index) => caseLines(result, index + 1, implementation));
  const bail = brokenReason === undefined ? [] : [`Bail out! ${oneLine(brokenReason)}`];
  const head = ["TAP version 14", `1..${results.length}`, `# ${verdictOf(report)}`];
  return [...head, ...lines, ...bail, ""].join("\n");
}

function caseLines(result: CaseResult, number: number, implementation: ImplementationName): readonly string[] {
  const { vector, status } = result;
  const { kind, message, evidence, facts } = reportItem(result, implementation);
  const title = `ok ${number} - ${vector.id} ${escapeTap(vector.comment)}`;
  if (kind === "idle") return [`${title} # SKIP ${escapeTap(message)}`];
  if (kind === "plain") return [title];
  const said = Object.entries({ message, evidence, ...facts });
  return [
    kind === "failing" ? `not ${title}` : title,
    "  ---",
    `  status: ${status}`,
    ...said.map(([name, text]) => `  ${name}: ${JSON.stringify(oneLine(text))}`),
    "  ...",
  ];
}

const escapeTap = (text: string): string => oneLine(text).replace(/[\\#]/g, "\\$&");

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
