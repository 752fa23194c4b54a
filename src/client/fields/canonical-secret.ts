import { refuse } from "../../problems/request.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import { toBase32Secret } from "../../secret/index.js";
import type { ServiceProfile } from "../../service/profile.js";

/**
 * Accepts a secret exactly when it is canonical base32: RFC 4648 section 6, upper case, unpadded, unused bits zero.
 * The service takes any text with status OK, so this is the last place where a wrong encoding can be noticed.
 */
export function checkCanonicalSecret(secretKey: string, service: ServiceProfile): Result<string> {
  const field = "secretKey";
  const base32 = toBase32Secret(secretKey, "base32", { service });
  if (!base32.ok) {
    const [first, ...others] = base32.problems.map((found) => ({ ...found, field }));
    return failure(first as Problem, ...others);
  }
  if (base32.value === secretKey) return success(secretKey, base32.warnings);
  return refuse("request/secret-not-canonical", "secretKey is not upper-case, unpadded base32", { field });
}
