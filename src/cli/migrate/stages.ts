import { defined } from "../../lib/defined.js";
import { counted, nounFor } from "../../lib/plural.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { hasCall, resolveServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import { pinInput, READABLE_SOURCES } from "../../source/index.js";
import { hasPhoneRules } from "../../source/internal.js";
import { commandLine, optionWords } from "../check/next-step.js";
import { EXIT, type ExitCode, variable } from "../cli-io.js";
import { CouldNotRun, wrongUsage } from "../could-not-run.js";
import { ask, askWhether, canAsk } from "../input/ask.js";
import { openInput, sizeOf } from "../input/input-file.js";
import { unknownSystem } from "../input/other-systems.js";
import { requireAddress } from "../input/service-target.js";
import { namedSource, readHashConfig, sourceOptions, TABLE } from "../input/source-options.js";
import {
  CHECK,
  type CheckDocument,
  canProve,
  hasUsersToImport,
  IMPORT,
  type ImportDocument,
  REHEARSAL,
  usersIn,
} from "./documents.js";
import { askForHashes, askForHelp, HELPFUL_SETTINGS, takeBackHashes } from "./helpful-settings.js";
import { JOURNAL, type Migration, type StageKind } from "./migration.js";
import { askForMap, draftMap } from "./own-map.js";
import { askUntil, fileAt, knownUser } from "./questions.js";
import { tellWhatIsLeft } from "./what-is-left.js";

