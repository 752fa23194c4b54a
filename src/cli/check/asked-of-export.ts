import { readSent } from "../../import/internal.js";
import { fingerprintExport, pinInput } from "../../source/index.js";
import { CouldNotRun } from "../could-not-run.js";
import { requireExpectedUsers } from "../import/expected-users.js";
import { requireReadPreferences } from "../input/decisions.js";
import type { ExportInput } from "../input/export-input.js";
import { namedSource, type SourceOptions } from "../input/source-options.js";

type NamedExport = ExportInput & { readonly path: string };

/** Refuses preferences that the source can't tell, and an export without the users who were named. */
export async function requireAsked(
  { expect, ...choices }: Parameters<typeof requireReadPreferences>[0] & { readonly expect?: string | undefined },
  exported: NamedExport,
  source: SourceOptions,
): Promise<void> {
  if (choices.prefer === undefined && expect === undefined) return;
  const { options } = await namedSource(exported, source);
  requireReadPreferences(choices, options.from);
  await requireExpectedUsers(expect, pinInput(exported.open), options);
}

/** Who was sent by the import of a journal; refused where it is of another file. */
export async function sentBefore(
  journal: string | undefined,
  { path, open }: NamedExport,
  { join }: SourceOptions,
): Promise<Pick<SourceOptions, "isSent">> {
  if (journal === undefined) return {};
  const sent = await readSent(journal);
  if (sent?.binding === undefined) return {};
  const { isSent, isTakenBack, binding } = sent;
  const now = await fingerprintExport(pinInput(open), join);
  if (now?.sha256 === binding.input.sha256) return { isSent };
  if (isTakenBack) return {};
  const remedy = "Give the journal of the import of this very export, or leave --journal out.";
  throw new CouldNotRun("cli/of-other-export", `${journal} is the journal of another export than ${path}`, remedy);
}
