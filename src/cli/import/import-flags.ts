import type { ImportOptions } from "../../import/index.js";
import { defined } from "../../lib/defined.js";
import { optionAlone, wrongUsage } from "../could-not-run.js";
import { CHOICE_OPTIONS, SHEET_OPTIONS } from "../input/decisions.js";
import { exportFile } from "../input/export-input.js";
import { LOG_OPTIONS, MAILING_OPTIONS, REPORT_OPTIONS } from "../input/log-options.js";
import { EXPECT_OPTION, MAX_REFUSED_OPTIONS } from "../input/max-refused.js";
import {
  type FlagsOf,
  flag,
  givenValue,
  grouped,
  inputsOf,
  nameOf,
  type OptionRow,
  oneOf,
  usually,
  value,
  wholeNumber,
} from "../input/option-rows.js";
import { targetOptions } from "../input/service-target.js";
import { SOURCE_OPTIONS } from "../input/source-options.js";
import { type CommandFiles, namedFile } from "../output/distinct-files.js";
import { reportPaths } from "../output/report-files.js";
import { outputPaths } from "./import-outputs.js";

const malformed = (what: string) => () => wrongUsage(what, "Give a number within the limits that --help names.");

/** How much at a time. */
export function loadOptions(users: string, calls: string) {
  const fault = malformed("--concurrency is not a whole number from 1 to 1024");
  return grouped("The service", [
    usually("--concurrency <number>", users, 16, { read: wholeNumber(1, 1024, fault) }),
    value("--rate <number>", calls, { read: callsPerSecond, bulk: "never" }),
  ] as const);
}

function callsPerSecond(text: string): number {
  const calls = Number(text);
  if (calls > 0 && calls <= 1e6) return calls;
  throw malformed("--rate is not a number of calls per second")();
}

/** What becomes of users whom the service has, and of what it takes with a licence only. */
export const CARRIED_OPTIONS = grouped("The service", [
  oneOf("--existing <choice>", "users who are there already (default: refuse)", ["refuse", "skip", "overwrite"]),
  flag("--without-linking", "leave logins that must be linked for a later run, with a licence", { bulk: "never" }),
  flag("--without-totp", "leave TOTP devices for a later run, with a licence", { bulk: "never" }),
] as const);

/** Options of everything that sends users, on one machine or on many. */
export const SENDING_OPTIONS = grouped("The service", [
  flag("--no-preflight", "begin without a look at the service (see credport preflight)"),
  ...CARRIED_OPTIONS,
  flag("--no-verification", "set no marks that addresses are verified: two calls less for each"),
  flag("--accept-refusals", "resume also where the service refuses all users of a kind alike"),
] as const);

/** Options for files that say what became of the users. */
export const ACCOUNT_OPTIONS = grouped("Output", [
  value("--mapping <file>", "write old and new user IDs: CSV if the name ends in .csv, else NDJSON", {
    needsTarget: true,
  }),
  value("--rejects <file>", "write a file for each group of users who were not imported"),
] as const);

export const SECOND_EXPORT_OPTIONS = [
  value("--changed-since <journal>", "second export: compare with the first by the journal of its import", {
    isInput: true,
    needsTarget: true,
    bulk: "never",
    excludes: ["dryRun"],
  }),
] as const;

