import type { Command } from "commander";
import { createAdministrationClient } from "../../client/index.js";
import {
  previewUndo,
  readMadeUsers,
  type StayingChanges,
  type UndoReport,
  undoImport,
} from "../../import/index.js";
import { counted } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { operatorRemedyOf } from "../../problems/index.js";
import type { Problem, Result } from "../../result.js";
import { SERVICE_PROFILES } from "../../service/profile.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { confirm } from "../input/confirm.js";
import {
  addTargetOptions,
  clientOptions,
  type TargetFlags,
  withOptionNames,
} from "../input/service-target.js";
import { serviceName } from "../input/source-options.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { isJsonWith, OutputFile } from "../output/output-file.js";
import { createProgress } from "../output/progress.js";
import { formatReport, type ReportRow, type ReportSection, type Tone } from "../output/report.js";
import { styleFor } from "../style.js";

interface UndoFlags extends TargetFlags {
  readonly service: string;
  readonly yes?: boolean;
  readonly usedToo?: boolean;
  readonly list?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "Deletes what this journal made, login by login, after asking with the number of users. Users who were",
    "there before lose the logins and TOTP devices that this journal added, and nothing else; a password, phone",
    "number or address of theirs that it replaced stays, and is counted. Users who have signed in since, or have",
    "got another login, are kept. Undo a second import before the first one: a login that the second one",
    "added counts as another login there. The journal notes what was deleted: Ctrl-C stops cleanly, and the same",
    "command resumes. With --list, or where the profile has no call to delete users, no users are deleted and",
    "the IDs are written to a file.",
  ],
  examples: [
    "CREDPORT_API_KEY=… credport undo users.json.journal --to https://auth.example.com --service supertokens",
    "credport undo users.json.journal --list made.ndjson",
  ],
  exitCodes: {
    fine: "all that the journal made is deleted, or listed",
    problems: "some users were kept or could not be deleted, or something that was replaced stays",
    couldNotRun: "the command could not run to its end, or was not confirmed",
  },
};

