import { type CaseResult, type ConformanceReport, FAILING } from "../results.js";
import { describeStanding } from "../suite/standing.js";

/** Test Anything Protocol, version 14 (https://testanything.org). */
export function formatTap({ results, brokenReason }: ConformanceReport): string {
  const lines = results.flatMap((result, index) => caseLines(result, index + 1));
  const bail = brokenReason === undefined ? [] : [`Bail out! ${oneLine(brokenReason)}`];
  return ["TAP version 14", `1..${results.length}`, ...lines, ...bail, ""].join("\n");
}

const NOT_COMPARED = ["not-reached", "skipped", "unsupported", "not-run"];

function caseLines({ vector, status, detail = status }: CaseResult, number: number): readonly string[] {
  const description = `${vector.id} ${escapeTap(vector.comment)}`;
  if (NOT_COMPARED.includes(status)) return [`ok ${number} - ${description} # SKIP ${escapeTap(detail)}`];
  if (status === "pass") return [`ok ${number} - ${description}`];
  const word = FAILING.includes(status) ? "not ok" : "ok";
  return [
    `${word} ${number} - ${description}`,
    "  ---",
    `  status: ${status}`,
    `  message: ${JSON.stringify(oneLine(detail))}`,
    `  standing: ${JSON.stringify(oneLine(describeStanding(vector)))}`,
    "  ...",
  ];
}

function escapeTap(text: string): string {
  return oneLine(text).replace(/[\\#]/g, "\\$&");
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
