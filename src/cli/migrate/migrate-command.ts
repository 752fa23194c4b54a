import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { compareBindings, readSent } from "../../import/internal.js";
import { defined } from "../../lib/defined.js";
import { printable } from "../../lib/printable.js";
import { fingerprintExport, pinInput } from "../../source/index.js";
import { commandLine, optionWords } from "../check/next-step.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { CARRIED_OPTIONS, SECOND_EXPORT_OPTIONS } from "../import/import-flags.js";
import { commandOf, FURTHER_FILES } from "../input/command-of.js";
import { CONFIG_FILE, CONFIG_KEYS } from "../input/config-file.js";
import { CHOICE_OPTIONS } from "../input/decisions.js";
import { exists, openInput } from "../input/input-file.js";
import { LOG_OPTIONS, REPORT_OPTIONS } from "../input/log-options.js";
import { attributeOf, type FlagsOf, flag, givenValue, type OptionRow, value } from "../input/option-rows.js";
import { PEPPER_NAME_OPTION } from "../input/pepper-name.js";
import { requireAddress, targetOptions } from "../input/service-target.js";
import { SOURCE_OPTIONS } from "../input/source-options.js";
import { jsonText } from "../output/report.js";
import { OWN_VERSION } from "../own-version.js";
import { runCli } from "../run-cli.js";
import { styleFor } from "../style.js";
import { JOURNAL, Migration } from "./migration.js";
import { knownUser } from "./questions.js";
import { SHEET, STAGES, undoLine } from "./stages.js";

const OPTIONS = [
  ...SOURCE_OPTIONS,
  ...CHOICE_OPTIONS,
  ...targetOptions("address of the service"),
  ...CARRIED_OPTIONS,
  ...SECOND_EXPORT_OPTIONS,
  value("--known <users>", "user whose password you know, or a file of such users; '' for none"),
  PEPPER_NAME_OPTION,
  value("--folder <folder>", "folder of the migration (default: <file>.migration)"),
  flag(
    "--with-addresses",
    "name the addresses of users who are not importable in not-importable.csv and the other reports",
  ),
  ...REPORT_OPTIONS,
  flag("--yes", "agree to everything that would be asked before the import"),
  ...LOG_OPTIONS,
  flag("--json", "print what was done and what is left as JSON"),
] as const;

type MigrateFlags = FlagsOf<typeof OPTIONS>;

export const migrateCommand = commandOf(
  {
    takes: [["<file>", "export file of the old system, or several"], FURTHER_FILES],
    options: OPTIONS,
    notes: [
      "Looks at the file, asks for what it needs, checks, rehearses, looks at the service, asks, imports, signs in, and says what is left. Everything is in one folder: the settings (credport.config.json, without secrets), reports, users who are not imported, the journal, old and new IDs, and the file of the fallback.",
      "Stopped at any point, the same command resumes: what was done with the same settings and the same file is not done again. Each step can be run alone with --config and the settings of the folder.",
      "The files of --report are written beside the folder's own: the report of the check, and that of the import once it has run.",
      "Without a terminal it asks nothing and says which settings are missing; --yes agrees to the import.",
    ],
    examples: [
      "credport migrate users.json",
      "CREDPORT_API_KEY=… credport migrate users.json --to https://auth.example.com --yes",
    ],
    exitCodes: {
      fine: "the service has all users that can be imported, and what is left to do is said",
      problems:
        "it stopped at something to decide or to repair, or users are missing on the service; the same command resumes",
      couldNotRun: "a step could not run to its end, and says why; the same command resumes",
    },
  },
  migrate,
);

async function migrate(flags: MigrateFlags, io: CliIo, file: string, command: Command): Promise<ExitCode> {
  await requireFile(file);
  const folder = flags.folder ?? `${file}.migration`;
  const migration = await Migration.open(file, folder, io, runCli, flags.json);
  if (flags.verbose === true) migration.said = undefined;
  migration.namesAddresses = flags.withAddresses === true;
  await migration.setReports(flags.report);
  const { decisions = migration.settings.decisions, ...given } = settingsIn(flags, command);
  if (flags.to !== undefined) requireAddress(flags.to, { ...migration.settings, ...given });
  await requireOwnFolder(migration, given);
  await migration.takeSheet(SHEET, decisions);
  await migration.set(given);
  if (flags.known !== undefined) await migration.setKnown(await knownUser(flags.known));
  const states = new Map<string, StageState>(STAGES.map(({ name }) => [name, "left"]));
  const exitCode = await runStages(migration, states, flags.yes === true).catch((error: unknown) => {
    throw withOwnRemedy(error, folder);
  });
  if (exitCode !== EXIT.fine) io.stderr.write(`${RESUMES} Everything is in ${printable(folder)}.\n`);
  if (flags.json === true) {
    const stages = [...states].map(([name, state]) => ({ name, state }));
    const head = { format: "migrate-report", formatVersion: 1, credport: OWN_VERSION, folder };
    const { left, reason } = migration;
    io.stdout.write(jsonText({ ...head, exitCode, stages, left, stopped: reason ?? null }));
  }
  return exitCode;
}

const RESUMES =
  "Stopped; the same command resumes. Answers are kept: to give another one, add its option, or correct credport.config.json.";

