import { canonicalHash, provedHash } from "../../hash/internal.js";
import { refuse } from "../../problems/request.js";
import { type Result, success } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { ImportPasswordHashRequest } from "../calls/import-password-hash.js";

/** What the body of a hash import needs to know about a hash that is in order. */
export interface CheckedHash {
  /** Only for provider-scrypt: the profile's value of `hashingAlgorithm`. */
  readonly hashingAlgorithm: string | undefined;
}

/**
 * Accepts a hash exactly when it is the one form that this service verifies. The service stores what looks right
 * and finds out at sign-in, so nothing else is sent. What is wrong with a hash is for `normalizeHash` to say, which
 * comes before an import. A hash that proves its form is not looked at again.
 */
export function checkCanonicalHash(request: ImportPasswordHashRequest, service: ServiceProfile): Result<CheckedHash> {
  const { passwordHash, hashingAlgorithm: statedAlgorithm } = request;
  const proved = provedHash(request, passwordHash, service);
  // What is warned of a proved one was warned when it was made.
  const canonical = proved ?? canonicalHash(passwordHash, service);
  if (canonical === undefined) {
    const message = `the hash is not in the one form that the service ${service.name} verifies`;
    return refuse("request/hash-not-canonical", message, { field: "passwordHash" });
  }
  const { scheme } = canonical;
  const hashingAlgorithm = scheme === "provider-scrypt" ? service.providerScryptAlgorithm : undefined;
  if (statedAlgorithm !== undefined && statedAlgorithm !== (hashingAlgorithm ?? scheme)) {
    return refuse("request/algorithm-mismatch", `hashingAlgorithm does not fit a ${scheme} hash`, {
      field: "hashingAlgorithm",
    });
  }
  const costly = "costly" in canonical ? canonical.costly : null;
  return success({ hashingAlgorithm }, costly === null ? undefined : [costly]);
}
