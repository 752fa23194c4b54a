import type { Result } from "../../result.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { formatReport, type ReportSection } from "../output/report.js";
import { styleFor } from "../style.js";
import type { FleetFlags } from "./fleet-flags.js";

/** The value, or the end of the command. */
export function valueOrEnd<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const [{ code, message, field = "" }] = result.problems;
  throw new CouldNotRun(code, field.startsWith("line ") ? `${field}: ${message}` : message);
}

/** The report as text, or as JSON where that was asked for. */
export function print(
  report: object,
  sections: readonly ReportSection[],
  { json }: FleetFlags,
  io: CliIo,
): void {
  const text = formatReport(sections, styleFor(io.stdout, io.env));
  io.stdout.write(json === true ? `${JSON.stringify(report, null, 2)}\n` : text);
}
