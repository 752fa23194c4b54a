import { normalizeHash } from "../../hash/index.js";
import { provedHash } from "../../hash/internal.js";
import { refuse } from "../../problems/request.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { ImportPasswordHashRequest } from "../calls/import-password-hash.js";

/** What the body of a hash import needs to know about a hash that is in order. */
export interface CheckedHash {
  /** Only for provider-scrypt: the profile's value of `hashingAlgorithm`. */
  readonly hashingAlgorithm: string | undefined;
}

/**
 * Accepts a hash exactly when it is the one form that this service verifies. The service stores what looks right
 * and finds out at sign-in, so nothing else is sent. A hash that proves its form is not normalised again.
 */
export function checkCanonicalHash(
  request: ImportPasswordHashRequest,
  service: ServiceProfile,
): Result<CheckedHash> {
  const { passwordHash, hashingAlgorithm: statedAlgorithm } = request;
  const proved = provedHash(request, passwordHash, service);
  const normalized = proved === undefined ? normalizeHash(passwordHash, { service }) : success(proved);
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

const FIELD = "passwordHash";

/** The parsers name the part of the hash, one of which is called as the field of the request, which comes first here. */
function inField(found: Problem): Problem {
  const { field: part = FIELD } = found;
  return { ...found, field: part === FIELD ? FIELD : `${FIELD}.${part}` };
}
