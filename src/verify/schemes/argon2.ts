import type { Computation } from "../../hash/internal.js";
import { derive } from "../engines/derive.js";
import { argon2NeedsRehash } from "../steps/needs-rehash.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

/** RFC 9106. */
export const ARGON2: StepRunner<Extract<Computation, { kind: "argon2" }>> = {
  costs: ({ memoryCost, timeCost, parallelism }) => ({
    memoryBytes: memoryCost * 1024,
    argon2TimeCost: timeCost,
    argon2Work: memoryCost * timeCost,
    argon2Parallelism: parallelism,
  }),
  parameters: ({ variant, version, memoryCost, timeCost, parallelism }) => ({
    variant,
    version,
    memoryCost,
    timeCost,
    parallelism,
  }),
  needsRehash: argon2NeedsRehash,
  run: async (received, { kind, ...parameters }, signal) =>
    digestOf(received, await derive("argon2", { password: received.bytes, ...parameters }, signal)),
};
