import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AdministrationClient,
  createAdministrationClient,
  createBulkClient,
  createImportClient,
  type ImportClient,
  type ImportClientOptions,
} from "../../client/index.js";
import { fingerprintReading, type ReadingOptions } from "../../import/index.js";
import type { BulkOptions, JournalBinding } from "../../import/internal.js";
import { defined } from "../../lib/defined.js";
import { createRehearsalService, type RehearsalService } from "../../rehearsal/index.js";
import type { ServiceProfileName } from "../../service/profile.js";
import type { ReadExportOptions } from "../../source/index.js";
import type { CliIo } from "../cli-io.js";
import { callNotOffered } from "../could-not-run.js";
import { clientOptions, type TargetFlags, withOptionNames } from "../input/service-target.js";
import { PREFLIGHT_PATIENCE } from "../preflight/look-at-service.js";
import { styleFor } from "../style.js";
import { type ImportFlags, journalPath, requireNoTargetOptions } from "./import-flags.js";

/** What an import and a worker were given for it. */
type ImportTargetFlags = TargetFlags &
  Partial<Pick<ImportFlags, "journal" | "via" | "acceptVerified" | "withoutRoles" | "withoutMetadata">>;

/** What is to be known of the source: that of `sourceOptions`. */
type TargetSource = ReadExportOptions & Pick<ReadingOptions, "map">;

export interface ImportTarget {
  readonly client: ImportClient;
  /** For the calls beside those of the interface; absent from a rehearsal. */
  readonly administration?: AdministrationClient;
  /** The same with little patience. */
  readonly preflight?: AdministrationClient;
  /** For the marks of verification, also in a rehearsal; absent where the service has no such calls. */
  readonly marks?: AdministrationClient;
  readonly bulk?: BulkOptions;
  readonly isRehearsal: boolean;
  readonly rehearsal?: RehearsalService;
  readonly journal: string;
  readonly binding: Omit<JournalBinding, "input" | "source">;
  close(): Promise<void>;
}

/** The service that `--to` names; without it, a service in this process that forgets everything. */
export async function connect(
  path: string,
  flags: ImportTargetFlags,
  source: TargetSource,
  io: CliIo,
): Promise<ImportTarget> {
  const { to } = flags;
  if (to === undefined) return rehearse(flags, source, io);
  const { tenantPath } = flags;
  const { service = "default", loginOnly, withoutPassword = "refuse" } = source;
  const options = await clientOptions(to, flags, service as ServiceProfileName, io);
  const client = withOptionNames(() => createImportClient(options));
  return {
    client,
    ...marksAt(options),
    ...bulkTo(options, flags),
    administration: createAdministrationClient(options),
    preflight: createAdministrationClient({ ...options, ...PREFLIGHT_PATIENCE }),
    isRehearsal: false,
    journal: journalPath(path, flags),
    binding: {
      baseUrl: to.replace(/\/+$/, ""),
      tenantPath: tenantPath ?? "",
      profile: client.service.name,
      ...fingerprintReading(source),
      ...(loginOnly === "import" ? { loginOnly } : {}),
      ...(withoutPassword === "refuse" ? {} : { withoutPassword }),
    },
    close: async () => {},
  };
}

function marksAt(options: ImportClientOptions): Pick<ImportTarget, "marks"> {
  const marks = createAdministrationClient(options);
  return marks.has("createVerificationToken") && marks.has("verifyEmail") ? { marks } : {};
}

/** The bulk import, where it was asked for and the service has it. */
function bulkTo(options: ImportClientOptions, flags: ImportTargetFlags): Pick<ImportTarget, "bulk"> {
  if (flags.via !== "bulk") return {};
  const client = createBulkClient(options);
  requireBulkCall(client.isOffered);
  const { tenantPath, acceptVerified, withoutRoles, withoutMetadata } = flags;
  return {
    bulk: {
      ...{ client, administration: createAdministrationClient(options), tenantId: tenantOf(tenantPath) },
      ...{ acceptVerified, withoutRoles, withoutMetadata },
    },
  };
}

/** Refuses `--via bulk` for a service that has no such call. */
export function requireBulkCall(isOffered: boolean): void {
  if (isOffered) return;
  throw callNotOffered("--via bulk was given for a service without a bulk import");
}

/** The tenant of a path; an application alone has one that is called `public`. */
function tenantOf(path = ""): string | undefined {
  return path.split("/").find((part) => part !== "" && !part.toLowerCase().startsWith("appid-"));
}

async function rehearse(flags: ImportTargetFlags, source: TargetSource, io: CliIo): Promise<ImportTarget> {
  requireNoTargetOptions(flags);
  const style = styleFor(io.stderr, io.env);
  const why = io.isStep === true ? "" : "no --to was given, so ";
  // As a step it is followed by an import, of which no word is said then.
  const isSaid = io.isStep !== true || io.isQuiet !== true;
  if (isSaid) io.stderr.write(`${style.warn("REHEARSAL")}: ${why}nothing leaves this machine.\n`);
  const signerKey = source.hashConfig?.signerKey;
  const { service = "default" } = source;
  const rehearsal = createRehearsalService({ service, ...defined({ signerKey }) });
  const folder = await mkdtemp(join(tmpdir(), "credport-"));
  const baseUrl = "http://localhost";
  const options = { baseUrl, apiKey: "rehearsal", service, fetch: rehearsal.fetch };
  return {
    client: createImportClient(options),
    ...marksAt(options),
    // There are no roles here.
    ...bulkTo(options, { ...flags, withoutRoles: true }),
    isRehearsal: true,
    rehearsal,
    journal: join(folder, "journal"),
    binding: { baseUrl, tenantPath: "", profile: rehearsal.service.name },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