export const IMPORT_OPTIONS = [
  ...SOURCE_OPTIONS,
  ...CHOICE_OPTIONS,
  ...MAX_REFUSED_OPTIONS,
  ...targetOptions("address of the service; without it nothing leaves this machine"),
  value("--journal <file>", "record of the run, by which it resumes (default: <file>.journal)", { needsTarget: true }),
  ...loadOptions(
    "most users in flight, 1 to 1024; twice as many look-ups",
    "most calls per second (default: as many as the service takes)",
  ),
  flag("--dry-run", "send nothing: print which calls would be sent, and how many"),
  ...ACCOUNT_OPTIONS,
  value("--only <file>", "only the records in a file of --rejects, also those that were refused", { isInput: true }),
  EXPECT_OPTION,
  ...SECOND_EXPORT_OPTIONS,
  ...MAILING_OPTIONS,
  value("--gone <file>", "write whom the first import made and this export lacks, as NDJSON"),
  ...SENDING_OPTIONS,
  ...grouped("The service", [
    oneOf("--via <way>", "how users are sent (default: calls)", ["calls", "bulk"]),
    value("--read-back <number>", "users of each round of --via bulk who are compared (default: 20)", {
      bulk: "only",
      read: wholeNumber(0, 10_000, malformed("--read-back is not a whole number from 0 to 10000")),
    }),
    flag("--accept-verified", "with --via bulk: resume also where all addresses count as verified", { bulk: "only" }),
    flag("--without-roles", "with --via bulk: leave out roles, which must exist on the service", { bulk: "only" }),
    flag("--without-metadata", "with --via bulk: leave out the fields of profiles", { bulk: "only" }),
  ] as const),
  flag("--force", "replace files of --mapping and --rejects that no import has written"),
  value("--known <users>", "sign these users in first: a user, a file of them, or - for a list", { isInput: true }),
  flag("--yes", "begin without asking; without a terminal it never asks"),
  ...SHEET_OPTIONS,
  ...REPORT_OPTIONS,
  ...LOG_OPTIONS,
  flag("--json", "print the report as JSON"),
] as const;

export type ImportFlags = FlagsOf<typeof IMPORT_OPTIONS>;

const OTHER_WAY =
  "Leave the option out or choose the other way; credport check --out-format supertokens-bulk shows what the bulk import would send.";

/** Refuses options that can't be meant together. */
export function requireCompatible(flags: ImportFlags): void {
  if (flags.gone !== undefined && flags.changedSince === undefined) throw optionAlone("--gone", "--changed-since");
  const isBulk = flags.via === "bulk";
  const [wrong] = given(flags, ({ bulk }) => bulk === (isBulk ? "never" : "only"));
  if (wrong !== undefined) {
    throw wrongUsage(`${wrong} was given ${isBulk ? "with" : "without"} --via bulk`, OTHER_WAY);
  }
  if (isBulk && flags.existing === "overwrite") {
    throw wrongUsage("--existing overwrite was given with --via bulk", OTHER_WAY);
  }
}

/** A mapping among them: its IDs would be those of a service that is gone, and look like real ones. */
export function requireNoTargetOptions(flags: object): void {
  const [misplaced] = given(flags, ({ needsTarget }) => needsTarget === true);
  if (misplaced === undefined) return;
  throw optionAlone(misplaced, "--to");
}

/** The options among some that were given. */
function given(flags: object, isMeant: (row: OptionRow) => boolean): readonly string[] {
  return IMPORT_OPTIONS.filter((row) => isMeant(row) && givenValue(row, flags) !== undefined).map(nameOf);
}

/** Where a run to a service is written down. */
export function journalPath(path: string, { journal }: Pick<ImportFlags, "journal">): string {
  return journal ?? `${path}.journal`;
}

/** Every file of the command: a mapping must not take the export's place, nor the journal's. */
export async function filesOf(path: string, flags: ImportFlags): Promise<CommandFiles> {
  const journal = flags.to === undefined ? undefined : journalPath(path, flags);
  return {
    inputs: [...exportFile(path), ...inputsOf(IMPORT_OPTIONS, flags)],
    outputs: [
      ...namedFile("the journal", journal),
      ...namedFile("the journal's lock", journal === undefined ? undefined : `${journal}.lock`),
      ...outputPaths(flags),
      ...(await reportPaths(flags.report)),
    ],
  };
}

/** What an import takes of how much at a time. */
export type ImportLimits = Pick<ImportOptions, "concurrency" | "callsPerSecond" | "acceptRefusals">;

export function limitsOf({
  concurrency,
  rate,
  acceptRefusals = false,
}: Pick<ImportFlags, "concurrency" | "rate" | "acceptRefusals">): ImportLimits {
  return { concurrency, acceptRefusals, ...defined({ callsPerSecond: rate }) };
}
