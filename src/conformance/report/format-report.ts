import type { ImplementationName } from "../protocol/messages.js";
import type { CaseResult, ConformanceReport } from "../results.js";
import { formatBadge } from "./format-badge.js";
import { formatJunit } from "./format-junit.js";
import { formatMarkdown } from "./format-markdown.js";
import { formatTap } from "./format-tap.js";
import { formatText, PLAIN_STYLE, type TextStyle } from "./format-text.js";
import { reproductionOf } from "./reproduction.js";
import { verdictOf } from "./verdict.js";

/** The forms in which a report can be written. */
export const REPORT_FORMATS = ["text", "json", "junit", "tap", "markdown", "badge"] as const;

/** Names of the formats that `formatReport` writes. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * Writes a report: `text` and `markdown` for people, `json` whole, `junit` (XML) and `tap` (version 14) for
 * machines that know tests, `badge` for shields.io. Holds neither dates nor durations, so that the same results give the same text.
 *
 * @param report What `runConformance` gives.
 * @param format One of `REPORT_FORMATS`.
 * @param style Colours for `text`; none if absent.
 * @returns Text that ends with a line break.
 *
 * @example
 * ```ts
 * import { formatReport, runConformance } from "credport/conformance";
 *
 * const refuses = { name: "refuses", version: "1.0", language: "JavaScript", operations: { otpauth: () => ({ error: {} }) } };
 * const report = await runConformance(refuses, { only: ["otpauth/migration-00?"] });
 * report.ok && formatReport(report.value, "tap").split("\n")[0]; // => "TAP version 14"
 * ```
 */
export function formatReport(report: ConformanceReport, format: ReportFormat, style: TextStyle = PLAIN_STYLE): string {
  switch (format) {
    case "text":
      return formatText(report, style);
    case "json":
      return formatJson(report);
    case "junit":
      return formatJunit(report);
    case "tap":
      return formatTap(report);
    case "markdown":
      return formatMarkdown(report);
    case "badge":
      return formatBadge(report);
    default:
      throw new TypeError(`format must be one of ${REPORT_FORMATS.join(", ")}`);
  }
}

/** The whole report, with what was expected and what was answered for each case that did not simply pass. */
function formatJson(report: ConformanceReport): string {
  const { results, ...summary } = report;
  const all = results.map((result) => resultJson(result, report.implementation));
  return `${JSON.stringify({ verdict: verdictOf(report), ...summary, results: all }, null, 2)}\n`;
}

function resultJson(result: CaseResult, implementation: ImplementationName): object {
  const { vector, status, detail, otherReason, issueUrl, answer, fault } = result;
  const base = { id: vector.id, status, detail, otherReason, issueUrl, fault };
  const isPlain = status === "pass" && otherReason === undefined;
  const isUnasked = fault === undefined && (answer === undefined || "skipped" in answer);
  if (isPlain || isUnasked) return base;
  const expected =
    vector.result === "invalid"
      ? { error: { code: vector.problem, offset: vector.offset } }
      : {
          ok: vector.outputs.length === 1 ? vector.outputs[0] : { oneOf: vector.outputs },
          problem: vector.problem,
          mayRefuse: vector.mayRefuse,
        };
  const { comment, flags, operation, topic, twin, provenance, input } = vector;
  const about = { comment, flags: flags.map(({ name }) => name), file: `${operation}/${topic}.json`, twin };
  const reproduce = reproductionOf(vector, implementation);
  return { ...base, ...about, provenance, input, expected, answer, reproduce };
}
