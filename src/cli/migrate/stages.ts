import { rename } from "node:fs/promises";
import { resolve } from "node:path";
import type { CheckReport } from "../../check/index.js";
import { stepAfterCheck } from "../../check/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { hasCall, type ServiceProfileName } from "../../service/profile.js";
import { pinInput, READABLE_SOURCES } from "../../source/index.js";
import { PREFERENCE_NAMES, sourceOf } from "../../source/internal.js";
import { EXIT, type ExitCode, variable } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { ask, canAsk } from "../input/ask.js";
import { requireReadPreferences } from "../input/decisions.js";
import { openInput, readSmallFile } from "../input/input-file.js";
import { namedSource, sourceOptions } from "../input/source-options.js";
import { knownName, unknownName } from "../input/unknown-name.js";
import type { WrittenFile } from "../output/output-file.js";
import { fitted } from "../wrap.js";
import { JOURNAL, type Migration, type StageKind } from "./migration.js";
import { askUntil } from "./questions.js";

/** A step of a migration. One that was done with the same settings and the same file is passed over. */
export interface Stage extends StageKind {
  /** Said before it begins. */
  readonly title: string;
  /** Looked at again each time, since it costs nothing or shows what is left. */
  readonly isAlwaysRun?: true;
  /** Whether it is to be run again although it ran to its end. */
  readonly staysOpen?: (migration: Migration) => Promise<boolean>;
  /** The exit code with which the migration stops here; undefined where it continues. */
  run(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined>;
}

const OF_JOURNAL = { usesService: true, usesJournal: true } as const;

/** From the export to users who sign in. */
export const STAGES: readonly Stage[] = [
  { name: "look", title: "Which system wrote the file", isAlwaysRun: true, run: look },
  { name: "settings", title: "What the export needs to be read", isAlwaysRun: true, run: askSettings },
  { name: "check", title: "Check every user", namesUsers: true, run: check, staysOpen: hasWrongPassword },
  { name: "decide", title: "Look at what was found", run: decide },
  { name: "rehearse", title: "Rehearse the import on this machine", run: rehearse },
  { name: "preflight", title: "Look at the service", usesService: true, run: preflight },
  { ...OF_JOURNAL, name: "import", title: "Import the users", run: importUsers, staysOpen: hasFailed },
  { ...OF_JOURNAL, name: "prove", title: "Sign in", run: prove },
  { name: "left", title: "What is left to do", isAlwaysRun: true, run: tellWhatIsLeft },
];

async function look(migration: Migration): Promise<undefined> {
  const { file, io, settings } = migration;
  if (settings.from !== undefined) return;
  if (settings.map !== undefined) return migration.set({ from: "table" }).then(() => undefined);
  try {
    const input = pinInput((await openInput(file)).open);
    const { from } = await namedSource(
      { ...input, path: file },
      await sourceOptions({ from: "auto", service: "default" }),
    );
    migration.say(`  It is an export of ${from}.\n`);
    await migration.set({ from });
  } catch (error) {
    if (!(error instanceof CouldNotRun) || !canAsk(io)) throw error;
    io.stderr.write(`  ${error.message}\n`);
    await migration.set({
      from: await askUntil("System that wrote it (credport sources lists all)", systemNamed, io),
    });
  }
}

function systemNamed(answer: string): string {
  return knownName(answer, READABLE_SOURCES, `${answer} is not a known system`);
}

/** A file that is there, by a path that holds wherever the settings are. */
async function fileAt(answer: string): Promise<string | undefined> {
  if (answer === "") return undefined;
  await readSmallFile(answer);
  return resolve(answer);
}

function hasKey({ settings, io }: Migration): boolean {
  return settings.apiKeyFile !== undefined || variable(io.env, "CREDPORT_API_KEY") !== undefined;
}

async function askSettings(migration: Migration): Promise<undefined> {
  const { io, settings } = migration;
  const isFirebase = settings.from === "firebase";
  migration.requireAsking([
    ...(isFirebase && settings.hashConfig === undefined ? ["hashConfig"] : []),
    ...(settings.to === undefined ? ["to"] : []),
    ...(hasKey(migration) ? [] : ["apiKeyFile (or CREDPORT_API_KEY)"]),
  ]);
  if (settings.service === undefined) await migration.set({ service: "supertokens" });
  if (isFirebase && settings.hashConfig === undefined) {
    const question = "File with the hash parameters, as Firebase's console shows them";
    await migration.set({ hashConfig: await askUntil(question, fileAt, io) });
  }
  if (migration.wasAskedForKnown || !canAsk(io)) return;
  const known = await ask("Address of a user whose password you know, to prove the hashes (empty: none)", io);
  await migration.setKnown(known);
}

/** Users whom a setting would help, by the codes of what is said of them. */
const HELPFUL_SETTINGS: readonly HelpfulSetting[] = [
  {
    codes: ["user/phone-malformed", "user/phone-region-missing"],
    key: "phoneRegion",
    question: "Country of phone numbers that have none, such as DE (empty: leave these users out)",
  },
  {
    codes: ["user/no-credential", "user/password-not-exported"],
    key: "withoutPassword",
    question: "Users without a password: reset has them choose one, code sends codes (empty: leave them out)",
    words: ["reset", "code", "refuse"],
  },
  {
    codes: ["user/duplicate-email", "user/duplicate-phone", "user/duplicate-third-party"],
    key: "prefer",
    question: `Of records that share an address, which one to import: ${PREFERENCE_NAMES.join(", ")} (empty: decide one by one)`,
    words: PREFERENCE_NAMES,
  },
  {
    codes: ["user/disabled"],
    key: "includeDisabled",
    question: "Import users who are disabled too? They can then log in again. Type yes to do so",
    isFlag: true,
  },
  {
    codes: ["user/password-encrypted", "user/second-factor-encrypted"],
    key: "decryptKeyFile",
    question: "File with the keys of the old system, one a line (empty: leave out what it encrypted)",
    isFile: true,
  },
];

interface HelpfulSetting {
  readonly codes: readonly string[];
  readonly key: string;
  readonly question: string;
  readonly words?: readonly string[];
  readonly isFlag?: true;
  readonly isFile?: true;
}

interface CheckDocument extends CheckReport {
  readonly files: readonly WrittenFile[];
}

const CHECK = "check.json";
const SHEET = "decisions.csv";
const NEXT_SHEET = "decisions.next.csv";

async function check(migration: Migration): Promise<ExitCode | undefined> {
  const { io } = migration;
  const asked = new Set<string>();
  for (;;) {
    const code = await runCheck(migration);
    if (code === EXIT.couldNotRun) return code;
    // What was decided before is in it again.
    await rename(migration.at(NEXT_SHEET), migration.at(SHEET));
    if (migration.settings.decisions === undefined) {
      await migration.set({ decisions: resolve(migration.at(SHEET)) });
    }
    const { problems, warnings } = await migration.read<CheckDocument>(CHECK);
    const said = [...problems, ...warnings].map(({ name }) => name);
    if (said.includes("user/decided-too-late")) return tellTooLate(migration);
    const open = HELPFUL_SETTINGS.filter(
      ({ key, codes }) =>
        migration.settings[key] === undefined && !asked.has(key) && codes.some((one) => said.includes(one)),
    );
    if (open.length === 0 || !canAsk(io)) return undefined;
    const given: Record<string, unknown> = {};
    for (const setting of open) {
      asked.add(setting.key);
      const answer = await askUntil(setting.question, (typed) => settingOf(setting, typed, migration.settings), io);
      if (answer !== NOTHING) given[setting.key] = answer;
    }
    if (Object.keys(given).length === 0) return undefined;
    await migration.set(given);
  }
}

/** The files follow the journal; they follow the sheet again when the import is undone. */
function tellTooLate(migration: Migration): ExitCode {
  const { io, settings } = migration;
  const undo = `credport undo ${migration.at(JOURNAL)} --to ${settings.to} --service ${settings.service}`;
  io.stderr.write(
    `  The import was before a decision that has changed, so it is not carried out. Undo it first: ${undo}\n`,
  );
  return EXIT.problems;
}

const NOTHING = "";

async function settingOf(
  { key, words, isFlag, isFile }: HelpfulSetting,
  typed: string,
  { from }: Migration["settings"],
): Promise<string | true> {
  if (isFlag === true) return typed === "yes" ? true : NOTHING;
  if (isFile === true) return (await fileAt(typed)) ?? NOTHING;
  const preferred = key === "prefer" ? PREFERENCE_NAMES.filter((name) => name === typed) : [];
  // What the export does not say is asked again; kept in the settings it would end each run.
  const system = READABLE_SOURCES.find((name) => name === from);
  if (preferred.length > 0 && system !== undefined) {
    requireReadPreferences({ prefer: preferred }, await sourceOf(system));
  }
  if (typed === NOTHING || words === undefined || words.includes(typed)) return typed;
  throw unknownName("cli/wrong-usage", `${typed} is not a choice of ${key}`, typed, words);
}

function runCheck(migration: Migration): Promise<ExitCode> {
  const reports = [CHECK, "check.html", "not-importable.csv"].flatMap((name) => ["--report", migration.at(name)]);
  const files = ["--fallback", migration.at("fallback.ndjson"), "--mailing", migration.at("mailing.csv")];
  const sheet = ["--write-decisions", migration.at(NEXT_SHEET), "--journal", migration.at(JOURNAL)];
  const addresses = migration.namesAddresses ? ["--with-addresses"] : [];
  return migration.command(["check", migration.file, ...reports, ...files, ...sheet, ...addresses, "--force"], true);
}

async function decide(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined> {
  const found = await migration.read<CheckDocument>(CHECK);
  const { records, importable, refused, loginOnly, skipped, files } = found;
  const fallback = loginOnly > 0 ? `, ${loginOnly} ${nounFor(loginOnly, "logs", "log")} in through the fallback` : "";
  const others = skipped > 0 ? `${fallback}, ${skipped} ${nounFor(skipped, "is", "are")} not of a person` : fallback;
  migration.say(
    `  ${importable} of ${counted(records, "user")} can be imported, ${refused} can't${others}. ${migration.at("check.html")} shows all of it.\n`,
  );
  const toDecide = usersIn(files, "--write-decisions");
  if (toDecide > 0) {
    migration.say(
      `  ${counted(toDecide, "user")} can be decided about in ${migration.at(SHEET)}: fill in the column decision, and run the command again.\n`,
    );
  }
  const step = stepAfterCheck(found);
  if (step === "look-at-hashes") {
    migration.io.stderr.write(`  A known password does not match, so no user is imported: ${found.known?.message}.\n`);
  }
  if (step !== "rehearse" && step !== "other-password") return EXIT.problems;
  return (await isAgreed(migration, "Continue without the users who are not importable?", refused === 0 || isConfirmed))
    ? undefined
    : EXIT.problems;
}

/** Most likely it was mistyped: it is asked for again. */
async function hasWrongPassword(migration: Migration): Promise<boolean> {
  return stepAfterCheck(await migration.read<CheckDocument>(CHECK)) === "look-at-hashes";
}

function usersIn(files: readonly WrittenFile[], option: string): number {
  return files.find((file) => file.option === option)?.users ?? 0;
}

async function isAgreed({ io }: Migration, question: string, isConfirmed = false): Promise<boolean> {
  if (isConfirmed) return true;
  if (!canAsk(io)) {
    io.stderr.write(`  ${question} There is no terminal to ask at: --yes agrees.\n`);
    return false;
  }
  return (await ask(`${question} Type yes`, io)) === "yes";
}

async function rehearse(migration: Migration): Promise<ExitCode | undefined> {
  const report = ["--report", migration.at("rehearsal.json"), "--force"];
  const code = await migration.command(["import", migration.file, ...report], true);
  return code === EXIT.couldNotRun ? code : undefined;
}

function serviceAt(typed: string): string | undefined {
  if (typed === "" || (/^https?:/i.test(typed) && URL.canParse(typed))) return typed || undefined;
  throw new CouldNotRun(
    "cli/wrong-usage",
    `${typed} is not an address of a service`,
    "Begin it with https://, or http:// on this machine.",
  );
}

async function preflight(migration: Migration): Promise<ExitCode | undefined> {
  const { io, settings } = migration;
  if (settings.to === undefined) {
    const to = await askUntil("Address of the service, such as https://auth.example.com", serviceAt, io);
    await migration.set({ to });
  }
  if (!hasKey(migration)) await migration.set({ apiKeyFile: await askUntil("File with its API key", fileAt, io) });
  const code = await migration.command(["preflight", migration.file]);
  return code === EXIT.fine ? undefined : code;
}

async function importUsers(migration: Migration, isConfirmed: boolean): Promise<ExitCode | undefined> {
  const { file, settings } = migration;
  const to = String(settings.to);
  const overwrites = mustOverwrite(settings);
  if (!isConfirmed && !(await isAgreed(migration, await lastQuestion(migration, overwrites)))) return EXIT.problems;
  const files = [
    ...["--journal", migration.at(JOURNAL), "--mapping", migration.at("mapping.csv")],
    ...["--rejects", migration.at("rejects.ndjson"), "--report", migration.at("import.json")],
    ...["--report", migration.at("import.html")],
    ...(overwrites ? ["--existing", "overwrite"] : []),
  ];
  const code = await migration.command(["import", file, "--to", to, ...files, "--yes", "--force"], true);
  return code === EXIT.couldNotRun ? code : undefined;
}

/** How many users go where, and how many do not. */
async function lastQuestion(migration: Migration, overwrites: boolean): Promise<string> {
  const { to, tenantPath } = migration.settings;
  const { importable, refused, loginOnly, otherLogins } = await migration.read<CheckDocument>(CHECK);
  const tenant = tenantPath === undefined ? "" : `, tenant ${tenantPath}`;
  const others = [
    ...(refused > 0 ? [`${refused} ${nounFor(refused, "is", "are")} not importable`] : []),
    ...(loginOnly > 0 ? [`${loginOnly} ${nounFor(loginOnly, "logs", "log")} in through the fallback`] : []),
  ];
  return [
    `Import ${counted(importable + otherLogins, "user")} to ${to}${tenant}?`,
    others.length === 0 ? "They are all users of the export." : `${others.join(", ")}.`,
    ...(overwrites ? ["Users who are there already get the export's password."] : []),
  ].join(" ");
}

/** Where the service can't be asked who is there. */
function mustOverwrite({ service, existing }: Migration["settings"]): boolean {
  return existing === undefined && !hasCall(service as ServiceProfileName, "findUsers");
}

/** Users who failed are tried again by the same command. */
async function hasFailed(migration: Migration): Promise<boolean> {
  const { failed, unfinished } = await migration.read<ImportDocument>("import.json");
  return failed + unfinished > 0;
}

async function prove(migration: Migration): Promise<ExitCode | undefined> {
  if (migration.known === undefined) {
    migration.say("  No password is known: sign in at the service as one of the users.\n");
    return undefined;
  }
  const code = await migration.command(["prove"], true);
  return code === EXIT.fine ? undefined : code;
}

interface ImportDocument {
  readonly imported: number;
  readonly alreadyThere: number;
  readonly refusedByService: number;
  readonly failed: number;
  readonly unfinished: number;
}

async function tellWhatIsLeft(migration: Migration): Promise<ExitCode | undefined> {
  const { stdout } = migration.io;
  const tell = (line: string) => stdout.write(fitted(`${line}\n`, stdout.columns));
  const { refused, loginOnly, files } = await migration.read<CheckDocument>(CHECK);
  const { imported, alreadyThere, refusedByService, failed } = await migration.read<ImportDocument>("import.json");
  const rows: readonly (readonly [number, string, string])[] = [
    [imported + alreadyThere, "on the service", "mapping.csv has their new IDs"],
    [refused, "not importable", "not-importable.csv says why, for the support desk"],
    [loginOnly, "to log in through the fallback", "fallback.ndjson has what it needs (docs/login.md)"],
    [refusedByService + failed, "refused by the service, or failed", "import.html says why; run the command again"],
  ];
  migration.left = rows.flatMap(([users, what, where]) => (users > 0 ? [{ users, what, where }] : []));
  for (const { users, what, where } of migration.left) {
    tell(`${String(users).padStart(8)} ${what}: ${where}`);
  }
  if (usersIn(files, "--mailing") > 0) {
    tell("         mailing.csv has the users to write to, where a password is to be chosen");
  }
  tell(`         all of it is in ${migration.folder}; it holds hashes: delete it when all is done`);
  return failed > 0 ? EXIT.problems : undefined;
}
