import { makesLogin } from "../client/internal.js";
import { counted } from "../lib/plural.js";
import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import type { PlannedCall } from "./plan.js";

/** Calls that are left for a later run, because the service has no licence for them yet. */
export interface WithoutFeatures {
  /** Import users with several logins by their first one only. */
  readonly linking?: boolean | undefined;
  /** Import no TOTP devices. */
  readonly totp?: boolean | undefined;
}

const NOTHING: ReadonlySet<string> = new Set();

export function withheldSteps(
  plan: readonly PlannedCall[],
  { linking, totp }: WithoutFeatures = {},
): ReadonlySet<string> {
  if (linking !== true && totp !== true) return NOTHING;
  const first = plan.find(({ call }) => makesLogin(call))?.step;
  const isLinked = linking === true && plan.some(({ call }) => call === "makePrimaryUser");
  const isWithheld = ({ step, call }: PlannedCall): boolean =>
    call === "importTotpDevice" ? totp === true : isLinked && step !== first;
  return new Set(plan.filter(isWithheld).map(({ step }) => step));
}

/** Why a user is not whole, for each feature that they wait for. */
export function withheldProblems(plan: readonly PlannedCall[], withheld: ReadonlySet<string>): readonly Problem[] {
  const waiting = plan.filter(({ step }) => withheld.has(step));
  const devices = waiting.filter(({ call }) => call === "importTotpDevice").length;
  const logins = waiting.filter(({ call }) => makesLogin(call)).length;
  const problems: Problem[] = [];
  if (logins > 0) {
    const message = `the user has their first login on the service; ${counted(logins, "more login")} can't be linked without a licence and were not sent`;
    problems.push(problem("import/linking-withheld", message));
  }
  if (devices > 0) {
    const message = `the user signs in without a second factor; ${counted(devices, "TOTP device")} can't be imported without a licence and were not sent`;
    problems.push(problem("import/totp-withheld", message));
  }
  return problems;
}
