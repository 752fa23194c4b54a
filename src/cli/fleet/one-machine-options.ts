import { type Command, Option } from "commander";
import { CouldNotRun } from "../could-not-run.js";

const OVER_BULK =
  "Leave it out; or import on one machine with credport import --via bulk: its pace is that of the service's own job.";
const SECOND_EXPORT =
  "Leave it out and give --existing skip, which sends new users only; or import on one machine with credport import --changed-since, from the journal of a first import on one machine.";

/** Options of `credport import` that a run over many machines has not, and what to do in their place. */
const IN_PLACE = {
  "--changed-since <journal>": SECOND_EXPORT,
  "--gone <file>": SECOND_EXPORT,
  "--dry-run":
    "Start workers without --to: they check and send nobody. credport import --dry-run counts the calls on one machine.",
  "--journal <file>": "Give the folder of the journals with --folder: each chunk has one.",
  "--via <way>": OVER_BULK,
  "--read-back <number>": OVER_BULK,
  "--accept-verified": OVER_BULK,
  "--without-roles": OVER_BULK,
  "--without-metadata": OVER_BULK,
} as const satisfies Readonly<Record<string, string>>;

const NOT_SHOWN = "refused: only one machine has it";

/** They are known, and not shown: an unknown option would not say what to do. */
export function addOneMachineOptions(command: Command): Command {
  for (const flags of Object.keys(IN_PLACE)) command.addOption(new Option(flags, NOT_SHOWN).hideHelp());
  return command;
}

/** Refuses options that belong to one machine, each with what to do in its place. */
export function refuseOneMachineOptions(command: Command): void {
  for (const [flags, remedy] of Object.entries(IN_PLACE)) {
    const option = new Option(flags);
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === undefined || (option.long === "--via" && value === "calls")) continue;
    throw new CouldNotRun(
      "cli/not-over-machines",
      `${option.long} was given, and a run over many machines does not have it`,
      remedy,
    );
  }
}
