import type { Command } from "commander";
import { ClientOptionError, type ImportClientOptions } from "../../client/index.js";
import type { ServiceProfileName } from "../../service/profile.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readSmallFile } from "./input-file.js";

/** Options of the commands that talk to a service. */
export interface TargetFlags {
  readonly to?: string;
  readonly tenantPath?: string;
  readonly apiKeyFile?: string;
  readonly allowPlainHttp?: boolean;
}

export function addTargetOptions(command: Command, to: string): Command {
  return command
    .option("--to <url>", to)
    .option("--tenant-path <path>", "<tenant>, appid-<application> or appid-<application>/<tenant>")
    .option("--api-key-file <file>", "file with the service's API key (default: CREDPORT_API_KEY)")
    .option("--allow-plain-http", "send hashes and API key unencrypted to another machine");
}

/** What a client of the service takes; the key comes from the environment or a file, never from an argument. */
export async function clientOptions(
  to: string,
  flags: TargetFlags,
  service: ServiceProfileName,
  io: CliIo,
): Promise<ImportClientOptions> {
  const { tenantPath, allowPlainHttp } = flags;
  return {
    baseUrl: to,
    apiKey: await readApiKey(flags, io),
    service,
    allowPlainHttp: allowPlainHttp === true,
    ...(tenantPath === undefined ? {} : { tenantPath }),
  };
}

/** Makes a client, and tells options that can't be meant in the words of the command line. */
export function withOptionNames<Client>(make: () => Client): Client {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ClientOptionError)) throw error;
    throw new CouldNotRun("cli/target-malformed", `${FLAGS[error.option] ?? error.option} ${error.reason}`);
  }
}

/** What the options of the client are called on the command line. */
const FLAGS: Readonly<Record<string, string>> = {
  baseUrl: "--to",
  tenantPath: "--tenant-path",
  apiKey: "the API key",
};

async function readApiKey({ apiKeyFile }: TargetFlags, { env }: CliIo): Promise<string> {
  const key = apiKeyFile === undefined ? (env.CREDPORT_API_KEY ?? "") : await readSmallFile(apiKeyFile);
  if (key.trim() !== "") return key.trim();
  throw new CouldNotRun("cli/no-api-key", "there is no API key for the service");
}
