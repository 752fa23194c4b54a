import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import {
  type ConformanceOptions,
  type ConformanceReport,
  copySuite,
  credportImplementation,
  formatRefusal,
  formatReport,
  loadSuite,
  parseSkipFile,
  REPORT_FORMATS,
  type ReportFormat,
  runConformance,
  type SkipRule,
  type Subject,
  serveAdapter,
} from "../../conformance/index.js";
import { idlePatterns, selectCases, skipReason } from "../../conformance/internal.js";
import type { Problem, Result } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readSmallFile } from "../input/input-file.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { createProgress } from "../output/progress.js";
import { OWN_VERSION } from "../own-version.js";
import { styleFor } from "../style.js";

interface ConformFlags {
  readonly self?: boolean;
  readonly serve?: boolean;
  readonly oneShot?: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly skipFile?: string;
  readonly skipMustFail?: boolean;
  readonly strictCodes?: boolean;
  readonly timeout: string;
  readonly parallel: string;
  readonly report?: string;
  readonly json?: boolean;
  readonly vectors?: string;
  readonly list?: boolean;
  readonly copy?: string;
}

const HELP: CommandHelp = {
  notes: [
    "A pattern can be flag:, scheme:, notation:, owner:, variant:, topic: or standing: with a value; patterns can be repeated.",
    "How to write an adapter: docs/conformance.md.",
  ],
  examples: [
    "credport conform -- python3 adapter.py",
    "credport conform --only verify --skip-file known.txt --report junit -- node adapter.mjs",
    "credport conform --only scheme:bcrypt --skip variant:2x --skip standing:policy -- node adapter.mjs",
    "credport conform --one-shot -- ./tool",
    "credport conform --list --only 'parse-*'",
  ],
  exitCodes: {
    fine: "the program conforms",
    problems: "the program does not conform",
    couldNotRun: "the run itself failed, or the command could not run",
  },
};

/** `credport conform`: runs the vectors against any program. */
export function conformCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  const collect = (value: string, earlier: readonly string[]) => [...earlier, value];
  addHelp(
    command
      .argument("[command...]", "program that speaks the protocol, and its arguments, after --")
      .option("--self", "run the vectors against credport itself, through the same protocol")
      .option("--serve", "answer a runner's cases on standard input, with credport as the adapter")
      .option("--one-shot", "start the program for each case: exit code 0 means accepted, 1 refused")
      .option(
        "--only <pattern>",
        "run only ids that match (* and ?), an operation, or a flag:, scheme:, topic: (see below)",
        collect,
        [],
      )
      .option("--skip <pattern>", "skip what matches, written as for --only; can be repeated", collect, [])
      .option("--skip-file <file>", "skip the ids in this file: a pattern and its reason on each line")
      .option("--skip-must-fail", "run skipped ids as well, and fail where one passes")
      .option("--strict-codes", "count the right verdict with another problem code as a failure")
      .option("--timeout <seconds>", "time limit of a case; an expensive one gets six times as much", "10")
      .option("--parallel <number>", "most processes at the same time, from 1 to 256", "1")
      .option("--report <format>", `format of the report: ${REPORT_FORMATS.join(", ")}`)
      .option("--json", "the same as --report json")
      .option("--vectors <folder>", "vectors to use in place of the package's own")
      .option("--list", "print the ids that would be run, and what each is about")
      .option("--copy <folder>", "copy the vectors into a new folder, for use without credport"),
    HELP,
  ).action(async (command: string[], flags: ConformFlags) => finish(await guarded(command, flags, io)));
}

/** Exit code 1 is a verdict on the program under test: no failure of the runner's may end with it. */
async function guarded(command: readonly string[], flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  try {
    return await conform(command, flags, io);
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new CouldNotRun("conformance/run-failed", `the run itself failed (${what})`);
  }
}

async function conform(command: readonly string[], flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  if (flags.serve === true) {
    await serveAdapter(credportImplementation(OWN_VERSION), io.stdin, io.stdout);
    return EXIT.fine;
  }
  if (flags.copy !== undefined) return copy(flags.copy, flags, io);
  if (flags.list === true) return list(flags, io);
  return run(subjectOf(command, flags), flags, io);
}

function subjectOf(command: readonly string[], { self, oneShot }: ConformFlags): Subject {
  if (self === true) {
    if (command.length > 0) throw malformed("--self takes no command");
    const own = fileURLToPath(new URL("../main.js", import.meta.url));
    return { command: [process.execPath, own, "conform", "--serve"] };
  }
  if (command.length === 0 || command[0] === "") throw malformed("no command is given after --");
  return oneShot === true ? { oneShot: command } : { command };
}

async function run(subject: Subject, flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  const format = formatOf(flags);
  const options = await optionsOf(flags);
  const progress = createProgress("conform", io);
  const abort = new AbortController();
  const forget = io.onInterrupt(() => {
    // The programs under test are ended by the first; whoever asks twice has waited enough.
    if (abort.signal.aborted) process.exit(EXIT.couldNotRun);
    abort.abort();
  });
  try {
    const result = await runConformance(subject, {
      ...options,
      signal: abort.signal,
      onResult: ({ vector }, done, all) => progress.update(done / all, vector.id),
    });
    progress.end();
    if (!result.ok) throw notRun(result.problems[0], abort.signal.aborted, format, flags, io);
    const report = result.value;
    io.stdout.write(formatReport(report, format, styleFor(io.stdout, io.env)));
    if (format !== "text") warnOf(report, io);
    return exitCodeOf(report);
  } finally {
    progress.end();
    forget();
  }
}

