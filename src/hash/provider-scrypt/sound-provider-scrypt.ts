import { isPaddedBase64 } from "../../lib/base64.js";
import { plainDecimal } from "../../lib/plain-decimal.js";
import { MAX_HASH_LENGTH } from "../text/surrounding-characters.js";
import type { ProviderScryptHash } from "./scan-provider-scrypt.js";

export const BEGINNING = "$f_scrypt$";
export const MOST_MEM_COST = 30;
export const MOST_ROUNDS = 0x3fffffff;

/** What one verification costs. */
export type ProviderScryptCosts = Pick<ProviderScryptHash, "memCost" | "rounds">;

export function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** RFC 7914 section 2: N is below 2^(128 r / 8), so no implementation computes more. */
export function isComputable(memCost: number, rounds: number): boolean {
  return memCost < 16 * rounds;
}

/** Whether `rangeFault` has nothing to say. */
function areCosts(memCost: number, rounds: number): boolean {
  return isWithin(memCost, MOST_MEM_COST) && isWithin(rounds, MOST_ROUNDS) && isComputable(memCost, rounds);
}

/** Where the salt begins after a hash of 64 bytes. */
export const PLAIN_HASH_END = BEGINNING.length + 88;
/** What is before a separator. One that ends like it is read another way by some services. */
export const SEPARATOR_MARK = "s=";

/**
 * The costs of a string with 64 bytes of hash that needs no change at all, told from its characters alone; null
 * where more has to be looked at, or the separator ends like the mark before it.
 */
export function plainProviderScrypt(text: string): ProviderScryptCosts | null {
  return text.endsWith(SEPARATOR_MARK) ? null : soundProviderScrypt(text);
}

/** The same, whatever the separator ends like. */
export function soundProviderScrypt(text: string): ProviderScryptCosts | null {
  if (text.length > MAX_HASH_LENGTH || !text.startsWith(BEGINNING)) return null;
  if (!isPaddedBase64(text, BEGINNING.length, PLAIN_HASH_END)) return null;
  if (!text.startsWith("==$", PLAIN_HASH_END - 2) || text.startsWith("$", PLAIN_HASH_END + 1)) return null;
  const saltEnd = text.indexOf("$", PLAIN_HASH_END + 1);
  if (!isPaddedBase64(text, PLAIN_HASH_END + 1, saltEnd) || !text.startsWith("$m=", saltEnd)) return null;
  const costEnd = text.indexOf("$", saltEnd + 3);
  const roundsEnd = text.indexOf("$", costEnd + 1);
  if (!text.startsWith("$r=", costEnd) || !text.startsWith("$s=", roundsEnd)) return null;
  const separatorStart = roundsEnd + 3;
  if (separatorStart < text.length && !isPaddedBase64(text, separatorStart, text.length)) return null;
  const memCost = plainDecimal(text, saltEnd + 3, costEnd);
  const rounds = plainDecimal(text, costEnd + 3, roundsEnd);
  return areCosts(memCost, rounds) ? { memCost, rounds } : null;
}
