import {
  type ConformanceOptions,
  type ConformanceReport,
  credportImplementation,
  formatReport,
  loadSuite,
  type ReportFormat,
  runConformance,
  type Subject,
  serveAdapter,
} from "../../conformance/index.js";
import {
  copyVectors,
  formatRefusal,
  idlePatterns,
  parseSkipFile,
  REPORT_FORMATS,
  type SkipRule,
  selectCases,
  skipReason,
} from "../../conformance/internal.js";
import { defined } from "../../lib/defined.js";
import type { Problem } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, endFor, valueOrEnd } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { readSmallFile } from "../input/input-file.js";
import { LOG_OPTIONS } from "../input/log-options.js";
import { type FlagsOf, flag, list, usually, value, wholeNumber } from "../input/option-rows.js";
import { createProgress } from "../output/progress.js";
import { print } from "../output/report.js";
import { OWN_VERSION } from "../own-version.js";
import { styleFor } from "../style.js";

const OPTIONS = [
  flag("--self", "run the vectors against credport itself, through the same protocol"),
  flag("--serve", "answer a runner's cases on standard input, with credport as the adapter", { excludes: ["quiet"] }),
  flag("--one-shot", "start the program for each case: exit code 0 means accepted, 1 refused"),
  list("--only <pattern>", "run only ids that match (* and ?), an operation, or a flag:, scheme:, topic: (see below)"),
  list("--skip <pattern>", "skip what matches, written as for --only; can be repeated"),
  value("--skip-file <file>", "skip the ids in this file: a pattern and its reason on each line"),
  flag("--skip-must-fail", "run skipped ids as well, and fail where one passes"),
  flag("--strict", "count another reason, and an answer by another policy, as a failure"),
  usually("--timeout <seconds>", "time limit of a case; an expensive one gets six times as much", 10, {
    read: seconds,
  }),
  usually("--cost-timeout <seconds>", "time limit of a case whose cost must be refused", 2, { read: seconds }),
  value("--parallel <number>", "most processes at the same time, to 256; usually the cores, to 8", {
    read: wholeNumber(1, 256, () => malformed("--parallel is not a number from 1 to 256")),
  }),
  value("--report <format>", `format of the report: ${REPORT_FORMATS.join(", ")}`, {
    read: formatNamed,
    suggested: REPORT_FORMATS,
    excludes: ["quiet"],
  }),
  flag("--json", "the same as --report json"),
  value("--vectors <folder>", "vectors to use in place of the package's own"),
  flag("--list", "print the ids that would be run, and what each is about", { excludes: ["quiet"] }),
  value("--copy <folder>", "copy the vectors into a new folder, for use without credport"),
  ...LOG_OPTIONS,
] as const;

type ConformFlags = FlagsOf<typeof OPTIONS>;

export const conformCommand = commandOf(
  {
    takes: [["[command...]", "program that speaks the protocol, and its arguments, after --"]],
    options: OPTIONS,

    notes: [
      "A pattern can be flag:, scheme:, notation:, owner:, variant:, topic: or evidence: with a value; patterns can be repeated. How to write an adapter: docs/conformance.md.",
    ],
    examples: [
      "credport conform -- python3 adapter.py",
      "credport conform --only verify --skip-file known.txt --report junit -- node adapter.mjs",
      "credport conform --only scheme:bcrypt --skip variant:2x --skip evidence:policy -- node adapter.mjs",
      "credport conform --one-shot -- ./tool",
      "credport conform --list --only 'parse-*'",
    ],
    exitCodes: {
      fine: "the program conforms",
      problems: "the program does not conform",
      couldNotRun: "the run itself failed, or the command could not run",
    },
  },
  guarded,
);

/** Exit code 1 is a verdict on the program under test: no failure of the runner's may end with it. */
async function guarded(flags: ConformFlags, io: CliIo, command: readonly string[]): Promise<ExitCode> {
  try {
    if (flags.serve === true) {
      await serveAdapter(credportImplementation(OWN_VERSION), io.stdin, io.stdout);
      return EXIT.fine;
    }
    if (flags.copy !== undefined) return await copy(flags.copy, flags, io);
    return await (flags.list === true ? listCases(flags, io) : run(subjectOf(command, flags), flags, io));
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new CouldNotRun("conformance/run-failed", `the run itself failed (${what})`);
  }
}

function subjectOf(command: readonly string[], { self, oneShot }: ConformFlags): Subject {
  if (self === true) {
    if (command.length > 0) throw malformed("--self takes no command");
    const [, own = ""] = process.argv;
    return { command: [process.execPath, own, "conform", "--serve"] };
  }
  if (command.length === 0 || command[0] === "") throw malformed("no command is given after --");
  return oneShot === true ? { oneShot: command } : { command };
}

