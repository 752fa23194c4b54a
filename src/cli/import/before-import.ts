import type { AdministrationClient } from "../../client/index.js";
import type { KnownUser, PreflightReport } from "../../import/index.js";
import type { ExistingUsers } from "../../import/internal.js";
import type { CliIo } from "../cli-io.js";
import { callNotOffered, wrongUsage } from "../could-not-run.js";
import { readKnownUsers } from "../input/known-users.js";
import type { Decisions } from "../input/matched-decisions.js";
import { formatReport } from "../output/report.js";
import { type ExportToImport, lookAtService } from "../preflight/look-at-service.js";
import { findingSection } from "../preflight/preflight-report.js";
import { styleFor } from "../style.js";
import { announceImport } from "./announce-import.js";
import type { ImportFlags } from "./import-flags.js";
import type { ImportTarget } from "./import-target.js";

type ExistingChoices = Pick<ImportFlags, "existing" | "withoutPassword"> & Partial<Pick<ImportFlags, "changedSince">>;

/** A rehearsal's service is empty; at a service that can't be asked who is there, to overwrite has to be meant. */
export function existingUsers(
  { administration, marks }: ImportTarget,
  { existing, withoutPassword, changedSince }: ExistingChoices,
  decisions?: Decisions,
): ExistingUsers {
  const overwrites = decisions && ((userId: string) => decisions.get(userId) === "overwrite");
  if (administration === undefined) return { policy: "overwrite", administration: marks, overwrites };
  const canLookUp = administration.has("findUsers");
  if (withoutPassword === "reset") refuseToOverwrite(canLookUp, existing);
  if (existing === "overwrite")
    return { policy: existing, administration: canLookUp ? administration : undefined, overwrites };
  if (canLookUp) return { policy: existing ?? "refuse", administration, overwrites };
  // Of a second export --existing says more: whether users of the first one get their passwords again.
  if (existing === undefined && changedSince !== undefined) return { policy: "overwrite", overwrites };
  const found = existing === undefined ? "--existing was not given" : `--existing ${existing} was given`;
  throw callNotOffered(`${found} for a service without a call to look users up`, NO_LOOK_UP);
}

const NO_LOOK_UP =
  "Leave --service default out if the service is the public core; else add --existing overwrite, before the new side is opened.";

/** A user of the service must not lose their password to a hash that no password has. */
function refuseToOverwrite(canLookUp: boolean, existing: ImportFlags["existing"]): void {
  if (canLookUp ? existing !== "overwrite" : existing === "overwrite") return;
  throw wrongUsage(
    canLookUp
      ? "--existing overwrite was given with --without-password reset"
      : "--without-password reset was given for a service without a call to look users up",
    "Leave out --existing overwrite. Only where the service can't be asked and has none of these users, give it.",
  );
}

/** Asked for before anything is sent. */
export async function askForKnown(
  { administration }: Pick<ImportTarget, "administration">,
  { known, to }: Pick<ImportFlags, "known" | "to">,
  io: CliIo,
): Promise<readonly KnownUser[] | undefined> {
  if (known === undefined) return undefined;
  if (to !== undefined && administration?.has("signIn") !== true) {
    throw callNotOffered("--known was given for a service without a call to sign in");
  }
  return readKnownUsers(known, io);
}

/** The look at the service, where there is one to look at; where all is well, it is said what begins. */
export async function lookBefore(
  target: ImportTarget,
  users: ExportToImport,
  flags: ImportFlags,
  io: CliIo,
): Promise<PreflightReport | undefined> {
  const { preflight } = target;
  if (preflight === undefined) return undefined;
  const report = flags.preflight === false ? undefined : await look(preflight, users, flags, io);
  if (report === undefined || report.problems.length === 0) {
    await announceImport(target, users, report, flags, io);
  }
  return report;
}

async function look(
  preflight: AdministrationClient,
  users: ExportToImport,
  flags: ImportFlags,
  io: CliIo,
): Promise<PreflightReport> {
  const { withoutLinking = false, withoutTotp = false } = flags;
  const report = await lookAtService(preflight, { ...users, withoutLinking, withoutTotp }, io);
  if (flags.json !== true && io.isQuiet !== true && report.problems.length === 0 && report.warnings.length > 0) {
    const warnings = findingSection("Before the first user", report.warnings, "warn");
    io.stderr.write(formatReport([warnings], styleFor(io.stderr, io.env)));
  }
  return report;
}