/** `credport undo`: takes an import back. */
export function undoCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    addTargetOptions(
      command.argument("<journal>", "journal of the import"),
      "address of the service, as it was given to the import",
    )
      .option(
        "--service <profile>",
        `profile of the service: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
        "supertokens",
      )
      .option("--yes", "delete without asking")
      .option("--used-too", "also delete users who have signed in or got another login since")
      .option("--list <file>", "delete nobody: write the IDs of these users as NDJSON")
      .option("--force", "replace a file of --list that another program has written")
      .option("--json", "print the report as JSON"),
    HELP,
  ).action(async (journal: string, flags: UndoFlags) => finish(await undo(journal, flags, io)));
}

async function undo(journal: string, flags: UndoFlags, io: CliIo): Promise<ExitCode> {
  if (flags.list !== undefined) return writeList(journal, flags.list, flags, io);
  const { to, tenantPath = "" } = flags;
  if (to === undefined) throw new CouldNotRun("cli/no-target", "neither --to nor --list was given");
  const options = await clientOptions(to, flags, serviceName(flags.service), io);
  const administration = withOptionNames(() => createAdministrationClient(options));
  const canDelete = (["findUser", "listSessions", "deleteUser"] as const).every((call) =>
    administration.has(call),
  );
  if (!canDelete) return writeList(journal, `${journal}.made.ndjson`, flags, io);
  const { users: count, stays } = orCouldNotRun(await previewUndo(journal));
  for (const { number, text } of stayingRows(stays)) io.stderr.write(`Stays as it is: ${number} ${text}\n`);
  if (count > 0 && flags.yes !== true) {
    const users = counted(count, "user");
    await confirm(`Delete ${users} from ${printable(to)}?`, `the deletion of ${users} was not confirmed`, io);
  }
  const progress = createProgress("undo", io);
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  try {
    const result = await undoImport({
      journal,
      administration,
      target: { baseUrl: to.replace(/\/+$/, ""), tenantPath, profile: administration.service.name },
      usedToo: flags.usedToo === true,
      signal: abort.signal,
      onProgress: (report) => {
        const done = decidedBy(report);
        progress.update(done / count, `${done} of ${counted(count, "user")}`);
      },
    });
    progress.end();
    return tell(result, result.progress, flags, io);
  } finally {
    progress.end();
    forget();
  }
}

function decidedBy({ deleted, restored, gone, signedIn, extended, failed }: UndoReport): number {
  return deleted + restored + gone + signedIn + extended + failed;
}

function tell(result: Result<UndoReport>, progress: UndoReport, { json }: UndoFlags, io: CliIo): ExitCode {
  const stopped = result.ok ? undefined : result.problems[0];
  const remedy = stopped === undefined ? undefined : operatorRemedyOf(stopped.code);
  io.stdout.write(
    json === true
      ? `${JSON.stringify({ ...progress, stopped: stopped === undefined ? null : { ...stopped, remedy } }, null, 2)}\n`
      : formatReport(undoReport(progress, stopped), styleFor(io.stdout, io.env)),
  );
  if (stopped !== undefined) return EXIT.couldNotRun;
  const { signedIn, extended, failed, stays } = progress;
  const left = signedIn + extended + failed + stays.passwords + stays.contacts;
  return left === 0 ? EXIT.fine : EXIT.problems;
}

function undoReport(report: UndoReport, stopped: Problem | undefined): readonly ReportSection[] {
  const { users, deleted, restored, gone, signedIn, extended, failed, keptLines, stays } = report;
  const unlessNone = (number: number, text: string, tone: Tone): readonly ReportRow[] =>
    number === 0 ? [] : [{ number, text, tone }];
  return [
    {
      heading: `Undone: ${counted(users, "user")} whom the journal has made`,
      rows: [
        { number: deleted, text: "deleted", tone: "good" },
        ...unlessNone(
          restored,
          "there before: the logins and TOTP devices that this import added are deleted",
          "good",
        ),
        ...unlessNone(gone, "on the service no more", "good"),
        ...unlessNone(signedIn, "kept: they have signed in since (--used-too)", "warn"),
        ...unlessNone(extended, "kept: they have got another login since (--used-too)", "warn"),
        ...unlessNone(failed, "could not be looked at or deleted: run the same command again", "bad"),
        ...linesRow(keptLines),
      ],
    },
    ...(stays.passwords + stays.contacts === 0
      ? []
      : [
          {
            heading: "Not taken back: the service has no call for it",
            tone: "warn" as const,
            rows: [...stayingRows(stays), ...linesRow(stays.lines)],
          },
        ]),
    ...(stopped === undefined
      ? []
      : [
          {
            heading: `Stopped early: ${stopped.code}`,
            tone: "bad" as const,
            rows: [{ text: printable(stopped.message) }, { text: operatorRemedyOf(stopped.code) }],
          },
        ]),
  ];
}

function linesRow(lines: readonly number[]): readonly ReportRow[] {
  return lines.length === 0 ? [] : [{ text: `lines ${lines.join(", ")}`, isDetail: true }];
}

/** Of users who were on the service before the import. */
function stayingRows({ passwords, contacts }: StayingChanges) {
  const rows = [
    { number: passwords, text: "there before: the export's password replaced theirs", tone: "warn" as const },
    {
      number: contacts,
      text: "there before: the phone number or address of their one-time codes was changed",
      tone: "warn" as const,
    },
  ];
  return rows.filter(({ number }) => number > 0);
}

function orCouldNotRun<T>(read: Result<T>): T {
  if (read.ok) return read.value;
  const [{ code, message, remedy }] = read.problems;
  throw new CouldNotRun(code, message, remedy);
}

const isList = isJsonWith("line", "userId", "logins");

async function writeList(journal: string, path: string, flags: UndoFlags, io: CliIo): Promise<ExitCode> {
  const users = orCouldNotRun(await readMadeUsers(journal));
  const file = await OutputFile.create({ path, isOurs: isList }, flags);
  let count = 0;
  try {
    for await (const { line, userId, logins, ...added } of users) {
      const { serviceUserId, devices, changed } = added;
      const others = devices.length + changed.length === 0 ? {} : { serviceUserId, devices, changed };
      await file.writeLine({ line: line ?? null, userId: userId ?? null, logins, ...others });
      count++;
    }
    await file.complete();
  } catch (error) {
    await file.discard();
    throw error;
  }
  io.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ users: count, list: path })}\n`
      : `${counted(count, "user")} whom the journal has made or changed: their IDs are in ${printable(path)}. Nobody was deleted.\n`,
  );
  return EXIT.fine;
}