/** A step of a migration. One that was done with the same settings and the same file is passed over. */
interface Stage extends StageKind {
  readonly title: string;
  /** Looked at again each time, since it costs nothing or shows what is left. */
  readonly isAlwaysRun?: true;
  readonly isNeeded?: (migration: Migration) => Promise<boolean>;
  /** Whether it is to be run again although it ran to its end. */
  readonly staysOpen?: (migration: Migration) => Promise<boolean>;
  /** The exit code with which the migration stops here; undefined where it continues. */
  run(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined>;
}

const OF_SERVICE = { usesService: true, isNeeded: hasUsersToImport } as const;
const OF_JOURNAL = { ...OF_SERVICE, usesJournal: true } as const;

const IMPORTING = { ...OF_JOURNAL, name: "import", writesReports: true } as const;
const CHECKING = { name: "check", namesUsers: true, writesReports: true } as const;

export const STAGES: readonly Stage[] = [
  { name: "look", title: "Which system wrote the file", isAlwaysRun: true, run: look },
  { name: "settings", title: "What the export needs to be read", isAlwaysRun: true, run: askSettings },
  { ...CHECKING, title: "Check every user", run: check },
  { name: "decide", title: "Look at what was found", run: decide },
  { name: "rehearse", title: "Rehearse the import on this machine", isNeeded: hasUsersToImport, run: rehearse },
  { ...OF_SERVICE, name: "preflight", title: "Look at the service", run: preflight },
  { ...IMPORTING, title: "Import the users", run: importUsers, staysOpen: hasFailed },
  { ...OF_JOURNAL, name: "prove", title: "Sign in", run: prove },
  { name: "left", title: "What is left to do", isAlwaysRun: true, run: tellWhatIsLeft },
];

async function look(migration: Migration): Promise<undefined> {
  const { file, io, settings } = migration;
  const join = settings.join as readonly string[] | undefined;
  if (settings.from !== undefined) return;
  if (settings.map !== undefined) return migration.set({ from: TABLE }).then(() => undefined);
  try {
    const input = pinInput((await openInput(file)).open);
    const { from } = await namedSource(
      { ...input, path: file },
      await sourceOptions({ from: "auto", service: "default", ...defined({ join }) }),
    );
    migration.say(`  It is an export of ${from}.\n`);
    await migration.set({ from });
  } catch (error) {
    if (!(error instanceof CouldNotRun) || !canAsk(io)) throw error;
    io.stderr.write(`  ${error.message}\n`);
    await migration.set({ from: await askUntil(SYSTEM_QUESTION, (answer) => systemNamed(answer, file), io) });
  }
}

const SYSTEM_QUESTION = "System that wrote it (credport sources lists all; empty: another one, so read it as a table)";

async function systemNamed(answer: string, file: string): Promise<string> {
  if (READABLE_SOURCES.some((name) => name === answer)) return answer;
  if (answer !== "" && answer !== TABLE) {
    throw unknownSystem(answer, [...READABLE_SOURCES, TABLE], `${answer} is not a known system`);
  }
  // What can't be read as a table is not kept as an answer.
  await draftMap(file);
  return TABLE;
}

function hasKey({ settings, io }: Migration): boolean {
  return settings.apiKeyFile !== undefined || variable(io.env, "CREDPORT_API_KEY") !== undefined;
}

async function askSettings(migration: Migration): Promise<undefined> {
  const { io, settings } = migration;
  const isFirebase = settings.from === "firebase";
  migration.requireAsking([
    ...(isFirebase && settings.hashConfig === undefined ? ["hashConfig"] : []),
    ...(settings.from === TABLE && settings.map === undefined ? ["map (credport sources init drafts one)"] : []),
    ...(settings.to === undefined ? ["to"] : []),
    ...(hasKey(migration) ? [] : ["apiKeyFile (or CREDPORT_API_KEY)"]),
  ]);
  if (settings.service === undefined) await migration.set({ service: "supertokens" });
  await tellOfPhoneRules(migration);
  if (isFirebase && settings.hashConfig === undefined) {
    const question = "File with the hash parameters, as Firebase's console shows them";
    const hashConfigAt = async (answer: string) => {
      const path = await fileAt(answer);
      if (path !== undefined) await readHashConfig(path);
      return path;
    };
    await migration.set({ hashConfig: await askUntil(question, hashConfigAt, io) });
  }
  if (!migration.wasAskedForKnown && canAsk(io)) {
    const known = "Address of a user whose password you know, to prove the hashes (empty: none)";
    await migration.setKnown(await askUntil(known, knownUser, io));
  }
  if (settings.from === TABLE && settings.map === undefined) await askForMap(migration);
}

/** Before the check refuses these users: the same command would check all of them again. */
async function tellOfPhoneRules(migration: Migration): Promise<void> {
  const { phoneNumbers } = resolveServiceProfile(migration.settings.service as ServiceProfileName);
  if (phoneNumbers === "as-sent" || (await hasPhoneRules())) return;
  migration.say(
    `  Phone numbers, if users have any, can't be imported yet. ${operatorRemedyOf("user/phone-rules-missing")}\n`,
  );
}

export const SHEET = "decisions.csv";
/** With a row for each user who was on the service before, too: another file, so that a check is not made again for it. */
const EXISTING_SHEET = "existing.csv";

async function check(migration: Migration): Promise<ExitCode | undefined> {
  const asked = new Set<string>();
  for (;;) {
    const code = await runCheck(migration);
    if (code === EXIT.couldNotRun && (await canBeMended(migration, asked))) continue;
    if (code === EXIT.couldNotRun) return code;
    if (migration.settings.decisions === undefined) await migration.set({ decisions: SHEET });
    const { problems, warnings, notices, known } = await migration.read<CheckDocument>(CHECK);
    const said = [...problems, ...warnings, ...notices].map(({ name }) => name);
    if (said.includes("user/decided-too-late")) return tellTooLate(migration);
    if (await askForHashes(migration, known, said, asked)) continue;
    if (known !== undefined && !MAY_BEGIN.includes(known.outcome)) {
      const stopped = await askForOther(migration, `The known user: ${known.message}.`);
      if (stopped !== undefined) return stopped;
    } else if (!(await askForHelp(migration, HELPFUL_SETTINGS, said, asked))) {
      return undefined;
    }
  }
}

async function canBeMended(migration: Migration, asked: Set<string>): Promise<boolean> {
  return (await askForTables(migration)) || takeBackHashes(migration, asked);
}

/** Whether one of several sites or realms was named, where the check has just said that the file has several. */
async function askForTables(migration: Migration): Promise<boolean> {
  const { io, fault } = migration;
  if (fault !== "source/table-prefix" || !canAsk(io)) return false;
  const tablePrefix = await ask("Which of them to import, as the message names it (empty: stop here)", io);
  if (tablePrefix !== "") await migration.set({ tablePrefix });
  return tablePrefix !== "";
}

async function askForOther(migration: Migration, message: string): Promise<ExitCode | undefined> {
  const { io } = migration;
  if (!canAsk(io)) return migration.stop(message, OTHER_KNOWN);
  io.stderr.write(`  ${message}\n`);
  await migration.setKnown(await askUntil(OTHER_QUESTION, knownUser, io));
  return undefined;
}

const OTHER_QUESTION = "Address of another user, or the same to type the password again (empty: none)";

/** What a check says of known passwords with which an import may begin. */
const MAY_BEGIN: readonly string[] = ["matches", "not-verified"];
const OTHER_KNOWN = "Correct the password, give another user with --known, or --known '' to continue without a proof.";

/** The files follow the journal; they follow the sheet again when the import is undone. */
function tellTooLate(migration: Migration): ExitCode {
  return migration.stop(
    "Users are to be left out now whom the import has sent before: check.html names them. They stay on the service.",
    `Decide and set as before, or take the whole import back first: ${undoLine(migration)}`,
  );
}

export function undoLine(migration: Migration): string {
  const { settings } = migration;
  const { to, service, tenantPath, apiKeyFile } = settings;
  const options = { to, service, "tenant-path": tenantPath, "api-key-file": apiKeyFile };
  return commandLine("undo", [migration.at(JOURNAL)], optionWords(options));
}

function runCheck(migration: Migration): Promise<ExitCode> {
  const reports = migration.reportOptions(CHECK, "check.html", "not-importable.csv");
  const addresses = migration.namesAddresses ? ["--with-addresses"] : [];
  const files = ["--fallback", migration.at("fallback.ndjson"), "--mailing", migration.at("mailing.csv")];
  const sheet = ["--write-decisions", migration.at(SHEET), "--journal", migration.at(JOURNAL)];
  const decided = migration.sheetAgain(SHEET);
  const options = [...reports, ...files, ...sheet, ...decided, ...addresses, "--force"];
  return migration.command(["check", migration.file, ...options], true);
}

async function decide(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined> {
  const { records, importable, refused, loginOnly, otherLogins, skipped, files } =
    await migration.read<CheckDocument>(CHECK);
  const fallback = loginOnly > 0 ? `, ${loginOnly} ${nounFor(loginOnly, "logs", "log")} in through the fallback` : "";
  const others = skipped > 0 ? `${fallback}, ${skipped} ${nounFor(skipped, "is", "are")} not of a person` : fallback;
  migration.say(
    `  ${importable} of ${counted(records, "user")} can be imported, ${refused} can't${others}. ${migration.at("check.html")} shows all of it.\n`,
  );
  const toDecide = usersIn(files, "--write-decisions");
  if (toDecide > 0) {
    migration.say(
      `  ${counted(toDecide, "user")} can be decided about in ${migration.at(SHEET)}: write import or leave-out into the column decision, and run the command again.\n`,
    );
  }
  if (importable + loginOnly + otherLogins === 0) return migration.stop("No user can be imported.", NOTHING_TO_IMPORT);
  if (refused === 0 || isConfirmed) return undefined;
  return isAgreed(migration, "Continue without the users who are not importable?");
}

const NOTHING_TO_IMPORT = "check.html says why, and what to do about it.";

/** Undefined where it is agreed to. */
async function isAgreed(migration: Migration, question: string): Promise<ExitCode | undefined> {
  if (!canAsk(migration.io)) return migration.stop(question, "There is no terminal to ask at: --yes agrees.");
  if (await askWhether(question, migration.io)) return undefined;
  migration.reason = { message: `not confirmed: ${question}` };
  return EXIT.problems;
}

async function rehearse(migration: Migration): Promise<ExitCode | undefined> {
  const report = ["--report", migration.at(REHEARSAL), "--force"];
  const code = await migration.command(["import", migration.file, ...report], true);
  return code === EXIT.couldNotRun ? code : undefined;
}

function serviceAt(typed: string, settings: Migration["settings"]): string | undefined {
  if (typed === "") return undefined;
  if (/^https?:/i.test(typed) && URL.canParse(typed)) {
    requireAddress(typed, settings);
    return typed;
  }
  throw wrongUsage(`${typed} is not an address of a service`, "Begin it with https://, or http:// on this machine.");
}

/** Answers are kept once they have led to a service that can be imported to. */
async function preflight(migration: Migration): Promise<ExitCode | undefined> {
  const { io, settings: before } = migration;
  for (;;) {
    if (migration.settings.to === undefined) {
      const addressAt = (typed: string) => serviceAt(typed, migration.settings);
      const to = await askUntil("Address of the service, such as https://auth.example.com", addressAt, io);
      await migration.set({ to });
    }
    if (!hasKey(migration)) await migration.set({ apiKeyFile: await askUntil(KEY_QUESTION, fileAt, io) });
    const code = await migration.command(["preflight", migration.file]);
    if (code === EXIT.fine) return undefined;
    if (migration.settings === before) return code;
    await migration.set({ to: before.to, apiKeyFile: before.apiKeyFile });
    if (!(await askWhether("Give another address or key?", io))) return code;
  }
}

const KEY_QUESTION = "File with its API key (of a service without keys, any word)";

async function importUsers(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined> {
  const { file, settings } = migration;
  const to = String(settings.to);
  const overwrites = mustOverwrite(settings);
  const disagreed = isConfirmed ? undefined : await isAgreed(migration, await lastQuestion(migration, overwrites));
  if (disagreed !== undefined) return disagreed;
  const isChecked = await migration.isDone(CHECKING);
  if (!isChecked) return migration.stop(CHANGED, "Run the same command again: it checks them again.");
  await sendRefusedAgain(migration);
  const files = [
    ...["--journal", migration.at(JOURNAL), "--mapping", migration.at("mapping.csv")],
    ...["--rejects", migration.at("rejects.ndjson"), "--write-decisions", migration.at(EXISTING_SHEET)],
    ...migration.reportOptions("import.json", "import.html"),
    ...(overwrites ? ["--existing", "overwrite"] : []),
    ...(settings.changedSince === undefined ? [] : ["--gone", migration.at("gone.ndjson")]),
  ];
  const isProving = await canProve(migration);
  if (!isProving && migration.known !== undefined) {
    migration.say("  No sign-in of a known user is tried with it: none is imported, or the service can't be asked.\n");
  }
  const code = await migration.command(["import", file, "--to", to, ...files, "--yes", "--force"], isProving);
  return code === EXIT.couldNotRun ? code : undefined;
}

const CHANGED = "The export, or a file or setting that it is read with, has changed since its users were checked.";

/** Those whom the service refused are sent again by an import of their own only. */
async function sendRefusedAgain(migration: Migration): Promise<void> {
  const refused = migration.at("rejects.refused-by-service.ndjson");
  if ((await sizeOf(refused)) === 0) return;
  const where = ["--to", String(migration.settings.to), "--journal", migration.at(JOURNAL)];
  await migration.command(["import", migration.file, ...where, "--only", refused, "--yes"]);
}

async function lastQuestion(migration: Migration, overwrites: boolean): Promise<string> {
  const { to, tenantPath, changedSince } = migration.settings;
  const { importable, refused, loginOnly, otherLogins } = await migration.read<CheckDocument>(CHECK);
  const users = counted(importable + otherLogins, "user");
  const tenant = tenantPath === undefined ? "" : `, tenant ${tenantPath}`;
  const others = [
    ...(refused > 0 ? [`${refused} ${nounFor(refused, "is", "are")} not importable`] : []),
    ...(loginOnly > 0 ? [`${loginOnly} ${nounFor(loginOnly, "logs", "log")} in through the fallback`] : []),
  ];
  const what = changedSince === undefined ? users : `what has changed of ${users}`;
  return [
    `Import ${what} to ${to}${tenant}?`,
    others.length === 0 ? "They are all users of the export." : `${others.join(", ")}.`,
    ...(overwrites ? ["Users who are there already get the export's password."] : []),
  ].join(" ");
}

/** Where the service can't be asked who is there. */
function mustOverwrite({ service, existing }: Migration["settings"]): boolean {
  return existing === undefined && !hasCall(service as ServiceProfileName, "findUsers");
}

/** Users who failed, or whom the service refused, are tried again by the same command. */
async function hasFailed(migration: Migration): Promise<boolean> {
  const { failed, unfinished, refusedByService } = await migration.read<ImportDocument>(IMPORT);
  return failed + unfinished + refusedByService > 0;
}

async function prove(migration: Migration): Promise<ExitCode | undefined> {
  if (!(await canProve(migration))) {
    migration.say("  No password of an imported user is known: sign in at the service as one of them.\n");
    return undefined;
  }
  // What check, rehearsal and import have said and a person has accepted does not end the migration here.
  const { known } = await migration.read<ImportDocument>(REHEARSAL);
  const code = await migration.command(["prove"], true, known?.notImported);
  return code === EXIT.fine ? undefined : code;
}
