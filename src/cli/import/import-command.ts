import { type Command, Option } from "commander";
import {
  type ExistingUsers,
  type GoneUser,
  type ImportOptions,
  type ImportReport,
  type ImportResult,
  importProven,
  importUsers,
  isEveryUserImported,
  type KnownCredentials,
  type PreflightReport,
  type ProvenImportResult,
  previewImport,
} from "../../import/index.js";
import { printable } from "../../lib/printable.js";
import { isProven, type KnownSignIns, trySignIns } from "../../rehearsal/index.js";
import type { Problem } from "../../result.js";
import {
  fingerprintExport,
  type JoinReport,
  type PinnedInput,
  pinInput,
  type ReadExportOptions,
  readUniqueUsers,
} from "../../source/index.js";
import { type CliIo, CouldNotRun, EXIT, type ExitCode } from "../cli-io.js";
import {
  type ExportInput,
  exportFile,
  exportName,
  openExportInput,
  requireStdinForExport,
} from "../input/export-input.js";
import { readKnownUsers } from "../input/known-users.js";
import { addTargetOptions } from "../input/service-target.js";
import {
  addSourceOptions,
  namedSource,
  type SourceFlags,
  type SourceOptions,
  sourceFiles,
  sourceOptions,
} from "../input/source-options.js";
import { certaintyOf } from "../output/detected.js";
import { type CommandFiles, namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { leftOverNote } from "../output/left-over.js";
import { requireFileOrNothing } from "../output/output-file.js";
import { createProgress } from "../output/progress.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../output/style.js";
import { type ExportToImport, lookAtService } from "../preflight/look-at-service.js";
import { findingSection, preflightJson, preflightReport } from "../preflight/preflight-report.js";
import { requireExpectedUsers } from "./expected-users.js";
import { ImportOutputs, outputPaths } from "./import-outputs.js";
import { drawImport } from "./import-progress.js";
import { importReport, previewReport } from "./import-report.js";
import { connect, type ImportTarget, type ImportTargetFlags, journalPath } from "./import-target.js";
import { readSelection } from "./read-selection.js";

export interface ImportFlags extends SourceFlags, ImportTargetFlags {
  readonly preflight?: boolean;
  readonly journal?: string;
  readonly concurrency: string;
  readonly rate?: string;
  readonly dryRun?: boolean;
  readonly mapping?: string;
  readonly rejects?: string;
  readonly only?: string;
  readonly expect?: string;
  readonly changedSince?: string;
  readonly gone?: string;
  readonly existing?: "refuse" | "skip" | "overwrite";
  readonly withoutLinking?: boolean;
  readonly withoutTotp?: boolean;
  readonly acceptRefusals?: boolean;
  readonly force?: boolean;
  readonly known?: string;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
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
      .option("--concurrency <number>", "most users in flight at the same time, from 1 to 1024", "16")
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
      .option("--without-linking", "leave logins that must be linked for a later run, with a licence")
      .option("--without-totp", "leave TOTP devices for a later run, with a licence")
      .option("--accept-refusals", "resume also where all users of a kind are refused alike")
      .option("--force", "replace files of --mapping and --rejects that another program has written")
      .option("--known <users>", "sign these users in: one user, a file of them, or - for a list (see below)")
      .option("--json", "print the report as JSON"),
    HELP,
  ).action(async (file: string, flags: ImportFlags) => finish(await runImport(file, flags, io)));
}

