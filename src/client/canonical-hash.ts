import { normalizeHash } from "../hash/normalize-hash.js";
import { failure, type Problem, type Result, refuse, success } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";

/** What the body of a hash import needs to know about a hash that is in order. */
export interface CanonicalHash {
  /** Only for provider-scrypt: the profile's value of `hashingAlgorithm`. */
  readonly hashingAlgorithm: string | undefined;
}

/**
 * Accepts a hash exactly when it is the one form that this service verifies.
 * The service stores what looks right and finds out at sign-in, so nothing
 * else is sent.
 */
export function checkCanonicalHash(
  passwordHash: string,
  service: ServiceProfile,
  statedAlgorithm: string | undefined,
): Result<CanonicalHash> {
  const normalized = normalizeHash(passwordHash, { service });
  if (!normalized.ok) {
    const [first, ...others] = normalized.problems.map(inField);
    return failure(first as Problem, ...others);
  }
  const { scheme, hashingAlgorithm, changes } = normalized.value;
  if (normalized.value.passwordHash !== passwordHash) {
    const needed = changes.map(({ kind }) => kind).join(", ");
    return refuse("request/hash-not-canonical", `the hash is not in its canonical form (${needed})`, {
      field: "passwordHash",
    });
  }
  if (statedAlgorithm !== undefined && statedAlgorithm !== (hashingAlgorithm ?? scheme)) {
    return refuse("request/algorithm-mismatch", `hashingAlgorithm does not fit a ${scheme} hash`, {
      field: "hashingAlgorithm",
    });
  }
  return success({ hashingAlgorithm }, normalized.warnings);
}

/** The parsers name the part of the hash; here the field of the request comes first. */
function inField(found: Problem): Problem {
  return { ...found, field: found.field === undefined ? "passwordHash" : `passwordHash.${found.field}` };
}
