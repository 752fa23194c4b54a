import type { PreflightReport } from "../../import/index.js";
import { counted } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { operatorRemedyOf } from "../../problems/index.js";
import type { Problem } from "../../result.js";
import { forOperator } from "../output/remedies.js";
import { marked, type ReportRow, type ReportSection, sectionOf, type Tone } from "../output/report.js";

/** What a look at a service has shown, for a person. */
export function preflightReport(report: PreflightReport, to: string): readonly ReportSection[] {
  const { problems, warnings } = report;
  const isFine = problems.length === 0;
  return [
    {
      heading: `Looked at ${printable(to)}: nothing of any user was sent`,
      rows: [
        isFine ? marked("good", "an import may begin") : marked("bad", "an import would not end well"),
        ...knownRows(report),
      ],
    },
    findingSection("Problems", problems, "bad"),
    findingSection("Look at these", warnings, "warn"),
  ];
}

export function knownRows(report: Partial<PreflightReport>): readonly ReportRow[] {
  const { versions, features, clockOffsetMs } = report;
  const said = (name: string, list: readonly string[] | undefined): readonly ReportRow[] =>
    list === undefined ? [] : [{ text: `${name}: ${list.map(printable).join(", ") || "none"}` }];
  const clock = clockOffsetMs === undefined ? undefined : Math.round(clockOffsetMs / 1000);
  return [
    ...said("versions of the interface", versions && inShort(versions)),
    ...said("paid features", features),
    ...(clock === undefined ? [] : [{ text: `clock: off by ${counted(Math.abs(clock), "second")}` }]),
  ];
}

/** Many versions hide the rows that matter. */
function inShort(versions: readonly string[]): readonly string[] {
  if (versions.length < MANY_VERSIONS) return versions;
  const inOrder = versions.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
  return [`${inOrder[0]} to ${inOrder.at(-1)}`, counted(versions.length, "version")];
}

const MANY_VERSIONS = 6;

export function findingSection(heading: string, findings: readonly Problem[], tone: Tone): ReportSection {
  return sectionOf(
    heading,
    findings.flatMap(({ code, message }) => [
      { text: `${code}: ${printable(message)}`, tone },
      { text: operatorRemedyOf(code), isDetail: true },
    ]),
  );
}

/** The findings with the remedies for an operator. */
export function preflightJson(report: PreflightReport) {
  const { problems, warnings } = report;
  return { ...report, problems: problems.map(forOperator), warnings: warnings.map(forOperator) };
}
