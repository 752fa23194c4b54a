import { escapeXml } from "../lib/escape-xml.js";
import { cutNote, type RefusedRow, type ReportFault, type ReportFormat } from "./report-model.js";

/** For continuous integration: each refused user is a test that fails. */
export const junitReport: ReportFormat = {
  begins: /^<\?xml [^>]+>\n<testsuites [^>]+>\n {2}<testsuite name="credport" /,
  render: (model) => {
    const { title, refused, refusedInAll, fault } = model;
    const said = `<system-out>${escapeXml(cutNote(model) ?? `${refusedInAll} not imported`)}</system-out>`;
    const counts = `tests="${refused.length + 1}" failures="${refused.length + (fault === undefined ? 0 : 1)}"`;
    const failure = fault === undefined ? "" : failureOf([fault]);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="${escapeXml(title)}" ${counts}>`,
      `  <testsuite name="credport" ${counts}>`,
      `    <testcase classname="credport" name="the run ended well">${failure}${said}</testcase>`,
      ...refused.map(caseOf),
      "  </testsuite>",
      "</testsuites>",
      "",
    ].join("\n");
  },
};

function caseOf({ file, line, userId, problems }: RefusedRow): string {
  const place = `${file === undefined ? "" : `${file}, `}line ${line}`;
  const name = `${place}${userId === null ? "" : `, user ${userId}`}`;
  return `    <testcase classname="user" name="${escapeXml(name)}">${failureOf(problems)}</testcase>`;
}

function failureOf(problems: readonly ReportFault[]): string {
  const [first] = problems;
  const text = problems.map(({ code, message = "", remedy = "" }) => `${code}: ${message}\n  ${remedy}`);
  const attributes = `type="${escapeXml(first?.code ?? "")}" message="${escapeXml(first?.message ?? first?.code ?? "")}"`;
  return `<failure ${attributes}>${escapeXml(text.join("\n"))}</failure>`;
}
