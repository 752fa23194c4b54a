import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { isProven, type KnownSignIns } from "../../rehearsal/index.js";
import type { ReportRow, ReportSection } from "../output/report.js";

/** How users with a known password fared, for a person. */
export function signInSection(signIns: KnownSignIns | undefined): ReportSection {
  if (signIns === undefined) return { rows: [] };
  const { tried, signedIn, failed, notVerified, notImported } = signIns;
  const isFine = isProven(signIns);
  const rows: readonly ReportRow[] = [
    {
      text: `${isFine ? "✓" : "✗"} ${signedIn} of ${counted(tried, "known password")} ${nounFor(tried, "signs", "sign")} in`,
      tone: isFine ? "good" : "bad",
    },
    ...failed.map((email) => ({ text: printable(email), isDetail: true })),
    ...notVerified.map(({ email, reason }) => ({
      text: printable(`${email}: ${reason}`),
      isDetail: true,
    })),
    ...(notImported === 0 ? [] : [notImportedRow(notImported)]),
  ];
  return { heading: "Known passwords", rows };
}

function notImportedRow(users: number): ReportRow {
  return { number: users, text: `${nounFor(users, "user")} of the list not imported`, tone: "faint" };
}
