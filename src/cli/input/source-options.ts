import { type Command, InvalidArgumentError, Option } from "commander";
import { SOURCE_NAMES, type SourceName } from "../../hash/systems/source-context.js";
import { SERVICE_PROFILES, type ServiceProfileName } from "../../service/profile.js";
import { HOLD_REASONS } from "../../source/hold-reasons.js";
import {
  type HoldReason,
  parseFirebaseHashConfig,
  READABLE_SOURCES,
  type ReadExportOptions,
} from "../../source/index.js";
import { CouldNotRun } from "../cli-io.js";
import { inLines } from "../output/help.js";
import { readSmallFile } from "./input-file.js";
import { pluginSources } from "./plugin-sources.js";

/** Options of the commands that read an export. */
export interface SourceFlags {
  readonly from: string;
  readonly plugin?: string;
  readonly hashConfig?: string;
  readonly service: string;
  readonly includeDisabled?: boolean;
  readonly include?: readonly HoldReason[];
  readonly source?: string;
  readonly peppered?: boolean;
}

/** @param file Whether the command can do without an export, and so without its system. */
export function addSourceOptions(command: Command, file: "required" | "optional" = "required"): Command {
  const from = new Option("--from <system>", `system that wrote the export: ${READABLE_SOURCES.join(", ")}`);
  return command
    .addOption(from.makeOptionMandatory(file === "required"))
    .option("--plugin <module>", "module with sources of your own, which --from can name")
    .option("--hash-config <file>", "hash parameters of Firebase, as the console shows them or as JSON")
    .option(
      "--service <profile>",
      `service that the users are for: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
      "default",
    )
    .option("--include-disabled", "also import users that are disabled in the old system")
    .option(
      "--include <reason>",
      `also import users held back as ${Object.keys(HOLD_REASONS).join(", ")}; may be repeated`,
      addReason,
    )
    .option("--source <system>", "system that the hashes come from, if the file does not say (names below)")
    .option("--peppered", "that system adds a pepper, a site-wide secret, to each password")
    .option("--no-peppered", "that system has no pepper")
    .addHelpText("after", `\nSystems for --source:\n${inLines(SOURCE_NAMES)}`);
}

function addReason(reason: string, earlier: readonly string[] = []): readonly string[] {
  if (Object.hasOwn(HOLD_REASONS, reason)) return [...earlier, reason];
  throw new InvalidArgumentError(`it must be one of ${Object.keys(HOLD_REASONS).join(", ")}`);
}

/** Turns the flags into what `readExport` takes. */
export async function sourceOptions(flags: SourceFlags): Promise<ReadExportOptions> {
  const own = await pluginSources(flags.plugin);
  const from =
    own.find(({ name }) => name === flags.from) ?? READABLE_SOURCES.find((name) => name === flags.from);
  if (from === undefined) {
    throw new CouldNotRun(
      "cli/unknown-source",
      `--from ${flags.from} is not a known system`,
      `Give one of: ${[...READABLE_SOURCES, ...own.map(({ name }) => name)].join(", ")}.`,
    );
  }
  const source = hashSource(flags.source);
  const { peppered } = flags;
  const options = {
    from,
    service: serviceName(flags.service),
    includeDisabled: flags.includeDisabled ?? false,
    include: flags.include ?? [],
    ...(source === undefined ? {} : { source }),
    ...(peppered === undefined ? {} : { peppered }),
  };
  if (flags.hashConfig === undefined) return options;
  const parsed = parseFirebaseHashConfig(await readSmallFile(flags.hashConfig));
  if (parsed.ok) return { ...options, hashConfig: parsed.value };
  const [{ code, message, remedy }] = parsed.problems;
  throw new CouldNotRun(code, `${flags.hashConfig}: ${message}`, remedy);
}

export function serviceName(name: string): ServiceProfileName {
  if (Object.hasOwn(SERVICE_PROFILES, name)) return name as ServiceProfileName;
  const names = Object.keys(SERVICE_PROFILES).join(", ");
  throw new CouldNotRun(
    "cli/unknown-service",
    `--service ${name} is not a known profile`,
    `Give one of: ${names}.`,
  );
}

/** The system that a hash comes from, of all that are known by name. */
export function hashSource(name: string | undefined): SourceName | undefined {
  const source = SOURCE_NAMES.find((known) => known === name);
  if (name === undefined || source !== undefined) return source;
  throw new CouldNotRun(
    "cli/unknown-source",
    `--source ${name} is not a known system`,
    `Give one of: ${SOURCE_NAMES.join(", ")}.`,
  );
}