/** Writes the report of a run that could not start, and says why on standard error. */
function notRun(
  problem: Problem,
  isInterrupted: boolean,
  format: ReportFormat,
  { json }: ConformFlags,
  io: CliIo,
): CouldNotRun {
  const { code, message, remedy } = problem;
  if (isInterrupted) return new CouldNotRun("cli/interrupted", "interrupted before the first case");
  // With --json the error itself goes to standard output.
  if (json !== true) io.stdout.write(formatRefusal(problem, format));
  return new CouldNotRun(code, message, remedy);
}

/** What a report for machines does not say about the options. */
function warnOf({ unknownOperations, idleSkips }: ConformanceReport, io: CliIo): void {
  const style = styleFor(io.stderr, io.env);
  for (const name of unknownOperations) {
    io.stderr.write(
      `${style.warn("warning:")} the program offers ${name}, which is not an operation of the vectors\n`,
    );
  }
  for (const pattern of idleSkips)
    io.stderr.write(`${style.warn("warning:")} no vector matches the skip ${pattern}\n`);
}

function exitCodeOf({ outcome }: ConformanceReport): ExitCode {
  if (outcome === "broken") return EXIT.couldNotRun;
  return outcome === "pass" ? EXIT.fine : EXIT.problems;
}

function formatOf({ report = "text", json }: ConformFlags): ReportFormat {
  if (json === true) return "json";
  const format = REPORT_FORMATS.find((name) => name === report);
  if (format === undefined) throw malformed(`--report ${report} is not one of ${REPORT_FORMATS.join(", ")}`);
  return format;
}

async function optionsOf(flags: ConformFlags): Promise<ConformanceOptions> {
  const timeoutSeconds = Number(flags.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400)) {
    throw malformed("--timeout is not a number of seconds above 0");
  }
  const parallel = Number(flags.parallel);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 256) {
    throw malformed("--parallel is not a number from 1 to 256");
  }
  return {
    ...vectorsOf(flags),
    only: flags.only,
    skip: [
      ...flags.skip.map((pattern) => ({ pattern, reason: "--skip", mustFit: true })),
      ...(await skipFileOf(flags)),
    ],
    skipMustFail: flags.skipMustFail ?? false,
    strictCodes: flags.strictCodes ?? false,
    timeoutMs: timeoutSeconds * 1000,
    parallel,
  };
}

async function skipFileOf({ skipFile, skipMustFail }: ConformFlags): Promise<readonly SkipRule[]> {
  if (skipFile === undefined) return [];
  const rules = orStop(parseSkipFile(await readSkipFile(skipFile)), `${skipFile}, `);
  // A list that is held to be up to date must not name what is not there.
  return skipMustFail === true ? rules.map((rule) => ({ ...rule, mustFit: true })) : rules;
}

async function readSkipFile(path: string): Promise<string> {
  try {
    return await readSmallFile(path);
  } catch (error) {
    if (!(error instanceof CouldNotRun) || error.code !== "cli/not-a-file") throw error;
    throw new CouldNotRun(
      "cli/not-a-file",
      `the skip file ${path} is a pipe or a folder`,
      "Write the patterns and reasons into a file, and give its path to --skip-file.",
    );
  }
}

function vectorsOf({ vectors }: ConformFlags): { readonly vectors?: string } {
  return vectors === undefined ? {} : { vectors };
}

async function copy(target: string, { vectors, json }: ConformFlags, io: CliIo): Promise<ExitCode> {
  const folder = orStop(await copySuite(target, vectors));
  io.stdout.write(json === true ? `${JSON.stringify({ folder }, null, 2)}\n` : `Copied to ${folder}.\n`);
  return EXIT.fine;
}

async function list(flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  const suite = orStop(await loadSuite(flags.vectors));
  const { only = [], skip = [] } = await optionsOf(flags);
  const patterns = [...only, ...skip.filter(({ mustFit }) => mustFit === true).map(({ pattern }) => pattern)];
  const idle = idlePatterns(suite.cases, patterns);
  if (idle.length > 0) throw new CouldNotRun("conformance/no-cases", `no vector matches ${idle.join(", ")}`);
  const cases = selectCases(suite.cases, only)
    .filter((vector) => skipReason(vector, skip) === null)
    .map(({ id, comment, flags: about, cost }) => ({
      id,
      comment,
      flags: about.map(({ name }) => name),
      cost,
    }));
  if (cases.length === 0)
    throw new CouldNotRun("conformance/no-cases", "every vector that matches is skipped");
  io.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ suiteVersion: suite.version, cases }, null, 2)}\n`
      : cases.map(({ id, comment }) => `${id}  ${comment}\n`).join(""),
  );
  return EXIT.fine;
}

function orStop<T>(result: Result<T>, place = ""): T {
  if (result.ok) return result.value;
  const [{ code, message, remedy }] = result.problems;
  throw new CouldNotRun(code, place + message, remedy);
}

function malformed(message: string): CouldNotRun {
  return new CouldNotRun("conformance/option-malformed", message);
}
