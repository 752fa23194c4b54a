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
