import type { ImportReport } from "../../import/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { recordsNamed } from "../../lib/tally.js";
import { EXIT, type ExitCode } from "../cli-io.js";
import { fitted } from "../wrap.js";
import {
  CHECK,
  type CheckDocument,
  canProve,
  hasUsersToImport,
  IMPORT,
  type ImportDocument,
  usersIn,
} from "./documents.js";
import type { Migration } from "./migration.js";

/** Each record of the export is in one of these; `partlyImported` and `since` are of those. */
type Outcomes = Pick<
  ImportReport,
  | ("imported" | "alreadyThere" | "existing" | "atLogin" | "refusedByUs" | "skipped" | "refusedByService")
  | ("failed" | "unfinished" | "partlyImported" | "since")
>;

/** What an import comes to where no user is to be imported. */
async function withoutImport(migration: Migration): Promise<Outcomes> {
  const { refused, loginOnly, skipped } = await migration.read<CheckDocument>(CHECK);
  const none = { imported: 0, alreadyThere: 0, existing: 0, refusedByService: 0, failed: 0, unfinished: 0 };
  return { ...none, partlyImported: 0, atLogin: loginOnly, refusedByUs: refused, skipped };
}

type LeftRow = readonly [users: number, what: string, where: string];

/** The last word: each user of the export is in one line, and the exit code is 0 where no user is missing on the service. */
export async function tellWhatIsLeft(migration: Migration): Promise<ExitCode | undefined> {
  const { stdout } = migration.io;
  const tell = (line: string) => stdout.write(fitted(`${line}\n`, stdout.columns));
  const isImported = await hasUsersToImport(migration);
  const { files, warnings, loginOnly } = await migration.read<CheckDocument>(CHECK);
  const lacking = recordsNamed(warnings, "fallback/pepper-missing");
  const became: Outcomes = isImported ? await migration.read<ImportDocument>(IMPORT) : await withoutImport(migration);
  const { existing, refusedByUs, atLogin, skipped, refusedByService } = became;
  const failed = became.failed + became.unfinished;
  const notChanged = became.since?.notChanged ?? 0;
  const rows: readonly LeftRow[] = [
    [became.imported + became.alreadyThere, "on the service", MAPPING],
    [existing, "on the service before, and left as they were", EXISTING],
    [notChanged, "on the service as the first export had them, without what has changed since", NOT_CHANGED],
    [refusedByUs - notChanged, "not importable", "not-importable.csv says why, for the support desk"],
    [atLogin, "to log in through the fallback", lacking > 0 ? noPepper(lacking) : FALLBACK],
    [refusedByService, "refused by the service", SENT_AGAIN],
    [failed, "not sent, or failed", SENT_AGAIN],
    [skipped, nounFor(skipped, "account of a program", "accounts of programs"), "skipped"],
  ];
  const within: readonly LeftRow[] = [
    [became.partlyImported, "of these signed in without their second factor or other logins", "import.html names them"],
    [became.since?.gone ?? 0, "made by the first import and not in this export", "gone.ndjson has them"],
  ];
  migration.left = rows.flatMap(([users, what, where]) => (users > 0 ? [{ users, what, where }] : []));
  for (const [users, what, where] of [...rows, ...within]) {
    if (users > 0) tell(`${String(users).padStart(8)} ${what}: ${where}`);
  }
  if (isImported && !(await canProve(migration))) {
    tell("         no sign-in was tried: sign in as one of the users before you tell the others");
  }
  const kept = usersIn(files, "--fallback") - loginOnly;
  if (kept > 0) {
    const whom = `of ${counted(kept, "user")} who ${nounFor(kept, "is", "are")} not importable`;
    tell(`         fallback.ndjson also keeps the addresses and names ${whom} from others (docs/login.md)`);
  }
  if (usersIn(files, "--mailing") > 0) {
    tell("         mailing.csv has the users to write to, where a password is to be chosen");
  }
  tell(`         all of it is in ${migration.folder}; it holds hashes: delete it when all is done`);
  if (existing + refusedByService + failed > 0) {
    return end(migration, "not all users that can be imported are on the service by this import");
  }
  return lacking === 0 ? undefined : end(migration, "users of the fallback can't log in: the pepper is not named");
}

/** With --quiet, what is left is said here alone. */
function end(migration: Migration, message: string): ExitCode {
  migration.reason = { message };
  const { isQuiet, stderr } = migration.io;
  const rows = migration.left.map(({ users, what, where }) => `  ${users} ${what}: ${where}\n`);
  if (isQuiet === true) stderr.write([`  ${message}\n`, ...rows].join(""));
  return EXIT.problems;
}

function noPepper(users: number): string {
  return `fallback.ndjson does not name the pepper of ${users} of them, who would be refused: give --pepper-name (docs/login.md)`;
}

const MAPPING = "mapping.csv has the new IDs of accounts that are surely theirs";
const FALLBACK = "fallback.ndjson has what it needs (docs/login.md)";
const SENT_AGAIN = "import.html says why; the same command sends them again";
const NOT_CHANGED =
  "import.html says which; their passwords there are the ones that count, unless --existing overwrite replaces them (docs/importing.md)";
const EXISTING =
  "decide about each in existing.csv (overwrite, or leave-out) and run the command again with --decisions and that file; or say by --existing what becomes of all. A second export is compared by --changed-since (docs/importing.md)";
