import { normalizeHash } from "../hash/index.js";
import { defined } from "../lib/defined.js";
import { requireArgument } from "../lib/require-argument.js";
import type { Problem } from "../result.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import type { Verification } from "../verify/index.js";
import { coversPassword } from "../verify/internal.js";
import { type CheckedPassword, type MismatchCause, mismatchCauses } from "./mismatch-causes.js";
import { importableHash } from "./plan-migration.js";

/** A checked password, and the service into which its hash would be imported. */
export interface AdviceSubject extends CheckedPassword {
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/** What to do with a hash after its verification. */
export type HashAdvice =
  /** The password did not match. */
  | { readonly advice: "find-cause"; readonly causes: readonly MismatchCause[] }
  /** The service can't verify the hash, for this reason: only the login-time fallback can. */
  | { readonly advice: "keep-for-fallback"; readonly reason: Problem }
  /** The service accepts the hash, but not with this very password: only the fallback can be relied on. */
  | { readonly advice: "keep-for-fallback"; readonly reason: "password-altered" }
  /**
   * The service verifies this very password. `rehash` says whether it should be hashed
   * again at the next login: `needed`, `not-needed`, or `never` because the check did not
   * see all of the password, so that it may be more than the user's.
   */
  | { readonly advice: "import"; readonly rehash: "needed" | "not-needed" | "never" };

/**
 * Says what to do with a legacy hash after a password was checked against it.
 *
 * @param subject The hash, the password and what is known of the system that wrote it.
 * @param verification What `verifyPassword` found with the same hash, password and options.
 *
 * @example
 * ```ts
 * import { adviseOnHash } from "credport/login";
 * import { verifyPassword } from "credport/verify";
 *
 * const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * const verified = await verifyPassword("U*U", hash);
 * verified.ok && adviseOnHash({ hash, password: "U*U" }, verified.value); // => { advice: "import", rehash: "needed" }
 * ```
 */
export function adviseOnHash(subject: AdviceSubject, verification: Verification): HashAdvice {
  requireArgument("subject", subject, "object", { hash: "string", password: "string" });
  requireArgument("verification", verification, "object");
  const { matches, needsRehash, coverage, as } = verification;
  if (!matches) return { advice: "find-cause", causes: mismatchCauses(subject) };
  const { hash, password, source, pepper, service } = subject;
  const peppered = pepper === undefined ? undefined : pepperOf(pepper, as) !== "";
  const normalized = normalizeHash(hash, defined({ source, peppered, service }));
  if (!normalized.ok) return { advice: "keep-for-fallback", reason: normalized.problems[0] };
  if (importableHash(hash, password, subject, verification) === null) {
    return { advice: "keep-for-fallback", reason: "password-altered" };
  }
  if (!coversPassword(coverage)) return { advice: "import", rehash: "never" };
  return { advice: "import", rehash: needsRehash ? "needed" : "not-needed" };
}

/** The one that matched; the first where none did. */
function pepperOf(pepper: string | readonly string[], as: Verification["as"]): string | undefined {
  return typeof pepper === "string" ? pepper : pepper[as?.pepper ?? 0];
}
