import { csvReport } from "./csv-report.js";
import { htmlReport } from "./html-report.js";
import { jsonReport } from "./json-report.js";
import { junitReport } from "./junit-report.js";
import { markdownReport } from "./markdown-report.js";
import type { ReportFormat } from "./report-model.js";
import { sarifReport } from "./sarif-report.js";

/** The forms of a report, by the end of a file's name. */
const REPORT_FORMATS: Readonly<Record<string, ReportFormat>> = {
  html: htmlReport,
  md: markdownReport,
  json: jsonReport,
  csv: csvReport,
  xml: junitReport,
  sarif: sarifReport,
};

/** The ends of names that say a form. */
export const REPORT_EXTENSIONS: readonly string[] = Object.keys(REPORT_FORMATS);

/** The form that a file's name asks for. */
export function reportFormatOf(path: string): ReportFormat | undefined {
  const [, extension = ""] = /\.([a-z]+)$/.exec(path.toLowerCase()) ?? [];
  return Object.hasOwn(REPORT_FORMATS, extension) ? REPORT_FORMATS[extension] : undefined;
}
