import { counted } from "../../lib/plural.js";
import { type ConformanceReport, comparedIn } from "../results.js";

const VERDICTS = {
  pass: "Conforms",
  few: "Conforms in what was compared",
  fail: "Does not conform",
  broken: "Broken",
} as const;

/** The first line of a report: the verdict, and what it rests on. */
export function verdictOf({ outcome, tally, results }: ConformanceReport): string {
  const { faults, policy, unconfirmed, notReached, adapterErrors, staleSkips } = tally;
  const { compared, isMost } = comparedIn(results);
  const verdict = VERDICTS[outcome === "pass" && !isMost ? "few" : outcome];
  const rest = [
    counted(faults, "true fault"),
    counted(policy, "policy difference"),
    ...(unconfirmed > 0 ? [counted(unconfirmed, "unconfirmed refusal")] : []),
    `${notReached} not reached`,
    ...(adapterErrors > 0 ? [counted(adapterErrors, "adapter error")] : []),
    ...(staleSkips > 0 ? [counted(staleSkips, "stale skip")] : []),
  ];
  return `${verdict}: ${rest.join(", ")}; ${compared} of ${results.length} compared`;
}
