import { type CheckOptions, type CheckReport, checkExport, isReadyToImport } from "../../check/index.js";
import { defined } from "../../lib/defined.js";
import { counted, nounFor } from "../../lib/plural.js";
import { hasCall } from "../../service/profile.js";
import { mostRefused, passesOver } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { optionAlone } from "../could-not-run.js";
import { commandOf, FURTHER_FILES } from "../input/command-of.js";
import { CHOICE_OPTIONS, choicesOf, SHEET_OPTIONS } from "../input/decisions.js";
import {
  type ExportInput,
  exportFile,
  exportName,
  openExportInput,
  requireStdinForExport,
} from "../input/export-input.js";
import { readKnownUsers } from "../input/known-users.js";
import { LOG_OPTIONS, MAILING_OPTIONS, REPORT_OPTIONS } from "../input/log-options.js";
import { EXPECT_OPTION, MAX_REFUSED_OPTIONS } from "../input/max-refused.js";
import { type FlagsOf, flag, grouped, inputsOf, usually, value, wholeNumber } from "../input/option-rows.js";
import { PEPPER_NAME_OPTION } from "../input/pepper-name.js";
import { SOURCE_OPTIONS, type SourceOptions, sourceOptions } from "../input/source-options.js";
import { limitReader, OWN_LIMITS } from "../input/verify-limits.js";
import { interruptible } from "../interrupt.js";
import { beforeExtension, type NamedFile, namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import {
  fileOf,
  isJsonWith,
  isRejection,
  OutputFile,
  type PlannedOutput,
  type WrittenFile,
} from "../output/output-file.js";
import { withPages } from "../output/problem-page.js";
import { createProgress, megabytes } from "../output/progress.js";
import { print } from "../output/report.js";
import { ReportFiles, reportPaths } from "../output/report-files.js";
import { type FileNotes, fileNote } from "../output/tally-rows.js";
import type { BulkFiles } from "./bulk-files.js";
import { checkReport, faultOf } from "./check-report.js";
import { nextCommand } from "./next-step.js";
import { type RecordFiles, recordWriters } from "./record-writers.js";
import { usualThreads } from "./usual-threads.js";

const OPTIONS = [
  ...SOURCE_OPTIONS,
  ...CHOICE_OPTIONS,
  EXPECT_OPTION,
  value("--journal <file>", "journal of an import that has begun: who was sent stays chosen"),
  ...MAX_REFUSED_OPTIONS,
  value("--known <users>", "prove these users' passwords: a user, a file of them, or - for a list", { isInput: true }),
  ...grouped("Output", [
    value("--out <file>", "write the users that can be imported, with their hashes, as NDJSON"),
    usually("--out-format <format>", "what --out holds", "credport", { choices: ["credport", "supertokens-bulk"] }),
    value("--out-shards <number>", "divide --out into so many files that share no user", {
      read: wholeNumber(1, 256),
      excludes: ["outFormat"],
    }),
    value("--rejects <file>", "write the records that are not importable, as NDJSON"),
    value("--fallback <file>", "write the users whose password is not imported, for the fallback"),
    flag("--fallback-all", "with --fallback: write the users too whose hash could be imported"),
    PEPPER_NAME_OPTION,
    value("--limit <name=number>", "what a verification may cost (see credport verify); may be repeated", {
      read: limitReader(OWN_LIMITS),
    }),
    value("--keep-metadata <file>", "write profile fields that are not carried, by user ID, as NDJSON"),
    ...MAILING_OPTIONS,
    flag("--force", "replace output files that exist"),
  ] as const),
  ...SHEET_OPTIONS,
  flag("--links-accounts", "tell whose address is not verified: the service links accounts by it"),
  value("--threads <number>", "threads that read the file (default: the cores, at most 8)", {
    read: wholeNumber(1, 64),
  }),
  ...REPORT_OPTIONS,
  flag("--with-addresses", "name the addresses of users who are not importable in the report"),
  ...LOG_OPTIONS,
  flag("--json", "print the report as JSON"),
] as const;

/** Kinds of passwords, for a person who waits for the numbers; a file has more. */
const MOST_ON_TERMINAL = 6;

type CheckFlags = FlagsOf<typeof OPTIONS>;

export const checkCommand = commandOf(
  {
    takes: [["<file>", "export file of the old system, or several; - is standard input"], FURTHER_FILES],
    options: OPTIONS,
    notes: [
      "With --fallback or --login-only, users who log in through the fallback don't count as problems. A list of --known is JSON lines or CSV with identifier, password and totp. --out-format supertokens-bulk gives bodies of the core's bulk import, users-1.json and so on. More: docs/sources.md, docs/login.md.",
    ],
    examples: [
      "credport check users.json --from firebase --hash-config hash-config.txt",
      "credport check users.json --from firebase --hash-config hash-config.txt --known ada@example.com",
      "credport check users.json --from firebase --hash-config hash-config.txt --out good.ndjson --rejects bad.ndjson",
    ],
    exitCodes: {
      fine: "all records can be imported",
      problems: "some records can't be imported, the file is damaged, or it holds no users",
    },
  },
  check,
);

async function check(flags: CheckFlags, io: CliIo, path: string): Promise<ExitCode> {
  requireStdinForExport(path, flags);
  if (flags.outShards !== undefined && flags.out === undefined) throw optionAlone("--out-shards", "--out");
  await requireDistinctFiles({
    inputs: inputFiles(path, flags),
    outputs: [...outputFiles(flags), ...(await reportPaths(flags.report))],
  });
  if (flags.fallbackAll === true && flags.fallback === undefined) throw optionAlone("--fallback-all", "--fallback");
  const choices = await choicesOf(flags);
  const source = { ...(await sourceOptions(flags, path)), ...choices };
  const input = await openExportInput(path, io, flags.join);
  let reports: ReportFiles | undefined;
  try {
    const sent = await askedOf(flags, { path: exportName(path), ...input }, source);
    const options = await optionsOf({ ...source, ...sent }, flags, io);
    reports = await ReportFiles.open(flags.report, flags);
    const { report, files, notes } = await checkIntoFiles(path, input, options, reports, flags, io);
    const hasFallback = flags.fallback !== undefined;
    const from = report.source?.name ?? flags.from;
    const title = `${exportName(path)} (${from})`;
    const unused = choices.decisions?.gone().length;
    const lost = choices.decisions?.lostText() ?? "";
    io.stderr.write(lost);
    const { withoutPassword } = flags;
    const frame = {
      title,
      hasFallback,
      read: await sectionOfFiles(report, path, flags),
      files,
      notes,
      unused,
      withoutPassword,
      next: nextCommand(path, { ...flags, from }),
    };
    const sections = checkReport(report, frame);
    const printed = checkReport(report, { ...frame, isStep: io.isStep, mostSchemes: MOST_ON_TERMINAL });
    const { problems, warnings, notices } = report;
    const found = { problems: withPages(problems), warnings: withPages(warnings), notices: withPages(notices) };
    print({ ...report, ...found, files }, printed, flags, io);
    const document = { ...report, ...found, files, next: frame.next };
    const acceptsLoginOnly = hasFallback || flags.loginOnly !== undefined;
    const acceptsRefused = mostRefused(flags.maxRefused, report.records, report.problems);
    const isReady = lost === "" && isReadyToImport(report, { acceptsLoginOnly, acceptsRefused });
    const fault = isReady ? undefined : faultOf(report);
    await reports.complete({ kind: "check-report", title, file: exportName(path), sections, document, fault });
    return isReady ? EXIT.fine : EXIT.problems;
  } catch (error) {
    await reports?.discard();
    throw error;
  } finally {
    await input.close();
  }
}

/** An export in one file has no code loaded for several. */
async function sectionOfFiles(report: CheckReport, path: string, { join = [] }: CheckFlags) {
  if (report.inputs === undefined) return undefined;
  const { readSection } = await import("../input/several-files.js");
  return readSection(report, [exportName(path), ...join]);
}

/** Most checks have none of these options, and load no code for them. */
async function askedOf(flags: CheckFlags, exported: ExportInput & { readonly path: string }, source: SourceOptions) {
  if ([flags.prefer, flags.expect, flags.journal].every((given) => given === undefined)) return {};
  const { requireAsked, sentBefore } = await import("./asked-of-export.js");
  await requireAsked(flags, exported, source);
  return sentBefore(flags.journal, exported, source);
}

function inputFiles(path: string, flags: CheckFlags): readonly NamedFile[] {
  // A sheet is read whole before anything is written, and the new one has in it what was decided.
  const isSameSheet = flags.decisions !== undefined && flags.decisions === flags.writeDecisions;
  const given = isSameSheet ? { ...flags, decisions: undefined } : flags;
  return [...exportFile(path), ...inputsOf(OPTIONS, given), ...namedFile("--journal", flags.journal)];
}

type WholeOptions = CheckOptions & Pick<SourceOptions, "decisions">;

async function optionsOf(
  source: WholeOptions,
  { known, linksAccounts = false, limit: limits = {}, threads, pepperName = "", out, outFormat }: CheckFlags,
  io: CliIo,
): Promise<WholeOptions> {
  const setsMarks = hasCall(source.service, "verifyEmail");
  const inBulk = out !== undefined && outFormat === "supertokens-bulk";
  const options = { ...source, linksAccounts, setsMarks, inBulk, limits, ...defined({ threads }) };
  if (known === undefined) return options;
  const users = await readKnownUsers(known, io);
  return {
    ...options,
    ...defined({ pepper: io.env[pepperName] }),
    known: users.map(({ email, ...rest }) => ({ identifier: email, ...rest })),
  };
}

function outputFiles(flags: CheckFlags): readonly (NamedFile & PlannedOutput)[] {
  const { rejects, fallback, keepMetadata, mailing, writeDecisions } = flags;
  return [
    ...userFiles(flags).flatMap((path) => usersOf("--out", path, "emailVerified", "thirdParty", "totp")),
    ...namedFile("--rejects", rejects, isRejection),
    ...usersOf("--fallback", fallback, "identifiers"),
    ...usersOf("--keep-metadata", keepMetadata, "metadata"),
    ...namedFile("--mailing", mailing),
    ...namedFile("--write-decisions", writeDecisions),
  ];
}

/** A file of users, a line each, which the same check writes again. */
function usersOf(name: string, path: string | undefined, ...fields: readonly string[]) {
  const isOurs = isJsonWith("externalUserId", ...fields);
  return namedFile(name, path, isOurs).map((file) => ({ ...file, holdsUsers: true }));
}

/** Where users are written as they are read again; the files of batches have names of their own. */
function userFiles({ out, outFormat, outShards }: CheckFlags): readonly string[] {
  if (out === undefined || outFormat !== "credport") return [];
  if (outShards === undefined) return [out];
  return Array.from({ length: outShards }, (_, at) => beforeExtension(out, `-${at + 1}`));
}

/** The output files appear together once the whole export is checked, or not at all. */
async function checkIntoFiles(
  path: string,
  input: ExportInput,
  options: WholeOptions,
  reports: ReportFiles,
  flags: CheckFlags,
  io: CliIo,
): Promise<{ readonly report: CheckReport; readonly files: readonly WrittenFile[]; readonly notes: FileNotes }> {
  const fallbackFaults = flags.fallback === undefined ? undefined : await newFallbackFaults();
  const checked = async (files: readonly OutputFile[], batches: BulkFiles | undefined, signal: AbortSignal) => {
    const sheetFile = fileOf(files, "--write-decisions");
    const sheet = sheetFile && (await sheetInto(sheetFile, options.decisions));
    const outputs = {
      users: files.filter(({ name }) => name === "--out"),
      rejects: fileOf(files, "--rejects"),
      fallback: fileOf(files, "--fallback"),
      metadata: fileOf(files, "--keep-metadata"),
      mailing: fileOf(files, "--mailing"),
      ...{
        batches,
        ...defined({ fallbackFaults }),
        sheet,
        report: reports,
        leftOut: 0,
        atLogin: 0,
        kept: 0,
        unproven: 0,
      },
    };
    const watched = { ...options, signal, ...defined({ onShared: sheet?.noteShared }) };
    const found = await runCheck(path, input, watched, outputs, flags, io);
    const report = { ...found, warnings: [...found.warnings, ...((await fallbackFaults?.tallies()) ?? [])] };
    await sheet?.end();
    await batches?.complete();
    await OutputFile.completeAll(files);
    if (outputs.leftOut > 0) {
      const users = `${counted(outputs.leftOut, "user")} ${nounFor(outputs.leftOut, "is", "are")}`;
      io.stderr.write(`${users} not in the batches: the bulk import would refuse them.\n`);
    }
    const { rejects, fallback, atLogin, kept, unproven } = outputs;
    const resetting = [unproven, "to log in whose second factor a forgotten password leaves out"] as const;
    const notes = {
      ...(rejects && fileNote(rejects.written, "not importable", [atLogin, "for the fallback"])),
      ...(fallback && fileNote(fallback.written, "to log in", resetting, [kept, "to keep their addresses taken"])),
    };
    return { report, files: [...files.map(({ written }) => written), ...(batches?.written() ?? [])], notes };
  };
  // A signal is heard from before the first file is there until the last one is gone.
  const work = async (signal: AbortSignal) => {
    const files = await OutputFile.createAll(outputFiles(flags), flags);
    let batches: BulkFiles | undefined;
    try {
      // The first file of batches is opened with the others.
      batches = await openBatches(path, flags);
      return await checked(files, batches, signal);
    } catch (error) {
      for (const file of files) await file.discard();
      await batches?.discard();
      await fallbackFaults?.close();
      throw error;
    }
  };
  return interruptible(io, work, "interrupted; nothing was written");
}

/** Most checks write none of these files, and load no code for them. */
async function newFallbackFaults() {
  const { FallbackFaults } = await import("./fallback-faults.js");
  return new FallbackFaults();
}

async function sheetInto(file: OutputFile, decisions: SourceOptions["decisions"]) {
  const { DecisionSheet } = await import("../output/decision-sheet.js");
  return new DecisionSheet(file, decisions);
}

async function openBatches(path: string, flags: CheckFlags): Promise<BulkFiles | undefined> {
  const { out, outFormat, service } = flags;
  if (outFormat === "credport") return undefined;
  if (out === undefined) throw optionAlone("--out-format", "--out");
  // Brings the rooms of an import with it, which most checks have no use for.
  const { BulkFiles } = await import("./bulk-files.js");
  return BulkFiles.open({ path: out, inputs: inputFiles(path, flags), service, options: flags });
}

async function runCheck(
  path: string,
  input: ExportInput,
  options: CheckOptions,
  outputs: RecordFiles,
  flags: CheckFlags,
  io: CliIo,
): Promise<CheckReport> {
  const progress = createProgress("check", io);
  let records = 0;
  const writers = recordWriters(outputs, flags, () => {
    records++;
  });
  const passes = await passesOver(options.from);
  const share = writers === undefined ? countingShare : writingShare;
  async function* open() {
    for await (const chunk of input.open()) {
      const [done, note] = share(input.bytesRead() / input.size, passes, records);
      progress.update(done, note, megabytes(input.bytesRead()));
      yield chunk;
    }
  }
  try {
    const { threads = usualThreads(input.size) } = options;
    const checked = await checkExport(open, { ...options, threads, ...writers });
    if (checked.ok) return checked.value;
    const [found] = checked.problems;
    const { endIn } = await import("../input/several-files.js");
    throw endIn(found, exportName(path), flags.join);
  } finally {
    progress.end();
  }
}

/** The passes before the last one look for what belongs together and for duplicates, before any record is written. */
function writingShare(read: number, passes: number, records: number): readonly [number, string] {
  return [read / passes, records === 0 ? "looking for duplicates" : counted(records, "record")];
}

/** Where no record is written, the last pass is made only if there are duplicates. */
function countingShare(read: number, passes: number): readonly [number, string] {
  const first = passes - 1;
  return read <= first ? [read / first, "looking for duplicates"] : [read - first, "duplicates found, counting again"];
}
