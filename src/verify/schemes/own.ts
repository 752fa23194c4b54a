import type { Computation } from "../../hash/index.js";
import { narrower, seenOf } from "../run/coverage.js";
import { digestOf, type Received, type StepRunner } from "../run/step-runner.js";

/** A computation that the caller brings along, held to the limits by the costs that it declares. */
export const OWN: StepRunner<Extract<Computation, { kind: "own" }>> = {
  costs: ({ costs }) => costs,
  run: async (received, { compute, sees }, signal) =>
    digestOf(withSight(received, sees), await compute(received.bytes, signal)),
};

function withSight(received: Received, sees: Parameters<typeof seenOf>[0]): Received {
  // What it can't see of a digest takes nothing of the password away.
  if (received.isDigest) return received;
  return { ...received, coverage: narrower(received.coverage, seenOf(sees, received.bytes)) };
}
