import { cutNote, type ReportFormat, type ReportRow } from "./report-model.js";

/** For an issue, a pull request or a wiki. */
export const markdownReport: ReportFormat = {
  begins: /^<!-- a report of credport -->\n/,
  render: (model) => {
    const { sections, refused } = model;
    const blocks = sections.flatMap(({ heading, rows }) => {
      const lines = rows.map(lineOf);
      if (heading === undefined && lines.length === 0) return [];
      return [[...(heading === undefined ? [] : [`## ${escaped(heading)}`, ""]), ...lines].join("\n")];
    });
    const [first = "", ...others] = blocks;
    const table = refused.map(({ file, line, userId, problems }) => {
      const why = problems.map(({ code, message = "" }) => `\`${code}\` ${escaped(message)}`).join("<br>");
      const place = file === undefined ? `${line}` : `${escaped(file)}, ${line}`;
      return `| ${place} | ${escaped(userId ?? "")} | ${why} |`;
    });
    const head = ["## Users not imported", "", "| Line | User | Why |", "| ---: | --- | --- |"];
    const list = table.length === 0 ? [] : [[...head, ...table].join("\n"), cutNote(model) ?? ""];
    return `<!-- a report of credport -->\n${[first.replace(/^##/, "#"), ...others, ...list].filter((block) => block !== "").join("\n\n")}\n`;
  },
};

function lineOf(row: ReportRow): string {
  if ("number" in row) return `- **${row.number}** ${escaped(`${row.text}${row.rest ?? ""}`)}`;
  return `${row.isDetail === true ? "  " : ""}- ${escaped(row.text.trim())}`;
}

/** Text as it is read, whatever signs of Markdown and HTML are in it. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, (sign) => (sign === "<" ? "&lt;" : `\\${sign}`));
}
