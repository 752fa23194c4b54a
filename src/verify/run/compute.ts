import type { Step } from "../../hash/internal.js";
import { joined } from "../../lib/bytes.js";
import { runAtOnce, runnerOf } from "../schemes/index.js";
import { type Coverage, narrower } from "../steps/coverage.js";
import type { Received } from "../steps/step-runner.js";
import { equalBytes } from "./constant-time.js";
import type { Plan } from "./plan.js";
import type { Spelled, Spelling } from "./spellings.js";

/** How a password matched, of the ways that were given. */
export interface MatchedAs extends Spelling {
  /** Place in the list of peppers, from 0. */
  readonly pepper: number;
}

export interface Answer {
  readonly matches: boolean;
  /** After a mismatch: that of the form which the system uses today, the first. */
  readonly coverage: Coverage;
  /** Of the first that matched. */
  readonly as?: MatchedAs;
}

/**
 * Computes every reading of every form, after a match too: the time tells nothing of which one it
 * was. One after the other: together they would hold more than the plan says.
 */
export async function compute(plan: Plan, spelled: readonly Spelled[], signal?: AbortSignal): Promise<Answer> {
  let ofFirst: Coverage | undefined;
  let matched: Answer | undefined;
  for (const { received, spelling } of await computedForms(plan, spelled)) {
    for (const { steps, key, pepper } of plan.readings) {
      signal?.throwIfAborted();
      const { bytes, coverage, isImpossible = spelling.isImpossible } = await runSteps(steps, received, signal);
      ofFirst ??= coverage;
      // No bytes are like no bytes: a format of the caller's own may read a cut text as a hash without a digest.
      if (key.length === 0 || !equalBytes(bytes, key) || isImpossible) continue;
      const { encoding, normalForm } = spelling;
      const seen = endsInPepper(received.bytes, pepper, plan.peppers) ? narrower(coverage, "peppered") : coverage;
      matched ??= { matches: true, coverage: seen, as: { encoding, normalForm, pepper } };
    }
  }
  return matched ?? { matches: false, coverage: ofFirst ?? "whole" };
}

/**
 * Whether a text that matched under one pepper may be a shorter password under a longer one: it ends, or begins, with
 * what that one has more. The other way round it would be a password with a secret in it.
 */
function endsInPepper(typed: Uint8Array, used: number, peppers: readonly Uint8Array[]): boolean {
  const own = peppers[used];
  if (own === undefined) return false;
  const [after, before] = [joined(typed, own), joined(own, typed)];
  return peppers.some((pepper) => {
    const { length } = pepper;
    if (length <= own.length || length > after.length) return false;
    const end = after.subarray(after.length - length);
    return equalBytes(end, pepper) || equalBytes(before.subarray(0, length), pepper);
  });
}

/** What the system's hasher may have received, each only once. For forms whose steps are done at once. */
export function receivedForms({ forms }: Pick<Plan, "forms">, password: Uint8Array): readonly Received[] {
  return eachOnce(
    forms.map((steps) => runAtOnce(steps, password)),
    (received) => received,
  );
}

/** The same for any steps and all spellings: without `node:crypto` a digest takes its time. */
async function computedForms({ forms }: Pick<Plan, "forms">, all: readonly Spelled[]) {
  const computed = await Promise.all(
    all.flatMap((spelling) => forms.map(async (steps) => ({ spelling, received: await runSteps(steps, spelling) }))),
  );
  return eachOnce(computed, ({ received }) => received);
}

function eachOnce<T>(all: readonly T[], receivedOf: (one: T) => Received): readonly T[] {
  return all.filter(
    (one, at) => all.findIndex((other) => equalBytes(receivedOf(one).bytes, receivedOf(other).bytes)) === at,
  );
}

export async function runSteps(steps: readonly Step[], password: Received, signal?: AbortSignal): Promise<Received> {
  let received = password;
  for (const step of steps) received = await runnerOf(step).run(received, step, signal);
  return received;
}
