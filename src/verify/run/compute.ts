import type { Step } from "../../hash/index.js";
import { runAtOnce, runnerOf } from "../schemes/index.js";
import { equalBytes } from "./constant-time.js";
import type { Coverage } from "./coverage.js";
import type { Plan } from "./plan.js";
import type { Received } from "./step-runner.js";

export interface Answer {
  readonly matches: boolean;
  /** After a mismatch: that of the form which the system uses today, the first. */
  readonly coverage: Coverage;
}

/** Computes until one reading of one form matches. One after the other: together they would hold more than the plan says. */
export async function compute(plan: Plan, password: Uint8Array, signal?: AbortSignal): Promise<Answer> {
  let ofFirst: Coverage | undefined;
  for (const received of await computedForms(plan, password)) {
    for (const { steps, key } of plan.readings) {
      signal?.throwIfAborted();
      const { bytes, coverage } = await runSteps(steps, received, signal);
      ofFirst ??= coverage;
      if (equalBytes(bytes, key)) return { matches: true, coverage };
    }
  }
  return { matches: false, coverage: ofFirst ?? "whole" };
}

/** What the system's hasher may have received, each only once. For forms whose steps are done at once. */
export function receivedForms({ forms }: Pick<Plan, "forms">, password: Uint8Array): readonly Received[] {
  return eachOnce(forms.map((steps) => runAtOnce(steps, password)));
}

/** The same for any steps: without `node:crypto` a digest takes its time. */
async function computedForms(
  { forms }: Pick<Plan, "forms">,
  bytes: Uint8Array,
): Promise<readonly Received[]> {
  return eachOnce(await Promise.all(forms.map((steps) => runSteps(steps, { bytes, coverage: "whole" }))));
}

function eachOnce(received: readonly Received[]): readonly Received[] {
  return received.filter(
    ({ bytes }, at) => received.findIndex((other) => equalBytes(bytes, other.bytes)) === at,
  );
}

export async function runSteps(
  steps: readonly Step[],
  password: Received,
  signal?: AbortSignal,
): Promise<Received> {
  let received = password;
  for (const step of steps) received = await runnerOf(step).run(received, step, signal);
  return received;
}
