import { counted } from "../../lib/plural.js";
import type { ConformanceReport } from "../results.js";

const VERDICTS = { pass: "Conforms", fail: "Does not conform", broken: "Broken" } as const;

/** The first line of a report: the verdict, and what it rests on. */
export function verdictOf({ outcome, tally }: ConformanceReport): string {
  const { faults, policy, notReached, adapterErrors, staleSkips } = tally;
  const rest = [
    counted(faults, "true fault"),
    counted(policy, "policy difference"),
    `${notReached} not reached`,
    ...(adapterErrors > 0 ? [counted(adapterErrors, "adapter error")] : []),
    ...(staleSkips > 0 ? [counted(staleSkips, "stale skip")] : []),
  ];
  return `${VERDICTS[outcome]}: ${rest.join(", ")}`;
}
