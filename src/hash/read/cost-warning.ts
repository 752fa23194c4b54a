import { problem } from "../../problems/hash.js";
import type { Problem } from "../../result.js";
import { type ProviderScryptCosts, soundProviderScrypt } from "../provider-scrypt/sound-provider-scrypt.js";
import type { ImportableScheme } from "../scheme.js";

/** A canonical hash, and what is known of its parts. */
interface CostedHash {
  readonly scheme: ImportableScheme;
  readonly text: string;
  readonly providerScrypt?: ProviderScryptCosts | undefined;
}

const ZERO = 0x30;
/** log2 of bcrypt's rounds: 17 takes some eight seconds of a core of 2020. */
const COSTLY_BCRYPT = 17;
/** 1 GiB, in KiB. */
const COSTLY_MEMORY_KIB = 1_048_576;
/** KiB times passes of argon2: some six seconds. */
const COSTLY_ARGON2_WORK = 16_777_216;
/** scrypt's N times r: 1 GiB of memory, some three seconds. */
const COSTLY_SCRYPT_WORK = 8_388_608;

/** Whether a canonical bcrypt hash has a cost that a service may never get through. */
export function isCostlyBcrypt(text: string): boolean {
  return (text.charCodeAt(4) - ZERO) * 10 + text.charCodeAt(5) - ZERO >= COSTLY_BCRYPT;
}

/** The same of provider-scrypt. */
export function isCostlyScrypt({ memCost, rounds }: ProviderScryptCosts): boolean {
  // mem_cost is at most 30. A power takes longer than all else that is asked of most hashes here.
  return (1 << memCost) * rounds > COSTLY_SCRYPT_WORK;
}

/**
 * A hash whose parameters are sound and that would still never verify, because the
 * service runs out of memory or time. Nothing is computed here.
 */
export function costWarning({ scheme, text, providerScrypt }: CostedHash): Problem | null {
  if (scheme === "bcrypt") return isCostlyBcrypt(text) ? costly(`cost ${text.slice(4, 6)}`) : null;
  if (providerScrypt !== undefined) {
    const { memCost, rounds } = providerScrypt;
    return isCostlyScrypt(providerScrypt) ? costly(`m=${memCost} and r=${rounds}`) : null;
  }
  const { m, t, memory, work } = argon2Costs(text);
  return memory > 1 || work > 1 ? costly(`m=${m} and t=${t}`) : null;
}

/** bcrypt's cost of a minute on a core. */
const UNUSABLE_BCRYPT = 20;
/** Times of what is warned of: some 50 seconds of argon2, and 2 GiB, which RFC 9106 recommends as the most. */
const UNUSABLE_TIME = 8;
const UNUSABLE_MEMORY = 2;
/** Threads of argon2: libraries start as many. */
const UNUSABLE_LANES = 255;

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
  if (scheme === "bcrypt") return Number(canonical.slice(4, 6)) >= UNUSABLE_BCRYPT;
  if (scheme === "argon2") {
    const { memory, work, lanes } = argon2Costs(canonical);
    return memory > UNUSABLE_MEMORY || work > UNUSABLE_TIME || lanes > UNUSABLE_LANES;
  }
  const { memCost = 0, rounds = 0 } = soundProviderScrypt(canonical) ?? {};
  return 2 ** memCost * rounds > UNUSABLE_MEMORY * COSTLY_SCRYPT_WORK;
}

/** The costs of a canonical text; memory and work as times of what needs no warning. */
function argon2Costs(text: string) {
  const [, m, t, p] = /\$m=([0-9]+),t=([0-9]+),p=([0-9]+)/.exec(text) ?? [];
  const work = (Number(m) * Number(t)) / COSTLY_ARGON2_WORK;
  return { m, t, memory: Number(m) / COSTLY_MEMORY_KIB, work, lanes: Number(p) };
}

function costly(parameters: string): Problem {
  return problem("hash/costly", `one verification with ${parameters} takes seconds or more than 1 GiB`);
}