async function run(subject: Subject, flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  const format = flags.json === true ? "json" : (flags.report ?? "text");
  const options = await optionsOf(flags);
  const progress = createProgress("conform", io);
  const abort = new AbortController();
  const forget = io.onInterrupt(() => {
    // The programs under test are ended by the first; a second Ctrl-C ends this process too.
    if (abort.signal.aborted) process.exit(EXIT.couldNotRun);
    abort.abort();
  });
  try {
    const result = await runConformance(subject, {
      ...options,
      signal: abort.signal,
      onResult: ({ vector }, done, all) => progress.update(done / all, vector.id, { number: done }),
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
  if (isInterrupted) return new CouldNotRun("cli/interrupted", "interrupted before the first case");
  // With --json the error itself goes to standard output.
  if (json !== true) io.stdout.write(formatRefusal(problem, format));
  return endFor(problem);
}

/** What a report for machines does not say about the options. */
function warnOf({ unknownOperations, idlePatterns: idle }: ConformanceReport, io: CliIo): void {
  const all = [
    ...unknownOperations.map((name) => `the program offers ${name}, which is not an operation of the vectors`),
    ...idle.map((pattern) => `no vector matches ${pattern}`),
  ];
  const head = styleFor(io.stderr, io.env).warn("warning:");
  for (const warning of all) io.stderr.write(`${head} ${warning}\n`);
}

function exitCodeOf({ outcome }: ConformanceReport): ExitCode {
  if (outcome === "broken") return EXIT.couldNotRun;
  return outcome === "pass" ? EXIT.fine : EXIT.problems;
}

function formatNamed(name: string): ReportFormat {
  const format = REPORT_FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  throw malformed(`--report ${name} is not one of ${REPORT_FORMATS.join(", ")}`);
}

function seconds(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 86_400) return number;
  throw malformed("a time limit is not a number of seconds above 0");
}

async function optionsOf(flags: ConformFlags): Promise<ConformanceOptions> {
  const { vectors, only = [], skip = [], skipMustFail = false, strict = false, parallel } = flags;
  return {
    ...defined({ vectors, parallel }),
    only,
    skip: [...skip.map((pattern) => ({ pattern, reason: "--skip", mustFit: true })), ...(await skipFileOf(flags))],
    ...{ skipMustFail, strict },
    ...{ timeoutMs: flags.timeout * 1000, costTimeoutMs: flags.costTimeout * 1000 },
  };
}

async function skipFileOf({ skipFile, skipMustFail }: ConformFlags): Promise<readonly SkipRule[]> {
  if (skipFile === undefined) return [];
  const rules = valueOrEnd(parseSkipFile(await readSmallFile(skipFile, SKIP_FILE)), `${skipFile}, `);
  // A list that is held to be up to date must not name what is not there.
  return skipMustFail === true ? rules.map((rule) => ({ ...rule, mustFit: true })) : rules;
}

const SKIP_FILE = "Write the patterns and reasons into a file, and give its path to --skip-file.";

async function copy(target: string, { vectors, json }: ConformFlags, io: CliIo): Promise<ExitCode> {
  const folder = valueOrEnd(await copyVectors(target, vectors));
  print({ folder }, `Copied to ${folder}.\n`, { json }, io);
  return EXIT.fine;
}

async function listCases(flags: ConformFlags, io: CliIo): Promise<ExitCode> {
  const suite = valueOrEnd(await loadSuite(flags.vectors));
  const { only = [], skip = [] } = await optionsOf(flags);
  const patterns = [...only, ...skip.filter(({ mustFit }) => mustFit === true).map(({ pattern }) => pattern)];
  const idle = idlePatterns(suite.cases, patterns);
  if (idle.length > 0) throw new CouldNotRun("conformance/option-malformed", `no vector matches ${idle.join(", ")}`);
  const cases = selectCases(suite.cases, only)
    .filter((vector) => skipReason(vector, skip) === null)
    .map(({ id, comment, flags: about, cost }) => ({ id, comment, flags: about.map(({ name }) => name), cost }));
  if (cases.length === 0) throw new CouldNotRun("conformance/option-malformed", "every vector that matches is skipped");
  const lines = cases.map(({ id, comment }) => `${id}  ${comment}\n`);
  print({ suiteVersion: suite.version, cases }, lines.join(""), flags, io);
  return EXIT.fine;
}

const malformed = (message: string): CouldNotRun => new CouldNotRun("conformance/option-malformed", message);
