import type { KnownSignIns } from "../../import/index.js";
import { allSignedIn } from "../../import/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { marked, type ReportRow, type ReportSection, unlessNone } from "../output/report.js";

/** How users with a known password fared, for a person. */
export function signInSection(signIns: KnownSignIns | undefined): ReportSection {
  if (signIns === undefined) return { rows: [] };
  const { failed, notVerified, notImported } = signIns;
  const untested = notVerified.map(({ email, reason }) => `${email}: ${reason}`);
  const rows: readonly ReportRow[] = [
    marked(allSignedIn(signIns) ? "good" : "bad", saidOf(signIns)),
    ...[...failed, ...untested].map((text) => ({ text: printable(text), isDetail: true })),
    ...unlessNone(notImported, `${nounFor(notImported, "user")} of the list not imported`, "faint"),
  ];
  return { heading: "Known passwords", rows };
}

export function saidOf({ tried, signedIn }: KnownSignIns): string {
  if (tried === 0) return "no known user was imported, so no password was tried";
  return `${signedIn} of ${counted(tried, "known password")} ${nounFor(tried, "signs", "sign")} in`;
}
