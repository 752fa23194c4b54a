import { normalizeHash } from "../hash/normalize-hash.js";
import type { HashContext, SourceName } from "../hash/source-context.js";
import { problem } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";
import type { Findings } from "./field.js";
import type { NormalizedUser } from "./normalized-user.js";

/** A password as the import call takes it, with what is known of the hash's origin. */
export type Password = Pick<NormalizedUser, "passwordHash" | "hashingAlgorithm" | "source" | "peppered">;

/**
 * Where a hash comes from. The same string is importable from one system and never verifies
 * from another, so a reader that does not know the system has to say so.
 */
export interface HashOrigin {
  readonly source: SourceName | "unknown";
  /** Whether that system mixes a site-wide secret into each password, where it was said. */
  readonly peppered?: boolean | undefined;
}

/**
 * The canonical form of a user's hash for the service, or undefined with the reasons noted.
 * The only way of this room from a hash's text to a hash that is sent.
 */
export function readPassword(
  text: string,
  origin: HashOrigin,
  service: ServiceProfile,
  findings: Findings,
): Password | undefined {
  const context = contextOf(origin);
  const normalized = normalizeHash(text, { ...context, service });
  if (!normalized.ok) {
    // An offset would count in a string that was composed, which the file does not show.
    findings.problems.push(
      ...normalized.problems.map(({ offset: _, ...rest }) => ({ field: "passwordHash", ...rest })),
    );
    return undefined;
  }
  const { scheme, passwordHash, hashingAlgorithm, changes } = normalized.value;
  findings.warnings.push(...normalized.warnings);
  findings.changes.push(...changes);
  const password = hashingAlgorithm === undefined ? { passwordHash } : { passwordHash, hashingAlgorithm };
  // One system alone writes provider-scrypt.
  if (scheme === "provider-scrypt") return password;
  if (origin.source === "unknown") findings.warnings.push(originUnknown());
  return { ...password, ...originToKeep(passwordHash, context, service) };
}

function contextOf({ source, peppered }: HashOrigin): HashContext {
  return {
    ...(source === "unknown" ? {} : { source }),
    ...(peppered === undefined ? {} : { peppered }),
  };
}

function originUnknown() {
  return problem(
    "user/hash-origin-unknown",
    "the system that the hash comes from is not named, and some systems hash something else than the password",
    { field: "passwordHash" },
  );
}

/**
 * The origin that belongs beside the canonical form. A prefix that was taken off may have been
 * what told this hash from the system's older ones; without it the system's name would refuse it.
 */
function originToKeep(passwordHash: string, context: HashContext, service: ServiceProfile): HashContext {
  return normalizeHash(passwordHash, { ...context, service }).ok ? context : {};
}
