import type { Computation } from "../../hash/index.js";
import { digestOf, type StepRunner } from "../run/step-runner.js";
import { withSight } from "../run/with-sight.js";

/** A computation that the caller brings along, held to the limits by the costs that it declares. */
export const OWN: StepRunner<Extract<Computation, { kind: "own" }>> = {
  costs: ({ costs }) => costs,
  run: async (received, { compute, sees }, signal) =>
    digestOf(withSight(received, sees), await compute(received.bytes, signal)),
};
