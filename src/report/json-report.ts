import type { ReportFormat } from "./report-model.js";

/** For programs: `schemas/<kind>.schema.json` describes it. A change that breaks readers raises `formatVersion`. */
export const jsonReport: ReportFormat = {
  begins: /^\{\s+"format": "[a-z]+-report",\s+"formatVersion": \d+,\s+"credport": /,
  render: ({ kind, title, version, document, refused, refusedInAll }) => {
    const whole = { format: kind, formatVersion: 1, credport: version, title, ...document };
    return `${JSON.stringify({ ...whole, refusedRecords: { inAll: refusedInAll, listed: refused } }, null, 2)}\n`;
  },
};
