import type { Computation } from "../../hash/internal.js";
import { isBytes } from "../../lib/bytes.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";
import { withCoverage } from "../steps/with-coverage.js";

/** A computation that the caller brings along, held to the limits by the costs that it declares. */
export const OWN: StepRunner<Extract<Computation, { kind: "own" }>> = {
  costs: ({ costs }) => costs,
  run: async (received, { compute, sees }, signal) => {
    const bytes: unknown = await compute(received.bytes, signal);
    // Neither a match nor a mismatch: nothing was computed.
    if (!isBytes(bytes)) throw new TypeError("compute did not give a Uint8Array");
    return digestOf(withCoverage(received, sees), bytes);
  },
};
