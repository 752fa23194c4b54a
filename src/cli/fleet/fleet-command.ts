import {
  cancelFleet,
  cleanFleet,
  type FleetRunOptions,
  type FleetStatus,
  fleetStatus,
  pauseFleet,
  planFleet,
  resumeFleet,
} from "../../fleet/index.js";
import { printable } from "../../lib/printable.js";
import type { Result } from "../../result.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { valueOrEnd, wrongUsage } from "../could-not-run.js";
import { readSelected } from "../import/read-selection.js";
import { actionOf, commandOf } from "../input/command-of.js";
import { sourceOptions } from "../input/source-options.js";
import { interruptible } from "../interrupt.js";
import { createProgress, megabytes } from "../output/progress.js";
import { print } from "../output/report.js";
import { FLEET_OPTIONS, type FleetFlags, ONE_MACHINE_OPTIONS, redisAddress, requireNotOfOne } from "./fleet-flags.js";
import { cleanReport, planReport, statusReport } from "./status-report.js";

const DEFAULT_REDIS = "redis://127.0.0.1:6379";
const MEBIBYTE = 1 << 20;

const RUN_FILE = "/shared/users.json.fleet";
const EXPORT = "export, by a path or address that every worker can reach";

type Action = (file: string, flags: FleetFlags, io: CliIo) => Promise<ExitCode>;

const ACTIONS: Readonly<Record<string, Action>> = {
  plan,
  work: async (...given) => (await import("./fleet-work.js")).work(...given),
  status: control(fleetStatus),
  pause: control(pauseFleet),
  resume,
  cancel: control(cancelFleet),
  clean,
  report: async (...given) => (await import("./fleet-account.js")).report(...given),
};

export const fleetCommand = commandOf(
  {
    takes: [
      ["<action>", `one of ${Object.keys(ACTIONS).join(", ")}`, () => Object.keys(ACTIONS)],
      [
        "<file>",
        `file of the run; for plan the ${EXPORT}`,
        undefined,
        (name) => (name === "plan" ? EXPORT : "file of the run, which plan has written"),
      ],
    ],
    options: [...FLEET_OPTIONS, ...ONE_MACHINE_OPTIONS],

    actions: {
      plan: "read the export once, divide it into chunks, and write the private file of the run",
      work: "work on the run until it is done: any number of workers on any number of machines, which may be killed at any moment",
      status: "say how far the run is",
      pause: "have the workers wait after what they are at",
      resume: "continue a run that was paused or stopped",
      cancel: "end the run: the journals say who was imported",
      clean: "take the run out of Redis, once it is done and reported",
      report: "give the one account of all workers, and write the mapping",
    },
    notes: [
      "All actions but plan can be given on any machine that has the file of the run.",
      "--known: the worker that has it imports these users first, and all others wait until they have signed in; their passwords stay in its process. An address of Redis with a password is given in CREDPORT_REDIS_URL. Needs the optional packages bullmq and ioredis. See docs/scale.md.",
    ],
    examples: [
      "credport fleet plan /shared/users.json --from firebase --redis redis://10.0.0.5:6379",
      "credport fleet work /shared/users.json.fleet --hash-config hash-config.txt",
      "CREDPORT_API_KEY=… credport fleet work /shared/users.json.fleet --hash-config hash-config.txt --to https://auth.example.com --rate 1000",
      ...["status", "pause", "resume", "cancel", "clean"].map((action) => `credport fleet ${action} ${RUN_FILE}`),
      "credport fleet report /shared/users.json.fleet --mapping ids.csv --rejects rejects.ndjson",
    ],
    exitCodes: {
      fine: "the action was done; report: all users can be imported, or are on the service once the import has begun",
      problems: "report: some users can't be imported, or are not on the service",
      couldNotRun: "the command could not run, or the run was stopped or cancelled",
    },
  },
  async (flags: FleetFlags, io, action: string, file: string) => {
    const run = actionOf(ACTIONS, action);
    requireNotOfOne(flags);
    return run(file, flags, io);
  },
);

async function plan(input: string, flags: FleetFlags, io: CliIo): Promise<ExitCode> {
  const { from: name = "auto", out, chunkSize, allowPlainHttp, join = [] } = flags;
  const { prove: isToProve, expect: expectedRecords } = flags;
  if (join.length > 0) {
    const remedy =
      "Bring both together with credport check --join --out users.ndjson, and plan that with --from credport.";
    throw wrongUsage("--join was given to a plan", remedy);
  }
  const { from } = await sourceOptions({ ...flags, from: name });
  const only = await selected(flags);
  const progress = createProgress("plan", io);
  const planned = await interruptible(
    io,
    (signal) =>
      planFleet({
        ...{ input, from, allowPlainHttp, only, expectedRecords, isToProve, signal },
        redis: redisAddress(flags, io) ?? DEFAULT_REDIS,
        runFile: out ?? `${input}.fleet`,
        chunkBytes: chunkSize * MEBIBYTE,
        onProgress: (bytes, size) => progress.update(bytes / size, "", megabytes(bytes)),
      }),
    "interrupted; nothing was planned",
  ).finally(() => progress.end());
  const made = valueOrEnd(planned);
  print(made, planReport(made, flags), flags, io);
  return EXIT.fine;
}

const selected = async ({ only }: FleetFlags) => (only === undefined ? undefined : readSelected(only));

async function resume(file: string, flags: FleetFlags, io: CliIo): Promise<ExitCode> {
  const only = await selected(flags);
  return control((options) => resumeFleet({ ...options, only }))(file, flags, io);
}

async function clean(file: string, flags: FleetFlags, io: CliIo): Promise<ExitCode> {
  const cleaned = valueOrEnd(await cleanFleet({ runFile: file, redis: redisAddress(flags, io) }));
  print(cleaned, cleanReport(cleaned, printable(file)), flags, io);
  return EXIT.fine;
}

function control(act: (options: FleetRunOptions) => Promise<Result<FleetStatus>>): Action {
  return async (file, flags, io) => {
    const status = valueOrEnd(await act({ runFile: file, redis: redisAddress(flags, io) }));
    print(status, statusReport(status, printable(file)), flags, io);
    return status.stopped === undefined ? EXIT.fine : EXIT.couldNotRun;
  };
}
