import { problem } from "../../problems/hash.js";
import type { Problem } from "../../result.js";
import type { ImportableScheme } from "../scheme.js";

/** bcrypt's cost of a minute on a core. */
const MOST_BCRYPT = 19;
/** 2 GiB in KiB: what RFC 9106 recommends as the most. */
const MOST_MEMORY_KIB = 2_097_152;
/** KiB times passes of argon2: some 50 seconds. */
const MOST_ARGON2_WORK = 134_217_728;
/** Lanes of argon2: libraries start a thread for each. */
const MOST_LANES = 255;

/**
 * The problem of a canonical hash with which no service signs its user in: where people can set a hash themselves, such a one is
 * there to stop a server.
 */
export function beyondUse(scheme: ImportableScheme, canonical: string): Problem | null {
  return isBeyondUse(scheme, canonical)
    ? problem("hash/costly", "one verification takes a minute, more than 2 GiB of memory or more than 255 threads")
    : null;
}

function isBeyondUse(scheme: ImportableScheme, canonical: string): boolean {
  if (scheme === "bcrypt") return Number(canonical.slice(4, 6)) > MOST_BCRYPT;
  if (scheme === "provider-scrypt") {
    const [, memCost, rounds] = (/\$m=([0-9]+)\$r=([0-9]+)/.exec(canonical) ?? []).map(Number);
    // 128 bytes times N times r.
    return (2 ** Number(memCost) * Number(rounds)) / 8 > MOST_MEMORY_KIB;
  }
  const costs = /\$m=([0-9]+),t=([0-9]+),p=([0-9]+)/.exec(canonical)?.slice(1).map(Number);
  const [memory = 0, passes = 0, lanes = 0] = costs ?? [];
  return memory > MOST_MEMORY_KIB || memory * passes > MOST_ARGON2_WORK || lanes > MOST_LANES;
}
