import { type Command, Option } from "commander";
import { publicAddress } from "../../fleet/internal.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import type { OutputFlags } from "../import/import-outputs.js";
import { addTargetOptions, type TargetFlags } from "../input/service-target.js";
import { addSourceOptions, type SourceFlags } from "../input/source-options.js";
import { wholeNumber } from "../input/whole-number.js";

/** Options of `credport fleet`; which of them an action takes is said in its help. */
export interface FleetFlags extends Omit<SourceFlags, "from">, TargetFlags, OutputFlags {
  readonly from?: string;
  readonly redis?: string;
  readonly out?: string;
  readonly folder?: readonly string[];
  readonly chunkSize: number;
  readonly concurrency: string;
  readonly rate?: string;
  readonly existing?: "refuse" | "skip" | "overwrite";
  readonly known?: string;
  readonly prove?: boolean;
  readonly only?: string;
  readonly expect?: string;
  readonly verification?: boolean;
  readonly withoutLinking?: boolean;
  readonly withoutTotp?: boolean;
  readonly acceptRefusals?: boolean;
  readonly preflight?: boolean;
  readonly lostAfter: number;
  readonly json?: boolean;
}

export function addFleetOptions(command: Command): Command {
  return addTargetOptions(
    addSourceOptions(command, "optional"),
    "work: address of the service; without it users are checked and nobody is sent",
  )
    .option(
      "--out <file>",
      "plan: private file of the run, to be given to every worker (default: <file>.fleet)",
    )
    .option("--redis <url>", "address of Redis, without a password (default: redis://127.0.0.1:6379)")
    .option("--expect <number>", "plan: number of users: stop if there are more or fewer")
    .option("--prove", "plan: send nobody before a worker with --known has signed known users in")
    .option("--only <file>", "plan, resume: import only the records listed in a file of --rejects")
    .addOption(wholeNumber("--chunk-size <MiB>", "plan: size of a chunk in MiB", 1, 256).default(32))
    .option(
      "--folder <folder>",
      "work, report: folder of the journals (default: <file>.d); may be repeated for report",
      (path: string, earlier: readonly string[] = []) => [...earlier, path],
    )
    .option("--concurrency <number>", "work: most users in flight in this worker, from 1 to 1024", "16")
    .option("--rate <number>", "work: most calls per second, of all workers together")
    .addOption(
      new Option(
        "--existing <choice>",
        "work: users who are on the service already (default: refuse)",
      ).choices(["refuse", "skip", "overwrite"]),
    )
    .option(
      "--known <users>",
      "work: sign these users in before anybody else is sent: one user, a file of them, or - for a list",
    )
    .option("--no-verification", "work: set no marks that addresses are verified: two calls less for each")
    .option("--without-linking", "work: leave logins that must be linked for a later run, with a licence")
    .option("--without-totp", "work: leave TOTP devices for a later run, with a licence")
    .option("--accept-refusals", "work: resume also where all users of a kind are refused alike")
    .option("--no-preflight", "work: begin without a look at the service")
    .addOption(
      wholeNumber(
        "--lost-after <seconds>",
        "work: after how long without a sign a worker counts as lost",
        1,
        3600,
      ).default(30),
    )
    .option(
      "--mapping <file>",
      "report: write old and new user IDs, as CSV if the name ends in .csv, else as NDJSON",
    )
    .option(
      "--rejects <file>",
      "report: write a file for each group of users who were not imported, as NDJSON",
    )
    .option("--force", "report: replace files that another program has written")
    .option("--json", "print the report as JSON");
}

/** Actions that take an option; all others read the export, and so are of the plan and of workers. */
const TAKEN_BY: Readonly<Record<string, readonly string[]>> = {
  ...{ redis: [], json: [] },
  ...{ out: ["plan"], chunkSize: ["plan"], expect: ["plan"], prove: ["plan"], only: ["plan", "resume"] },
  ...{ folder: ["work", "report"], mapping: ["report"], rejects: ["report"], force: ["report"] },
  ...Object.fromEntries(
    [
      ...["to", "tenantPath", "apiKeyFile", "concurrency", "rate", "existing", "known", "verification"],
      ...["withoutLinking", "withoutTotp", "acceptRefusals", "preflight", "lostAfter"],
    ].map((name) => [name, ["work"]]),
  ),
};
const READS_EXPORT: readonly string[] = ["plan", "work"];

/** Refuses an option that the action would pass by in silence. */
export function requireTaken(action: string, command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const takenBy = TAKEN_BY[name] ?? READS_EXPORT;
    const isGiven = command.getOptionValueSource(name) === "cli";
    if (!isGiven || takenBy.length === 0 || takenBy.includes(action)) continue;
    const remedy = `Give it to credport fleet ${takenBy.join(" or ")}.`;
    throw new CouldNotRun(
      "cli/option-of-other-action",
      `${option.long} was given to credport fleet ${action}`,
      remedy,
    );
  }
}

/** The address that was given, the one of the environment, or none. A password is not given as an argument. */
export function redisAddress({ redis }: FleetFlags, { env }: CliIo): string | undefined {
  const given = redis ?? env.CREDPORT_REDIS_URL;
  if (given === undefined || given === "") return undefined;
  const shown = publicAddress(given);
  if (shown === undefined) {
    throw new CouldNotRun(
      "cli/target-malformed",
      "the address of Redis does not begin with redis:// or rediss://",
    );
  }
  if (redis === undefined || new URL(redis).password === "") return given;
  throw new CouldNotRun("fleet/redis-password", "the address of --redis has a password in it");
}

/** Where journals are, unless it is said. */
export function foldersOf({ folder = [] }: FleetFlags, runFile: string): readonly [string, ...string[]] {
  const [first = `${runFile}.d`, ...others] = folder;
  return [first, ...others];
}
