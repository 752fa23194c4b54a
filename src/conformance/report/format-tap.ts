import type { ImplementationName } from "../protocol/messages.js";
import { type CaseResult, type ConformanceReport, FAILING } from "../results.js";
import { describeEvidence } from "../suite/evidence.js";
import { failureFacts } from "./failure-facts.js";
import { verdictOf } from "./verdict.js";

/** Test Anything Protocol, version 14 (https://testanything.org). */
export function formatTap(report: ConformanceReport): string {
  const { results, brokenReason, implementation } = report;
  const lines = results.flatMap((result, index) => caseLines(result, index + 1, implementation));
  const bail = brokenReason === undefined ? [] : [`Bail out! ${oneLine(brokenReason)}`];
  const head = ["TAP version 14", `1..${results.length}`, `# ${verdictOf(report)}`];
  return [...head, ...lines, ...bail, ""].join("\n");
}

const NOT_COMPARED = ["not-reached", "skipped", "unsupported", "not-run"];

function caseLines(
  result: CaseResult,
  number: number,
  implementation: ImplementationName,
): readonly string[] {
  const { vector, status, otherReason, detail = otherReason ?? status } = result;
  const description = `${vector.id} ${escapeTap(vector.comment)}`;
  if (NOT_COMPARED.includes(status)) return [`ok ${number} - ${description} # SKIP ${escapeTap(detail)}`];
  if (status === "pass" && otherReason === undefined) return [`ok ${number} - ${description}`];
  const isFailing = FAILING.includes(status);
  const facts = Object.entries(isFailing ? failureFacts(result, implementation) : {});
  const word = isFailing ? "not ok" : "ok";
  return [
    `${word} ${number} - ${description}`,
    "  ---",
    `  status: ${status}`,
    `  message: ${JSON.stringify(oneLine(detail))}`,
    `  evidence: ${JSON.stringify(oneLine(describeEvidence(vector)))}`,
    ...facts.map(([name, text]) => `  ${name}: ${JSON.stringify(oneLine(text))}`),
    "  ...",
  ];
}

function escapeTap(text: string): string {
  return oneLine(text).replace(/[\\#]/g, "\\$&");
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
