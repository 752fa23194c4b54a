import type { ImportPreview, PreflightReport } from "../../import/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { recordsNamed } from "../../lib/tally.js";
import { hasCall } from "../../service/profile.js";
import type { CliIo } from "../cli-io.js";
import { canAsk, confirm } from "../input/ask.js";
import { exists } from "../input/input-file.js";
import { formatReport, type ReportRow, type ReportSection } from "../output/report.js";
import type { ExportToImport } from "../preflight/look-at-service.js";
import { knownRows } from "../preflight/preflight-report.js";
import { styleFor } from "../style.js";
import type { ImportFlags } from "./import-flags.js";
import type { ImportTarget } from "./import-target.js";
import { previewed } from "./previewed.js";

/**
 * Says what is about to be imported, and where to. On a terminal it asks before the first user of a new journal; a
 * script begins at once, and so does a run that resumes.
 */
export async function announceImport(
  target: ImportTarget,
  users: ExportToImport,
  report: PreflightReport | undefined,
  flags: ImportFlags,
  io: CliIo,
): Promise<void> {
  const hasBegun = await exists(target.journal);
  const isAsked = canAsk(io) && flags.yes !== true && !hasBegun;
  if ((flags.json === true || io.isQuiet === true) && !isAsked) return;
  const preview = await previewed(users, target.bulk, io);
  const section = announcement(target, preview, report, flags, hasBegun);
  io.stderr.write(formatReport([section], styleFor(io.stderr, io.env)));
  if (!isAsked) return;
  const whom = preview === undefined ? "the users of this file" : counted(preview.users, "user");
  const what = `${whom} to ${printable(target.binding.baseUrl)}`;
  await confirm(`Import ${what}?`, `the import of ${what} was not confirmed`, io);
}

/** Kinds of users by the steps of their plans. */
const KINDS = [
  [/^password$/, "with a password"],
  [/^social-login-/, "with a social login"],
  [/^one-time-code$/, "with a login by one-time code"],
  [/^(?:device-\d+|totp)$/, "with TOTP devices"],
] as const;

function announcement(
  { binding, client }: ImportTarget,
  preview: ImportPreview | undefined,
  report: PreflightReport | undefined,
  flags: ImportFlags,
  hasBegun: boolean,
): ReportSection {
  const { baseUrl, tenantPath, profile } = binding;
  // A clock that is off is among the warnings.
  const { clockOffsetMs: _, ...known }: Partial<PreflightReport> = report ?? {};
  const tenant = tenantPath === "" ? "the public tenant" : `tenant ${printable(tenantPath)}`;
  return {
    heading: `About to import to ${printable(baseUrl)}`,
    rows: [
      { text: `profile ${profile}, ${tenant}${flags.via === "bulk" ? ", by the bulk import" : ""}` },
      ...knownRows(known),
      ...(preview === undefined ? [] : userRows(preview, flags, hasBegun)),
      { text: existingSentence(flags, hasCall(client.service, "findUsers")) },
    ],
  };
}

const BY_EARLIER_RUNS = ", of whom earlier runs have sent those in the journal";

function userRows(
  { users, atLogin, refusedByUs, skipped, leftOut, plans, warnings }: ImportPreview,
  { changedSince }: Pick<ImportFlags, "changedSince">,
  hasBegun: boolean,
): readonly ReportRow[] {
  const numberOf = (kind: RegExp): number =>
    plans.filter(({ steps }) => steps.some((step) => kind.test(step))).reduce((sum, plan) => sum + plan.users, 0);
  // They are sent with a password that was made for them, and that the users don't have.
  const toChoose = recordsNamed(warnings, "user/password-to-choose");
  const [[password, withPassword], ...others] = KINDS;
  const kinds = [
    { number: numberOf(password) - toChoose, text: withPassword },
    { number: toChoose, text: "with a password to choose" },
    ...others.map(([kind, text]) => ({ number: numberOf(kind), text })),
  ];
  const notSent = [
    { number: atLogin, text: `${nounFor(atLogin, "logs", "log")} in through the fallback: not sent` },
    { number: refusedByUs, text: "not importable: not sent" },
    { number: skipped, text: "skipped: accounts of programs" },
    { number: leftOut, text: "left out" },
  ];
  const what = changedSince === undefined ? "import" : "compare with the first import";
  const earlier = hasBegun ? BY_EARLIER_RUNS : "";
  return [
    { number: users, text: `${nounFor(users, "user")} to ${what}${earlier}`, tone: "strong" },
    ...kinds.filter(({ number }) => number > 0),
    ...notSent.filter(({ number }) => number > 0),
  ];
}

/** What becomes of users who are on the service already. */
export function existingSentence(
  { existing, changedSince }: Pick<ImportFlags, "existing" | "changedSince">,
  canLookUp: boolean,
): string {
  const others = changedSince === undefined ? "users" : "users whom the first import did not make and";
  if (!canLookUp) {
    return `${others} who are there already get the export's password (this profile has no call to look them up)`;
  }
  if (existing === "overwrite") {
    return `${others} who are there already get the export's password, unless the account may be another person's (--existing overwrite)`;
  }
  const how = existing === "skip" ? " (--existing skip)" : ", and are reported (--existing refuse)";
  return `${others} who are there already stay as they are${how}`;
}