async function runImport(path: string, flags: ImportFlags, io: CliIo): Promise<ExitCode> {
  requireStdinForExport(path, flags);
  if (flags.gone !== undefined && flags.changedSince === undefined) {
    throw new CouldNotRun("cli/first-journal-missing", "--gone was given without --changed-since");
  }
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
  const { options: source, from, told } = await namedSource(exported, asked);
  if (told.certainty === "possible") {
    io.stderr.write(`${certaintyOf(told)}; if it is not, name its system with --from\n`);
  }
  // The journal is bound to the source by its name.
  const flags = { ...given, from };
  await requireExpectedUsers(flags.expect, exported, source);
  const select = flags.only === undefined ? undefined : await readSelection(flags.only, exported, source);
  if (flags.dryRun === true) return preview(exported, source, select, flags, io);
  const target = await connect(path, flags, source, io);
  try {
    const existing = existingUsers(target, flags);
    const known = await askForKnown(target, flags, io);
    const opened = await ImportOutputs.open(flags);
    const preflight = await lookBefore(target, { exported, source, ...select }, flags, io).catch(
      async (error: unknown) => {
        await opened.discard();
        throw error;
      },
    );
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
    return await account(result, outputs, signIns, {
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

/** Nobody is on a rehearsal's service before. */
function existingUsers(
  { administration }: ImportTarget,
  { existing }: ImportFlags,
): ExistingUsers | undefined {
  if (administration === undefined || existing === "overwrite") return undefined;
  if (administration.has("findUsers")) return { policy: existing ?? "refuse", administration };
  if (existing === undefined) return undefined;
  throw new CouldNotRun(
    "cli/no-look-up-call",
    `--existing ${existing} was given for a service without a call to look users up`,
  );
}

/** Asked for before anything is sent. */
async function askForKnown(
  { administration }: ImportTarget,
  { known, to }: ImportFlags,
  io: CliIo,
): Promise<readonly KnownCredentials[] | undefined> {
  if (known === undefined) return undefined;
  if (to !== undefined && administration?.has("signIn") !== true) {
    throw new CouldNotRun("cli/no-sign-in-call", "--known was given for a service without a call to sign in");
  }
  return readKnownUsers(known, io);
}

async function lookBefore(
  { preflight }: ImportTarget,
  users: ExportToImport,
  flags: ImportFlags,
  io: CliIo,
): Promise<PreflightReport | undefined> {
  if (preflight === undefined || flags.preflight === false) return undefined;
  const { withoutLinking = false, withoutTotp = false } = flags;
  const report = await lookAtService(preflight, { ...users, withoutLinking, withoutTotp }, io);
  if (flags.json !== true && report.problems.length === 0 && report.warnings.length > 0) {
    const warnings = findingSection("Before the first user", report.warnings, "warn");
    io.stderr.write(formatReport([warnings], styleFor(io.stderr, io.env)));
  }
  return report;
}

/** Nothing of any user was sent, so there is nothing to account for. */
function refuseToBegin(report: PreflightReport, { to = "", json }: ImportFlags, io: CliIo): ExitCode {
  const { problems } = preflightJson(report);
  const [error] = problems;
  const text =
    json === true
      ? `${JSON.stringify({ rehearsal: false, preflight: preflightJson(report), error }, null, 2)}\n`
      : formatReport(preflightReport(report, to), styleFor(io.stdout, io.env));
  io.stdout.write(text);
  return EXIT.couldNotRun;
}

/** Every file of the command: a mapping must not take the export's place, nor the journal's. */
function filesOf(path: string, flags: ImportFlags): CommandFiles {
  const journal = flags.to === undefined ? undefined : journalPath(path, flags);
  return {
    inputs: [
      ...exportFile(path),
      ...sourceFiles(flags),
      ...namedFile("--api-key-file", flags.apiKeyFile),
      ...namedFile("--only", flags.only),
      ...namedFile("--expect", flags.expect),
      ...namedFile("--changed-since", flags.changedSince),
      ...namedFile("--known", flags.known === "-" ? undefined : flags.known),
    ],
    outputs: [
      ...namedFile("the journal", journal),
      ...namedFile("the journal's lock", journal === undefined ? undefined : `${journal}.lock`),
      ...outputPaths(flags),
    ],
  };
}

/**
 * Prints what became of the users, whatever becomes of the files: what was imported must
 * not go unsaid because a disk is full.
 */
async function account(
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

/** The export, of which all passes of a command read the same bytes. */
type ExportFile = PinnedInput & { readonly path: string; readonly size: number };

interface WholeImport {
  readonly exported: ExportFile;
  readonly source: SourceOptions;
  readonly target: ImportTarget;
  readonly known: readonly KnownCredentials[] | undefined;
  readonly existing: ExistingUsers | undefined;
  readonly outputs: ImportOutputs;
  readonly limits: Pick<
    ImportOptions,
    "concurrency" | "callsPerSecond" | "acceptRefusals" | "select" | "retryRefused"
  >;
  readonly flags: ImportFlags;
}

async function importWhole(whole: WholeImport, io: CliIo): Promise<ImportRun> {
  const { exported, source, target, known, existing, outputs, limits, flags } = whole;
  let total: number | undefined;
  try {
    const result = await importWatched(exported, io, async ({ input, onCounted, ...watch }) => {
      const fingerprint = await fingerprintExport(input, source.join);
      if (fingerprint === undefined)
        throw new CouldNotRun("cli/interrupted", "interrupted; nothing was sent");
      const count = (records: number): void => {
        total = records;
        onCounted(records);
      };
      const options: ImportOptions = {
        client: target.client,
        journal: {
          path: target.journal,
          onWatch: (holder) => io.stderr.write(watchNote(holder)),
          binding: { input: fingerprint, source: flags.from, ...target.binding },
        },
        existing,
        ...changedSince(whole),
        without: { linking: flags.withoutLinking, totp: flags.withoutTotp },
        ...limits,
        ...watch,
        onOutcome: (outcome) => outputs.note(outcome),
      };
      const records = () => readUniqueUsers(input, { ...source, onJoined: noteLeftOver(io) }, count);
      const { administration } = target;
      return known === undefined || administration === undefined
        ? importUsers(records(), options)
        : importProven(records, { ...options, known, administration });
    });
    // A journal that was refused is another import's, or none at all.
    if (result.ok || result.progress.records > 0) return { result, outputs, total };
    await outputs.discard();
    return { result, outputs: undefined, total };
  } catch (error) {
    await outputs.discard();
    throw error;
  }
}

/** The journal of the first import, where this is a second export. */
function changedSince({ flags, target, outputs }: WholeImport): Pick<ImportOptions, "changedSince"> {
  if (flags.changedSince === undefined) return {};
  const { administration } = target;
  const passwords = flags.existing === "overwrite" ? "overwrite" : "refuse";
  const onGone = (user: GoneUser) => outputs.noteGone(user);
  return { changedSince: { journal: flags.changedSince, passwords, administration, onGone } };
}

interface ImportRun {
  readonly result: ProvenImportResult;
  readonly outputs: ImportOutputs | undefined;
  /** Records of the file; undefined where the run ended before they were counted. */
  readonly total: number | undefined;
}

function watchNote(holder: string): string {
  return `the journal names ${holder} as its writer: waiting 20 seconds for its heartbeat\n`;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (report: ImportReport) => void;
  readonly onCounted: (records: number) => void;
  /** The export; a pass ends early on Ctrl-C, because one over a large file takes minutes. */
  readonly input: PinnedInput;
}

/** Says which rows belong to nobody, before anything is sent. */
function noteLeftOver(io: CliIo): (report: JoinReport) => void {
  return (report) => io.stderr.write(leftOverNote(report));
}

async function importWatched(
  exported: ExportFile,
  io: CliIo,
  work: (watch: Watch) => Promise<ProvenImportResult>,
): Promise<ProvenImportResult> {
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  let bytes = 0;
  const drawing = drawImport(createProgress("import", io), { ...exported, bytesRead: () => bytes });
  async function* open() {
    for await (const chunk of exported.open()) {
      if (abort.signal.aborted) return;
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    return await work({
      signal: abort.signal,
      onProgress: drawing.update,
      onCounted: drawing.count,
      input: { ...exported, open },
    });
  } finally {
    drawing.end();
    forget();
  }
}

async function preview(
  exported: ExportFile,
  source: ReadExportOptions,
  select: Pick<ImportOptions, "select"> | undefined,
  flags: ImportFlags,
  io: CliIo,
): Promise<ExitCode> {
  const { path } = exported;
  const { service } = source;
  const previewed = await previewImport(
    readUniqueUsers(exported, { ...source, onJoined: noteLeftOver(io) }),
    {
      ...(service === undefined ? {} : { service }),
      ...(select?.select === undefined ? {} : { select: select.select }),
    },
  );
  if (!previewed.ok) {
    const [{ code, message, field, remedy }] = previewed.problems;
    throw new CouldNotRun(code, `${path}, ${field}: ${message}`, remedy);
  }
  io.stdout.write(
    flags.json === true
      ? `${JSON.stringify(previewed.value, null, 2)}\n`
      : formatReport(previewReport(previewed.value, path), styleFor(io.stdout, io.env)),
  );
  return previewed.value.refusedByUs === 0 ? EXIT.fine : EXIT.problems;
}

type ImportLimits = Pick<ImportOptions, "concurrency" | "callsPerSecond" | "acceptRefusals">;

function readLimits({ concurrency, rate, acceptRefusals = false }: ImportFlags): ImportLimits {
  const users = Number(concurrency);
  if (!Number.isInteger(users) || users < 1 || users > 1024) {
    throw new CouldNotRun("cli/number-malformed", "--concurrency is not a whole number from 1 to 1024");
  }
  if (rate === undefined) return { concurrency: users, acceptRefusals };
  const callsPerSecond = Number(rate);
  if (!(callsPerSecond > 0 && callsPerSecond <= 1e6)) {
    throw new CouldNotRun("cli/number-malformed", "--rate is not a number of calls per second");
  }
  return { concurrency: users, acceptRefusals, callsPerSecond };
}

interface Frame {
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
