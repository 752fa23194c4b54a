import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import {
  type FallbackPlan,
  type FallbackStatus,
  fallbackStatus,
  fallbackUsersLeft,
  planFallback,
  shredFallback,
} from "../../login/index.js";
import type { LastLoginGroup } from "../../login/internal.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { costText } from "../../verify/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { valueOrEnd, wrongUsage } from "../could-not-run.js";
import { confirm } from "../input/ask.js";
import { actionOf, commandOf } from "../input/command-of.js";
import { LOG_OPTIONS } from "../input/log-options.js";
import { type FlagsOf, flag, takenBy, usually, value, wholeNumber } from "../input/option-rows.js";
import { requireDistinctFiles } from "../output/distinct-files.js";
import { isJsonWith, OutputFile } from "../output/output-file.js";
import { print, type ReportRow, type ReportSection, sectionOf, textIf, unlessNone } from "../output/report.js";

/** A hundred years. */
const MOST_DAYS = 36_500;

const OPTIONS = [
  ...takenBy(["plan"], [value("--logins-per-hour <number>", "logins of these users at the busiest hour")] as const),
  ...takenBy(["status"], [
    value("--left <file>", "write the users who are left to a file, as NDJSON without hashes"),
    usually("--inactive-days <number>", "days without a login after which a user is not waited for", 365, {
      read: wholeNumber(1, MOST_DAYS, () => {
        const message = `--inactive-days is not a whole number from 1 to ${MOST_DAYS}`;
        return wrongUsage(message, "Give --inactive-days a number, such as 365.");
      }),
    }),
    flag("--fewer-users", "take the file though users who are left are missing from it, as after deletions"),
  ] as const),
  ...takenBy(["shred"], [flag("--yes", "delete without asking")] as const),
  ...LOG_OPTIONS,
  flag("--json", "print the report as JSON"),
] as const;

type FallbackFlags = FlagsOf<typeof OPTIONS>;

type Action = (file: string, flags: FallbackFlags, io: CliIo) => Promise<ExitCode>;

const ACTIONS: Readonly<Record<string, Action>> = { status, plan, shred };

export const fallbackCommand = commandOf(
  {
    takes: [
      ["<action>", "status, plan or shred", () => Object.keys(ACTIONS)],
      ["<file>", "what check --fallback has written"],
    ],
    options: OPTIONS,

    actions: {
      status:
        "count the users who are migrated and those who are left, by scheme and system, and by last login where the export says it; and name the day for deleting the old hashes: by then, no user who is left has logged in for --inactive-days",
      plan: "measure on this machine what the logins of the users who are left cost",
      shred:
        "ask with the number of users who are left, then delete the file and the store beside it; backups and snapshots keep their copies",
    },
    examples: [
      "credport fallback status users.ndjson",
      "credport fallback status users.ndjson --left write-to.ndjson",
      "credport fallback plan users.ndjson --logins-per-hour 60000",
      "credport fallback shred users.ndjson",
    ],
    exitCodes: {
      fine: "no users are left, the plan was made, or the file was deleted",
      problems: "status: users are left; plan: some of them can't be verified",
      couldNotRun: "the command could not run, or was not confirmed",
    },
  },
  (flags, io, action: string, file: string) => actionOf(ACTIONS, action)(file, flags, io),
);

async function status(file: string, flags: FallbackFlags, io: CliIo): Promise<ExitCode> {
  const { inactiveDays, fewerUsers } = flags;
  const found = valueOrEnd(await fallbackStatus(file, { inactiveDays, fewerUsers }));
  if (flags.left !== undefined) await writeLeft(file, flags.left);
  print(found, statusReport(found, inactiveDays), flags, io);
  return found.left === 0 && found.warnings.length === 0 ? EXIT.fine : EXIT.problems;
}

const isUserLeft = isJsonWith("externalUserId", "identifiers");

async function writeLeft(file: string, path: string): Promise<void> {
  await requireDistinctFiles({
    inputs: [{ name: "the file of the fallback", path: file }],
    outputs: [{ name: "--left", path }],
  });
  await OutputFile.write({ path, isOurs: isUserLeft }, {}, async (list) => {
    valueOrEnd(await fallbackUsersLeft(file, (user) => list.writeLine(user)));
  });
}

function statusReport(status: FallbackStatus, inactiveDays: number): readonly ReportSection[] {
  const { users, migrated, left, withoutLogin, withoutHash, groups, lastLogins, warnings } = status;
  return [
    {
      heading: `The fallback: ${counted(users, "user")}`,
      rows: [
        { number: migrated, text: "migrated", tone: "good" },
        { number: left, text: "left", tone: left === 0 ? "good" : "warn" },
        ...unlessNone(withoutLogin - withoutHash, DISABLED, "faint"),
        ...unlessNone(withoutHash, WITHOUT_HASH, "warn"),
      ],
    },
    sectionOf(
      "Left, by scheme",
      groups.map(({ scheme, source, left: number }) => ({
        number,
        text: source === null ? scheme : `${scheme} of ${source}`,
      })),
    ),
    sectionOf("Left, by last login", lastLogins.map(lastLoginRow)),
    ...warnings.map(({ code, message }) => {
      return sectionOf(code, [{ text: printable(message) }, { text: operatorRemedyOf(code) }], "warn");
    }),
    sectionOf("Next", nextRows(status, inactiveDays)),
  ];
}

