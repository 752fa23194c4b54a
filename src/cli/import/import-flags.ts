import type { ImportOptions } from "../../import/index.js";
import { CouldNotRun } from "../could-not-run.js";
import { exportFile } from "../input/export-input.js";
import { inputsOf } from "../input/option-rows.js";
import { SOURCE_OPTIONS, type SourceFlags } from "../input/source-options.js";
import { type CommandFiles, namedFile } from "../output/distinct-files.js";
import { outputPaths } from "./import-outputs.js";
import { type ImportTargetFlags, journalPath } from "./import-target.js";

/** What the command was given. */
export interface ImportFlags extends SourceFlags, ImportTargetFlags {
  readonly preflight?: boolean;
  readonly journal?: string;
  readonly concurrency: string;
  readonly rate?: string;
  readonly dryRun?: boolean;
  readonly mapping?: string;
  readonly rejects?: string;
  readonly only?: string;
  readonly expect?: string;
  readonly changedSince?: string;
  readonly gone?: string;
  readonly verification?: boolean;
  readonly via?: "calls" | "bulk";
  readonly readBack?: string;
  readonly acceptVerified?: boolean;
  readonly withoutRoles?: boolean;
  readonly withoutMetadata?: boolean;
  readonly existing?: "refuse" | "skip" | "overwrite";
  readonly withoutLinking?: boolean;
  readonly withoutTotp?: boolean;
  readonly acceptRefusals?: boolean;
  readonly force?: boolean;
  readonly known?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Options that have no use in the bulk import, or another meaning. */
const NOT_IN_BULK = [
  "changedSince",
  "withoutLinking",
  "withoutTotp",
  "rate",
] as const satisfies readonly (keyof ImportFlags)[];

/** Options of the bulk import alone. */
const ONLY_IN_BULK = [
  "readBack",
  "acceptVerified",
  "withoutRoles",
  "withoutMetadata",
] as const satisfies readonly (keyof ImportFlags)[];

/** Refuses options that can't be meant together. */
export function requireCompatible(flags: ImportFlags): void {
  if (flags.gone !== undefined && flags.changedSince === undefined) {
    throw new CouldNotRun("cli/first-journal-missing", "--gone was given without --changed-since");
  }
  readBackCount(flags);
  const isBulk = flags.via === "bulk";
  const wrong = (isBulk ? NOT_IN_BULK : ONLY_IN_BULK).find((name) => flags[name] !== undefined);
  if (wrong !== undefined) {
    const how = isBulk ? "with" : "without";
    throw new CouldNotRun("cli/not-with-bulk", `${spelled(wrong)} was given ${how} --via bulk`);
  }
  if (isBulk && flags.existing === "overwrite") {
    throw new CouldNotRun("cli/not-with-bulk", "--existing overwrite was given with --via bulk");
  }
}

const spelled = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Every file of the command: a mapping must not take the export's place, nor the journal's. */
export function filesOf(path: string, flags: ImportFlags): CommandFiles {
  const journal = flags.to === undefined ? undefined : journalPath(path, flags);
  return {
    inputs: [
      ...exportFile(path),
      ...inputsOf(SOURCE_OPTIONS, flags),
      ...namedFile("--api-key-file", flags.apiKeyFile),
      ...namedFile("--only", flags.only),
      ...namedFile("--expect", flags.expect),
      ...namedFile("--changed-since", flags.changedSince),
      ...namedFile("--known", flags.known === "-" ? undefined : flags.known),
    ],
    outputs: [
      ...namedFile("the journal", journal),
      ...namedFile("the journal's lock", journal === undefined ? undefined : `${journal}.lock`),
      ...outputPaths(flags),
    ],
  };
}

/** How much at a time. */
export type ImportLimits = Pick<ImportOptions, "concurrency" | "callsPerSecond" | "acceptRefusals">;

export function readLimits({
  concurrency,
  rate,
  acceptRefusals = false,
}: Pick<ImportFlags, "concurrency" | "rate" | "acceptRefusals">): ImportLimits {
  const users = Number(concurrency);
  if (!Number.isInteger(users) || users < 1 || users > 1024) {
    throw new CouldNotRun("cli/number-malformed", "--concurrency is not a whole number from 1 to 1024");
  }
  if (rate === undefined) return { concurrency: users, acceptRefusals };
  const callsPerSecond = Number(rate);
  if (!(callsPerSecond > 0 && callsPerSecond <= 1e6)) {
    throw new CouldNotRun("cli/number-malformed", "--rate is not a number of calls per second");
  }
  return { concurrency: users, acceptRefusals, callsPerSecond };
}

/** How many users of each round are read back. */
export function readBackCount({ readBack }: ImportFlags): number | undefined {
  if (readBack === undefined) return undefined;
  const users = Number(readBack);
  if (Number.isInteger(users) && users >= 0 && users <= 10_000) return users;
  throw new CouldNotRun("cli/number-malformed", "--read-back is not a whole number from 0 to 10000");
}
