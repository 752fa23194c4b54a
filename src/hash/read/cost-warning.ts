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
  const { m, t, times } = argon2Costs(text);
  return times > 1 ? costly(`m=${m} and t=${t}`) : null;
}

/**
 * Whether one verification takes minutes, or more memory than machines have: over sixteen times what is warned of. Where people
 * can set a hash themselves, such a one is there to stop a server.
 */
export function isBeyondUse(scheme: ImportableScheme, canonical: string): boolean {
  if (scheme === "bcrypt") return Number(canonical.slice(4, 6)) >= COSTLY_BCRYPT + 4;
  if (scheme === "argon2") return argon2Costs(canonical).times > 16;
  const { memCost = 0, rounds = 0 } = soundProviderScrypt(canonical) ?? {};
  return 2 ** memCost * rounds > 16 * COSTLY_SCRYPT_WORK;
}

/** The costs of a canonical text, and how many times they are what needs no warning. */
function argon2Costs(text: string) {
  const [, m, t] = /\$m=([0-9]+),t=([0-9]+),/.exec(text) ?? [];
  return { m, t, times: Math.max(Number(m) / COSTLY_MEMORY_KIB, (Number(m) * Number(t)) / COSTLY_ARGON2_WORK) };
}

function costly(parameters: string): Problem {
  return problem("hash/costly", `one verification with ${parameters} takes seconds or more than 1 GiB`);
}
