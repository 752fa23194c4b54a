import { InvalidArgumentError } from "commander";
import {
  type CheckOptions,
  type CheckReport,
  checkExport,
  isReadyToImport,
  type Rejection,
} from "../../check/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import {
  type FormatFallbackOptions,
  formatFallbackUser,
  isFallbackUser,
  isPepperName,
  type WritableFallbackUser,
} from "../../login/index.js";
import { formatUser, type NormalizedUser, type ReadUser, type UserRecord } from "../../source/index.js";
import { isUnopenedFactor, passesOver } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import {
  type ExportInput,
  exportFile,
  exportName,
  openExportInput,
  requireStdinForExport,
} from "../input/export-input.js";
import { readKnownUsers } from "../input/known-users.js";
import {
  type FlagsOf,
  flag,
  inputsOf,
  usually,
  value,
  wholeNumber,
  wordsAgain,
} from "../input/option-rows.js";
import { SOURCE_OPTIONS, type SourceFlags, sourceOptions } from "../input/source-options.js";
import { limitReader, OWN_LIMITS } from "../input/verify-limits.js";
import { type NamedFile, namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import type { CommandHelp } from "../output/help.js";
import { isRejection, OutputFile, type PlannedOutput, type WrittenFile } from "../output/output-file.js";
import { createProgress } from "../output/progress.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../style.js";
import type { BulkFiles } from "./bulk-files.js";
import { checkReport } from "./check-report.js";
import { numberedPath } from "./numbered-path.js";
import { usualThreads } from "./usual-threads.js";

const CHECK_OPTIONS = [
  value(
    "--known <users>",
    "prove these users' passwords: one user, a file of them, or - for a list (see below)",
    { isInput: true },
  ),
  value("--out <file>", "write the users that can be imported, as NDJSON; the file holds their hashes"),
  usually("--out-format <format>", "what --out holds (see below)", "credport", {
    choices: ["credport", "supertokens-bulk"],
  }),
  value("--out-shards <number>", "divide --out into so many files (see below)", {
    read: wholeNumber(1, 256),
    excludes: ["outFormat"],
  }),
  value("--rejects <file>", "write the refused records with problems and remedies, as NDJSON"),
  value(
    "--fallback <file>",
    "write what the fallback needs to know of users whose password is not imported, as NDJSON",
  ),
  flag("--fallback-all", "with --fallback: write the users too whose hash could be imported"),
  value(
    "--pepper-name <name>",
    "environment variable with the system's pepper, for the fallback and for --known",
    { read: pepperName },
  ),
  value(
    "--limit <name=number>",
    "what one verification may cost at the fallback, as for credport verify; can be repeated",
    { read: limitReader(OWN_LIMITS) },
  ),
  value("--keep-metadata <file>", "write profile fields that are not carried, by user ID, as NDJSON"),
  flag(
    "--links-accounts",
    "tell whose address is not verified: the service links accounts with the same address by itself",
  ),
  value(
    "--threads <number>",
    "threads that read the file (default: the processor's cores, at most 8, from 32 MiB on)",
    { read: wholeNumber(1, 64) },
  ),
  flag("--force", "replace output files that exist"),
  flag("--json", "print the report as JSON"),
] as const;

type CheckFlags = SourceFlags & FlagsOf<typeof CHECK_OPTIONS>;

const HELP: CommandHelp = {
  notes: [
    "The export is read twice where files are written or duplicates are found. For --known with one user the password is asked for on a terminal; otherwise it",
    "is the first line of standard input. A list is JSON lines or CSV with the fields identifier, password and",
    "totp (a code that the device shows now). Files that hold hashes are readable for their owner only.",
    "--fallback holds the users whose password is not imported: they log in through the fallback (docs/sources.md).",
    "With --fallback or --login-only they don't count as problems. The file also has the refused users, marked or",
    "without a hash: they can't log in, and nobody else can sign up with their addresses.",
    "--out-format credport is one user a line, for --from credport. With supertokens-bulk, --out users.json gives",
    "users-1.json and so on: each is the body of a call of the core's bulk import, with up to 10,000 users.",
    "With --out-shards 4, --out good.ndjson gives good-1.ndjson to good-4.ndjson: no two have a user, an address or a",
    "social login in common, so each can be imported by a process of its own, on any machine (docs/importing.md).",
    "The report is the same with any number of threads. A file that can't be divided is read by one: a compressed one,",
    "an SQL dump, an export with rows of several tables (docs/scale.md).",
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
};

/** `credport check`: names every record that would break, before anything is imported. */
export const checkCommand = commandOf(
  {
    takes: [["<file>", "export file of the old system; - is standard input"]],
    options: [...SOURCE_OPTIONS, ...CHECK_OPTIONS],
    help: HELP,
  },
  check,
);

function pepperName(text: string): string {
  if (isPepperName(text)) return text;
  throw new InvalidArgumentError(
    "it must be a name in capitals, such as OLD_PEPPER, and never the pepper itself",
  );
}

async function check(flags: CheckFlags, io: CliIo, path: string): Promise<ExitCode> {
  requireStdinForExport(path, flags);
  if (flags.outShards !== undefined && flags.out === undefined) {
    throw new CouldNotRun("cli/out-missing", "--out-shards was given without --out");
  }
  await requireDistinctFiles({ inputs: inputFiles(path, flags), outputs: outputFiles(flags) });
  if (flags.fallbackAll === true && flags.fallback === undefined) {
    throw new CouldNotRun("cli/option-alone", "--fallback-all was given without --fallback");
  }
  const source = await sourceOptions(flags);
  const input = await openExportInput(path, io);
  try {
    const options = await optionsOf(source, flags, io);
    const { report, files } = await checkIntoFiles(path, input, options, flags, io);
    io.stdout.write(
      flags.json === true
        ? `${JSON.stringify({ ...report, files }, null, 2)}\n`
        : text(report, files, path, flags, io),
    );
    const acceptsLoginOnly = flags.fallback !== undefined || flags.loginOnly !== undefined;
    return isReadyToImport(report, { acceptsLoginOnly }) ? EXIT.fine : EXIT.problems;
  } finally {
    await input.close();
  }
}

function inputFiles(path: string, flags: CheckFlags): readonly NamedFile[] {
  return [...exportFile(path), ...inputsOf([...SOURCE_OPTIONS, ...CHECK_OPTIONS], flags)];
}

async function optionsOf(
  source: CheckOptions,
  { known, linksAccounts = false, limit: limits = {}, threads, pepperName }: CheckFlags,
  io: CliIo,
): Promise<CheckOptions> {
  const options = { ...source, linksAccounts, limits, ...(threads === undefined ? {} : { threads }) };
  if (known === undefined) return options;
  const users = await readKnownUsers(known, io);
  const pepper = pepperName === undefined ? undefined : io.env[pepperName];
  return {
    ...options,
    ...(pepper === undefined ? {} : { pepper }),
    known: users.map(({ email, ...rest }) => ({ identifier: email, ...rest })),
  };
}

function outputFiles(flags: CheckFlags): readonly (NamedFile & PlannedOutput)[] {
  const { rejects, fallback, keepMetadata } = flags;
  return [
    ...userFiles(flags).flatMap((path) => namedFile("--out", path)),
    ...namedFile("--rejects", rejects).map((file) => ({ ...file, isOurs: isRejection })),
    ...namedFile("--fallback", fallback),
    ...namedFile("--keep-metadata", keepMetadata),
  ];
}

/** Where users are written as they are read again; the files of batches have names of their own. */
function userFiles({ out, outFormat, outShards }: CheckFlags): readonly string[] {
  if (out === undefined || outFormat !== "credport") return [];
  if (outShards === undefined) return [out];
  return Array.from({ length: outShards }, (_, at) => numberedPath(out, at + 1));
}

/** The output files appear together once the whole export is checked, or not at all. */
async function checkIntoFiles(
  path: string,
  input: ExportInput,
  options: CheckOptions,
  flags: CheckFlags,
  io: CliIo,
): Promise<{ readonly report: CheckReport; readonly files: readonly WrittenFile[] }> {
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  const named = outputFiles(flags);
  const files = await OutputFile.createAll(named, flags);
  const batches = await openBatches(path, flags, files);
  const fileOf = (name: string) => files[named.findIndex((file) => file.name === name)];
  const outputs = {
    users: files.filter((_, at) => named[at]?.name === "--out"),
    written: 0,
    batches,
    leftOut: 0,
    rejects: fileOf("--rejects"),
    fallback: fileOf("--fallback"),
    metadata: fileOf("--keep-metadata"),
    pepper: flags.pepperName,
    takesImportable: flags.fallbackAll === true,
    passwordAlone: flags.withoutSecondFactor === true,
  };
  try {
    const report = await runCheck(path, input, { ...options, signal: abort.signal }, outputs, io);
    await batches?.complete();
    await OutputFile.completeAll(files);
    if (outputs.leftOut > 0) io.stderr.write(leftOutNote(outputs.leftOut));
    const written = named.map((file, index) => {
      return { option: file.name, path: file.path, users: files[index]?.lines ?? 0 };
    });
    return { report, files: [...written, ...(batches?.written() ?? [])] };
  } catch (error) {
    for (const file of files) await file.discard();
    await batches?.discard();
    if (abort.signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was written");
    throw error;
  } finally {
    forget();
  }
}

/** The first file of batches is opened with the others. */
async function openBatches(
  path: string,
  flags: CheckFlags,
  files: readonly OutputFile[],
): Promise<BulkFiles | undefined> {
  const { out, outFormat, service } = flags;
  if (outFormat === "credport") return undefined;
  try {
    if (out === undefined) {
      throw new CouldNotRun("cli/out-missing", "--out-format was given without --out");
    }
    // Brings the rooms of an import with it, which most checks have no use for.
    const { BulkFiles } = await import("./bulk-files.js");
    return await BulkFiles.open(out, inputFiles(path, flags), service, flags);
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
}

function leftOutNote(users: number): string {
  return `${counted(users, "user")} ${nounFor(users, "is", "are")} not in the batches: the bulk import would refuse them.\n`;
}

interface Outputs {
  /** Users are dealt out to these in turn, so that all have as many. */
  readonly users: readonly OutputFile[];
  written: number;
  readonly batches: BulkFiles | undefined;
  /** Users whom the bulk import would refuse. */
  leftOut: number;
  readonly rejects: OutputFile | undefined;
  readonly fallback: OutputFile | undefined;
  readonly metadata: OutputFile | undefined;
  readonly pepper: string | undefined;
  /** Whether the fallback's file has users whose hash could be imported. */
  readonly takesImportable: boolean;
  /** Whether users may log in without a second factor that is not at hand. */
  readonly passwordAlone: boolean;
}

async function runCheck(
  path: string,
  input: ExportInput,
  options: CheckOptions,
  outputs: Outputs,
  io: CliIo,
): Promise<CheckReport> {
  const progress = createProgress("check", io);
  let records = 0;
  const handlers = handlersFor(outputs, () => {
    records++;
  });
  const share = handlers === undefined ? countingShare : writingShare;
  async function* open() {
    for await (const chunk of input.open()) {
      const [done, note] = share(input.bytesRead() / input.size, passesOver(options.from), records);
      progress.update(done, note);
      yield chunk;
    }
  }
  try {
    const { threads = usualThreads(input.size) } = options;
    const checked = await checkExport(open, { ...options, threads, ...handlers });
    if (checked.ok) return checked.value;
    const [{ code, message, field, remedy }] = checked.problems;
    const name = exportName(path);
    throw new CouldNotRun(code, `${field === undefined ? name : `${name}, ${field}`}: ${message}`, remedy);
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
  return read <= first
    ? [read / first, "looking for duplicates"]
    : [read - first, "duplicates found, counting again"];
}

/** Where each record goes; undefined where no file is asked for. Users, refused records and users for the fallback have a file each. */
function handlersFor(
  outputs: Outputs,
  count: () => void,
): Pick<CheckOptions, "onUser" | "onLoginOnly" | "onRejected"> | undefined {
  const { users, batches, rejects, fallback, metadata, pepper, takesImportable, passwordAlone } = outputs;
  const others = [batches, rejects, fallback, metadata];
  if (users.length === 0 && others.every((file) => file === undefined)) return undefined;
  const handlers = {
    onUser: async (user: NormalizedUser, record: UserRecord) => {
      const { result, loginOnly } = record;
      if (loginOnly === undefined || fallback === undefined) count();
      await users[outputs.written++ % users.length]?.writeText(formatUser(user));
      const refused = result.ok ? await batches?.add(result.value) : undefined;
      if (refused !== undefined && refused.length > 0) {
        outputs.leftOut++;
        await rejects?.writeLine(rejectionLine({ ...record, problems: refused }));
      }
      const isTaken = takesImportable && loginOnly === undefined && user.passwordHash !== undefined;
      if (isTaken) await known(ofImportable(user, result, passwordAlone), {});
      const kept = result.ok ? result.value.metadata : undefined;
      if (loginOnly === undefined || fallback === undefined) await keep(user, kept);
    },
    onRejected: async (rejection: Rejection, { rejected }: UserRecord) => {
      count();
      await rejects?.writeLine(rejectionLine(rejection));
      if (rejected !== undefined) await known(rejected, { pepper });
    },
  };
  const known = async (user: WritableFallbackUser, named: FormatFallbackOptions) => {
    if (fallback !== undefined && isFallbackUser(user)) {
      await fallback.writeText(formatFallbackUser(user, named));
    }
  };
  const keep = async ({ externalUserId }: NormalizedUser, kept: ReadUser["metadata"]) => {
    if (kept !== undefined) await metadata?.writeLine({ externalUserId, metadata: kept });
  };
  if (fallback === undefined) return handlers;
  return {
    ...handlers,
    onLoginOnly: async (loginOnly) => {
      count();
      await known(loginOnly, { pepper });
      await keep(loginOnly.user, loginOnly.metadata);
    },
  };
}

/** What the fallback needs of a user whose hash could be imported. One over a pepper could not, so no pepper is named. */
function ofImportable(
  user: NormalizedUser,
  result: UserRecord["result"],
  passwordAlone: boolean,
): WritableFallbackUser {
  const { passwordHash, source, peppered } = user;
  const isUnopened = !passwordAlone && result.ok && result.warnings.some(isUnopenedFactor);
  const hash = isUnopened ? undefined : passwordHash;
  const { further, isDisabled } = result.ok ? result.value : {};
  return {
    user,
    ...(hash === undefined ? {} : { hash }),
    ...(source === undefined ? {} : { source }),
    ...(peppered === undefined ? {} : { peppered }),
    ...(further === undefined ? {} : { further }),
    ...(isDisabled === true ? { standing: "held" } : {}),
  };
}

function rejectionLine({ file, line, userId, problems }: Rejection): object {
  return {
    ...(file === undefined ? {} : { file }),
    line,
    userId: userId ?? null,
    problems: problems.map(({ code, message, field, remedy }) => ({ code, message, field, remedy })),
  };
}

function text(
  report: CheckReport,
  files: readonly WrittenFile[],
  path: string,
  flags: CheckFlags,
  io: CliIo,
): string {
  const from = report.source?.name ?? flags.from;
  const frame = {
    title: `${exportName(path)} (${from})`,
    next: nextCommand(path, { ...flags, from }),
    hasFallback: flags.fallback !== undefined,
    files,
  };
  return formatReport(checkReport(report, frame), styleFor(io.stdout, io.env));
}

/** The import with the same options, ready to be copied into a shell. */
function nextCommand(path: string, flags: CheckFlags): string {
  return ["credport", "import", path, ...wordsAgain(SOURCE_OPTIONS, flags)].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
