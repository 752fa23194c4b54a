/**
 * fast-check as every test imports it (vitest.config.ts says so): with one seed, so that a run says of a change what it
 * said before. Other cases are drawn each night, by `CREDPORT_SEED=random`; a fault that one shows prints its seed.
 */
import { createRequire } from "node:module";

const fc = (createRequire(import.meta.url)("fast-check") as typeof import("fast-check")).default;

if (process.env.CREDPORT_SEED !== "random") {
  fc.configureGlobal({ seed: Number(process.env.CREDPORT_SEED ?? 20_261_126) });
}

export default fc;
