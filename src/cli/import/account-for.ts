import type { KnownSignIns, PreflightReport } from "../../import/index.js";
import { accountOfNone, verdictOn } from "../../import/internal.js";
import { printable } from "../../lib/printable.js";
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

const EXITS = { fine: EXIT.fine, problems: EXIT.problems, stopped: EXIT.couldNotRun } as const;

/** Prints what became of the users, and which files say so. */
export async function accountFor(
  { result, hasBegun, total }: ImportRun,
  outputs: ImportOutputs,
  signIns: KnownSignIns | undefined,
  frame: Frame,
): Promise<ExitCode> {
  const { target, flags, io, path: file, preflight } = frame;
  const { isRehearsal } = target;
  const { progress } = result;
  const reason = result.ok ? undefined : result.problems[0];
  const { end, stopped, fault } = verdictOn(progress, { stopped: reason, signIns, isRehearsal, total });
  const title = titleOf(frame);
  const journal = isRehearsal ? undefined : printable(target.journal);
  const { withoutPassword } = flags;
  const shown = { title, total, isRehearsal, isStep: io.isStep, journal, stopped, signIns, withoutPassword };
  const document = {
    rehearsal: isRehearsal,
    ...(preflight === undefined ? {} : { preflight: preflightJson(preflight) }),
    ...{ total: total ?? null, ...progress, known: signIns ?? null },
    problems: withPages(progress.problems),
    warnings: withPages(progress.warnings),
    stopped: stopped ?? null,
  };
  if (end === "stopped") tellQuietly(fault, io);
  const said = { kind: "import-report", title, file, sections: importReport(progress, shown), document, fault };
  const complete = async (files: ImportOutputs) => (hasBegun ? files.complete(target.journal) : undefined);
  const isWhole = await printAccount(said, outputs, complete, flags, io);
  return isWhole ? EXITS[end] : EXIT.couldNotRun;
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

interface Frame {
  readonly path: string;
  readonly target: ImportTarget;
  readonly preflight: PreflightReport | undefined;
  readonly flags: ImportFlags;
  readonly io: CliIo;
}

const titleOf = ({ path, flags }: Pick<Frame, "path" | "flags">): string => printable(`${path} (${flags.from})`);
