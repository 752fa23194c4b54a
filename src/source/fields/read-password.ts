import {
  type HashContext,
  identifyHash,
  type NormalizedHash,
  type NormalizeOptions,
  type SourceName,
} from "../../hash/index.js";
import {
  beyondUse,
  ComposedProviderScrypt,
  cutOffWarning,
  needsSystem,
  normalizeComposed,
  normalizeText,
  ruleOf,
} from "../../hash/internal.js";
import { defined } from "../../lib/defined.js";
import { words } from "../../lib/words.js";
import { problem } from "../../problems/user.js";
import { problem as conflict } from "../../problems/wrapping.js";
import type { Problem } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { NormalizedUser } from "../normalized-user.js";
import type { Findings } from "./field.js";

/** A password as the import call takes it, with what is known of the hash's origin. */
export interface Password extends Pick<NormalizedUser, "passwordHash" | "hashingAlgorithm" | "source" | "peppered"> {
  needsNewPassword?: true;
}

/**
 * Where a hash comes from. The same string is importable from one system and never verifies
 * from another, so a reader that does not know the system has to say so.
 */
export interface HashOrigin {
  readonly source: SourceName | "unknown";
  /** Whether that system mixes a site-wide secret into each password, where it was said. */
  readonly peppered?: boolean | undefined;
  /** The record itself says that its hash is over the password as it is: then no system needs to be named. */
  readonly isOverPassword?: boolean;
}

/** The canonical form of a user's hash, or undefined with the reasons noted. The only way to a hash that is sent. */
export function readPassword(
  text: string,
  origin: HashOrigin,
  service: ServiceProfile,
  findings: Findings,
): Password | undefined {
  const context = hashContext(origin);
  const options = normalizeOptions(context, service);
  const { composed } = findings;
  const isComposed = composed instanceof ComposedProviderScrypt && composed.text === text;
  const normalized = isComposed ? normalizeComposed(composed, options) : normalizeText(text, options);
  if (!normalized.ok) {
    // An offset would count in a string that was composed, which the file does not show.
    const problems = normalized.problems.map(({ offset: _, ...rest }) => ({ field: "passwordHash", ...rest }));
    const { format, disposition } = identifyHash(text, context);
    if (disposition === "verifiable") {
      findings.leaveToFallback({ hash: text, ...defined(context) }, problems);
      noteOrigin(origin, format, findings);
      noteMustReset(findings);
    } else if (problems[0]?.code === NO_PASSWORD) findings.noteNoPassword(problems);
    else findings.problems.push(...problems);
    return undefined;
  }
  const { scheme, changes } = normalized.value;
  const mayBeUnusable = normalized.warnings.length > 0 || scheme !== "bcrypt";
  const unusable = mayBeUnusable && !isComposed ? unusableFrom(origin, normalized.value) : null;
  if (unusable !== null) {
    findings.problems.push({ field: "passwordHash", ...unusable });
    return undefined;
  }
  const isLeft =
    findings.mustReset?.use === "at-login" ? findings.mustReset.problem : cutOffWarning(normalized.warnings);
  noteOrigin(origin, scheme, findings);
  if (isLeft !== undefined) {
    findings.leaveToFallback({ hash: text, ...defined(context) }, [{ field: "passwordHash", ...isLeft }]);
    return undefined;
  }
  noteMustReset(findings);
  if (normalized.warnings.length > 0) findings.warnings.push(...normalized.warnings);
  if (changes.length > 0) findings.changes.push(...changes);
  return findings.provePassword(passwordOf(normalized.value, context), normalized.value);
}

/** The systems that have hashes with an account-wide signer key; a user of another one wrote theirs to stop the import. */
const HAVE_PROVIDER_SCRYPT: ReadonlySet<string> = new Set(
  words("appwrite clerk firebase kratos logto supabase supertokens unknown"),
);

/** Why no service could use a sound hash; the costs of a composed one are the account's, and no user's. */
function unusableFrom({ source }: HashOrigin, { scheme, passwordHash }: NormalizedHash): Problem | null {
  return scheme === "provider-scrypt" && !HAVE_PROVIDER_SCRYPT.has(source)
    ? conflict("wrapping/conflict", "the system has no hashes of provider-scrypt, which need a signer key")
    : beyondUse(scheme, passwordHash);
}

/** A temporary password would be a lasting one after the import: the user is held back, or has a warning. */
function noteMustReset({ mustReset, problems, warnings }: Findings): void {
  if (mustReset !== undefined) (mustReset.use === "hold" ? problems : warnings).push(mustReset.problem);
}

/** What the column has of a user with another login, or none. */
const NO_PASSWORD = "scheme/no-password";

function noteOrigin({ source, isOverPassword }: HashOrigin, notation: string | null, { warnings }: Findings): void {
  if (source === "unknown" && isOverPassword !== true && needsSystem(notation)) warnings.push(ORIGIN_UNKNOWN);
}

function passwordOf(normalized: NormalizedHash, context: HashContext): Password {
  const { scheme, passwordHash, hashingAlgorithm } = normalized;
  const password = hashingAlgorithm === undefined ? { passwordHash } : { passwordHash, hashingAlgorithm };
  if (scheme === "provider-scrypt") return password;
  const origin = originToKeep(scheme, context);
  const isOpen = origin.source === undefined && origin.peppered === undefined;
  return isOpen ? password : { ...password, ...defined(origin) };
}

/** Of one shape, since a copy of the context takes longer than most hashes. */
function normalizeOptions({ source, peppered }: HashContext, service: ServiceProfile): NormalizeOptions {
  if (peppered === undefined) return source === undefined ? { service } : { source, service };
  return source === undefined ? { peppered, service } : { source, peppered, service };
}

function hashContext({ source, peppered }: HashOrigin): HashContext {
  if (peppered === undefined) return source === "unknown" ? {} : { source };
  return source === "unknown" ? { peppered } : { source, peppered };
}

const ORIGIN_UNKNOWN = /* @__PURE__ */ problem(
  "user/hash-origin-unknown",
  "the system that the hash comes from is not named, and some systems hash something else than the password",
  { field: "passwordHash" },
);

/** The origin to keep beside the canonical form. Without a prefix that was taken off, the system's name might refuse the hash. */
function originToKeep(scheme: "bcrypt" | "argon2", context: HashContext): HashContext {
  return ruleOf(context, scheme, null) === undefined ? context : {};
}
