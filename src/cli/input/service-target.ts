import { type AdministrationClient, createAdministrationClient, type ImportClientOptions } from "../../client/index.js";
import { ClientOptionError, readBaseUrl } from "../../client/internal.js";
import { defined } from "../../lib/defined.js";
import type { ServiceProfileName } from "../../service/profile.js";
import { type CliIo, variable } from "../cli-io.js";
import { wrongUsage } from "../could-not-run.js";
import { readSmallFile } from "./input-file.js";
import { type FlagsOf, flag, grouped, value } from "./option-rows.js";

/** Options of the commands that talk to a service. */
export function targetOptions(to: string) {
  return grouped("The service", [
    value("--to <url>", to),
    value("--tenant-path <path>", "<tenant>, appid-<application> or appid-<application>/<tenant>", {
      needsTarget: true,
    }),
    value("--api-key-file <file>", "file with the service's API key (default: CREDPORT_API_KEY)", {
      isInput: true,
      needsTarget: true,
    }),
    flag("--allow-plain-http", "send hashes and API key unencrypted to another machine", { needsTarget: true }),
  ] as const);
}

export type TargetFlags = FlagsOf<ReturnType<typeof targetOptions>>;

/** What a client of the service takes; the key comes from the environment or a file, never from an argument. */
export async function clientOptions(
  to: string,
  flags: TargetFlags,
  service: ServiceProfileName,
  io: CliIo,
): Promise<ImportClientOptions> {
  const { tenantPath, allowPlainHttp = false } = flags;
  const apiKey = await readApiKey(flags, io);
  return { baseUrl: to, apiKey, service, allowPlainHttp, ...defined({ tenantPath }) };
}

/** A client for the calls beside those of the interface; the options of patience are the client's own. */
export async function administrationAt(
  to: string | undefined,
  flags: TargetFlags & { readonly service: ServiceProfileName },
  io: CliIo,
  patience: Pick<ImportClientOptions, "timeoutMs" | "retry"> = {},
): Promise<AdministrationClient> {
  if (to === undefined) throw wrongUsage("--to was not given", NO_TARGET);
  const options = await clientOptions(to, flags, flags.service, io);
  return withOptionNames(() => createAdministrationClient({ ...options, ...patience }));
}

/** Refuses an address that no client takes: one with a password in it must not be written down. */
export function requireAddress(to: string, { allowPlainHttp = false }: Pick<TargetFlags, "allowPlainHttp">): void {
  withOptionNames(() => readBaseUrl(to, allowPlainHttp));
}

/** Makes a client, and tells options that can't be meant in the words of the command line. */
export function withOptionNames<Client>(make: () => Client): Client {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ClientOptionError)) throw error;
    throw wrongUsage(`${FLAGS[error.option] ?? error.option} ${error.reason}`, CORRECT_TARGET);
  }
}

export const NO_TARGET = "Give the address of the service with --to.";
const CORRECT_TARGET =
  "Correct --to, --tenant-path or the API key; --allow-plain-http allows an address without https.";
const NO_API_KEY = "Set CREDPORT_API_KEY, or name a file that holds the key with --api-key-file.";

/** What the options of the client are called on the command line. */
const FLAGS: Readonly<Record<string, string>> = { baseUrl: "--to", tenantPath: "--tenant-path", apiKey: "the API key" };

async function readApiKey({ apiKeyFile }: TargetFlags, { env }: CliIo): Promise<string> {
  const key = apiKeyFile === undefined ? (variable(env, "CREDPORT_API_KEY") ?? "") : await readSmallFile(apiKeyFile);
  if (key.trim() !== "") return key.trim();
  throw wrongUsage("there is no API key for the service", NO_API_KEY);
}
