import type { Problem } from "../../result.js";
import { badge } from "./format-badge.js";
import { harnessSuite } from "./format-junit.js";
import { escapeMarkdown } from "./format-markdown.js";
import type { ReportFormat } from "./format-report.js";
import { oneLine } from "./format-tap.js";

/**
 * The report of a run that did not come about, so that a program waiting for a file gets one that says so.
 *
 * @param problem What `runConformance` refused with.
 * @param format One of `REPORT_FORMATS`.
 * @returns Text that ends with a line break; empty for `text`, where the message itself is the report.
 */
export function formatRefusal({ code, message, remedy }: Problem, format: ReportFormat): string {
  switch (format) {
    case "text":
      return "";
    case "json":
      return `${JSON.stringify({ error: { code, message, remedy } }, null, 2)}\n`;
    case "junit":
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="credport conform">',
        ...harnessSuite(message),
        "</testsuites>",
        "",
      ].join("\n");
    case "tap":
      return `TAP version 14\n1..0\nBail out! ${oneLine(message)}\n`;
    case "markdown":
      return `# Not run\n\n**broken** (${escapeMarkdown(message)})\n`;
    case "badge":
      return badge("not run", "lightgrey");
    default:
      throw new TypeError("format must be one of REPORT_FORMATS");
  }
}
