import { escapeXml } from "../lib/escape-xml.js";
import { cutNote, type RefusedRow, type ReportFormat } from "./report-model.js";

/** For continuous integration: each refused user is a test that fails. */
export const junitReport: ReportFormat = {
  render: (model) => {
    const { title, refused, refusedInAll } = model;
    const note = cutNote(model);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="${escapeXml(title)}" tests="${refused.length + 1}" failures="${refused.length}">`,
      `  <testsuite name="credport" tests="${refused.length + 1}" failures="${refused.length}">`,
      `    <testcase classname="credport" name="the file was read"><system-out>${escapeXml(
        note ?? `${refusedInAll} refused`,
      )}</system-out></testcase>`,
      ...refused.map(caseOf),
      "  </testsuite>",
      "</testsuites>",
      "",
    ].join("\n");
  },
};

function caseOf({ line, userId, problems }: RefusedRow): string {
  const name = escapeXml(`line ${line}${userId === null ? "" : `, user ${userId}`}`);
  const [first] = problems;
  const text = problems.map(({ code, message = "", remedy = "" }) => `${code}: ${message}\n  ${remedy}`);
  const failure = `type="${escapeXml(first?.code ?? "")}" message="${escapeXml(first?.message ?? first?.code ?? "")}"`;
  return `    <testcase classname="user" name="${name}"><failure ${failure}>${escapeXml(text.join("\n"))}</failure></testcase>`;
}
