import { previewUndo, readMadeUsers, type UndoReport, undoImport } from "../../import/index.js";
import type { StayingChanges } from "../../import/internal.js";
import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { Problem, Result } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, valueOrEnd, wrongUsage } from "../could-not-run.js";
import { confirm } from "../input/ask.js";
import { commandOf } from "../input/command-of.js";
import { serviceOption } from "../input/hash-options.js";
import { LOG_OPTIONS } from "../input/log-options.js";
import { type FlagsOf, flag, value } from "../input/option-rows.js";
import { administrationAt, NO_TARGET, targetOptions } from "../input/service-target.js";
import { interruptible } from "../interrupt.js";
import { isJsonWith, OutputFile } from "../output/output-file.js";
import { createProgress } from "../output/progress.js";
import { forOperator } from "../output/remedies.js";
import {
  type CountRow,
  print,
  type ReportRow,
  type ReportSection,
  sectionOf,
  stoppedSection,
  unlessNone,
} from "../output/report.js";

const OPTIONS = [
  ...targetOptions("address of the service, as it was given to the import"),
  serviceOption("profile of the service"),
  flag("--yes", "delete without asking"),
  flag("--used-too", "also delete users who have signed in or got another login, device, address or number since"),
  value("--list <file>", "delete no users: write the IDs of these users as NDJSON"),
  flag("--force", "replace a file of --list that another program has written"),
  ...LOG_OPTIONS,
  flag("--json", "print the report as JSON"),
] as const;

type UndoFlags = FlagsOf<typeof OPTIONS>;

export const undoCommand = commandOf(
  {
    takes: [["<journal>", "journal of the import"]],
    options: OPTIONS,
    notes: [
      "Deletes what this journal made, login by login, after asking with the number of users. Users who were there before lose the logins and TOTP devices that this journal added, and nothing else; a password, phone number or address of theirs that it replaced stays, and is counted. Users who have a session, or another login, TOTP device or address than the journal knows, are kept. Undo a second import before the first one: what the second one added counts there. The journal notes what was deleted: Ctrl-C stops cleanly, and the same command resumes. With --list, or where the profile has no call to delete users, no users are deleted and the IDs are written to a file.",
    ],
    examples: [
      "CREDPORT_API_KEY=… credport undo users.json.journal --to https://auth.example.com",
      "credport undo users.json.journal --list made.ndjson",
    ],
    exitCodes: {
      fine: "all that the journal made is deleted, or listed",
      problems:
        "some users were kept, could not be deleted or were under way when the import ended, or something that was replaced stays",
      couldNotRun: "the command could not run to its end, or was not confirmed",
    },
  },
  undo,
);

/** What helps at an undo, which takes neither --from nor a journal that is not there yet. */
const REMEDIES: Readonly<Record<string, string>> = {
  "import/target-changed":
    "Give --to, --tenant-path and --service as they were given to the import of this journal. Where its users were deleted at the service, nothing is left to undo.",
  "import/journal-unusable":
    "Give the journal of the import to undo, by the path that its --journal had; a file that is not one is left as it is.",
};

async function undo(flags: UndoFlags, io: CliIo, journal: string): Promise<ExitCode> {
  try {
    return await undoOrList(flags, io, journal);
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error;
    throw new CouldNotRun(error.code, error.message, REMEDIES[error.code] ?? error.remedy);
  }
}

async function undoOrList(flags: UndoFlags, io: CliIo, journal: string): Promise<ExitCode> {
  if (flags.list !== undefined) return writeList(journal, flags.list, flags, io);
  const { to, tenantPath = "" } = flags;
  if (to === undefined) throw wrongUsage("neither --to nor --list was given", NO_TARGET);
  const administration = await administrationAt(to, flags, io);
  const canDelete = (["findUser", "listSessions", "deleteUser"] as const).every((call) => administration.has(call));
  if (!canDelete) return writeList(journal, `${journal}.made.ndjson`, flags, io);
  const { users: count, stays, underWay } = valueOrEnd(await previewUndo(journal));
  sayUnderWay(underWay, io);
  for (const { number, text } of stayingRows(stays)) io.stderr.write(`Stays as it is: ${number} ${text}\n`);
  if (count > 0 && flags.yes !== true) {
    const users = counted(count, "user");
    await confirm(`Delete ${users} from ${printable(to)}?`, `the deletion of ${users} was not confirmed`, io);
  }
  const progress = createProgress("undo", io);
  try {
    const result = await interruptible(io, (signal) =>
      undoImport({
        journal,
        administration,
        target: { baseUrl: to.replace(/\/+$/, ""), tenantPath, profile: administration.service.name },
        usedToo: flags.usedToo === true,
        signal,
        onProgress: ({ deleted, restored, gone, signedIn, extended, failed }) => {
          const done = deleted + restored + gone + signedIn + extended + failed;
          // Users who were only changed, and are gone, come on top.
          const all = Math.max(count, done);
          progress.update(done / all, `${done} of ${counted(all, "user")}`, { number: done });
        },
      }),
    );
    progress.end();
    return tell(result, result.progress, flags, io);
  } finally {
    progress.end();
  }
}

