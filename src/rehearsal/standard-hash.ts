import { normalizeHash } from "../hash/index.js";
import type { ServiceProfile } from "../service/profile.js";

/** Whether a hash has a standard form, as the interface demands (specification 2.4 rule 1). */
export function isStandardHash(passwordHash: string, service: ServiceProfile): boolean {
  return normalizeHash(passwordHash, { service }).ok;
}
