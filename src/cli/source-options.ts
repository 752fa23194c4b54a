import type { Command } from "commander";
import { SOURCE_NAMES, type SourceName } from "../hash/source-context.js";
import { SERVICE_PROFILES, type ServiceProfileName } from "../service/profile.js";
import { parseFirebaseHashConfig, READABLE_SOURCES, type ReadExportOptions } from "../source/index.js";
import { CouldNotRun } from "./cli-io.js";
import { readSmallFile } from "./input-file.js";

/** Options of the commands that read an export. */
export interface SourceFlags {
  readonly from: string;
  readonly hashConfig?: string;
  readonly service: string;
  readonly includeDisabled?: boolean;
  readonly source?: string;
  readonly peppered?: boolean;
}

const HELP_COLUMNS = 78;

/** The words in lines that are indented by two. */
function inLines(words: readonly string[], columns: number): string {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? " "} ${word}`;
    if (longer.length > columns) lines.push(`  ${word}`);
    else lines.splice(-1, 1, longer);
  }
  return lines.join("\n");
}

export function addSourceOptions(command: Command): Command {
  return command
    .requiredOption("--from <system>", `system that wrote the export: ${READABLE_SOURCES.join(", ")}`)
    .option("--hash-config <file>", "Firebase: the hash parameters, as the console shows them or as JSON")
    .option(
      "--service <profile>",
      `service that the users are for: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
      "default",
    )
    .option("--include-disabled", "also import users that are disabled in the old system")
    .option(
      "--source <system>",
      "system that the hashes come from, where the file does not name it (the names are below)",
    )
    .option("--peppered", "that system mixes a site-wide secret (a pepper) into each password")
    .option("--no-peppered", "that system is known to have no pepper")
    .addHelpText("after", `\nSystems for --source:\n${inLines(SOURCE_NAMES, HELP_COLUMNS)}`);
}

/** Turns the flags into what `readExport` takes. */
export async function sourceOptions(flags: SourceFlags): Promise<ReadExportOptions> {
  const from = READABLE_SOURCES.find((name) => name === flags.from);
  if (from === undefined) {
    throw new CouldNotRun(
      "cli/unknown-source",
      `--from ${flags.from} is not a known system`,
      `Give one of: ${READABLE_SOURCES.join(", ")}.`,
    );
  }
  const source = hashSource(flags.source);
  const { peppered } = flags;
  const options = {
    from,
    service: serviceName(flags.service),
    includeDisabled: flags.includeDisabled ?? false,
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
