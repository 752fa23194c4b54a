import { type FleetReport, fleetReport } from "../../fleet/index.js";
import { type FleetVerdict, verdictOnFleet } from "../../fleet/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { ReportModel } from "../../report/report-model.js";
import { checkReport, faultOf } from "../check/check-report.js";
import { commandLine } from "../check/next-step.js";
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
    outputs: [...outputPaths(flags), ...(await reportPaths(flags.report))],
  });
  const folders = foldersOf(flags, runFile);
  const outputs = await ImportOutputs.open(flags);
  try {
    const found = await fleetReport({ runFile, redis: redisAddress(flags, io), folders });
    const account = valueOrEnd(found);
    for await (const row of account.refused()) await outputs.noteRefused(row);
    const warnings = found.ok ? found.warnings : [];
    const verdict = verdictOnFleet(account, warnings);
    const said = accountOf(account, verdict, runFile, folders);
    const sections = [...said.sections, findingSection("Look at these", warnings, "warn")];
    const { outcomes, refused: _, ...shown } = account;
    const whole = { ...said, title: printable(runFile), file: runFile, sections, printed: { ...shown, warnings } };
    const isWhole = await printAccount(whole, outputs, (files) => files.completeFrom(outcomes), flags, io);
    if (!isWhole) return EXIT.couldNotRun;
    return verdict.isFine ? EXIT.fine : EXIT.problems;
  } catch (error) {
    await outputs.discard();
    throw error;
  }
}

/** In the words of one machine, after where the run is if it is not done. */
function accountOf(
  { status, check, signIns }: FleetReport,
  { isAtEnd, isFine, fault, progress }: FleetVerdict,
  runFile: string,
  folders: readonly string[],
): Pick<ReportModel, "kind" | "document" | "sections" | "fault"> {
  const title = printable(runFile);
  const where = isAtEnd ? [] : statusReport(status, title);
  if (progress === undefined) {
    const work = commandLine("fleet work", [runFile], ["--to", "https://auth.example.com"]);
    const next = `${work} # with the options of the workers before`;
    const done = isAtEnd ? title : `${title}, ${status.checked} of ${counted(status.chunks, "chunk")}`;
    const sections = [...where, ...checkReport(check, { title: done, next, hasFallback: false, files: [] })];
    const found = isFine ? undefined : (fault ?? faultOf(check));
    return { kind: "check-report", document: { ...check, files: [], next }, sections, fault: found };
  }
  const { records: total, imported, alreadyThere, users } = progress;
  const journal = printable(folders.join(", "));
  const open = users.importable + users.otherLogins - imported - alreadyThere;
  const contentNote = open > 0 ? asChecked(open) : undefined;
  const frame = { total, isRehearsal: false, stopped: undefined, title, journal, signIns, contentNote };
  return {
    kind: "import-report",
    document: { ...progress, rehearsal: false, total, known: signIns ?? null, stopped: null },
    sections: [...where, ...importReport(progress, frame)],
    fault,
  };
}

/** Journals say what became of users, and not what each of them has. */
function asChecked(open: number): string {
  const whom = `${counted(open, "user")} ${nounFor(open, "has", "have")} not been imported`;
  return `These are the numbers of the check: ${whom}, and what they have counts as carried.`;
}