/** It is read several times, and again when the migration resumes. */
async function requireFile(file: string): Promise<void> {
  const isStream =
    file === "-" ||
    (await stat(file).then(
      (found) => !found.isFile() && !found.isDirectory(),
      () => false,
    ));
  if (!isStream) return void (await openInput(file));
  const message = `${file} can be read only once`;
  throw new CouldNotRun("cli/not-readable", message, "Write the export to a file first, and give its path.");
}

/** What was done and answered before a question was left without an answer stays. */
function withOwnRemedy(error: unknown, folder: string): unknown {
  if (!(error instanceof CouldNotRun) || error.code !== "cli/interrupted") return error;
  return new CouldNotRun(error.code, error.message, `The same command resumes. Everything is in ${printable(folder)}.`);
}

const OTHER_FOLDER =
  "Name another folder with --folder, or give the file and the address with which this migration began.";

/** Refuses a folder whose import was of another file or went elsewhere, before any of its files is written again. */
async function requireOwnFolder(migration: Migration, given: Readonly<Record<string, unknown>>): Promise<void> {
  const sent = await readSent(migration.at(JOURNAL));
  if (sent?.binding === undefined || !sent.isAcknowledged || sent.isTakenBack) return;
  const { binding } = sent;
  const { join, to = binding.baseUrl, tenantPath = binding.tenantPath } = { ...migration.settings, ...given };
  const input = await fingerprintOf(migration.file, join);
  const now = { ...binding, baseUrl: String(to), tenantPath: String(tenantPath), input: input ?? binding.input };
  const other = compareBindings(binding, now);
  if (other === undefined) return;
  const message = `${migration.folder}: ${other.message}`;
  if (other.code !== "import/input-changed") throw new CouldNotRun("cli/of-other-export", message, OTHER_FOLDER);
  const before = await fingerprintOf(migration.file, migration.settings.join).catch(() => undefined);
  throw before?.sha256 === binding.input.sha256
    ? new CouldNotRun("cli/of-other-export", `${migration.folder}: ${OTHER_JOIN}`, takeBackFirst(migration))
    : new CouldNotRun("cli/of-other-export", message, await laterExport(migration));
}

async function fingerprintOf(file: string, join: unknown) {
  const paths = (Array.isArray(join) ? join : [join]).filter((path) => typeof path === "string");
  const files = await Promise.all(paths.map(async (path) => pinInput((await openInput(path)).open)));
  return fingerprintExport(pinInput((await openInput(file)).open), files);
}

const OTHER_JOIN = "the users of this file were imported with other files of --join, or with none";

function takeBackFirst(migration: Migration): string {
  return `Take that import back, then run the same command again: ${undoLine(migration)}. For users whom it keeps, who have signed in since, name another folder with --folder.`;
}

/** A corrected export is imported as a second one, with the settings and decisions of the first. */
async function laterExport(migration: Migration): Promise<string> {
  let number = 2;
  while (await exists(`${migration.folder}-${number}`)) number++;
  const options = {
    folder: `${migration.folder}-${number}`,
    config: migration.at(CONFIG_FILE),
    "changed-since": migration.at(JOURNAL),
  };
  const command = commandLine("migrate", [migration.file], optionWords(options));
  return `Import a later export of the same system in a folder of its own, by what has changed: ${command}. Give any other export a folder by --folder alone.`;
}

type StageState = "done" | "done-before" | "not-needed" | "stopped" | "left";

async function runStages(
  migration: Migration,
  states: Map<string, StageState>,
  isConfirmed: boolean,
): Promise<ExitCode> {
  const { io } = migration;
  const style = styleFor(io.stderr, io.env);
  for (const [at, stage] of STAGES.entries()) {
    const title = `${at + 1} of ${STAGES.length}: ${stage.title}`;
    if ((await stage.isNeeded?.(migration)) === false) {
      states.set(stage.name, "not-needed");
      migration.say(`${style.faint(`${title} (not needed: no user is to be imported)`)}\n`);
      continue;
    }
    if (stage.isAlwaysRun !== true && (await migration.isDone(stage))) {
      states.set(stage.name, "done-before");
      migration.say(`${style.faint(`${title} (done)`)}\n`);
      continue;
    }
    migration.say(`${style.strong(title)}\n`);
    const code = await stage.run(migration, isConfirmed);
    const isOpen = code === undefined && (await stage.staysOpen?.(migration)) === true;
    states.set(stage.name, code !== undefined ? "stopped" : isOpen ? "left" : "done");
    if (code !== undefined) {
      migration.reason ??= migration.reasonGiven();
      return code;
    }
    if (!isOpen) await migration.setDone(stage);
  }
  return EXIT.fine;
}

/** The options that were given, as settings; files by paths that hold from everywhere. */
function settingsIn(flags: MigrateFlags, command: Command): Readonly<Record<string, unknown>> {
  const rows = (OPTIONS as readonly OptionRow[]).filter((row) => {
    const attribute = attributeOf(row);
    return CONFIG_KEYS.some((key) => key === attribute) && command.getOptionValueSource(attribute) !== "default";
  });
  const settings = rows.map((row) => {
    const given = givenValue(row, flags);
    if (given === undefined || row.isInput !== true) return [attributeOf(row), given];
    return [attributeOf(row), Array.isArray(given) ? given.map((path) => resolve(path)) : resolve(String(given))];
  });
  return defined(Object.fromEntries(settings));
}
