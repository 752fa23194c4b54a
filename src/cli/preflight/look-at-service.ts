import type { AdministrationClient } from "../../client/index.js";
import { type ImportOptions, type PreflightNeeds, type PreflightReport, preflightService } from "../../import/index.js";
import { countExisting, countFeatureUsers, type ExistingCount } from "../../import/internal.js";
import { type PinnedInput, type ReadExportOptions, readUniqueUsers } from "../../source/index.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { interruptible } from "../interrupt.js";

/** A service that does not answer an operator's questions soon is not worth an outage's patience. */
export const PREFLIGHT_PATIENCE = { timeoutMs: 10_000, retry: { attempts: 2 } } as const;

/** What is known of a service, and of an export's users on it where they were counted. */
type ServiceLook = PreflightReport & { readonly existing?: ExistingCount };

/** Users who will be imported. */
export interface ExportToImport {
  readonly exported: PinnedInput;
  readonly source: ReadExportOptions;
  readonly select?: ImportOptions["select"];
  readonly withoutLinking?: boolean;
  readonly withoutTotp?: boolean;
}

/** Looks at a service for the users of an export, or for any users; Ctrl-C ends it. */
export async function lookAtService(
  client: AdministrationClient,
  users: ExportToImport | undefined,
  io: CliIo,
  isCounting = false,
): Promise<ServiceLook> {
  return interruptible(io, async (signal) => {
    const needs = users === undefined ? undefined : () => needsOf(users, signal);
    const report = await preflightService(client, { signal, needs });
    const isFine = report.problems.length === 0;
    const isCounted = isCounting && isFine && users !== undefined;
    const looked = isCounted ? await addExisting(report, users, client, signal) : report;
    if (signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was sent");
    return looked;
  });
}

/** A pass over a large file takes minutes, so it ends early where the run is ended. */
export function recordsOf({ exported, source }: ExportToImport, signal: AbortSignal) {
  async function* open() {
    for await (const chunk of exported.open()) {
      if (signal.aborted) return;
      yield chunk;
    }
  }
  return readUniqueUsers({ ...exported, open }, source);
}

async function addExisting(
  report: PreflightReport,
  users: ExportToImport,
  client: AdministrationClient,
  signal: AbortSignal,
): Promise<ServiceLook> {
  const { select } = users;
  const count = await countExisting(recordsOf(users, signal), client, { signal, select });
  return count.ok
    ? { ...report, warnings: [...report.warnings, ...count.warnings], existing: count.value }
    : { ...report, problems: count.problems };
}

async function needsOf(users: ExportToImport, signal: AbortSignal): Promise<PreflightNeeds> {
  const { source, select, withoutLinking, withoutTotp } = users;
  const needs = await countFeatureUsers(recordsOf(users, signal), source.service, select);
  return { ...needs, ...(withoutLinking === true ? { linking: 0 } : {}), ...(withoutTotp === true ? { totp: 0 } : {}) };
}
