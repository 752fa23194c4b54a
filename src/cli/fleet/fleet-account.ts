import { isReadyToImport } from "../../check/index.js";
import { type FleetReport, fleetReport } from "../../fleet/index.js";
import { isEveryUserImported } from "../../import/internal.js";
import { printable } from "../../lib/printable.js";
import type { ReportModel } from "../../report/report-model.js";
import { checkReport } from "../check/check-report.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { valueOrEnd } from "../could-not-run.js";
import { ImportOutputs, outputPaths } from "../import/import-outputs.js";
import { importReport } from "../import/import-report.js";
import { printAccount } from "../import/print-account.js";
import { requireDistinctFiles } from "../output/distinct-files.js";
import { reportPaths } from "../output/report-files.js";
import { findingSection } from "../preflight/preflight-report.js";
import { type FleetFlags, foldersOf, redisAddress } from "./fleet-flags.js";
import { statusReport } from "./status-report.js";

/** The one account of a run, its mapping and its refused users. */
export async function report(runFile: string, flags: FleetFlags, io: CliIo): Promise<ExitCode> {
  await requireDistinctFiles({
    inputs: [{ name: "the file of the run", path: runFile }],
    outputs: [...outputPaths(flags), ...reportPaths(flags.report)],
  });
  const folders = foldersOf(flags, runFile);
  const outputs = await ImportOutputs.open(flags);
  try {
    const found = await fleetReport({ runFile, redis: redisAddress(flags, io), folders });
    const account = valueOrEnd(found);
    for await (const row of account.refused()) await outputs.noteRefused(row);
    const warnings = found.ok ? found.warnings : [];
    const looks = findingSection("Look at these", warnings, "warn");
    const said = accountOf(account, runFile, folders);
    const sections = [...said.sections, looks];
    const { outcomes, refused: _, ...shown } = account;
    const whole = { ...said, title: printable(runFile), file: runFile, sections, printed: { ...shown, warnings } };
    const isWhole = await printAccount(whole, outputs, (files) => files.completeFrom(outcomes), flags, io);
    if (!isWhole) return EXIT.couldNotRun;
    return isFine(account) && warnings.length === 0 ? EXIT.fine : EXIT.problems;
  } catch (error) {
    await outputs.discard();
    throw error;
  }
}

function isFine({ status, check, import: account }: FleetReport): boolean {
  if (account === undefined) return isReadyToImport(check);
  return status.phase === "done" && isEveryUserImported(account);
}

/** In the words of one machine, after where the run is if it is not done. */
function accountOf(
  { status, check, signIns, import: account }: FleetReport,
  runFile: string,
  folders: readonly string[],
): Pick<ReportModel, "kind" | "document" | "sections"> {
  const title = printable(runFile);
  const isOver = status.phase === "done" || status.phase === "ready";
  const where = isOver ? [] : statusReport(status, title);
  if (account === undefined) {
    const next = `credport fleet work ${title} --to https://auth.example.com …`;
    const sections = [...where, ...checkReport(check, { title, next, hasFallback: false, files: [] })];
    return { kind: "check-report", document: { ...check, files: [], next }, sections };
  }
  const progress = { ...account, calls: {}, verifiedAddresses: 0 };
  const frame = { total: account.records, isRehearsal: false, stopped: undefined };
  const journal = printable(folders.join(", "));
  return {
    kind: "import-report",
    document: { ...progress, rehearsal: false, total: account.records, known: signIns ?? null, stopped: null },
    sections: [...where, ...importReport(progress, { ...frame, title, journal, signIns })],
  };
}
