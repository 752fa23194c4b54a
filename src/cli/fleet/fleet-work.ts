import { type FleetStatus, type Phase, workFleet } from "../../fleet/index.js";
import { type FleetTarget, requireRunFile } from "../../fleet/internal.js";
import type { KnownSignIns } from "../../import/index.js";
import { printable } from "../../lib/printable.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, optionAlone, valueOrEnd, wrongUsage } from "../could-not-run.js";
import { askForKnown, existingUsers } from "../import/before-import.js";
import { limitsOf } from "../import/import-flags.js";
import { connect, type ImportTarget } from "../import/import-target.js";
import { type SourceOptions, sourceOptions } from "../input/source-options.js";
import { interruptible } from "../interrupt.js";
import { formatReport, print } from "../output/report.js";
import { lookAtService } from "../preflight/look-at-service.js";
import { preflightReport } from "../preflight/preflight-report.js";
import { signInSection } from "../prove/known-report.js";
import { styleFor } from "../style.js";
import { type FleetFlags, foldersOf, redisAddress } from "./fleet-flags.js";
import { PHASES, statusReport } from "./status-report.js";

export async function work(runFile: string, flags: FleetFlags, io: CliIo): Promise<ExitCode> {
  const run = valueOrEnd(await requireRunFile(runFile));
  const from = flags.from ?? run.from;
  const { join, onJoined: _, ...source } = await sourceOptions({ ...flags, from });
  if (join.length > 0) {
    const remedy = "Leave it out; credport check --join brings both together before the plan.";
    throw wrongUsage("--join was given to a worker", remedy);
  }
  if (flags.to === undefined && flags.known !== undefined) throw optionAlone("--known", "--to");
  const connected = flags.to === undefined ? undefined : await target(runFile, { ...flags, from }, source, io);
  if (connected === "refused") return EXIT.couldNotRun;
  const [folder, ...others] = foldersOf(flags, runFile);
  if (others.length > 0) {
    const remedy = "Give a worker one --folder; report takes several.";
    throw new CouldNotRun("cli/not-writable", "a worker was given several folders", remedy);
  }
  const ended = await interruptible(io, (signal) =>
    workFleet({
      ...{ runFile, folder, source, signal, target: connected, redis: redisAddress(flags, io) },
      stalledMs: flags.lostAfter * 1000,
      onTick: noteChanges(io),
      onRedisAway: () => io.stderr.write("Redis is away: waiting for three minutes\n"),
    }),
  );
  const status = valueOrEnd(ended);
  print(status, [...statusReport(status, printable(runFile)), nextSection(status, runFile)], flags, io);
  return EXIT.fine;
}

function nextSection({ phase }: FleetStatus, runFile: string) {
  const isFurther = phase === "done" || phase === "ready";
  const text = isFurther
    ? `credport fleet report ${printable(runFile)} gives the account of all workers.`
    : "This worker has ended; others continue, and the same command starts it again.";
  return { heading: "Next", rows: [{ text }] };
}

/** The service, once it was looked at; nothing of any user is sent for that. */
async function target(
  runFile: string,
  flags: FleetFlags & { readonly from: string },
  source: Omit<SourceOptions, "join">,
  io: CliIo,
): Promise<FleetTarget | "refused"> {
  const connected = await connect(runFile, flags, source, io);
  const { client, binding, administration, marks } = connected;
  const existing = existingUsers(connected, flags);
  const known = await askForKnown(connected, flags, io);
  if (!(await isReady(connected, flags, io))) return "refused";
  const { withoutLinking, withoutTotp, verification } = flags;
  // Who does not sign in is told here, where the passwords are.
  const onSignIns = (signIns: KnownSignIns) => {
    io.stderr.write(formatReport([signInSection(signIns)], styleFor(io.stderr, io.env)));
  };
  return {
    client,
    binding,
    existing,
    verification: marks && verification !== false ? { administration: marks } : undefined,
    proof: known && administration && { known, administration, onSignIns },
    without: { linking: withoutLinking, totp: withoutTotp },
    ...limitsOf(flags),
  };
}

async function isReady({ preflight }: ImportTarget, flags: FleetFlags, io: CliIo): Promise<boolean> {
  if (preflight === undefined || flags.preflight === false) return true;
  const found = await lookAtService(preflight, undefined, io);
  if (found.problems.length === 0) return true;
  print(found, preflightReport(found, flags.to ?? ""), flags, io);
  return false;
}

/** A line for each phase, also where standard error is a log. */
function noteChanges(io: CliIo): (phase: Phase) => void {
  let before: Phase | undefined;
  const style = styleFor(io.stderr, io.env);
  return (phase) => {
    if (phase === before) return;
    before = phase;
    io.stderr.write(formatReport([{ rows: [{ text: PHASES[phase], tone: "faint" }] }], style));
  };
}
