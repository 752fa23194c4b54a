import { isReadyToImport } from "../check/index.js";
import { verdictOn } from "../import/internal.js";
import type { Problem } from "../result.js";
import type { FleetReport } from "./fleet-report.js";

/**
 * Whether a run is at its end, whether all users can be imported or, once the import has begun, are on the service, and
 * what is wrong with the whole run; with the account of the import as one machine gives it.
 */
export function verdictOnFleet(
  { status: { phase, stopped }, check, signIns, import: account }: Omit<FleetReport, "outcomes" | "refused">,
  warnings: readonly Problem[],
) {
  const isAtEnd = phase === (account === undefined ? "ready" : "done");
  const progress = account && { ...account, calls: {}, verifiedAddresses: 0 };
  const run = { stopped: undefined, signIns, isRehearsal: false, total: account?.records };
  const imported = progress && verdictOn(progress, run);
  const isGood = imported === undefined ? isReadyToImport(check) : imported.end === "fine";
  const open = isAtEnd ? undefined : { code: "not-done", message: "the run is not done" };
  const isFine = isAtEnd && isGood && warnings.length === 0;
  const fault = isFine ? undefined : (stopped ?? open ?? imported?.fault ?? warnings[0]);
  return { isAtEnd, isFine, fault, progress };
}

export type FleetVerdict = ReturnType<typeof verdictOnFleet>;
