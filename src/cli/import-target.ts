import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClientOptionError, createImportClient, type ImportClient } from "../client/index.js";
import { fingerprintHashConfig, type JournalBinding } from "../import/index.js";
import { createRehearsalService, type RehearsalService } from "../rehearsal/index.js";
import type { ReadExportOptions } from "../source/index.js";
import { type CliIo, CouldNotRun } from "./cli-io.js";
import { readSmallFile } from "./input-file.js";
import { styleFor } from "./style.js";

export interface TargetFlags {
  readonly to?: string;
  readonly tenantPath?: string;
  readonly apiKeyFile?: string;
  readonly allowPlainHttp?: boolean;
  readonly journal?: string;
  readonly mapping?: string;
  readonly service: string;
}

/** Where a run to a service is written down. */
export function journalPath(path: string, { journal }: TargetFlags): string {
  return journal ?? `${path}.journal`;
}

/** Where the users go. */
export interface ImportTarget {
  readonly client: ImportClient;
  readonly isRehearsal: boolean;
  readonly rehearsal?: RehearsalService;
  /** Path of the journal. */
  readonly journal: string;
  readonly binding: Omit<JournalBinding, "input" | "source">;
  close(): Promise<void>;
}

/** The service that `--to` names; without it, a service in this process that forgets everything. */
export function connect(
  path: string,
  flags: TargetFlags,
  source: ReadExportOptions,
  io: CliIo,
): Promise<ImportTarget> {
  return flags.to === undefined ? rehearse(flags, source, io) : connectTo(flags.to, path, flags, source, io);
}

async function connectTo(
  to: string,
  path: string,
  flags: TargetFlags,
  { service = "default", hashConfig }: ReadExportOptions,
  io: CliIo,
): Promise<ImportTarget> {
  const apiKey = await readApiKey(flags, io);
  const { tenantPath } = flags;
  try {
    const client = createImportClient({
      baseUrl: to,
      apiKey,
      service,
      allowPlainHttp: flags.allowPlainHttp === true,
      ...(tenantPath === undefined ? {} : { tenantPath }),
    });
    return {
      client,
      isRehearsal: false,
      journal: journalPath(path, flags),
      binding: {
        baseUrl: to.replace(/\/+$/, ""),
        tenantPath: tenantPath ?? "",
        profile: client.service.name,
        ...(hashConfig === undefined ? {} : { hashParameters: fingerprintHashConfig(hashConfig) }),
      },
      close: async () => {},
    };
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

/** A mapping among them: its IDs would be those of a service that is gone, and look like real ones. */
async function rehearse(flags: TargetFlags, source: ReadExportOptions, io: CliIo): Promise<ImportTarget> {
  const misplaced = (["journal", "tenantPath", "apiKeyFile", "allowPlainHttp", "mapping"] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (misplaced !== undefined) {
    throw new CouldNotRun(
      "cli/option-needs-target",
      `--${misplaced.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} was given without --to`,
      "Add --to with the service's address, or leave the option out to rehearse.",
    );
  }
  const style = styleFor(io.stderr, io.env);
  io.stderr.write(`${style.warn("REHEARSAL")}: no --to was given, so nothing leaves this machine.\n`);
  const signerKey = source.hashConfig?.signerKey;
  const { service = "default" } = source;
  const rehearsal = createRehearsalService({ service, ...(signerKey === undefined ? {} : { signerKey }) });
  const folder = await mkdtemp(join(tmpdir(), "credport-"));
  const baseUrl = "http://localhost";
  return {
    client: createImportClient({ baseUrl, apiKey: "rehearsal", service, fetch: rehearsal.fetch }),
    isRehearsal: true,
    rehearsal,
    journal: join(folder, "journal"),
    binding: { baseUrl, tenantPath: "", profile: rehearsal.service.name },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
