import { publicAddress } from "../../fleet/internal.js";
import { type CliIo, variable } from "../cli-io.js";
import { wrongUsage } from "../could-not-run.js";
import { ACCOUNT_OPTIONS, loadOptions, SENDING_OPTIONS } from "../import/import-flags.js";
import { LOG_OPTIONS, REPORT_OPTIONS } from "../input/log-options.js";
import {
  type FlagsOf,
  flag,
  givenValue,
  list,
  nameOf,
  type OptionRow,
  takenBy,
  usually,
  value,
  wholeNumber,
} from "../input/option-rows.js";
import { targetOptions } from "../input/service-target.js";
import { OPTIONAL_SOURCE_OPTIONS } from "../input/source-options.js";

const REDIS = "address of Redis, without a password (default: redis://127.0.0.1:6379)";

export const FLEET_OPTIONS = [
  ...takenBy(["plan", "work"], OPTIONAL_SOURCE_OPTIONS),
  value("--redis <url>", REDIS),
  ...takenBy(
    ["plan"],
    [
      value("--out <file>", "private file of the run, to be given to every worker (default: <file>.fleet)"),
      value("--expect <number>", "number of users: stop if there are more or fewer", { read: numberOfUsers }),
      flag("--prove", "send no users before a worker with --known has signed known users in"),
      usually("--chunk-size <MiB>", "size of a chunk in MiB", 32, { read: wholeNumber(1, 256) }),
    ],
  ),
  ...takenBy(["plan", "resume"], [value("--only <file>", "import only the records listed in a file of --rejects")]),
  ...takenBy(
    ["work", "report"],
    [list("--folder <folder>", "folder of the journals (default: <file>.d); may be repeated for report")],
  ),
  ...takenBy(
    ["work"],
    [
      ...targetOptions("address of the service; without it users are checked and not sent"),
      ...loadOptions(
        "most users in flight in this worker, from 1 to 1024",
        "most calls per second, of all workers together",
      ),
      value(
        "--known <users>",
        "sign these users in before any other is sent: one user, a file of them, or - for a list",
      ),
      ...SENDING_OPTIONS,
      usually("--lost-after <seconds>", "after how long without a sign a worker counts as lost", 30, {
        read: wholeNumber(1, 3600),
      }),
    ],
  ),
  ...takenBy(
    ["report"],
    [...ACCOUNT_OPTIONS, ...REPORT_OPTIONS, flag("--force", "replace files that another program has written")],
  ),
  ...takenBy(["plan", "work", "report"], LOG_OPTIONS),
  flag("--json", "print the report as JSON"),
] as const;

export type FleetFlags = FlagsOf<typeof FLEET_OPTIONS>;

/** `--expect`, which has no file of IDs here. */
function numberOfUsers(text: string): number {
  if (/^[0-9]{1,12}$/.test(text)) return Number(text);
  const remedy = "Give the number of users; credport import --dry-run --expect compares a file of IDs on one machine.";
  throw wrongUsage("--expect is not a number of users", remedy);
}

const OVER_BULK =
  "Leave it out; or import on one machine with credport import --via bulk: its pace is that of the service's own job.";
const SECOND_EXPORT =
  "Leave it out and give --existing skip, which sends new users only; or import on one machine with credport import --changed-since, from the journal of a first import on one machine.";
const CHOOSES =
  "Choose on one machine with credport check, which takes this option; --out writes who is left as NDJSON, and --from credport plans that.";
const NO_DRY_RUN =
  "Start workers without --to: they check and send no users. credport import --dry-run counts the calls on one machine.";

/** Options of `credport import` that a run over many machines does not have: an unknown one would not say what to do. */
export const ONE_MACHINE_OPTIONS: readonly OptionRow[] = (
  [
    ["--changed-since <journal>", SECOND_EXPORT],
    ["--gone <file>", SECOND_EXPORT],
    ["--dry-run", NO_DRY_RUN],
    ["--journal <file>", "Give the folder of the journals with --folder: each chunk has one."],
    ["--mailing <file>", "Write the list with credport check --mailing, which reads the whole export on one machine."],
    ["--prefer <what>", CHOOSES],
    ["--decisions <file>", CHOOSES],
    ["--write-decisions <file>", CHOOSES],
    [
      "--max-refused <number>",
      "Start workers without --to: they check and send no users, and the report counts those not importable.",
    ],
    ["--via <way>", OVER_BULK],
    ["--read-back <number>", OVER_BULK],
    ["--accept-verified", OVER_BULK],
    ["--without-roles", OVER_BULK],
    ["--without-metadata", OVER_BULK],
  ] as const
).map(([written, instead]) => ({ flag: written, text: "not taken: only one machine has it", instead }));

export function requireNotOfOne(flags: FleetFlags): void {
  for (const row of ONE_MACHINE_OPTIONS) {
    const given = givenValue(row, flags);
    const name = nameOf(row);
    if (given === undefined || (name === "--via" && given === "calls")) continue;
    const message = `${name} was given, and a run over many machines does not have it`;
    throw wrongUsage(message, row.instead);
  }
}

/** The address that was given, the one of the environment, or none. A password is not given as an argument. */
export function redisAddress({ redis }: FleetFlags, { env }: CliIo): string | undefined {
  const given = redis ?? variable(env, "CREDPORT_REDIS_URL");
  if (given === undefined || given === "") return undefined;
  if (publicAddress(given) === undefined) {
    throw wrongUsage(
      "the address of Redis does not begin with redis:// or rediss://",
      "Correct --redis, or CREDPORT_REDIS_URL.",
    );
  }
  if (redis === undefined || new URL(redis).password === "") return given;
  const remedy = "Give the address in the environment variable CREDPORT_REDIS_URL, and leave --redis out.";
  throw wrongUsage("the address of --redis has a password in it", remedy);
}

/** Where journals are, unless it is said. */
export function foldersOf({ folder = [] }: FleetFlags, runFile: string): readonly [string, ...string[]] {
  const [first = `${runFile}.d`, ...others] = folder;
  return [first, ...others];
}
