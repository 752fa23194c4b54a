import { type ImportResult, isEveryUserImported, type PreflightReport } from "../../import/index.js";
import { printable } from "../../lib/printable.js";
import { isProven, type KnownSignIns } from "../../rehearsal/index.js";
import type { Problem } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../output/style.js";
import { preflightJson } from "../preflight/preflight-report.js";
import type { ImportFlags } from "./import-flags.js";
import type { ImportOutputs } from "./import-outputs.js";
import { importReport } from "./import-report.js";
import type { ImportTarget } from "./import-target.js";

/**
 * Prints what became of the users, whatever becomes of the files: what was imported must
 * not go unsaid because a disk is full.
 */
export async function accountFor(
  result: ImportResult,
  outputs: ImportOutputs | undefined,
  signIns: KnownSignIns | undefined,
  frame: Frame,
): Promise<ExitCode> {
  const { target, flags, io } = frame;
  const isJson = flags.json === true;
  if (!isJson) io.stdout.write(describe(result, signIns, frame));
  let fault: CouldNotRun | undefined;
  try {
    await outputs?.complete(target.journal);
  } catch (error) {
    // Part of the one document that --json prints; otherwise after the report.
    if (!isJson || !(error instanceof CouldNotRun)) throw error;
    fault = error;
  }
  if (isJson) io.stdout.write(describeAsJson(result, signIns, fault, frame));
  return fault === undefined ? exitCode(result, signIns) : EXIT.couldNotRun;
}

/** What a report is about. */
export interface Frame {
  readonly path: string;
  readonly target: ImportTarget;
  readonly preflight: PreflightReport | undefined;
  readonly total: number | undefined;
  readonly flags: ImportFlags;
  readonly io: CliIo;
}

function describe(result: ImportResult, signIns: KnownSignIns | undefined, frame: Frame): string {
  const { path, target, total, flags, io } = frame;
  const sections = importReport(result.progress, {
    title: printable(`${path} (${flags.from})`),
    total,
    isRehearsal: target.isRehearsal,
    journal: target.isRehearsal ? undefined : printable(target.journal),
    stopped: stopReason(result, target),
    signIns,
  });
  return formatReport(sections, styleFor(io.stdout, io.env));
}

function stopReason(result: ImportResult, { isRehearsal }: ImportTarget): Problem | undefined {
  if (result.ok) return undefined;
  const [reason] = result.problems;
  return isRehearsal && reason.code === "import/interrupted" ? { ...reason, remedy: REHEARSE_AGAIN } : reason;
}

const REHEARSE_AGAIN =
  "Run the same command again: a rehearsal keeps nothing and starts with the first user.";

function describeAsJson(
  result: ImportResult,
  signIns: KnownSignIns | undefined,
  fault: CouldNotRun | undefined,
  { target, preflight, total }: Frame,
): string {
  const report = {
    rehearsal: target.isRehearsal,
    ...(preflight === undefined ? {} : { preflight: preflightJson(preflight) }),
    total: total ?? null,
    ...result.progress,
    known: signIns ?? null,
    stopped: stopReason(result, target) ?? null,
    ...(fault === undefined
      ? {}
      : { error: { code: fault.code, message: fault.message, remedy: fault.remedy } }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function exitCode({ ok, progress }: ImportResult, signIns: KnownSignIns | undefined): ExitCode {
  if (!ok) return EXIT.couldNotRun;
  return isEveryUserImported(progress) && (signIns === undefined || isProven(signIns))
    ? EXIT.fine
    : EXIT.problems;
}
