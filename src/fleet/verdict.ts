import { isReadyToImport } from "../check/index.js";
import type { ImportReport } from "../import/index.js";
import { verdictOn } from "../import/internal.js";
import { defined } from "../lib/defined.js";
import type { Problem } from "../result.js";
import type { FleetReport } from "./fleet-report.js";

/** What a run has come to. */
export interface FleetVerdict {
  /** Whether its workers have nothing left to do. */
  readonly isAtEnd: boolean;
  /** Whether all users can be imported or, once the import has begun, are on the service. */
  readonly isFine: boolean;
  /** What is wrong with the whole run. */
  readonly fault?: { readonly code: string; readonly message?: string };
  /** The account of the import as one machine gives it. */
  readonly progress?: ImportReport;
}

export function verdictOnFleet(
  { status: { phase, stopped }, check, signIns, import: account }: Omit<FleetReport, "outcomes" | "refused">,
  warnings: readonly Problem[],
): FleetVerdict {
  const isAtEnd = phase === (account === undefined ? "ready" : "done");
  const progress = account && { ...account, calls: {}, verifiedAddresses: 0 };
  const run = { stopped: undefined, signIns, isRehearsal: false, total: account?.records };
  const imported = progress && verdictOn(progress, run);
  const isGood = imported === undefined ? isReadyToImport(check) : imported.end === "fine";
  const open = isAtEnd ? undefined : { code: "not-done", message: "the run is not done" };
  const isFine = isAtEnd && isGood && warnings.length === 0;
  const fault = isFine ? undefined : (stopped ?? open ?? imported?.fault ?? warnings[0]);
  return { isAtEnd, isFine, ...defined({ fault, progress }) };
}