function tell(result: Result<UndoReport>, progress: UndoReport, flags: UndoFlags, io: CliIo): ExitCode {
  const found = result.ok ? undefined : forOperator(result.problems[0]);
  const stopped = found && { ...found, ...defined({ remedy: REMEDIES[found.code] }) };
  print({ ...progress, stopped: stopped ?? null }, undoReport(progress, stopped, flags.usedToo === true), flags, io);
  if (stopped !== undefined) return EXIT.couldNotRun;
  const { signedIn, extended, failed, underWay, stays } = progress;
  const left = signedIn + extended + failed + underWay + stays.passwords + stays.contacts;
  return left === 0 ? EXIT.fine : EXIT.problems;
}

function undoReport(report: UndoReport, stopped: Problem | undefined, isUsedToo: boolean): readonly ReportSection[] {
  const { users, deleted, restored, gone, signedIn, extended, failed, underWay, keptLines, stays } = report;
  return [
    {
      heading: `Undone: ${counted(users, "user")} whom the journal has made`,
      rows: [
        { number: deleted, text: "deleted", tone: "good" },
        ...unlessNone(restored, RESTORED, "good"),
        ...unlessNone(gone, "no longer on the service", "good"),
        ...unlessNone(signedIn, "kept: they have signed in since (--used-too)", "warn"),
        ...unlessNone(extended, isUsedToo ? ANOTHERS : EXTENDED, "warn"),
        ...unlessNone(failed, "could not be looked at or deleted: run the same command again", "bad"),
        ...unlessNone(underWay, UNDER_WAY, "bad"),
        ...linesRow(keptLines),
      ],
    },
    sectionOf(NOT_TAKEN_BACK, [...stayingRows(stays), ...linesRow(stays.lines)], "warn"),
    stoppedSection(stopped),
  ];
}

function linesRow(lines: readonly number[]): readonly ReportRow[] {
  return lines.length === 0 ? [] : [{ text: `lines ${lines.join(", ")}`, isDetail: true }];
}

const EXTENDED = "kept: they have got another login, TOTP device, address or number since (--used-too)";
const ANOTHERS = "kept: the account with their ID has none of their addresses, numbers and social logins";
const NOT_TAKEN_BACK = "Not taken back: the service has no call for it";
const RESTORED = "there before: the logins and TOTP devices that this import added are deleted";
const UNDER_WAY =
  "under way when the import ended, so that they may be on the service: run the same import again, then this command";
const PASSWORDS = "there before: the export's password replaced theirs";
const CONTACTS = "there before: the phone number or address of their one-time codes was changed";

/** Of users who were on the service before the import. */
function stayingRows({ passwords, contacts }: StayingChanges): readonly CountRow[] {
  return [...unlessNone(passwords, PASSWORDS, "warn"), ...unlessNone(contacts, CONTACTS, "warn")];
}

function sayUnderWay(users: number, io: CliIo): void {
  if (users > 0) io.stderr.write(`Not in the journal: ${users} ${UNDER_WAY}\n`);
}

const isList = isJsonWith("line", "userId", "logins");

async function writeList(journal: string, path: string, flags: UndoFlags, io: CliIo): Promise<ExitCode> {
  sayUnderWay(valueOrEnd(await previewUndo(journal)).underWay, io);
  const users = valueOrEnd(await readMadeUsers(journal));
  let count = 0;
  await OutputFile.write({ path, isOurs: isList }, flags, async (file) => {
    for await (const { line, userId, logins, ...added } of users) {
      const { serviceUserId, devices, changed } = added;
      const others = devices.length + changed.length === 0 ? {} : { serviceUserId, devices, changed };
      await file.writeLine({ line: line ?? null, userId: userId ?? null, logins, ...others });
      count++;
    }
  });
  const whom = `${counted(count, "user")} whom the journal has made or changed`;
  const text = `${whom}: their IDs are in ${printable(path)}. No user was deleted.\n`;
  io.stdout.write(flags.json === true ? `${JSON.stringify({ users: count, list: path })}\n` : text);
  return EXIT.fine;
}
