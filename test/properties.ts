/**
 * fast-check as every test imports it (vitest.config.ts says so): with one seed, so that a run says of a change what it
 * said before, and by day a third of the runs that a property asks for. Other cases are drawn each night, by
 * `CREDPORT_SEED=random`; a fault that one shows prints its seed.
 */
import { createRequire } from "node:module";
import { byDay } from "./by-day.js";

const fc = (createRequire(import.meta.url)("fast-check") as typeof import("fast-check")).default;

if (process.env.CREDPORT_SEED !== "random") {
  fc.configureGlobal({ seed: Number(process.env.CREDPORT_SEED ?? 20_261_126) });
}

/** Fewer than these are not made less. */
const FEW = 15;
const USUAL = 100;

function runsOf({
  numRuns = USUAL,
  examples = [],
}: {
  readonly numRuns?: number;
  readonly examples?: readonly unknown[];
}) {
  return Math.max(byDay(numRuns), Math.min(numRuns, FEW), examples.length);
}

const assert = ((property: never, parameters: object = {}) =>
  fc.assert(property, { ...parameters, numRuns: runsOf(parameters) })) as typeof fc.assert;

export default { ...fc, assert };
