import type { Command } from "commander";
import {
  type CheckOptions,
  type CheckReport,
  checkExport,
  isReadyToImport,
  type Rejection,
} from "../../check/index.js";
import { counted } from "../../lib/plural.js";
import { passesOver } from "../../source/internal.js";
import { type CliIo, CouldNotRun, EXIT, type ExitCode } from "../cli-io.js";
import { isRejection } from "../import/import-outputs.js";
import { type InputFile, openInput } from "../input/input-file.js";
import { readSecret } from "../input/read-secret.js";
import { addSourceOptions, type SourceFlags, sourceFiles, sourceOptions } from "../input/source-options.js";
import { type NamedFile, namedFile, requireDistinctFiles } from "../output/distinct-files.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { OutputFile, type PlannedOutput } from "../output/output-file.js";
import { createProgress } from "../output/progress.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../output/style.js";
import { checkReport } from "./check-report.js";

interface CheckFlags extends SourceFlags {
  readonly known?: string;
  readonly out?: string;
  readonly rejects?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "The export is read twice. The password for --known is asked for on a terminal; otherwise it is the",
    "first line of standard input. Files that hold hashes are readable for their owner only.",
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
export function checkCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    addSourceOptions(command.argument("<file>", "export file of the old system"))
      .option("--known <user>", "prove the hash parameters with this user's password, which is asked for")
      .option("--out <file>", "write the users that can be imported, as NDJSON; the file holds their hashes")
      .option("--rejects <file>", "write the refused records with problems and remedies, as NDJSON")
      .option("--force", "replace files of --out and --rejects that exist")
      .option("--json", "print the report as JSON"),
    HELP,
  ).action(async (file: string, flags: CheckFlags) => finish(await check(file, flags, io)));
}

async function check(path: string, flags: CheckFlags, io: CliIo): Promise<ExitCode> {
  await requireDistinctFiles({
    inputs: [{ name: "the export", path }, ...sourceFiles(flags)],
    outputs: outputFiles(flags),
  });
  const source = await sourceOptions(flags);
  const input = await openInput(path);
  const known =
    flags.known === undefined
      ? undefined
      : { identifier: flags.known, password: await readSecret(`Password of ${flags.known}`, io) };
  const report = await checkIntoFiles(
    path,
    input,
    known === undefined ? source : { ...source, known },
    flags,
    io,
  );
  io.stdout.write(
    flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : text(report, path, flags, io),
  );
  return isReadyToImport(report) ? EXIT.fine : EXIT.problems;
}

function outputFiles({ out, rejects }: CheckFlags): readonly (NamedFile & PlannedOutput)[] {
  return [
    ...namedFile("--out", out),
    ...namedFile("--rejects", rejects).map((file) => ({ ...file, isOurs: isRejection })),
  ];
}

/** The output files appear together once the whole export is checked, or not at all. */
async function checkIntoFiles(
  path: string,
  input: InputFile,
  options: CheckOptions,
  flags: CheckFlags,
  io: CliIo,
): Promise<CheckReport> {
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  const named = outputFiles(flags);
  const files = await OutputFile.createAll(named, flags);
  const fileOf = (name: string) => files[named.findIndex((file) => file.name === name)];
  const [users, rejects] = [fileOf("--out"), fileOf("--rejects")];
  try {
    const report = await runCheck(path, input, { ...options, signal: abort.signal }, { users, rejects }, io);
    await OutputFile.completeAll(files);
    return report;
  } catch (error) {
    for (const file of files) await file.discard();
    if (abort.signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was written");
    throw error;
  } finally {
    forget();
  }
}

interface Outputs {
  readonly users: OutputFile | undefined;
  readonly rejects: OutputFile | undefined;
}

async function runCheck(
  path: string,
  input: InputFile,
  options: CheckOptions,
  outputs: Outputs,
  io: CliIo,
): Promise<CheckReport> {
  const progress = createProgress("check", io);
  let records = 0;
  const passes = passesOver(options.from);
  // The passes before the last one look for what belongs together and for duplicates, before any record is handed over.
  async function* open() {
    for await (const chunk of input.open()) {
      progress.update(
        input.bytesRead() / (passes * input.size),
        records === 0 ? "looking for duplicates" : counted(records, "record"),
      );
      yield chunk;
    }
  }
  try {
    const checked = await checkExport(open, {
      ...options,
      onUser: (user) => {
        records++;
        return outputs.users?.writeLine(user);
      },
      onRejected: (rejection) => {
        records++;
        return outputs.rejects?.writeLine(rejectionLine(rejection));
      },
    });
    if (checked.ok) return checked.value;
    const [{ code, message, field, remedy }] = checked.problems;
    throw new CouldNotRun(code, `${field === undefined ? path : `${path}, ${field}`}: ${message}`, remedy);
  } finally {
    progress.end();
  }
}

function rejectionLine({ file, line, userId, problems }: Rejection): object {
  return {
    ...(file === undefined ? {} : { file }),
    line,
    userId: userId ?? null,
    problems: problems.map(({ code, message, field, remedy }) => ({ code, message, field, remedy })),
  };
}

function text(report: CheckReport, path: string, flags: CheckFlags, io: CliIo): string {
  const from = report.source?.name ?? flags.from;
  const frame = { title: `${path} (${from})`, next: nextCommand(path, { ...flags, from }) };
  return formatReport(checkReport(report, frame), styleFor(io.stdout, io.env));
}

/** The import with the same options, ready to be copied into a shell. */
function nextCommand(path: string, flags: CheckFlags): string {
  const {
    from,
    plugin,
    join = [],
    hashConfig,
    service,
    includeDisabled,
    include = [],
    source,
    peppered,
    decryptKeyFile,
    phoneRegion,
    provider = {},
  } = flags;
  const words = ["credport", "import", path, "--from", from];
  if (plugin !== undefined) words.push("--plugin", plugin);
  for (const path of join) words.push("--join", path);
  if (hashConfig !== undefined) words.push("--hash-config", hashConfig);
  if (service !== "default") words.push("--service", service);
  if (includeDisabled === true) words.push("--include-disabled");
  for (const reason of include) words.push("--include", reason);
  if (source !== undefined) words.push("--source", source);
  if (decryptKeyFile !== undefined) words.push("--decrypt-key-file", decryptKeyFile);
  if (peppered !== undefined) words.push(peppered ? "--peppered" : "--no-peppered");
  if (phoneRegion !== undefined) words.push("--phone-region", phoneRegion);
  for (const [name, id] of Object.entries(provider)) words.push("--provider", `${name}=${id}`);
  return words.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
