import { type Command, Option } from "commander";
import { trySignIns } from "../../rehearsal/index.js";
import { pinInput } from "../../source/index.js";
import type { CliIo, ExitCode } from "../cli-io.js";
import {
  type ExportInput,
  exportName,
  openExportInput,
  requireStdinForExport,
} from "../input/export-input.js";
import { addTargetOptions } from "../input/service-target.js";
import { addSourceOptions, namedSource, type SourceOptions, sourceOptions } from "../input/source-options.js";
import { requireDistinctFiles } from "../output/distinct-files.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { requireFileOrNothing } from "../output/output-file.js";
import { accountFor } from "./account-for.js";
import { askForKnown, existingUsers, lookBefore, refuseToBegin } from "./before-import.js";
import { importWhole } from "./carry-out.js";
import { requireExpectedUsers } from "./expected-users.js";
import {
  filesOf,
  type ImportFlags,
  type ImportLimits,
  readLimits,
  requireCompatible,
} from "./import-flags.js";
import { ImportOutputs } from "./import-outputs.js";
import { connect, journalPath } from "./import-target.js";
import { preview } from "./preview.js";
import { readSelection } from "./read-selection.js";
import { tellMemory } from "./rehearsal-memory.js";

const HELP: CommandHelp = {
  notes: [
    "With --to it says first what it is about to do, and asks on a terminal. Scripts and resumed runs begin at once.",
    "Ctrl-C stops cleanly; run the same command again to resume. No user is imported twice.",
    "--known: users who are imported first and must sign in before anybody else is sent; in a rehearsal",
    "they sign in at the end. A list is JSON lines or CSV with the fields identifier, password and totp",
    "(a code that the device shows now, for users with a second factor).",
    "--existing: users who exist and were not made by this journal are refused, or skipped (left as they",
    "are, with their IDs in --mapping), or their passwords overwritten. Where the profile has no call to",
    "look users up, all are overwritten.",
    "--changed-since: new users are sent, and of users whom that journal has made only what has changed. A",
    "password that is another one in the export is sent with --existing overwrite only, and to nobody who",
    "has signed in at the service since.",
    "--via bulk: users go in batches of up to 10,000, with the time at which they joined, roles, profile fields",
    "and marks of verification; the service's job makes them within minutes, and nobody is overwritten. The",
    "first 20 are read back and compared before anybody else is sent, and a sample of all others.",
  ],
  examples: [
    "credport import users.json --from firebase --hash-config hash-config.txt --dry-run",
    "credport import users.json --from firebase --hash-config hash-config.txt --known ada@example.com",
    "CREDPORT_API_KEY=… credport import users.json --from firebase --hash-config hash-config.txt \\",
    "  --to https://auth.example.com --mapping ids.csv --rejects rejects.ndjson",
  ],
  exitCodes: {
    fine: "all users are on the service (with --only, all users listed in that file)",
    problems: "some users are not on the service, or in a rehearsal no known password signs in",
    couldNotRun: "the command could not run to its end, or could not write its files",
  },
};

/** `credport import`: moves the users of an export, or rehearses it on this machine. */
export function importCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    addTargetOptions(
      addSourceOptions(command.argument("<file>", "export file of the old system; - is standard input")),
      "address of the service; without it nothing leaves this machine",
    )
      .option("--no-preflight", "begin without a look at the service (see credport preflight)")
      .option("--journal <file>", "file in which the run is recorded (default: <file>.journal)")
      .option(
        "--concurrency <number>",
        "most users in flight at the same time, from 1 to 1024; twice as many where they are looked up first",
        "16",
      )
      .option("--rate <number>", "most calls per second (default: as many as the service takes)")
      .option("--dry-run", "send nothing: print which calls would be sent, and how many")
      .option(
        "--mapping <file>",
        "write old and new user IDs, as CSV if the name ends in .csv, else as NDJSON",
      )
      .option("--rejects <file>", "write a file for each group of users who were not imported, as NDJSON")
      .option("--only <file>", "import only the records listed in a file of --rejects, refused ones too")
      .option(
        "--expect <users>",
        "number of users, or a file with their IDs, one a line: stop if any are missing",
      )
      .addOption(
        new Option(
          "--changed-since <journal>",
          "second export: compare it with the first one by the journal of its import",
        ).conflicts("dryRun"),
      )
      .option("--gone <file>", "write the users who were in the first export only, as NDJSON")
      .addOption(
        new Option(
          "--existing <choice>",
          "users who are on the service already (default: refuse, see below)",
        ).choices(["refuse", "skip", "overwrite"]),
      )
      .option("--no-verification", "set no marks that addresses are verified: two calls less for each")
      .addOption(
        new Option("--via <way>", "how users are sent (default: calls, see below)").choices([
          "calls",
          "bulk",
        ]),
      )
      .option("--read-back <number>", "users of each round of --via bulk who are compared (default: 20)")
      .option("--accept-verified", "with --via bulk: resume also where all addresses count as verified")
      .option("--without-roles", "with --via bulk: leave out roles, which must exist on the service")
      .option("--without-metadata", "with --via bulk: leave out the fields of profiles")
      .option("--without-linking", "leave logins that must be linked for a later run, with a licence")
      .option("--without-totp", "leave TOTP devices for a later run, with a licence")
      .option("--accept-refusals", "resume also where all users of a kind are refused alike")
      .option("--force", "replace files of --mapping and --rejects that another program has written")
      .option("--known <users>", "sign these users in: one user, a file of them, or - for a list (see below)")
      .option("--yes", "begin without asking; without a terminal it never asks")
      .option("--json", "print the report as JSON"),
    HELP,
  ).action(async (file: string, flags: ImportFlags) => finish(await runImport(file, flags, io)));
}

async function runImport(path: string, flags: ImportFlags, io: CliIo): Promise<ExitCode> {
  requireStdinForExport(path, flags);
  requireCompatible(flags);
  await requireDistinctFiles(filesOf(path, flags));
  if (flags.to !== undefined) await requireFileOrNothing(journalPath(path, flags));
  const asked = await sourceOptions(flags);
  const limits = readLimits(flags);
  const input = await openExportInput(path, io);
  try {
    return await importFrom(input, path, asked, limits, flags, io);
  } finally {
    await input.close();
  }
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
  await requireExpectedUsers(flags.expect, exported, source);
  const select = flags.only === undefined ? undefined : await readSelection(flags.only, exported, source);
  if (flags.dryRun === true) return preview(exported, source, select, flags, io);
  const target = await connect(path, flags, source, io);
  try {
    const existing = existingUsers(target, flags);
    if (target.isRehearsal) await tellMemory(exported, source, io);
    const known = await askForKnown(target, flags, io);
    const opened = await ImportOutputs.open(flags);
    const users = { exported, source, ...select };
    const preflight = await lookBefore(target, users, flags, io).catch(async (error: unknown) => {
      await opened.discard();
      throw error;
    });
    if (preflight !== undefined && preflight.problems.length > 0) {
      await opened.discard();
      return refuseToBegin(preflight, flags, io);
    }
    const { result, outputs, total } = await importWhole(
      { exported, source, target, known, existing, outputs: opened, limits: { ...limits, ...select }, flags },
      io,
    );
    const { rehearsal } = target;
    const isTried = known !== undefined && rehearsal !== undefined && result.ok;
    const signIns = isTried ? await trySignIns(rehearsal, known) : result.signIns;
    return await accountFor(result, outputs, signIns, {
      path: exported.path,
      target,
      preflight,
      total,
      flags,
      io,
    });
  } finally {
    await target.close();
  }
}
