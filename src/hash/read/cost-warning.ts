import { problem } from "../../problems/hash.js";
import type { Problem } from "../../result.js";
import type { ProviderScryptCosts } from "../provider-scrypt/sound-provider-scrypt.js";
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
  const [, m, t] = /\$m=([0-9]+),t=([0-9]+),/.exec(text) ?? [];
  const memory = Number(m);
  const work = memory * Number(t);
  return memory > COSTLY_MEMORY_KIB || work > COSTLY_ARGON2_WORK ? costly(`m=${m} and t=${t}`) : null;
}

function costly(parameters: string): Problem {
  return problem("hash/costly", `one verification with ${parameters} takes seconds or more than 1 GiB`);
}
