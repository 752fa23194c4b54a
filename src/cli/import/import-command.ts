import { readSent, trySignIns } from "../../import/internal.js";
import { defined } from "../../lib/defined.js";
import { pinInput } from "../../source/index.js";
import { hasChoices } from "../../source/internal.js";
import type { CliIo, ExitCode } from "../cli-io.js";
import { commandOf, FURTHER_FILES } from "../input/command-of.js";
import { choicesOf, requireReadPreferences } from "../input/decisions.js";
import { type ExportInput, exportName, openExportInput, requireStdinForExport } from "../input/export-input.js";
import { namedSource, type SourceOptions, sourceOptions } from "../input/source-options.js";
import { requireDistinctFiles } from "../output/distinct-files.js";
import { requireFileOrNothing } from "../output/output-file.js";
import { accountFor, refuseToBegin } from "./account-for.js";
import { askForKnown, existingUsers, lookBefore } from "./before-import.js";
import { importWhole } from "./carry-out.js";
import { requireExpectedUsers } from "./expected-users.js";
import {
  filesOf,
  IMPORT_OPTIONS,
  type ImportFlags,
  type ImportLimits,
  journalPath,
  limitsOf,
  requireCompatible,
} from "./import-flags.js";
import { ImportOutputs } from "./import-outputs.js";
import { connect } from "./import-target.js";
import { noteOtherImport } from "./other-import.js";
import { preview } from "./preview.js";
import { readSelection } from "./read-selection.js";
import { tellMemory } from "./rehearsal-memory.js";
import { requireFewRefused } from "./require-few-refused.js";

export const importCommand = commandOf(
  {
    takes: [["<file>", "export file of the old system, or several; - is standard input"], FURTHER_FILES],
    options: IMPORT_OPTIONS,

    notes: ["A list of --known is JSON lines or CSV: identifier, password, totp. More: docs/importing.md."],
    examples: [
      "credport import users.json --from firebase --hash-config hash-config.txt --dry-run",
      "CREDPORT_API_KEY=… credport import users.json --to https://auth.example.com --mapping ids.csv",
    ],
    exitCodes: {
      fine: "all users are on the service (with --only, all users listed in that file)",
      problems: "some users are not on the service, or in a rehearsal no known password signs in",
      couldNotRun: "the command could not run to its end, or could not write its files",
    },
  },
  runImport,
);

async function runImport(flags: ImportFlags, io: CliIo, path: string): Promise<ExitCode> {
  requireStdinForExport(path, flags);
  requireCompatible(flags);
  await requireDistinctFiles(await filesOf(path, flags));
  if (flags.to !== undefined) await requireFileOrNothing(journalPath(path, flags));
  const asked = await withSent(
    { ...(await sourceOptions(flags, path)), ...(await choicesOf(flags, true)) },
    path,
    flags,
  );
  const limits = limitsOf(flags);
  const input = await openExportInput(path, io, flags.join);
  try {
    return await importFrom(input, path, asked, limits, flags, io);
  } finally {
    await input.close();
  }
}

/** Who was sent before stays chosen: with another choice a resumed import would overwrite one person by another. */
async function withSent(asked: SourceOptions, path: string, flags: ImportFlags): Promise<SourceOptions> {
  if (flags.to === undefined || !hasChoices(asked)) return asked;
  const sent = await readSent(journalPath(path, flags));
  return { ...asked, ...defined({ isSent: sent?.isSent }) };
}

async function importFrom(
  input: ExportInput,
  path: string,
  asked: SourceOptions,
  limits: ImportLimits,
  given: ImportFlags,
  io: CliIo,
): Promise<ExitCode> {
  const exported = { ...pinInput(input.open), path: exportName(path), size: input.size };
  const { options: source, from } = await namedSource(exported, asked);
  // The journal is bound to the source by its name.
  const flags = { ...given, from };
  requireReadPreferences(flags, source.from);
  await requireExpectedUsers(flags.expect, exported, source);
  const select = flags.only === undefined ? undefined : await readSelection(flags.only, exported, source);
  await requireFewRefused({ exported, source, ...select }, flags, io);
  if (flags.dryRun === true) return preview(exported, source, select, flags, io);
  const target = await connect(path, flags, source, io);
  const ended = await noteOtherImport(target, io);
  try {
    const existing = existingUsers(target, flags, source.decisions);
    if (target.isRehearsal) await tellMemory(exported, source, io);
    const known = await askForKnown(target, flags, io);
    const opened = await ImportOutputs.open(flags, source.decisions, io.isStep);
    const users = { exported, source, ...select };
    const preflight = await lookBefore(target, users, flags, io).catch(async (error: unknown) => {
      await opened.discard();
      throw error;
    });
    const { path: name } = exported;
    if (preflight !== undefined && preflight.problems.length > 0) {
      await opened.discardUsers();
      return await refuseToBegin(preflight, opened, { path: name, flags, io });
    }
    const whole = { exported, source, target, known, existing, outputs: opened, flags };
    const run = await importWhole({ ...whole, limits: { ...limits, ...select } }, io);
    const { result } = run;
    const { rehearsal } = target;
    const isTried = known !== undefined && rehearsal !== undefined && result.ok;
    const signIns = isTried ? await trySignIns(rehearsal, known) : result.signIns;
    return await accountFor(run, opened, signIns, { path: name, target, preflight, flags, io });
  } finally {
    await ended();
    await target.close();
  }
}
