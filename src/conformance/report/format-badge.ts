import { counted } from "../../lib/plural.js";
import { type ConformanceReport, comparedIn } from "../results.js";

/** What https://shields.io/badges/endpoint-badge draws. */
export function formatBadge({ outcome, tally, suiteVersion, results }: ConformanceReport): string {
  const { faults, right } = tally;
  const suite = suiteVersion === null ? "" : ` ${suiteVersion}`;
  if (outcome === "broken") return badge("broken run", "lightgrey", suite);
  if (outcome === "pass") {
    const { compared, isMost } = comparedIn(results);
    if (!isMost) return badge(`no fault in ${compared} of ${results.length}`, "yellow", suite);
    return badge(`${right} right, no fault`, "brightgreen", suite);
  }
  return badge(faults > 0 ? counted(faults, "fault") : "fails", "red", suite);
}

export function badge(message: string, color: string, suite = ""): string {
  const isError = color === "lightgrey";
  return `${JSON.stringify({ schemaVersion: 1, label: `credport-vectors${suite}`, message, color, isError })}\n`;
}
