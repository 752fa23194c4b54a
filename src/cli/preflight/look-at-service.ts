import type { AdministrationClient } from "../../client/index.js";
import {
  countNeeds,
  type ImportOptions,
  type PreflightNeeds,
  type PreflightReport,
  preflightService,
} from "../../import/index.js";
import { type PinnedInput, type ReadExportOptions, readUniqueUsers } from "../../source/index.js";
import { type CliIo, CouldNotRun } from "../cli-io.js";

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
): Promise<PreflightReport> {
  const abort = new AbortController();
  const forget = io.onInterrupt(() => abort.abort());
  try {
    const { signal } = abort;
    const report = await preflightService(client, {
      signal,
      needs: users === undefined ? undefined : () => needsOf(users, signal),
    });
    if (signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was sent");
    return report;
  } finally {
    forget();
  }
}

/** A pass over a large file takes minutes, so it ends early where the run is ended. */
async function needsOf(
  { exported, source, select, withoutLinking, withoutTotp }: ExportToImport,
  signal: AbortSignal,
): Promise<PreflightNeeds> {
  async function* open() {
    for await (const chunk of exported.open()) {
      if (signal.aborted) return;
      yield chunk;
    }
  }
  const needs = await countNeeds(readUniqueUsers({ ...exported, open }, source), source.service, select);
  return {
    ...needs,
    ...(withoutLinking === true ? { linking: 0 } : {}),
    ...(withoutTotp === true ? { totp: 0 } : {}),
  };
}
