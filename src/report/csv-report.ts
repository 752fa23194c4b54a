import { csvLine } from "../lib/csv-line.js";
import type { ReportFormat } from "./report-model.js";

/** For a support desk: who is refused, why in plain words, and what helps. */
export const csvReport: ReportFormat = {
  begins: /^"external_user_id","address","line","file","code","reason","remedy"\r?\n/,
  head: csvLine(["external_user_id", "address", "line", "file", "code", "reason", "remedy"]),
  line: ({ userId, address = "", line, file = "", problems }) => {
    const [first] = problems;
    const reasons = problems.map(({ message = "", code }) => message || code).join("; ");
    const { code = "", remedy = "" } = first ?? {};
    return csvLine([userId ?? "", address, String(line), file, code, reasons, remedy]);
  },
};
