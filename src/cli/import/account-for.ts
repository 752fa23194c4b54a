import type { ImportResult, KnownSignIns, PreflightReport } from "../../import/index.js";
import { accountOfNone, allSignedIn, isEveryUserImported } from "../../import/internal.js";
import { printable } from "../../lib/printable.js";
import type { ReportFault } from "../../report/report-model.js";
import type { Problem } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { withPages } from "../output/problem-page.js";
import { tellQuietly } from "../output/report.js";
import { preflightJson, preflightReport } from "../preflight/preflight-report.js";
import type { ImportRun } from "./carry-out.js";
import type { ImportFlags } from "./import-flags.js";
import type { ImportOutputs } from "./import-outputs.js";
import { importReport } from "./import-report.js";
import type { ImportTarget } from "./import-target.js";
import { printAccount } from "./print-account.js";

/** Prints what became of the users, and which files say so. */
export async function accountFor(
  { result, hasBegun }: ImportRun,
  outputs: ImportOutputs,
  signIns: KnownSignIns | undefined,
  frame: Frame,
): Promise<ExitCode> {
  const { target, flags, io, path: file } = frame;
  const said = {
    ...{ kind: "import-report", title: titleOf(frame), file },
    sections: sectionsOf(result, signIns, frame),
    document: documentOf(result, signIns, frame),
    fault: faultOf(result, signIns, frame),
  };
  if (!result.ok) tellQuietly(said.fault, io);
  const isWhole = await printAccount(
    said,
    outputs,
    async (files) => (hasBegun ? files.complete(target.journal) : undefined),
    flags,
    io,
  );
  return isWhole ? exitCode(result, signIns) : EXIT.couldNotRun;
}

/** Says why a service is not one to import to: nothing of any user was sent. */
export async function refuseToBegin(
  report: PreflightReport,
  outputs: ImportOutputs,
  { path, flags, io }: Pick<Frame, "path" | "flags" | "io">,
): Promise<ExitCode> {
  const preflight = preflightJson(report);
  const [error] = preflight.problems;
  const said = {
    ...{ kind: "import-report", title: titleOf({ path, flags }), file: path },
    sections: preflightReport(report, flags.to ?? ""),
    document: { rehearsal: false, preflight, total: null, ...accountOfNone(), known: null, stopped: error },
    printed: { rehearsal: false, preflight, error },
    fault: error,
  };
  tellQuietly(error, io);
  await printAccount(said, outputs, async () => undefined, flags, io);
  return EXIT.couldNotRun;
}

/** What a report is about. */
interface Frame {
  readonly path: string;
  readonly target: ImportTarget;
  readonly preflight: PreflightReport | undefined;
  readonly total: number | undefined;
  readonly flags: ImportFlags;
  readonly io: CliIo;
}

function titleOf({ path, flags }: Pick<Frame, "path" | "flags">): string {
  return printable(`${path} (${flags.from})`);
}

function sectionsOf(result: ImportResult, signIns: KnownSignIns | undefined, frame: Frame) {
  const { target, total } = frame;
  return importReport(result.progress, {
    title: titleOf(frame),
    total,
    isRehearsal: target.isRehearsal,
    isStep: frame.io.isStep,
    journal: target.isRehearsal ? undefined : printable(target.journal),
    stopped: stopReason(result, frame),
    signIns,
    withoutPassword: frame.flags.withoutPassword,
  });
}

function stopReason(result: ImportResult, { target: { isRehearsal }, total }: Frame): Problem | undefined {
  if (result.ok) return undefined;
  const { records, unfinished } = result.progress;
  const [first] = result.problems;
  const isAtEnd = first.code === "import/interrupted" && records === total && unfinished === 0;
  const reason = isAtEnd
    ? { ...first, message: "the run was ended after its last record, before all was proven" }
    : first;
  return isRehearsal && reason.code === "import/interrupted" ? { ...reason, remedy: REHEARSE_AGAIN } : reason;
}

/** For reports in which a machine looks for one. */
function faultOf(result: ImportResult, signIns: KnownSignIns | undefined, frame: Frame): ReportFault | undefined {
  const stopped = stopReason(result, frame);
  if (stopped !== undefined) return stopped;
  if (signIns !== undefined && !allSignedIn(signIns)) return { code: "import/known-not-signed-in" };
  return result.progress.unfinished > 0 ? { code: "import/interrupted" } : undefined;
}

const REHEARSE_AGAIN = "Run the same command again: a rehearsal keeps nothing and starts with the first user.";

function documentOf(result: ImportResult, signIns: KnownSignIns | undefined, frame: Frame): object {
  const { target, preflight, total } = frame;
  return {
    rehearsal: target.isRehearsal,
    ...(preflight === undefined ? {} : { preflight: preflightJson(preflight) }),
    ...{ total: total ?? null, ...result.progress, known: signIns ?? null },
    problems: withPages(result.progress.problems),
    stopped: stopReason(result, frame) ?? null,
  };
}

function exitCode({ ok, progress }: ImportResult, signIns: KnownSignIns | undefined): ExitCode {
  if (!ok) return EXIT.couldNotRun;
  const isSignedIn = signIns === undefined || allSignedIn(signIns);
  return isEveryUserImported(progress) && isSignedIn ? EXIT.fine : EXIT.problems;
}