const DISABLED = "disabled: they can't log in, and their identifiers stay taken";
const WITHOUT_HASH = "without a hash here, and not disabled: they can't log in, and their identifiers stay taken";

const FREE_AFTERWARDS =
  "In the new service, first block the disabled users: without the file anyone can sign up with their identifiers.";
const NEED_PASSWORDS =
  "Have the users without a hash set a password in the new service, as check names them, and keep this file until they have: without it anyone can sign up with their identifiers.";

function lastLoginRow({ withinDays, isKnown, left: number }: LastLoginGroup): ReportRow {
  if (!isKnown) return { number, text: "not known" };
  return { number, text: withinDays === null ? "longer ago" : `within ${counted(withinDays, "day")}` };
}

function nextRows(
  { users, left, withoutLogin, withoutHash, lastLogins, deletableOn, warnings }: FallbackStatus,
  inactiveDays: number,
): readonly ReportRow[] {
  if (warnings.length > 0 && left === 0) return [{ text: LOOK_AT_LINES }];
  if (users === 0) return [{ text: NO_USERS }];
  if (left === 0) {
    const shred = "No users are left: delete the old hashes with credport fallback shred.";
    const disabled = textIf(withoutLogin > withoutHash, FREE_AFTERWARDS);
    return [...disabled, { text: withoutHash > 0 ? NEED_PASSWORDS : shred }];
  }
  const soon = lastLogins.find(({ withinDays }) => withinDays === 30)?.left ?? 0;
  const wait = `${counted(soon, "user")} logged in within 30 days: wait for them before you write.`;
  const day = `On ${deletableOn} none of them will have logged in for ${counted(inactiveDays, "day")}: delete the old hashes then.`;
  return [...textIf(soon > 0, wait), { text: "Write the list of users to write to with --left." }, { text: day }];
}

const LOOK_AT_LINES = "Look at the lines named above before you delete the old hashes: they may hold users.";
const NO_USERS =
  "The file has no users: write it with credport check --fallback, and see which users are not importable.";

async function plan(file: string, flags: FallbackFlags, io: CliIo): Promise<ExitCode> {
  const perHour = Number(flags.loginsPerHour ?? Number.NaN);
  if (!(Number.isFinite(perHour) && perHour > 0)) {
    const message = "--logins-per-hour is not a number over 0";
    throw wrongUsage(message, "Give --logins-per-hour a number, such as 60000.");
  }
  const made = valueOrEnd(await planFallback(file, perHour));
  print(made, planReport(made), flags, io);
  return made.unverifiable === 0 ? EXIT.fine : EXIT.problems;
}

const MEBIBYTE = 1 << 20;

function planReport(made: FallbackPlan): readonly ReportSection[] {
  const { left, groups, unverifiable, perCoreAndSecond, loginsPerHour, cores, memoryBytes } = made;
  const rate = perCoreAndSecond === null ? "nothing to measure" : `${perCoreAndSecond.toFixed(1)} logins`;
  return [
    {
      heading: `The fallback: ${counted(left, "user")} left`,
      rows: [
        { text: `${rate} per core and second on this machine` },
        { text: `${cores.toFixed(2)} cores busy at ${loginsPerHour} logins per hour` },
        { text: `${Math.ceil(memoryBytes / MEBIBYTE)} MiB of memory for as many at a time` },
      ],
    },
    sectionOf(
      "Measured, by scheme and cost",
      groups.map(({ scheme, parameters, left: number, milliseconds, problem }) => ({
        number,
        text: `${scheme}${costsOf(parameters)}: `,
        ...(milliseconds === null
          ? { rest: `can't be verified (${problem})`, restTone: "bad" as const }
          : { rest: `${milliseconds.toFixed(1)} ms` }),
      })),
    ),
    sectionOf("Next", textIf(unverifiable > 0, `${counted(unverifiable, "user")} ${ASK_THEM}`)),
  ];
}

const ASK_THEM = "can't be verified at login: ask them for a new password.";

function costsOf(parameters: Readonly<Record<string, number | string>>): string {
  const costs = costText(parameters);
  return costs === "" ? "" : ` (${costs})`;
}

async function shred(file: string, flags: FallbackFlags, io: CliIo): Promise<ExitCode> {
  if (flags.yes !== true) {
    const { left } = valueOrEnd(await fallbackStatus(file));
    const who = `${counted(left, "user")} who ${nounFor(left, "is", "are")} left can't sign in after that`;
    const refused = "the deletion of the fallback's file was not confirmed";
    await confirm(`Delete ${printable(file)}? ${who}.`, refused, io);
  }
  const deleted = valueOrEnd(await shredFallback(file));
  const rows = deleted.map((path) => ({ text: printable(path) }));
  print({ deleted }, [{ heading: "Overwritten and deleted", rows }], flags, io);
  return EXIT.fine;
}
